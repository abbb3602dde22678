"""Money, and what is not known of it, in the same words everywhere."""

from __future__ import annotations

UNKNOWN = "price not known"
SMALLEST = 0.0001


def money(dollars: float) -> str:
    """Cents where there are some, else as many digits as tell it from nothing."""
    if dollars == 0:
        return "$0"
    if dollars < SMALLEST:
        return f"under ${SMALLEST}"
    return f"${dollars:,.2f}" if dollars >= 1 else f"${dollars:.4f}"
