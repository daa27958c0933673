"""Files as they are sent."""

from __future__ import annotations

import io
from typing import Any

import discord


def attached(data: bytes, filename: str) -> discord.File:
    """Attach some bytes to a message."""
    return discord.File(_Content(data), filename)


class _Content(io.BytesIO):
    """Bytes that stay open, in case a request has to be made again.

    discord.py sees to that by replacing ``close`` while it sends, and puts it back afterwards: then the bytes
    hold themselves, and each picture that was sent waits for the garbage collector.
    """

    def close(self) -> None: ...

    def __setattr__(self, name: str, value: Any) -> None:
        if name != "close":
            super().__setattr__(name, value)
