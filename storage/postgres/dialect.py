"""Translates SQL written for SQLite to PostgreSQL."""

from __future__ import annotations

import re
from functools import lru_cache

_HINTS = (
    # PostgreSQL chooses indexes and the order of joins itself.
    (re.compile(r"\bINDEXED BY \w+"), ""),
    (re.compile(r"\bCROSS JOIN\b(?=\s+\w+(?:\s+AS\s+\w+)?\s+ON\b)"), "JOIN"),
    # Rows packed into one text; without any row, an empty list.
    (
        re.compile(r"\bjson_group_array\(\s*json_array\(([^()]*)\)\s*\)"),
        r"coalesce(json_agg(json_build_array(\1))::text, '[]')",
    ),
)
_PARAMETER = re.compile(
    r"""
    (?P<text>'(?:[^']|'')*')            # quoted text stays as it is ...
    | (?P<percent>%)                    # ... except this sign, which is special to the driver
    | (?P<place>\?)
    | (?<!:):(?P<name>[a-z_][a-z_0-9]*)
    """,
    re.VERBOSE,
)
_TYPES = (
    (re.compile(r"\bINTEGER\b"), "BIGINT"),
    (re.compile(r"\bREAL\b"), "DOUBLE PRECISION"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
    # Compare texts as SQLite does, byte by byte, independent of the database's own collation.
    (re.compile(r"\bTEXT\b"), 'TEXT COLLATE "C"'),
    (re.compile(r"\)\s*STRICT(?:,\s*WITHOUT\s+ROWID)?\s*;"), ");"),
)


@lru_cache(maxsize=512)
def query(sql: str) -> str:
    """Return a statement in PostgreSQL's dialect, with the placeholders of the driver.

    >>> query("SELECT name FROM seat INDEXED BY seat_of_person WHERE person = ? AND name LIKE '%?'")
    "SELECT name FROM seat  WHERE person = %s AND name LIKE '%%?'"
    >>> query("SELECT 1 FROM a CROSS JOIN b ON b.id = a.id WHERE a.id = :id")
    'SELECT 1 FROM a JOIN b ON b.id = a.id WHERE a.id = %(id)s'
    """
    for pattern, replacement in _HINTS:
        sql = pattern.sub(replacement, sql)
    return _PARAMETER.sub(_placeholder, sql)


def _placeholder(match: re.Match[str]) -> str:
    if match["text"] is not None:
        return match["text"].replace("%", "%%")
    if match["percent"] is not None:
        return "%%"
    return "%s" if match["place"] is not None else f"%({match['name']})s"


def definition(sql: str) -> str:
    """Return a statement of a migration in PostgreSQL's dialect.

    >>> definition("CREATE TABLE a (id INTEGER, name TEXT) STRICT, WITHOUT ROWID;")
    'CREATE TABLE a (id BIGINT, name TEXT COLLATE "C");'
    """
    lines = (line.partition("--")[0].rstrip() for line in sql.splitlines())
    sql = "\n".join(line for line in lines if line)
    for pattern, replacement in _TYPES:
        sql = pattern.sub(replacement, sql)
    return sql
