"""A message in the making: the editor's text, and the pastes that stand in it folded or whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from memory.counting import counted
from memory.types import Part, PartKind, PartSource
from tui.safe_text import safe

FOLD_CHARACTERS = 800
FOLD_LINES = 8
FIELD_CHARACTERS = 50_000
"""More makes every key in the field slow."""
LEAST_BYTES = 4
"""A shorter paste states nothing, and would be mistaken for the same letters elsewhere in the text."""

_FOLDED = re.compile(r"\[paste ([0-9]{1,4}): [0-9,]+ characters\]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_COMMAND = re.compile(r"\s*/[A-Za-z][\w-]*(?=\s|\Z)")


@dataclass(frozen=True, slots=True)
class Draft:
    """`folded` are the pastes behind the placeholders in `text`, `short` those that were inserted as they are."""

    text: str = ""
    folded: tuple[str, ...] = ()
    short: tuple[str, ...] = ()

    @classmethod
    def of(cls, spans: Iterable[Part]) -> Draft:
        """The draft whose `spans` these are; long pastes are folded again."""
        draft = cls()
        for span in spans:
            shown = span.text
            if span.source is PartSource.PASTED:
                draft, shown = draft.with_paste(span.text)
            draft = replace(draft, text=draft.text + shown)
        return draft

    @classmethod
    def again(cls, parts: Iterable[Part]) -> Draft:
        """The draft that says what the message of `parts` said; what was not typed still does not count as typed."""
        said = [part for part in parts if part.kind is PartKind.TEXT]
        texts = [part for part in said if not part.name]
        if len(texts) < len(said):  # files: they are mentioned in the text, and read anew when it is sent
            texts[-1:] = [replace(part, text=part.text.rstrip()) for part in texts[-1:]]
        foreign = PartSource.PASTED
        return cls.of(part if part.source is PartSource.TYPED else replace(part, source=foreign) for part in texts)

    def with_paste(self, raw: str) -> tuple[Draft, str]:
        """The draft that knows the paste `raw`, and what to insert into the editor for it."""
        text = mended(raw)
        if len(text) > FOLD_CHARACTERS or text.count("\n") >= FOLD_LINES:
            number = len(self.folded) + 1
            return replace(self, folded=(*self.folded, text)), f"[paste {number}: {counted(len(text), 'character')}]"
        shown = safe(text)
        span = shown.strip()
        long_enough = len(span.encode()) >= LEAST_BYTES
        return (replace(self, short=(*self.short, span)) if long_enough else self), shown

    def rewritten(self, raw: str) -> Draft:
        """`raw` in place of the text, without the line ends that editors add; too much for the field is folded."""
        text = mended(raw).rstrip("\n")
        if len(text) <= FIELD_CHARACTERS:
            return replace(self, text=safe(text))
        draft, shown = Draft().with_paste(replace(self, text=text).whole)
        return replace(draft, text=shown)

    @property
    def blank(self) -> bool:
        """Nothing a reader would see: only spaces, line ends or control characters."""
        return not any(char.isprintable() and not char.isspace() for char in self.text)

    @property
    def command(self) -> str:
        """The whole line when this is a slash command, also after white space; else ""."""
        return self.whole.strip() if _COMMAND.match(self.text) else ""

    @property
    def whole(self) -> str:
        return "".join(span.text for span in self.spans)

    @property
    def spans(self) -> tuple[Part, ...]:
        """The text letter by letter, each span with its source."""
        return tuple(Part(text, source=source) for text, source in self._spans() if text)

    def parts(self) -> tuple[Part, ...]:
        """The spans of the message: only white space around the whole is dropped."""
        spans = list(self.spans)
        while spans and not spans[0].text.strip():
            spans.pop(0)
        while spans and not spans[-1].text.strip():
            spans.pop()
        if spans:
            spans[0] = replace(spans[0], text=spans[0].text.lstrip())
            spans[-1] = replace(spans[-1], text=spans[-1].text.rstrip())
        return tuple(spans)

    def _spans(self) -> Iterator[tuple[str, PartSource]]:
        at = 0
        for match in _FOLDED.finditer(self.text):
            if (number := int(match[1])) > len(self.folded) or not number:
                continue
            yield from self._typed(self.text[at : match.start()])
            yield self.folded[number - 1], PartSource.PASTED
            at = match.end()
        yield from self._typed(self.text[at:])

    def _typed(self, text: str) -> Iterator[tuple[str, PartSource]]:
        """`text` cut at the short pastes that still stand in it unchanged; an edited one counts as typed."""
        for paste in sorted(self.short, key=len, reverse=True):
            before, found, after = text.partition(paste)
            if found:
                yield from self._typed(before)
                yield paste, PartSource.PASTED
                yield from self._typed(after)
                return
        yield mended(text), PartSource.TYPED


def mended(text: str) -> str:
    """`text` with one kind of line end and without lone surrogates, which can't be stored."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _SURROGATES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
