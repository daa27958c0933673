"""Tests of replays: opening, moves, viewpoints and permissions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import LANGUAGES
from bot.language import Localizer
from bot.refused import Refused
from bot.replay.replay import EVERYBODY, SPECTATOR, ReplaySpot, parse_spot, replay_page
from bot.tables.state import TableState
from games.core.game import Game
from games.core.match import Match
from storage.rows import GuildSettings
from storage.servers import save_settings
from tests.amounts import EXPLORE
from tests.bot.finished_games import finished, play_out
from tests.bot.people import (
    Stage,
    custom_ids,
    find_id,
    options,
    picture_descriptions,
    raw_click,
    text_of_message,
)
from tests.bot.playing import state_after_random_moves, undealt_table
from tests.bot.rendering import fits
from tests.games.contract import every_game

LOOKED_AT = 12 if EXPLORE else 5
"""Moments examined in each game, including the first and the last."""


async def open_replay(stage: Stage) -> tuple[TableState, Any]:
    """Play a game and open its replay as Alice; return the game's state and the replay."""
    table = await play_out(stage, [stage.alice, stage.bob])
    return table, (await stage.alice.click(stage.message(table.id), label="Replay")).response


async def test_history_opens_a_replay(stage: Stage) -> None:
    """A game chosen in the history opens at its first move, with buttons for other moves."""
    table = await play_out(stage, [stage.alice, stage.bob])
    history = await stage.alice.slash(stage.channel, "history")
    assert "Porker Bull" in text_of_message(history.response)
    assert "with Bob" in text_of_message(history.response)
    answer = await stage.choose(stage.alice, history.response, "open", [table.id])
    panel = answer.response
    assert panel.ephemeral
    assert f"replay\u00a01/{table.seq}" in text_of_message(panel)
    await stage.alice.click(panel, label="Next")
    assert f"replay\u00a02/{table.seq}" in text_of_message(panel)
    await stage.alice.click(panel, label="End")
    assert f"replay\u00a0{table.seq}/{table.seq}" in text_of_message(panel)
    assert "🥇" in text_of_message(panel)
    await stage.alice.click(panel, label="Back")
    assert f"replay\u00a0{table.seq - 1}/{table.seq}" in text_of_message(panel)
    assert "🥇" not in text_of_message(panel)
    await stage.alice.click(panel, label="Start")
    assert f"replay\u00a01/{table.seq}" in text_of_message(panel)


async def test_replay_shows_hands_by_chosen_viewer(stage: Stage) -> None:
    """A spectator's view shows no hand, and the view of a seat shows only its own hand."""
    table = await play_out(stage, [stage.alice, stage.bob])
    deal = Match(table.game.rules, table.match.setup).with_move(*table.match.moves[0])
    hands = [Localizer("en").cards(deal.view(seat).hand, "standard") for seat in (0, 1)]
    panel = (await stage.carol.click(stage.message(table.id), label="Replay")).response
    assert all(hand in picture_descriptions(panel) for hand in hands)  # the game is over: all hands are open
    await stage.choose(stage.carol, panel, "seen", ["s"])
    assert not any(hand in picture_descriptions(panel) for hand in hands)
    for seat in (0, 1):
        await stage.choose(stage.carol, panel, "seen", [str(seat)])
        assert hands[seat] in picture_descriptions(panel)
        assert hands[1 - seat] not in picture_descriptions(panel)


async def test_running_game_has_no_replay(stage: Stage, forged_taps: None) -> None:
    """A forged choice of a running game in the history opens no replay."""
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")], (1, 2))
    lobby = await stage.lobby("bull", 1)
    await stage.tap(stage.alice, lobby, "start")
    assert not any(cid.startswith("b:replay") for cid in custom_ids(stage.table_message()))
    history = await stage.alice.slash(stage.channel, "history")
    (menu,) = options(history.response, "open")
    assert stage.table.id not in menu[1]
    answer = raw_click(stage.alice, history.response, menu[0], component_type=3, values=[stage.table.id])
    await stage.env.settle()
    assert "still going on" in text_of_message(answer.response)
    assert "replay\u00a01/" not in text_of_message(answer.response)


async def test_replay_has_menus_and_buttons_between_moments(stage: Stage, forged_taps: None) -> None:
    """Menus lead to chapters and turning points, and buttons to the next and the earlier reveal."""
    table, panel = await open_replay(stage)
    menus = [*options(panel, "jump")]
    assert menus[0][1][0] == "1"
    for (_, places), is_last in zip(menus, (False, True), strict=True):
        assert sorted(places, key=int) == places
        for place in (places[0], places[-1]):  # the last position may have no menu of turning points
            await stage.choose(stage.alice, panel, "jump", [place], last=is_last)
            assert f"replay\u00a0{place}/{table.seq}" in text_of_message(panel)
    await stage.alice.click(panel, label="Start")
    await stage.alice.click(panel, label="Next reveal")
    first = text_of_message(panel)
    assert "challenged" in first
    await stage.alice.click(panel, label="Next reveal")
    assert text_of_message(panel) != first
    await stage.alice.click(panel, label="Earlier reveal")
    assert text_of_message(panel) == first
    ((menu, _),) = options(panel, "seen")
    forged = await stage.forge(stage.alice, panel, menu, "7")
    assert "doesn’t go there" in forged


async def test_moment_posted_in_the_channel_opens_the_replay(stage: Stage) -> None:
    """The posted message opens the replay at the same move; a second tap posts nothing."""
    _, panel = await open_replay(stage)
    await stage.alice.click(panel, label="Next reveal")
    before = len(stage.channel.history())
    for _ in range(2):
        await stage.tap(stage.alice, panel, "point")
    await stage.env.advance_time(2)
    assert len(stage.channel.history()) == before + 1
    posted = stage.channel.last_message
    assert "**Alice** shows move" in text_of_message(posted)
    opened = (await stage.tap(stage.carol, posted, "look")).response
    assert opened.ephemeral
    assert text_of_message(opened) == text_of_message(panel)


async def check_page(answer: Any, page: Any, table: TableState) -> None:
    assert answer.ephemeral
    assert page.filename == f"bull-{table.id}.html"
    assert (await page.read()).startswith(b"<!doctype html>")
    assert page.filename in text_of_message(answer)


async def test_record_comes_with_replay_and_page_with_history(stage: Stage) -> None:
    """A replay offers record and page, a history only the page; servers can limit both to players."""
    table, panel = await open_replay(stage)
    given = (await stage.alice.click(panel, label="Record")).response
    file, page = given.attachments
    record = (await file.read()).decode()
    assert len([line for line in record.split("\n") if line[:1] in "01*" and line]) == table.seq
    await check_page(given, page, table)
    history = (await stage.alice.slash(stage.channel, "history")).response
    ((menu, values),) = options(history, "takepage")
    assert values == [table.id]
    taken = (await stage.alice.select(history, values, custom_id=menu)).response
    await check_page(taken, taken.attachments[0], table)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, share_records=False))
    other = await stage.forge(stage.carol, history, menu, *values)
    assert "only those who played" in other
    for person, is_shown in ((stage.carol, False), (stage.bob, True)):
        answer = await person.click(stage.message(table.id), label="Replay")
        assert ("replay\u00a01/" in text_of_message(answer.response)) is is_shown


async def test_second_simultaneous_page_is_refused(stage: Stage) -> None:
    """While a page is being made, a second request of the same person gets only the record."""
    table, panel = await open_replay(stage)
    record = find_id(panel, "b", "record")
    first, second = [raw_click(stage.alice, panel, record, is_forged=False) for _ in range(2)]
    await stage.env.settle()
    assert [len(attempt.response.attachments) for attempt in (first, second)] == [2, 1]
    (refusal,) = second.followups
    assert "already getting a replay page" in text_of_message(refusal)
    again = (await stage.alice.click(panel, label="Record")).response
    await check_page(again, again.attachments[1], table)


@every_game
def test_every_moment_fits_into_a_message(game: Game) -> None:
    """Every moment of a replay fits into a message with most seats and longest names."""
    table = state_after_random_moves(
        undealt_table(game, ["*Ｗ" * 16] * game.rules.seats[1]).with_deal(), random.Random(3), 400
    )
    spots = sorted({1 + (table.seq - 1) * part // (LOOKED_AT - 1) for part in range(LOOKED_AT)})
    for number in spots:
        for eyes in (SPECTATOR, EVERYBODY, str(number % len(table.seats))):
            page = replay_page(table, ReplaySpot(number, eyes), LANGUAGES[number % len(LANGUAGES)])
            fits(page)
            assert len(page.files) <= 1


@given(st.integers(1, 500), st.sampled_from("sa01234"))
def test_spot_survives_its_custom_id(number: int, eyes: str) -> None:
    """Reading the custom id of a place in a replay gives the same place."""
    spot = ReplaySpot(number, eyes)
    assert parse_spot(spot.arg, move_count=500, seat_count=5) == spot
    assert parse_spot(f"{spot.arg}.forward", move_count=500, seat_count=5) == spot
    for requested, wanted in ((0, 1), (10, 9)):  # buttons that are disabled there can still be sent
        assert (
            parse_spot(ReplaySpot(5, eyes).at_move(requested).arg, move_count=9, seat_count=5).number
            == wanted
        )


@given(st.text(max_size=12))
def test_custom_id_gives_a_valid_spot_or_a_refusal(arg: str) -> None:
    """A forged custom id gives a place within the game, or is refused."""
    try:
        spot = parse_spot(arg, move_count=9, seat_count=2)
    except Refused:
        return
    assert 1 <= spot.number <= 9
    assert spot.open_hands in ("s", "a", "0", "1")


@pytest.mark.parametrize("arg", ["", "x.s", "-1.s", "1", "1.", "1.2", "1.-1", "1.x", "9999999.s", "1.999"])
def test_unknown_move_or_seat_is_refused(arg: str) -> None:
    with pytest.raises(Refused):
        parse_spot(arg, move_count=9, seat_count=2)
