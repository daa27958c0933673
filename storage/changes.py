"""Changes of lists that several people may edit at once.

They are applied to the stored value, so one edit does not undo another.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class ListChange(msgspec.Struct, frozen=True):
    """The entries that a person added to a list and removed from it; other people's edits stay."""

    added: tuple[int | str, ...] = ()
    removed: tuple[int | str, ...] = ()

    @classmethod
    def between(cls, shown: Iterable[int | str], chosen: Iterable[int | str]) -> ListChange:
        """Return the change from the list that a person was shown to the list they chose."""
        before, after = tuple(shown), tuple(chosen)
        added = tuple(one for one in after if one not in before)
        return cls(added, tuple(one for one in before if one not in after))

    def applied_to(self, present: Iterable[int | str]) -> tuple[int | str, ...]:
        """Return the present list with this change made."""
        kept = tuple(one for one in present if one not in self.removed)
        return (*kept, *(one for one in self.added if one not in kept))
