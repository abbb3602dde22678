"""Message bodies drawn as lines: the streaming Markdown widget and the pure code behind it."""

from tui.widgets.drawn.body import ReplyBody

__all__ = ["ReplyBody"]
