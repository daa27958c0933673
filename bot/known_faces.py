"""The faces of people who allow them on pictures, as far as this process knows them.

As long as a face is not known, the person's disc shows letters. ``bot.faces`` reads and fetches faces.
"""

from __future__ import annotations

from typing import Protocol


class FaceBook(Protocol):
    """Protocol of the faces that are known."""

    def find(self, user_id: int) -> bytes:
        """Return a person's face as a file; ``b""`` if there is none, or if it is not known yet."""


class NoFaces:
    """The faces that are known before any were read."""

    def find(self, user_id: int) -> bytes:
        """Return ``b""``."""
        return b""


NO_FACES: FaceBook = NoFaces()
_known_faces: FaceBook = NO_FACES


def known_faces() -> FaceBook:
    """Return the faces that are known now."""
    return _known_faces


def set_known_faces(faces: FaceBook) -> None:
    """Draw these faces from now on."""
    global _known_faces
    _known_faces = faces
