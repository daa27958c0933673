"""The faces of people who allow them on pictures, as far as this process knows them.

As long as a face is not known, the person's disc shows letters. ``bot.faces`` reads and fetches faces.
"""

from __future__ import annotations

from typing import Protocol

from bot.known import Known


class FaceBook(Protocol):
    """Protocol of the faces that are known."""

    def find(self, user_id: int) -> bytes:
        """Return a person's face as a file; ``b""`` if there is none, or if it is not known yet."""


class NoFaces:
    """The faces that are known before any were read."""

    def find(self, user_id: int) -> bytes:
        """Return ``b""``."""
        return b""


known_faces: Known[FaceBook] = Known(NoFaces())
"""The faces that pictures have from now on."""
