"""A conversation as ChatGPT exports it: nodes in a tree, of which many are no messages."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from memory.portable.shape import Record
from memory.portable.talk import Said, Talk, items, mapping, moment, part, string
from memory.types import PartKind, Role

NAME = "ChatGPT"
_ROLES = {"user": Role.USER, "assistant": Role.ASSISTANT}
_HIDDEN = ("user_editable_context", "model_editable_context", "thoughts", "reasoning_recap")
_CITED = re.compile("\ue200[^\ue201]{0,500}\ue201")
"""Where its pages show a link or a picture."""
_POINTERS = {
    "image_asset_pointer": "picture",
    "audio_asset_pointer": "voice recording",
    "real_time_user_audio_video_asset_pointer": "voice recording",
}


def fits(raw: Mapping[str, Any]) -> bool:
    return isinstance(raw.get("mapping"), dict)


def talk(raw: Mapping[str, Any], left_out: Counter[str]) -> Talk:
    """All branches with the one that was shown last; what can't be a message is counted in `left_out`."""
    return _Tree(raw, left_out).talk()


class _Tree:
    def __init__(self, raw: Mapping[str, Any], left_out: Counter[str]) -> None:
        self._raw = raw
        self._left_out = left_out
        self._nodes = {key: mapping(node) for key, node in mapping(raw.get("mapping")).items()}
        self._said = {
            key: said for key, node in self._nodes.items() if (said := self._read(mapping(node.get("message"))))
        }
        self._above: dict[str, str | None] = {}
        self._below: dict[str | None, list[str]] = defaultdict(list)
        for key in self._said:
            self._above[key] = self._hang(key)
            self._below[self._above[key]].append(key)

    def talk(self) -> Talk:
        begun = moment(self._raw.get("create_time"))
        order = list(self._in_order())
        if len(order) < len(self._said):
            self._left_out["message without a place"] += len(self._said) - len(order)
        times: dict[str, int] = {}
        for key in order:
            above = self._above[key]
            least = times[above] if above is not None else begun or 0
            times[key] = max(self._said[key].at or least, least)
        merged = self._merged(order)
        order = sorted((key for key in order if merged[key] == key), key=times.__getitem__)
        place = {key: at for at, key in enumerate(order)}
        found = Talk(string(self._raw.get("title")), begun or 0, moment(self._raw.get("update_time")) or 0)
        for key in order:
            said, above = self._said[key], self._above[key]
            said.at, said.parent = times[key], None if above is None else place[merged[above]]
            found.messages.append(said)
        shown = self._kept_at(string(self._raw.get("current_node")))
        found.head = place[merged[shown]] if shown in merged else len(order) - 1
        return found

    def _in_order(self) -> Iterator[str]:
        """Parents before their children, in the order of the file; what hangs in a ring is never reached."""
        waiting = self._below[None][::-1]
        while waiting:
            key = waiting.pop()
            yield key
            waiting += self._below[key][::-1]

    def _merged(self, order: list[str]) -> dict[str, str]:
        """Which message each becomes a part of: the pieces of one answer, between which tools ran, are one."""
        merged: dict[str, str] = {}
        for key in order:
            above = self._above[key]
            merged[key] = key
            if above is None or len(self._below[above]) > 1:
                continue
            target, piece = self._said[merged[above]], self._said[key]
            if target.role is piece.role is Role.ASSISTANT:
                merged[key] = merged[above]
                target.parts += (
                    [part("\n\n", Role.ASSISTANT), *piece.parts] if target.text and piece.text else piece.parts
                )
        return merged

    def _hang(self, key: str) -> str | None:
        """The nearest message above; what was thought on the way there goes to the answer."""
        thoughts: list[str] = []
        seen = {key}
        above = string(self._nodes[key].get("parent"))
        while above in self._nodes and above not in self._said and above not in seen:
            seen.add(above)
            thoughts += _thoughts(mapping(self._nodes[above].get("message")))[::-1]
            above = string(self._nodes[above].get("parent"))
        said = self._said[key]
        if thoughts and said.role is Role.ASSISTANT:
            said.parts.insert(0, part("\n\n".join(reversed(thoughts)), Role.ASSISTANT, kind=PartKind.REASONING))
        return above if above in self._said else None

    def _kept_at(self, key: str) -> str:
        seen: set[str] = set()
        while key in self._nodes and key not in self._said and key not in seen:
            seen.add(key)
            key = string(self._nodes[key].get("parent"))
        return key

    def _read(self, message: Mapping[str, Any]) -> Said | None:
        author, content = mapping(message.get("author")), mapping(message.get("content"))
        about = mapping(message.get("metadata"))
        kind, role = string(content.get("content_type")), _ROLES.get(string(author.get("role")))
        if role is None or kind in _HIDDEN or about.get("is_visually_hidden_from_conversation"):
            self._left_out["tool output"] += author.get("role") == "tool"
            return None
        if message.get("recipient") not in (None, "all"):
            self._left_out["tool call"] += 1
            return None
        parts = [*self._attached(about, role), *self._parts(content, role)]
        if not any(one["text"].strip() or one["name"] for one in parts):
            return None
        model = string(about.get("model_slug")) if role is Role.ASSISTANT else ""
        return Said(role, parts, moment(message.get("create_time")) or 0, model=model)

    def _attached(self, about: Mapping[str, Any], role: Role) -> Iterator[Record]:
        for one in items(about.get("attachments")):
            if name := string(mapping(one).get("name")):
                image = string(mapping(one).get("mime_type")).startswith("image/")
                yield part("", role, kind=PartKind.IMAGE if image else PartKind.FILE, name=name)

    def _parts(self, content: Mapping[str, Any], role: Role) -> Iterator[Record]:
        if text := string(content.get("text")) or string(content.get("result")):
            code = content.get("content_type") == "code"
            yield part(f"```\n{text}\n```" if code else _CITED.sub("", text), role)
        for one in items(content.get("parts")):
            kind = string(mapping(one).get("content_type"))
            if isinstance(one, str) or kind == "audio_transcription":
                yield part(_CITED.sub("", one if isinstance(one, str) else string(one.get("text"))), role)
            else:
                self._left_out[_POINTERS.get(kind, "piece of another kind")] += 1


def _thoughts(message: Mapping[str, Any]) -> list[str]:
    content = mapping(message.get("content"))
    if content.get("content_type") != "thoughts":
        return []
    return [text for one in items(content.get("thoughts")) if (text := string(mapping(one).get("content")))]
