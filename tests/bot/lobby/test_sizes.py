"""Tests that the fullest lobby, table and private pages fit Discord's limits."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from bot import LANGUAGES
from bot.language import Localizer
from bot.pages.acts import confirm_vote_page, votes_page
from bot.pages.calls import invitation_page, presence_page
from bot.pages.lobby import (
    computers_page,
    fair_page,
    lobby_page,
    more_page,
    next_game_page,
    notice_page,
    options_page,
    thread_name,
)
from bot.pages.table import ping_page, table_page
from bot.settings import settings_page
from bot.subscriptions import subscriptions_page
from bot.tables import endings, presence
from bot.tables.clocks import is_idle
from bot.tables.lobby import start_obstacle
from bot.tables.state import TableState
from bot.wire.components import Button, text_display, walk
from bot.wire.messages import framed
from games import GAMES
from games.core.game import LEVELS, Game
from games.core.presentation import AT_A_GLANCE
from storage.rows import LOBBY, PLAYING, THREAD, GatheringRow, GuildSettings, InvitationRow, SeatRow, TableRow
from tests.bot.rendering import fits
from tests.promises import MOST_GUESTS, MOST_TOLD, THREAD_NAME_LIMIT
from tests.wire.components import MOST_PARTS, MalformedError

LONGEST = "*" * 32
"""The longest name that Discord allows, with characters that need the most escaping."""

USER = 10**18

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def full_lobby(game: Game, status: str = LOBBY) -> TableState:
    """Return a table with people at all seats, in a thread, with as many invitations as possible."""
    most = game.rules.seats[1]
    seats = [SeatRow(seat, USER + seat, LONGEST, None, USER + seat) for seat in range(most)]
    options = {name: max(values, key=len) for name, values in game.rules.options.items()}
    fitting = game.rules.fit_options(options, most)
    guests = [
        InvitationRow(USER + 100 + number, LONGEST, has_declined=number % 2 == 0)
        for number in range(MOST_GUESTS)
    ]
    subscribers = [
        InvitationRow(USER + 200 + number, LONGEST, is_subscriber=True) for number in range(MOST_TOLD)
    ]
    row = TableRow(
        *("m" * 10, USER, USER, USER, game.id, fitting, status, "en", 0, None if status == LOBBY else 0),
        seed=b"s" * 32,
        commitment="0" * 64,
        watching=False,
        clock="week" if status == LOBBY else "none",
    )
    gathering = GatheringRow(THREAD, USER, tuple(guests + subscribers) if status == LOBBY else ())
    return TableState(row, tuple(seats), gathering=gathering)


def full_game(game: Game) -> TableState:
    """Return the running game of a full table with an absent player and all votes given."""
    state = full_lobby(game, PLAYING).with_first_position().with_deal()
    decisions = state.position.decisions
    seats = tuple(msgspec.structs.replace(row, grace=decisions[row.seat]) for row in state.seats)
    state = replace(state, seats=seats)
    assert any(is_idle(state, row.seat) for row in state.seats)
    everybody = tuple(range(len(seats)))
    return state.with_row(votes=dict.fromkeys(endings.possible_acts(state), everybody))


def deserted_game(state: TableState) -> TableState:
    """Return the running game of a full table that everybody but the host has left."""
    seats = tuple(
        msgspec.structs.replace(row, has_left=True, level=LEVELS[0], is_offered=row.seat % 2 == 0)
        for row in state.seats[1:]
    )
    after = replace(state, seats=(state.seats[0], *seats))
    return after.with_row(votes=dict.fromkeys(endings.possible_acts(after), (0,)), paused_at=1)


def with_computers(state: TableState, count: int) -> TableState:
    """Return a full lobby in which all but the host and ``count`` computer players have left."""
    rows = [SeatRow(seat, None, LONGEST, LEVELS[0], seat) for seat in range(1, count + 1)]
    return replace(state, seats=(state.seats[0], *rows))


@every_game
@every_language
def test_fullest_lobby_fits_discords_limits(game: Game, language: str) -> None:
    """A lobby with the longest names, a thread and all possible guests fits Discord's limits."""
    state, words = full_lobby(game), Localizer(language)
    one_free = replace(state, seats=state.seats[:-1])
    for table in (state, one_free, *(with_computers(state, count) for count in range(len(state.seats)))):
        snapshot = table.snapshot
        fits(lobby_page(snapshot, language))
        fits(options_page(snapshot, words, has_threads=True))
        fits(computers_page(snapshot, words))
        fits(more_page(snapshot, USER, words))
        fits(fair_page(snapshot, USER, words))
        guests = [USER + 100 + number for number in range(MOST_GUESTS)]
        fits(invitation_page(snapshot, guests, language))
        if len(table.people) > 1 and start_obstacle(game, len(table.seats), table.options) is None:
            others = [seat.user_id or 0 for seat in table.people[1:]]
            asking = presence.ask(table, USER, others, 0).snapshot
            fits(lobby_page(asking, language))
            fits(presence_page(asking, others, language))
            fits(invitation_page(asking, guests, language))
        assert len(thread_name(snapshot, language)) <= THREAD_NAME_LIMIT
        buttons = [
            part for part in walk(computers_page(snapshot, words).components) if isinstance(part, Button)
        ]
        levels = [button for button in buttons if button.custom_id.split(":")[1] in ("fill", "seat")]
        assert len(levels) <= AT_A_GLANCE  # two sizes to fill up to and one more seat, three levels each
        assert len(buttons) - len(levels) <= 4
        assert len(buttons) <= 12  # two of the last row, while both sizes are offered


@every_game
@every_language
def test_fullest_table_with_votes_or_open_seats_fits(game: Game, language: str) -> None:
    """A table with all votes given, or with all other seats open, fits Discord's limits."""
    state, words = full_game(game), Localizer(language)
    for table in (state, deserted_game(state)):
        snapshot = table.snapshot
        fits(table_page(snapshot, language))
        fits(ping_page(snapshot, range(len(table.seats)), language))
        fits(notice_page(snapshot, language))
        fits(next_game_page(snapshot, words))
        for seat in (0, -1):
            acts = endings.possible_acts(table)
            missing = {act: endings.missing_votes(table, act, seat, 0) for act in acts}
            fits(votes_page(snapshot, acts, seat, language, missing, may_watch=True))
        for act in endings.possible_acts(table):
            if act not in (endings.PAUSE, endings.RESUME):
                fits(confirm_vote_page(snapshot, act, language))


@every_language
def test_fullest_settings_and_subscriptions_fit(language: str) -> None:
    """Settings with 25 channels and subscriptions on 100 other servers fit Discord's limits."""
    words = Localizer(language)
    chosen = GuildSettings(USER, "ja", tuple(range(USER, USER + 25)), "week", "everywhere", False, THREAD)
    fits(settings_page(chosen, words, "evening"))
    others = dict.fromkeys(range(USER, USER + 100), "*" * 100)
    fits(subscriptions_page([game.id for game in GAMES], others, "en", words))


def test_message_with_one_component_too_many_is_detected() -> None:
    text = text_display("x")
    assert fits(framed([text] * (MOST_PARTS - 1))) == MOST_PARTS
    with pytest.raises(MalformedError, match="41 components"):
        fits(framed([text] * MOST_PARTS))


@every_game
def test_last_free_seat_is_offered_once(game: Game) -> None:
    """With one free seat the page offers one more computer player, and no filling of the table."""
    state = full_lobby(game)
    page = computers_page(replace(state, seats=state.seats[:-1]).snapshot, Localizer("en"))
    verbs = {part.custom_id.split(":")[1] for part in walk(page.components) if isinstance(part, Button)}
    assert "seat" in verbs
    assert "fill" not in verbs
