"""Whatever was said and whatever a model makes of it, it is judged: nothing said stops a session from being learnt."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from memory.distill.extractive import durable
from memory.text import stated
from tests.memory.distill.believing import believed, line_of

_SPOKEN = (
    "I I'm my wife he not no never live in Hull and but , ; . … ! ? — : ( ) ¿ 、 。 我 住 在 北京 不 私 は 東京 に "
    "住んで います Ich wohne nicht mehr Gera je ne habite pas à que qui vivo no ya 34 años e non più since 2020 if "
    "when will soon"
)
_WORDS = (*_SPOKEN.split(), "😀", "\u200b", "\x00", '"')
TEXTS = st.lists(st.one_of(st.sampled_from(_WORDS), st.text(max_size=4)), max_size=14).map(" ".join)


@given(TEXTS, TEXTS)
@example("", "no 東京 ; …")
@example('在   in ) je "', "\t")
@example("…", "I live in Hull")
def test_any_claim_about_any_sentence_is_judged(said: str, content: str) -> None:
    assert believed(said, content) in (True, False)
    assert stated.comes_to(content, said, said) in (True, False)
    assert durable([line_of(said)]) in (True, False)
