"""Small functions on lists and mappings that many modules use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

T = TypeVar("T")
K = TypeVar("K")


class HasUser(Protocol):
    """Protocol of a row about a person, or about a seat that may be a computer player's."""

    @property
    def user_id(self) -> int | None: ...


HasUserT = TypeVar("HasUserT", bound=HasUser)


def user_ids(rows: Iterable[HasUser]) -> list[int]:
    """Return the user ids of people's rows, in the same order. Computer players have none."""
    return [row.user_id for row in rows if row.user_id is not None]


def without_user(rows: Iterable[HasUserT], user_id: int) -> tuple[HasUserT, ...]:
    """Return the rows that are not about this person."""
    return tuple([row for row in rows if row.user_id != user_id])


def not_none(items: Iterable[T | None]) -> list[T]:
    """Return the items that are not ``None``."""
    return [item for item in items if item is not None]


def without_key(mapping: Mapping[K, T], key: K) -> dict[K, T]:
    """Return a copy of a mapping without one key, which it need not have."""
    copy = dict(mapping)
    copy.pop(key, None)
    return copy
