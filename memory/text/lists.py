"""What a list about the user states: "name: Tom, age: 34, city: York", "- vegetarian" line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.text.languages import KNOWN, Language
from memory.text.normal import plain, straight
from memory.text.scripts import words

_MEANT = {
    "en": (
        ("name|full name|first name", "My name is {}."),
        ("age", "I am {} years old."),
        ("city|town|location|home", "I live in {}."),
        ("job|occupation|profession", "I work as a {}. I am a {}."),
        ("allergies|allergy", "I am allergic to {}."),
        ("diet", "I am {}."),
    ),
    "de": (
        ("name|vorname", "Ich heiße {}. Mein Name ist {}."),
        ("alter", "Ich bin {} Jahre alt."),
        ("ort|wohnort|stadt", "Ich wohne in {}."),
        ("beruf", "Ich arbeite als {}. Ich bin {}."),
        ("allergien|allergie", "Ich bin allergisch gegen {}."),
        ("ernahrung", "Ich bin {}."),
    ),
    "fr": (
        ("nom|prenom", "Je m'appelle {}."),
        ("age", "J'ai {} ans."),
        ("ville", "J'habite à {}."),
        ("metier|profession", "Je suis {}."),
        ("allergies|allergie", "Je suis allergique à {}."),
        ("regime", "Je suis {}."),
    ),
    "es": (
        ("nombre", "Me llamo {}."),
        ("edad", "Tengo {} años."),
        ("ciudad", "Vivo en {}."),
        ("profesion|trabajo", "Trabajo de {}. Soy {}."),
        ("alergias|alergia", "Soy alérgico a {}."),
        ("dieta", "Soy {}."),
    ),
    "pt": (
        ("nome", "Chamo-me {}. Meu nome é {}."),
        ("idade", "Tenho {} anos."),
        ("cidade", "Moro em {}."),
        ("profissao|trabalho", "Trabalho como {}. Sou {}."),
        ("alergias|alergia", "Sou alérgico a {}."),
        ("dieta", "Sou {}."),
    ),
    "it": (
        ("nome", "Mi chiamo {}."),
        ("eta", "Ho {} anni."),
        ("citta|residenza", "Vivo a {}. Abito a {}."),
        ("professione|lavoro", "Lavoro come {}. Sono {}."),
        ("allergie|allergia", "Sono allergico a {}."),
        ("dieta", "Sono {}."),
    ),
    "zh": (
        ("姓名|名字", "我叫{}。"),
        ("年龄|年齡", "我{}岁。"),
        ("城市|居住地", "我住在{}。"),
        ("职业|職業", "我是{}。"),
        ("过敏|過敏", "我对{}过敏。"),
    ),
    "ja": (
        ("名前|氏名", "名前は{}です。"),
        ("年齢", "{}歳です。"),
        ("住まい|居住地", "{}に住んでいます。"),
        ("職業|仕事", "仕事は{}です。"),
        ("アレルギー", "{}アレルギーです。"),
    ),
}
"""The keys of a list, and what is meant by each."""
_BARE = {
    "en": ("I am {}.", "I have {}."),
    "de": ("Ich bin {}.", "Ich habe {}."),
    "fr": ("Je suis {}.", "J'ai {}."),
    "es": ("Soy {}.", "Tengo {}."),
    "pt": ("Sou {}.", "Tenho {}."),
    "it": ("Sono {}.", "Ho {}."),
    "zh": ("我是{}。", "我有{}。"),
    "ja": ("{}です。",),
}
"""What is meant by an entry without a key."""
_SAID = {(code, key): said for code, rows in _MEANT.items() for keys, said in rows for key in keys.split("|")}
_NAMES = {key for (code, key), said in _SAID.items() if said == _MEANT[code][0][1]}
_ENTRY = re.compile(r"(?:^|[,;|，；、\n])\s*[-*•]?\s*(?P<key>[^\W\d_]+(?: [^\W\d_]+)?)\s*[:：]\s*")
_ITEM = re.compile(r"^\s*[-*•]\s*(?P<item>[^:：\n]{2,60}?)[.,;\s]*$", re.MULTILINE)
_OF_ME = re.compile(
    r"(?:(?:hi|hello|hey|hallo|bonjour|salut|hola|ola|oi|ciao)\W+)?(?:[\w' ]{0,20}\b(?:about|uber|zu|sur|sobre|su|di) "
    r"(?:me|myself|mich|mir|moi|mi|mim)|my (?:profile|details|data|info)|me|ich|moi|yo|eu|io|steckbrief|"
    r"(?:关于|關於)我|自我介绍|自我介紹|自己紹介|プロフィール)?\W*"
)
"""What may stand over a list that is about the user."""
_VERB = re.compile(r"\b(?:is|are|has|was|were|ist|hat|sind|est|es|tiene|son|tem|e un\w*|ha)\b")
_MOST_WORDS = 6
LONGEST = 1_000
"""A longer text is no list about oneself."""


def listed(text: str, language: Language) -> Iterator[tuple[str, Language]]:
    """What a message says of the user that begins with a list, by its entries, each with its language."""
    said = straight(text).strip()
    if len(said) > LONGEST:
        return
    yield from _entries(said)
    yield from ((one, language) for one in _items(said, language))


def _entries(text: str) -> Iterator[tuple[str, Language]]:
    found = list(_ENTRY.finditer(text))
    keys = [plain(one["key"]) for one in found]
    if not _of_the_user(text, found) or not (_meant(keys[0]) or _OF_ME.fullmatch(keys[0])):
        return
    if sum(key in _NAMES for key in keys) > 1 or any(
        key in language.kin for language in KNOWN.values() for key in keys
    ):
        return
    ends = [one.start() for one in found[1:]] + [len(text)]
    for one, key, end in zip(found, keys, ends, strict=True):
        value = text[one.end() : end].split("\n")[0].strip(" .;,，。；、-*•")
        if value and len(words(value)) <= _MOST_WORDS:
            yield from ((said.replace("{}", value), language) for said, language in _meant(key))


def _items(text: str, language: Language) -> Iterator[str]:
    found = list(_ITEM.finditer(text))
    for one in found if _of_the_user(text, found) else ():
        item = one["item"].strip()
        if 0 < len(words(item)) <= _MOST_WORDS and not _of_another(item, language):
            yield from (said.replace("{}", item) for said in _BARE.get(language.code, ()))


def _of_the_user(text: str, found: list[re.Match[str]]) -> bool:
    """Whether nobody else stands over a list."""
    return bool(found) and _OF_ME.fullmatch(plain(text[: found[0].start()])) is not None


def _meant(key: str) -> list[tuple[str, Language]]:
    return [(_SAID[code, key], KNOWN[code]) for code in _MEANT if (code, key) in _SAID]


def _of_another(item: str, language: Language) -> bool:
    """Whether an entry is about somebody or something else: "mother diabetic", "it is cold"."""
    told = words(plain(item))
    named = {*told[:1]} & (language.kin | language.me) or {*told[:2]} & language.third
    return bool(named or _VERB.search(plain(item)))
