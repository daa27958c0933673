"""Tests of a game of two teams, from the choice of partners to the result."""

from __future__ import annotations

from typing import Any

import pytest

from storage.scores.stats import FinishedGame, load_history
from tests.bot.people import Stage, custom_ids, parts, text_of_message
from tests.examples.tandem.rules import RANKS
from tests.storage.helpers import load_result

in_teams = pytest.mark.parametrize("game", ["tandem"])


def partners(stage: Stage) -> list[set[str]]:
    """Return the names in each team of the only open lobby."""
    state = stage.lobby_state
    return [
        {seat.name for seat in state.seats if state.teams[seat.seat] == team}
        for team in range(max(state.teams) + 1)
    ]


async def seat_four_people(stage: Stage, game: str) -> Any:
    """Have four people take seats in a lobby; return its message."""
    lobby = await stage.lobby(game)
    for person in stage.people_for(game)[1:]:
        await stage.tap(person, stage.current_message(lobby.id), "join")
    return stage.current_message(lobby.id)


@in_teams
async def test_seat_button_gives_the_player_another_partner(stage: Stage, game: str) -> None:
    """Each tap on the button gives the player another partner, and the lobby lists the teams."""
    lobby = await seat_four_people(stage, game)
    assert partners(stage) == [{"Alice", "Carol"}, {"Bob", "Guest 1"}]
    text, other = text_of_message(lobby).split("Team 2")
    assert "Alice" in text.split("Team 1")[1]
    assert "Bob" in other
    alices_teams = []
    for _ in range(3):
        await stage.tap(stage.alice, stage.current_message(lobby.id), "swap")
        alices_teams += [next(team - {"Alice"} for team in partners(stage) if "Alice" in team)]
    assert alices_teams == [{"Guest 1"}, {"Bob"}, {"Carol"}]
    assert [seat.seat for seat in stage.lobby_state.seats] == [0, 1, 2, 3]


@in_teams
async def test_only_seated_players_can_change_seats(stage: Stage, game: str) -> None:
    """The button is disabled without an opponent, and refused for a person without a seat."""
    lobby = await stage.lobby(game)
    (button,) = [part for part in parts(lobby) if part.get("custom_id", "").startswith("b:swap:")]
    assert button["disabled"]
    await stage.tap(stage.bob, stage.current_message(lobby.id), "join")
    before = stage.lobby_state.seats
    answer = await stage.tap(stage.carol, stage.current_message(lobby.id), "swap")
    assert answer.response.ephemeral
    assert stage.lobby_state.seats == before
    await stage.tap(stage.bob, stage.current_message(lobby.id), "swap")
    assert [seat.name for seat in stage.lobby_state.seats] == ["Bob", "Alice"]
    assert stage.lobby_state.row.change_id, "what decides the deal counts among the joins"


@in_teams
async def test_games_without_teams_have_no_seat_button(stage: Stage, game: str) -> None:
    lobby = await stage.lobby("bull")
    assert not any(cid.startswith("b:swap:") for cid in custom_ids(lobby))


async def begin(stage: Stage, game: str) -> None:
    lobby = await seat_four_people(stage, game)
    await stage.tap(stage.alice, lobby, "start")


async def begin_and_play(stage: Stage, game: str) -> None:
    """Start a game and play until everybody has made enough decisions for the result to count."""
    await begin(stage, game)
    while min(map(sum, stage.table.state.position.decision_counts)) < stage.table.state.game.min_decisions:
        if stage.table.state.acting(human=True):
            await stage.play(stage.legal_moves[0])
        await stage.env.advance_time(4)


async def play_unlike_teams(stage: Stage, game: str) -> FinishedGame:
    """Play a game in which one team plays high and the other low; return the result."""
    await begin(stage, game)
    table = stage.table
    while not table.state.is_closed:
        if acting := table.state.acting(human=True):
            by_rank = sorted(stage.legal_moves, key=lambda move: RANKS.index(move[-2]))
            await stage.play(by_rank[acting[0] % 2 - 1])
        await stage.env.advance_time(4)
    result = await stage.bot.store.read(load_result, table.id)
    assert result is not None
    return result


@in_teams
async def test_both_players_of_a_team_win(stage: Stage, game: str) -> None:
    """The result names both players of the winning team, and the places are 1 and 2."""
    result = await play_unlike_teams(stage, game)
    while {seat.place for seat in result.seats} == {1}:  # a tie, which the deal decides
        result = await play_unlike_teams(stage, game)
    first = [seat for seat in result.seats if seat.place == 1]
    assert [seat.seat % 2 for seat in first] == [first[0].seat % 2] * 2
    assert {seat.place for seat in result.seats} == {1, 2}
    message = text_of_message(stage.channel.last_message)
    assert all(seat.name in message for seat in first)
    assert " win" in message
    assert result.rated
    game_of_alice, *_ = await stage.bot.store.read(load_history, stage.alice.id)
    assert game_of_alice.teams == 2
    history = await stage.alice.slash(stage.channel, "history")
    assert "of 2 teams" in text_of_message(history.response)


@in_teams
async def test_team_wins_when_the_other_team_has_left(stage: Stage, game: str) -> None:
    """When the last player of one team leaves, the other team wins; a player who left earlier still loses."""
    await begin_and_play(stage, game)
    table = stage.table
    _, bob, carol, guest = stage.people
    await stage.resign(carol)
    assert not table.state.row.is_decided
    await stage.resign(bob)
    assert not table.state.row.is_decided
    answer = await guest.slash(stage.channel, "resign")
    assert "last of 2 teams" in text_of_message(answer.response)
    assert "**Alice** wins at once" in text_of_message(answer.response)
    await stage.tap(guest, answer.response, "resign")
    assert table.state.row.is_decided
    assert table.state.row.verdict.seats == (0,)
    result = await stage.bot.store.read(load_result, table.id)
    assert result is not None
    assert [(seat.place, seat.has_left) for seat in result.seats] == [
        (1, False),
        (2, True),
        (1, True),
        (2, True),
    ]


@in_teams
async def test_remaining_partners_win_when_both_opponents_leave(stage: Stage, game: str) -> None:
    await begin_and_play(stage, game)
    table = stage.table
    for seat in (1, 3):
        await stage.resign(stage.people[seat])
    assert table.state.row.verdict.seats == (0, 2)
    result = await stage.bot.store.read(load_result, table.id)
    assert result is not None
    assert [(seat.place, seat.has_left) for seat in result.seats] == [
        (1, False),
        (2, True),
        (1, False),
        (2, True),
    ]
    await stage.env.advance_time(3)
    assert "win: nobody else is left" in text_of_message(stage.table_message())
