"""Tests that lists of names are complete, and that names in them are sanitised."""

from __future__ import annotations

import msgspec
import pytest

from bot.language import Localizer
from bot.pages.standings import evening_items, score_line
from bot.scores.history import history_page
from bot.tables.snapshot import EveningSummary
from storage.rows import EveningPerson, EveningRow
from storage.scores.stats import FinishedGame, FinishedSeat
from tests.bot.rendering import on_wire

PEOPLE = ("Alexandra Whitfield", "Bartholomew Quincy", "Cassandra Nightshade", "Demetrius Alvarado")
NAMES = (*PEOPLE, "Evangeline Thorpe", "Frederick Lancaster")

EVIL = "\u202eevil *a* 👑 host\u2067"
NOON = 1_700_000_000_000


def evening(*names: str) -> EveningRow:
    return EveningRow("t1", 3, tuple(EveningPerson(10 + n, name, 3, 5 - n) for n, name in enumerate(names)))


def history(*names: str, evenings: bool = False) -> str:
    seats = tuple(FinishedSeat(n, 10 + n, name, None, False, n + 1, 0.0, {}) for n, name in enumerate(names))
    game = FinishedGame(1, "t1", 1, "bull", NOON, True, seats)
    kept = {"t1": evening(*names)} if evenings else {}
    page = history_page([game], 10, Localizer("en"), is_first_page=True, has_more=False, evenings=kept)
    return msgspec.json.encode(on_wire(page)).decode()


def test_score_lists_all_names() -> None:
    line = score_line(evening(*NAMES), Localizer("en"))
    assert all(name in line for name in NAMES)


def test_history_line_lists_all_names() -> None:
    line = history(*NAMES)
    assert all(name in line for name in NAMES[1:])


@pytest.mark.parametrize("evenings", [False, True])
def test_names_are_sanitised_in_history(evenings: bool) -> None:
    line = history("Alice", EVIL, evenings=evenings)
    assert not any(part in line for part in ("\u202e", "\\u202e", "👑", "host"))


def test_names_are_sanitised_in_session_picture() -> None:
    items, picture = evening_items(EveningSummary(evening("Alice", EVIL), NOON, (), ()), "en")
    content = msgspec.json.encode(items).decode() + repr(picture)
    assert not any(part in content for part in ("\u202e", "\\u202e", "👑", "host"))
