"""What this process knows of Discord and that texts and pictures use, wherever they are made."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Known(Generic[T]):
    """A value that the process comes to know after its start, such as the faces of people.

    >>> known = Known("nothing")
    >>> known.set("something")
    >>> known()
    'something'
    >>> known.forget()
    >>> known()
    'nothing'
    """

    def __init__(self, unknown: T) -> None:
        self._unknown = unknown
        self._value = unknown

    def __call__(self) -> T:
        """Return the value that is known now."""
        return self._value

    def set(self, value: T) -> None:
        """Use this value from now on."""
        self._value = value

    def forget(self) -> None:
        """Use the value for what is not known."""
        self._value = self._unknown
