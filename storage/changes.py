"""Changes of lists that several people may edit at once.

They are applied to the stored value, so one edit does not undo another.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class ListChange(msgspec.Struct, frozen=True):
    """A person's edit of a list: the entries added and removed. It can be applied after others have edited
    the list.
    """

    added: tuple[int | str, ...] = ()
    removed: tuple[int | str, ...] = ()

    @classmethod
    def between(cls, shown: Iterable[int | str], chosen: Iterable[int | str]) -> ListChange:
        """Return the edit that turns the list a person was shown into the list they chose."""
        before, after = tuple(shown), tuple(chosen)
        added = tuple(one for one in after if one not in before)
        return cls(added, tuple(one for one in before if one not in after))

    def applied_to(self, present: Iterable[int | str]) -> tuple[int | str, ...]:
        """Return the current list with this edit applied."""
        kept = tuple(one for one in present if one not in self.removed)
        return (*kept, *(one for one in self.added if one not in kept))
