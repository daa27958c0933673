"""What people have written in their own words, made safe for the line in which it is quoted."""

from __future__ import annotations

from bot.language.names import escape
from storage.fields import Name

LONGEST = 200
"""Characters of a reason."""


def quote(text: str) -> str:
    """Put a text on one line, word by word as harmless as a name: it marks, links and mentions nothing."""
    words = (escape(Name(word)) for word in text[:LONGEST].split())
    return " ".join(word for word in words if word)
