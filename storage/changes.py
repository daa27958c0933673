"""Changes of what several people may change at once; made where the present value is read."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class ListChange(msgspec.Struct, frozen=True):
    """What somebody added to a list and removed from it; what others changed of it meanwhile stays."""

    added: tuple[int | str, ...] = ()
    removed: tuple[int | str, ...] = ()

    @classmethod
    def between(cls, shown: Iterable[int | str], chosen: Iterable[int | str]) -> ListChange:
        """Return what somebody changed who was shown one list and chose another."""
        before, after = tuple(shown), tuple(chosen)
        added = tuple(one for one in after if one not in before)
        return cls(added, tuple(one for one in before if one not in after))

    def applied_to(self, present: Iterable[int | str]) -> tuple[int | str, ...]:
        """Return a list with the change made."""
        kept = tuple(one for one in present if one not in self.removed)
        return (*kept, *(one for one in self.added if one not in kept))
