"""Tests that a tournament's pages fit on a phone at every size and stage."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.language import Localizer
from bot.pages.phone import SCREEN, TABLE, page_height
from bot.pictures.scores import Ranking, RankingPicture, RankTable
from bot.tournaments import acts
from bot.tournaments.pages import invitation_page, presence_page, subscribers_page, tournament_page
from bot.tournaments.private_pages import (
    cancel_page,
    games_page,
    host_page,
    list_page,
    standing_page,
    tables_page,
)
from bot.tournaments.state import TournamentState
from bot.wire.messages import Page
from storage.rows import Name
from tests.bot.rendering import fits, on_wire
from tests.bot.tournaments.states import named, over, tournament, with_next_round, with_results
from tests.promises import PAUSE_OF_TOURNAMENT_MS
from tests.storage.test_tournaments import NOON

TEXT = 10
"""Discord's type of a text component."""

SIZES = (2, 5, 11, 12, 24, 90, 200)
"""Numbers of people; the games seat two to eight, or exactly three."""


def states(people: int) -> Iterator[tuple[str, TournamentState]]:
    """Yield a tournament of the given number of people at each stage, with the stage's name."""
    game = "tomoe" if people == 5 else "bull"
    changes = {
        "has_final": True,
        "most": 200,
        "game": game,
        "options": {},
        "clock": "week",
        "is_weekly": True,
    }
    # From the empty sign-up to the end, in the order of a tournament.
    yield "empty", named(tournament(0, **changes))
    sign_up = named(tournament(people, **changes))
    yield "sign-up", sign_up
    yield "invited", acts.invite(sign_up.with_row(most=250), range(900, 925))
    yield "no host", sign_up.with_row(host_id=None)
    yield "at a time", sign_up.with_row(starts_at=NOON, clock="blitz", is_weekly=False)
    begun = acts.begin(sign_up, NOON)
    yield "begun", begun
    first = with_next_round(begun)
    yield "first round", first
    yield "host left", first.with_row(host_id=None)
    yield "half of it", with_results(first, most=(len(first.unfinished) + 1) // 2)
    done = with_results(first)
    yield "between rounds", done
    yield "paused", acts.set_paused(done, True, NOON)
    aside = acts.exclude_result(
        done,
        done.rounds[0].tables[0].id,
        "They showed each other their cards, and said so",
        is_unreadable=False,
    )
    yield "set aside", with_next_round(aside)
    yield "over", over(aside)
    yield "cancelled", acts.cancel(done, "gone", NOON)


def pages(state: TournamentState, language: str) -> Iterator[tuple[str, Page, float]]:
    """Yield each page of a tournament with its name and its largest allowed height."""
    words, links = Localizer(language), {table.id: 10**18 for table in state.unfinished}
    finest = (
        "Alexandra Whitfield bluffed with a pair of kings, and nobody challenged" if state.is_over else ""
    )
    yield "public", tournament_page(state, language, links, finest), TABLE
    for number in (None, 0, 1, 99):
        yield "standing", standing_page(state, 11, words, number), TABLE
        yield "tables", tables_page(state, words, links, number or 0), TABLE
        yield "games", games_page(state, words, number), SCREEN
    if not state.is_closed or state.is_over:
        for page in ("rules", "game", "people", "results"):
            yield "host", host_page(state, words, page), SCREEN
        yield "cancel", cancel_page(state, words), SCREEN
    yield "list", list_page([state] * 5, words), SCREEN
    yield "invitation", invitation_page(state, language), SCREEN
    yield "subscribers", subscribers_page(state, range(10, 18), language), SCREEN
    if state.row.starts_at is not None:
        people = [player.user_id for player in state.remaining if player.user_id is not None]
        yield "presence", presence_page(state, people[:12], 1, language), SCREEN


def text_of_page(page: Page) -> str:
    """Return all texts of a page, one on each line."""
    return "\n".join(part["content"] for part in on_wire(page) if part["type"] == TEXT)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("people", SIZES)
def test_every_page_fits_on_a_phone(people: int, language: str) -> None:
    for stage, state in states(people):
        for kind, page, limit in pages(state, language):
            fits(page)
            assert not re.search(r"^\**\d+\. ", text_of_page(page), re.MULTILINE), (
                "Discord would renumber a line that begins like a list"
            )
            assert page_height(page) <= limit, (stage, kind, page_height(page))


def picture_of(state: TournamentState, language: str = "en") -> Ranking:
    (picture,) = tournament_page(state, language, {}, "").files
    assert isinstance(picture, RankingPicture)
    return picture._ranking


def test_picture_shows_user_names_for_names_that_it_cannot_draw() -> None:
    """The picture of the sign-up and of the tables name people by their user names, and no two alike."""
    names = ("محمد", "สมชาย", "नरेश")
    people = [
        replace(entrant, name=Name(names[at % 3]), handle=Name(f"user.{entrant.number}"))
        for at, entrant in enumerate(tournament(12, game="bull", options={}).entrants)
    ]
    signing = TournamentState(tournament(12, game="bull", options={}).row, tuple(people))
    user_names = {str(entrant.handle) for entrant in people}
    assert {*picture_of(signing).names} == user_names
    tables = picture_of(with_next_round(acts.begin(signing, NOON))).tables
    assert {name.rstrip(",") for table in tables for name in table.people} == user_names


def test_standings_are_empty_before_a_result() -> None:
    """The standings have no rows until a table has a result."""
    first = with_next_round(acts.begin(named(tournament(12, game="bull", options={})), NOON))
    assert not picture_of(first).rows
    assert picture_of(with_results(first, most=1)).rows


@pytest.mark.parametrize(("language", "title"), [("en", "final standings"), ("ja", "最終順位")])
@pytest.mark.parametrize("has_final", [False, True])
def test_last_picture_is_the_final_standing(language: str, title: str, has_final: bool) -> None:
    """The last picture is titled as final standings, with a note if a final decided first place."""
    begun = acts.begin(named(tournament(12, game="bull", options={}, has_final=has_final)), NOON)
    picture = picture_of(over(begun), language)
    assert title in picture.title
    final = Localizer(language)("tournament-picture-final")
    assert (final in picture.note) == has_final


def test_computer_players_are_promised_where_they_can_sit() -> None:
    """The sign-up and the host's page mention computer players only in games with tables they may fill."""
    for game, is_promised in (("bull", False), ("tomoe", True)):
        state = tournament(4, game=game, options={}, level="normal")
        promises = [
            "computer players (Normal) fill" in text_of_page(tournament_page(state, "en")),
            "computers" in acts.choices_of(state) and len(acts.choices_of(state)["computers"]) > 1,
        ]
        assert promises == [is_promised, is_promised], game
    none = tournament(4, game="tomoe", options={}, level=None)
    assert "computer players" not in text_of_page(tournament_page(none, "en"))


def test_paused_tournament_tells_when_it_is_called_off() -> None:
    """The public message and the host's page name the day after which a pause cancels the tournament."""
    done = with_results(with_next_round(acts.begin(named(tournament(4)), NOON)))
    paused = acts.set_paused(done, True, NOON)
    day = f"<t:{(NOON + PAUSE_OF_TOURNAMENT_MS) // 1000}:D>"
    assert day in text_of_page(tournament_page(paused, "en"))
    assert day in text_of_page(host_page(paused, Localizer("en"), "people"))


def test_own_results_are_not_offered_for_exclusion() -> None:
    """A person who manages a tournament chooses among tables of others only."""
    done = with_results(with_next_round(acts.begin(named(tournament(8, game="bull", options={})), NOON)))
    own = next(table.id for table in done.rounds[0].tables if done.has_own_result(10, table.id))
    offered = [
        {part_option["value"] for part in on_wire(page) for part_option in part.get("options", ())}
        for page in (host_page(done, Localizer("en"), "results", user_id=user_id) for user_id in (10, 99))
    ]
    assert own not in offered[0]
    assert own in offered[1]


def test_names_of_a_table_stay_readable_beside_a_long_note() -> None:
    """Beside a winner's long name, a player's name keeps its beginning and its user name."""
    people = ("computer,", "さくら,", "Alexandra Whitfield of Nowhere @user.12,", "Ken")
    table = RankTable("1", people, "won by Alexandra Whitfield of Nowhere @user.12", is_done=True)
    lines = table.lines
    assert lines[0] == "computer, さくら,"
    assert any(line.startswith("Alexa") and line.endswith("@user.12,") for line in lines)
    assert lines[-1].endswith("Ken")
