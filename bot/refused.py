"""A kind no: what a person wanted cannot be done, and nothing has changed."""

from __future__ import annotations

from games.core.words import Arg, Text


class Refused(Exception):
    """Say why not, by a message of the catalogues in the person's own language; shown to that person only."""

    def __init__(self, key: str, **args: Arg) -> None:
        super().__init__(key)
        self.text = Text(key, args)
