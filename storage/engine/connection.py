"""The interface of a connection inside a transaction, common to SQLite and PostgreSQL.

An ``sqlite3.Connection`` has this interface already; ``storage.postgres.session`` implements it for
PostgreSQL. Each statement is written once, for both:

- parameters are ``?`` or ``:name``; truth values are the integers 0 and 1; integers have 64 bits;
- ``RETURNING`` reads inserted values, ``ON CONFLICT (key) DO UPDATE`` replaces rows;
- ``INDEXED BY`` and ``CROSS JOIN ... ON`` steer SQLite's planner and are removed for PostgreSQL;
- ``json_group_array(json_array(...))`` is translated (``storage.postgres.dialect``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

Parameters: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""The parameters of a statement: a sequence for ``?``, a mapping for ``:name``."""


P = ParamSpec("P")
T = TypeVar("T")


def lengthy(work: Callable[P, T]) -> Callable[P, T]:
    """Mark a transaction function that may take minutes. No timeout ends a marked function."""
    work.is_lengthy = True  # type: ignore[attr-defined]
    return work


def takes_long(work: Callable[..., object]) -> bool:
    """Return whether a transaction function is marked ``lengthy``."""
    return getattr(work, "is_lengthy", False)


class Cursor(Protocol):
    """The rows that a statement returned, each as a tuple."""

    @property
    def rowcount(self) -> int:
        """The number of rows changed."""

    @property
    def description(self) -> Any:
        """The columns; the first item of each is its name."""

    def fetchone(self) -> Any:
        """Return the next row, ``None`` after the last."""

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the remaining rows."""


class Connection(Protocol):
    """A connection inside a transaction."""

    def execute(self, sql: str, parameters: Parameters = ..., /) -> Cursor:
        """Run a statement."""

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Cursor:
        """Run a statement once for each set of parameters."""
