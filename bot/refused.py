"""The error for an act that is not possible at the moment. After it, nothing has changed."""

from __future__ import annotations

from games.core.words import Arg, Text


class Refused(Exception):
    """Raised if an act is not possible now. The reason is a text of the catalogues, shown only to the person
    who tried.
    """

    def __init__(self, key: str, **args: Arg) -> None:
        super().__init__(key)
        self.text = Text(key, args)
