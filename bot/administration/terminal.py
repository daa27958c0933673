"""What may be written to a terminal."""

from __future__ import annotations

import unicodedata

_CONTROLS = frozenset({"Cc", "Cs", "Zl", "Zp"})
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What makes text run the other way, and so hides what stands beside it."""


def printable(text: str) -> str:
    r"""Write out all that moves the cursor, recolours the terminal, or turns text around.

    >>> printable("Mal\x1b[2Jlory")
    'Mal\\x1b[2Jlory'
    """
    return "".join(_written_out(sign) if _is_control(sign) else sign for sign in text)


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in _CONTROLS or sign in _TURNING


def _written_out(sign: str) -> str:
    return sign.encode("ascii", "backslashreplace").decode() if sign > "\x7f" else f"\\x{ord(sign):02x}"
