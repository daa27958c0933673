"""Edits of lists that several people may change at once, such as a server's channels."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class ListChange(msgspec.Struct, frozen=True):
    """A person's edit of a list: the added and the removed entries.

    The change can be applied to a newer version of the list.
    """

    added: tuple[int | str, ...] = ()
    removed: tuple[int | str, ...] = ()

    @classmethod
    def between(cls, before_edit: Iterable[int | str], chosen: Iterable[int | str]) -> ListChange:
        """Return the change that turns the list ``before_edit`` into the list ``chosen``."""
        before, after = tuple(before_edit), tuple(chosen)
        added = tuple(item for item in after if item not in before)
        return cls(added, tuple(item for item in before if item not in after))

    def applied_to(self, present: Iterable[int | str]) -> tuple[int | str, ...]:
        """Return a list after the change.

        >>> ListChange(added=(4,), removed=(1,)).applied_to([1, 2, 3])
        (2, 3, 4)
        """
        remaining = tuple(item for item in present if item not in self.removed)
        return (*remaining, *(item for item in self.added if item not in remaining))
