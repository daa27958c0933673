"""The error that refuses an action of a person."""

from __future__ import annotations

from games.core.words import Arg, Text


class Refused(Exception):
    """Raised to refuse a person's action. Only this person sees the reason."""

    def __init__(self, key: str, **args: Arg) -> None:
        super().__init__(key)
        self.text = Text(key, args)
