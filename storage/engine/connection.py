"""The interface of a transaction to a database of either kind: statements and their rows.

An ``sqlite3.Connection`` is a ``Connection`` as it stands, so SQLite pays nothing for there being another
one; ``storage.postgres.store`` makes one for PostgreSQL. Statements are written once, for both:

- parameters are ``?`` or ``:name``; a truth is 0 or 1, and asked for as such; whole numbers have 64 bits;
- ``RETURNING`` tells what was inserted, ``ON CONFLICT (key) DO UPDATE`` replaces what is there;
- ``INDEXED BY`` and ``CROSS JOIN ... ON`` steer SQLite's planner, and PostgreSQL, which decides by itself, is
  not told of them; ``json_group_array(json_array(...))`` it is told in its own words (``dialect``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ParamSpec, Protocol, TypeAlias, TypeVar

Given: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""The parameters of a statement: in their order for ``?``, by name for ``:name``."""


P = ParamSpec("P")
T = TypeVar("T")


def lengthy(work: Callable[P, T]) -> Callable[P, T]:
    """Mark a transaction that may take minutes: the usual limits of waiting do not apply to it."""
    work.is_lengthy = True  # type: ignore[attr-defined]
    return work


def takes_long(work: Callable[..., object]) -> bool:
    """Tell whether a transaction is marked ``lengthy``."""
    return getattr(work, "is_lengthy", False)


class Cursor(Protocol):
    """The rows of one statement, each a tuple."""

    @property
    def rowcount(self) -> int:
        """The number of rows that were changed."""

    @property
    def description(self) -> Any:
        """The columns; the first item of each is its name."""

    def fetchone(self) -> Any:
        """Return the next row, ``None`` after the last."""

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows that are left."""


class Connection(Protocol):
    """A database inside a transaction."""

    def execute(self, sql: str, parameters: Given = ..., /) -> Cursor:
        """Run a statement."""

    def executemany(self, sql: str, parameters: Iterable[Given], /) -> Cursor:
        """Run a statement once for each set of parameters."""
