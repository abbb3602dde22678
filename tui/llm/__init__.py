"""Language models: which there are, and talking to them. Headless; litellm is loaded at the first need."""

from tui.llm.catalogue import Entry
from tui.llm.models import Models
from tui.llm.vendors import EMBEDDED, THIS_COMPUTER, vendor_of

__all__ = ["EMBEDDED", "THIS_COMPUTER", "Entry", "Models", "vendor_of"]
