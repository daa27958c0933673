"""The error for an act that is not possible; nothing has changed."""

from __future__ import annotations

from games.core.words import Arg, Text


class Refused(Exception):
    """An act is not possible; the reason is a catalogue text that only the person sees."""

    def __init__(self, key: str, **args: Arg) -> None:
        super().__init__(key)
        self.text = Text(key, args)
