"""Changes of lists that several people may edit at once.

A change names only the entries that one person added or removed, so two edits can be combined.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class ListChange(msgspec.Struct, frozen=True):
    """An edit of a list: the entries that a person added, and those that the person removed.

    The edit can be applied to a newer list, which other people have edited in the meantime.
    """

    added: tuple[int | str, ...] = ()
    removed: tuple[int | str, ...] = ()

    @classmethod
    def between(cls, before_edit: Iterable[int | str], chosen: Iterable[int | str]) -> ListChange:
        """Return the edit that turns the list ``before_edit`` into the list ``chosen``."""
        before, after = tuple(before_edit), tuple(chosen)
        added = tuple(item for item in after if item not in before)
        return cls(added, tuple(item for item in before if item not in after))

    def applied_to(self, present: Iterable[int | str]) -> tuple[int | str, ...]:
        """Return the list ``present`` with this edit applied."""
        remaining = tuple(item for item in present if item not in self.removed)
        return (*remaining, *(item for item in self.added if item not in remaining))
