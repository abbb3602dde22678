from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from memory.types import Conversation, Message, Part, PartKind, PartSource, Role, Status
from tui.chat.html import to_html

AT = datetime(2026, 5, 18, 9, 40, tzinfo=UTC)
TAGS = {
    *("html", "head", "meta", "title", "style", "body", "header", "article", "div", "h1", "h2", "h3", "h4", "h5", "h6"),
    *("p", "pre", "code", "span", "a", "em", "strong", "s", "ul", "ol", "li", "blockquote", "hr", "br"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"class", "dir", "href", "title", "start", "style", "charset", "http-equiv", "content", "name"}
HOSTILE = st.lists(
    st.sampled_from(
        [
            *(
                "<script>x</script>",
                "![a](http://x.example/b)",
                "[l](javascript:alert)",
                "```html\n",
                "\n```\n",
                "</div>",
            ),
            *("&#x202e;", "&lt;b&gt;", "\x1b[2J", "\u202e", "\u200b", "<!--", "-->", "`", "| a | b |\n|---|---|\n"),
            *("<img src=x onerror=alert(1)>", "</style>", "[x]: data:text/html,x\n", "<http://x.example>", "\n\n", "a"),
        ]
    )
    | st.text(max_size=20),
    max_size=12,
).map("".join)


class Seen(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.comments: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def page(reply: str, said: str = "Hello", title: str = "Herons", **more: object) -> str:
    talk = Conversation("c1", title, AT, AT, 2)
    thought = Part("secret thought", PartKind.REASONING, PartSource.MODEL)
    return to_html(
        talk,
        [
            Message("m1", "c1", None, 1, Role.USER, (Part(said), Part("", PartKind.IMAGE, name="<h>.png")), AT),
            Message(
                "m2",
                "c1",
                "m1",
                2,
                Role.ASSISTANT,
                (thought, Part(reply, source=PartSource.MODEL)),
                AT,
                Status.CANCELLED,
                "vendor/model",
            ),
        ],
    )


def test_it_says_who_spoke_when_and_how_it_ended() -> None:
    seen = Seen(page("A **bird**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"))
    for words in ("Herons", "You, 2026-05-18T09:40+00:00", "Assistant (vendor/model)", "[image: <h>.png]", "cancelled"):
        assert words in seen.text
    assert {"strong", "table", "td"} <= set(seen.tags)
    assert "secret thought" not in seen.text


def test_code_is_highlighted_and_reads_as_it_was() -> None:
    written = page("```python\ndef f(a):\n    return a < 1\n```\n")
    assert '<span class="k">def</span>' in written
    assert "def f(a):\n    return a < 1\n" in Seen(written).text
    for fence in ("```nolang\na < 1\n```", "```\na < 1\n```", f"```python\nx = '{'a' * 2000}' # a < 1\n```"):
        assert "a < 1" in Seen(page(fence)).text


def test_nothing_is_loaded_from_elsewhere() -> None:
    written = page("![steal](https://x.example/?q=secret) [a](https://x.example)")
    assert "default-src 'none'" in written
    assert "[image: steal]" in Seen(written).text
    assert "?q=secret" not in written


@given(HOSTILE, HOSTILE, HOSTILE)
def test_no_text_becomes_a_tag_an_act_or_something_hidden(reply: str, said: str, title: str) -> None:
    written = page(reply, said, title)
    seen = Seen(written)
    assert set(seen.tags) <= TAGS and {name for name, _ in seen.attributes} <= ATTRIBUTES
    assert not seen.comments
    targets = [value or "" for name, value in seen.attributes if name == "href"]
    assert not any(value.lower().startswith(("javascript:", "data:", "file:", "vbscript:")) for value in targets)
    assert not any(char in seen.text for char in "\x1b\u202e\u200b")
    assert {value for name, value in seen.attributes if name == "style"} <= {"text-align:left", "text-align:right"}
