"""Tests of what follows a game: a rematch, another game, the session's score and summary."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.state import TableState
from games import GAMES
from storage.rows import CHANNEL, NO_THREAD, THREAD, GuildSettings
from storage.servers import save_settings
from tests.bot.finding import deny_permissions, listen, lobby_text, start_and_leave
from tests.bot.finished_games import play_on, play_out
from tests.bot.people import (
    Stage,
    is_deleted,
    move_ids,
    options,
    picture_descriptions,
    text_of_message,
    without_emoji,
)
from tests.bot.playing import MakeBot, kill
from tests.promises import END_OF_EVENING_MS

HALF_AN_HOUR = END_OF_EVENING_MS / 1000


async def result_of(stage: Stage, *people: Any, seed: int = 0) -> tuple[TableState, Any]:
    """Play a game; return its state and the message with its result."""
    over = await play_out(stage, people or (stage.alice, stage.bob), seed=seed)
    return over, stage.message(over.id)


async def test_rematch_begins_when_all_players_have_tapped_it(stage: Stage) -> None:
    """After one tap of each player the game begins, and the private answers become panels."""
    _, result = await result_of(stage)
    heard = listen(stage)
    first = await stage.tap(stage.alice, result, "rematch")
    assert stage.tables == []
    assert "Begins by itself" in text_of_message(stage.message("Seats"))
    second = await stage.tap(stage.bob, result, "rematch")
    await stage.env.advance_time(3)
    assert [seat.name for seat in stage.state.people] == ["Alice", "Bob"]
    assert heard[stage.bob.id] == 1
    acting = stage.player_on_turn()
    answer = first.followups[0] if acting.id == stage.alice.id else second.response
    assert answer.ephemeral
    assert "Your turn" in text_of_message(answer)
    moves = move_ids(answer)
    seq = stage.state.seq
    await acting.click(answer, custom_id=moves[0])
    assert stage.state.seq > seq


async def test_every_panel_has_the_rematch_button(stage: Stage) -> None:
    """A tap on Rematch in a panel opens a lobby in a new message.

    The old panels are deleted, and the new hands are posted below the new table's message.
    """
    await stage.start_game(stage.bob)
    people = stage.alice, stage.bob
    panels = [(await stage.tap(person, stage.table_message(), "hand")).response for person in people]
    over = await play_on(stage, stage.table.id)
    heard = listen(stage)
    late = await stage.tap(stage.bob, panels[1], "rematch")
    assert late.response.id == panels[1].id
    await stage.env.advance_time(3)
    tapped = await stage.tap(stage.alice, panels[0], "rematch")
    await stage.env.advance_time(3)
    assert stage.table.id != over.id
    assert heard[stage.alice.id] >= 1  # she was asked, since Bob tapped first
    hands = [tap.followups[-1] for tap in (tapped, late)]
    assert all(is_deleted(panel) for panel in panels)
    assert all(hand.ephemeral and stage.table.sent_row.message_id < hand.id for hand in hands)
    acting = 0 if stage.player_on_turn().id == stage.alice.id else 1
    assert "Your turn" in text_of_message(hands[acting])


@pytest.mark.parametrize("what", ["another joins", "another option", "the bot dies"])
async def test_rematch_with_missing_players_needs_the_hosts_start(
    stage: Stage, make_bot: MakeBot, what: str
) -> None:
    """If another person joins or an option changes, the host has to start the rematch."""
    _, result = await result_of(stage)
    await stage.tap(stage.alice, result, "rematch")
    lobby = stage.message("Seats")
    if what == "another joins":
        await stage.tap(stage.carol, lobby, "join", seconds=60)
        assert [seat.name for seat in stage.lobby_state.people] == ["Alice", "Carol"]
        await stage.tap_more(stage.carol, stage.message("Seats"), "leave")
    elif what == "another option":
        panel = await stage.tap_more(stage.alice, lobby, "options")
        await stage.choose(stage.alice, panel.response, "clock", ["week"])
    else:
        await kill(stage, make_bot, seconds=5)
    await stage.tap(stage.bob, result, "rematch", seconds=60)
    if what != "the bot dies":
        assert [seat.name for seat in stage.lobby_state.people] == ["Alice", "Bob"]
        await stage.tap(stage.alice, stage.message("Seats"), "start")
    assert [seat.name for seat in stage.state.people] == ["Alice", "Bob"]


async def test_page_of_people_waiting_for_a_rematch_stays_true(stage: Stage) -> None:
    """The private answer does not name a player who may still decline."""
    _, result = await result_of(stage)
    waiting = (await stage.tap(stage.alice, result, "rematch", seconds=3)).followups[0]
    assert "the host starts it" in text_of_message(waiting)
    lobby = stage.message("Seats")
    assert "Begins by itself" in text_of_message(lobby)
    await stage.tap_more(stage.bob, lobby, "decline", seconds=3)
    assert "Bob" not in text_of_message(waiting)
    assert "Begins by itself" not in text_of_message(stage.message("Seats"))


async def test_players_waiting_for_a_rematch_learn_of_its_closing(stage: Stage) -> None:
    """When the lobby is closed, the private answer no longer promises a game."""
    _, result = await result_of(stage)
    tapped = await stage.tap(stage.alice, result, "rematch")
    assert "The game begins as soon as" in text_of_message(tapped.followups[0])
    await stage.tap_more(stage.alice, stage.message("Seats"), "cancel", seconds=3)
    assert "closed" in text_of_message(tapped.followups[0])
    assert "begins" not in text_of_message(tapped.followups[0])


async def test_session_score_follows_the_people(stage: Stage, make_bot: MakeBot) -> None:
    """Lobby, table and result show the score, also after a restart; a new player starts at zero."""
    first, result = await result_of(stage, seed=1)
    assert "So far" not in text_of_message(result)
    await stage.tap(stage.alice, result, "rematch")
    wins = [seat.name for seat in first.seats if first.match.result().places[seat.seat] == 1]
    score = "So far: " + (" · ".join(["Alice 1", "Bob 0"] if wins == ["Alice"] else ["Bob 1", "Alice 0"]))
    lobby = stage.message("Seats")
    assert score in text_of_message(lobby)
    await stage.tap(stage.carol, lobby, "join")
    await stage.tap(stage.bob, lobby, "join", seconds=3)
    assert f"-# 🌙 {score}" in text_of_message(stage.table_message())
    await kill(stage, make_bot, seconds=3)
    second = await play_on(stage, stage.table.id, seed=2)
    assert second.evening.games == 2
    assert {person.name: person.games for person in second.evening.people} == {
        "Alice": 2,
        "Bob": 2,
        "Carol": 1,
    }
    assert sum(person.won for person in second.evening.people) == 2
    assert "Our evening: 2 games" in picture_descriptions(stage.message(second.id)), "the poster has it"


async def test_game_of_mostly_other_people_begins_a_new_session(stage: Stage) -> None:
    """If most players of a game are new, a new session begins."""
    dora = stage.member("Dora")
    over = await play_out(stage, (stage.alice, stage.bob))
    choice = await stage.tap(stage.alice, stage.message(over.id), "another")
    await stage.choose(stage.alice, choice.response, "another_game", ["bull"])
    await stage.env.advance_time(3)
    lobby = stage.message("Seats")
    assert "So far" in text_of_message(lobby)
    await stage.tap(stage.carol, lobby, "join")
    await stage.tap(dora, lobby, "join")
    await stage.tap(stage.alice, lobby, "start")
    assert stage.state.evening is None
    assert "So far" not in text_of_message(stage.table_message())


async def play_session(stage: Stage, games: int = 2) -> TableState:
    """Play some games of Alice and Bob one after the other; return the last game's state."""
    last, result = await result_of(stage, seed=1)
    for number in range(1, games):
        for person in (stage.alice, stage.bob):
            await stage.tap(person, result, "rematch")
        await stage.env.advance_time(3)
        last = await play_on(stage, stage.table.id, number + 1)
        result = stage.message(last.id)
    return last


@pytest.mark.parametrize("has_died", [False, True])
async def test_session_summary_comes_once_after_the_last_game(
    stage: Stage, make_bot: MakeBot, has_died: bool
) -> None:
    """Half an hour after the last game its result gets the session's summary, without a notification.

    Time during which the bot was down does not count.
    """
    last = await play_session(stage)
    messages = [m.id for m in stage.channel.history()]
    heard = listen(stage)
    # Just before half an hour has passed there is no summary; the outage is not counted.
    if has_died:
        await stage.env.advance_time(60)
        await kill(stage, make_bot, away=HALF_AN_HOUR - 600, seconds=HALF_AN_HOUR - 60)
        assert "Our evening" not in text_of_message(stage.message(last.id))
        await stage.env.advance_time(60)
    else:
        await stage.env.advance_time(HALF_AN_HOUR - 60)
        assert "Our evening" not in text_of_message(stage.message(last.id))
        await stage.env.advance_time(90)
    # Later the evening is added to the result, without a new message and without a notification.
    await stage.env.advance_time(30)
    result = stage.message(last.id)
    assert [m.id for m in stage.channel.history()] == messages
    assert heard == {}
    assert "2 games" in picture_descriptions(result)
    assert "Alice: won" in picture_descriptions(result)
    # The evening is not added a second time, even by another process.
    if has_died:
        await kill(stage, make_bot)
    await stage.env.advance_time(HALF_AN_HOUR)
    assert text_of_message(stage.message(last.id)).count("Our evening") == 1
    assert stage.bot.tables.all == {}


async def test_session_that_continues_has_no_summary(stage: Stage) -> None:
    """While a rematch's lobby is open there is no summary; closing the lobby ends the session."""
    last = await play_session(stage)
    await stage.tap(stage.alice, stage.message(last.id), "rematch", seconds=2 * HALF_AN_HOUR)
    assert "Our evening" not in text_of_message(stage.message(last.id))
    await stage.tap_more(stage.alice, stage.message("Seats"), "cancel", seconds=120)
    assert "Our evening" in text_of_message(stage.message(last.id))
    await stage.tap(stage.alice, stage.message(last.id), "rematch")
    assert stage.lobby_state.evening is None, "the next game is another evening"


async def test_single_game_has_no_session_summary(stage: Stage) -> None:
    last = await play_session(stage, 1)
    await stage.env.advance_time(2 * HALF_AN_HOUR)
    assert "Our evening" not in text_of_message(stage.message(last.id))


async def test_history_lists_sessions(stage: Stage) -> None:
    """/history opens a session's summary for its players only."""
    await play_session(stage)
    panel = await stage.alice.slash(stage.channel, "history")
    ((custom_id, values),) = options(panel.response, "evening")
    opened = await stage.alice.select(panel.response, values, custom_id=custom_id)
    assert opened.response.ephemeral
    assert "Our evening" in text_of_message(opened.response)
    hers = await stage.carol.slash(stage.channel, "history")
    assert not list(options(hers.response, "evening"))


async def test_deleted_people_are_in_no_session_summary(stage: Stage) -> None:
    """After a deletion of data the session's summary does not name the person."""
    last = await play_session(stage)
    await stage.bot.tables.forget(stage.bob.id)
    await stage.env.advance_time(HALF_AN_HOUR + 60)
    assert "Bob" not in text_of_message(stage.message(last.id))
    state = await stage.bot.tables.find_state(last.id)
    assert [person.name for person in state.evening.people] == ["Alice"]


@pytest.mark.parametrize("venue", [CHANNEL, THREAD])
async def test_rematch_keeps_the_hosts_choices(stage: Stage, venue: str) -> None:
    """A rematch keeps options, clock, watching and place, although the server's defaults have changed."""
    # The host changes every setting of the lobby.
    lobby = await stage.lobby("bull")
    panel = await stage.tap_more(stage.alice, lobby, "options")
    await stage.choose(stage.alice, panel.response, "option", ["first"])
    await stage.choose(stage.alice, panel.response, "clock", ["week"])
    await stage.choose(stage.alice, panel.response, "venue", [venue])
    await stage.tap(stage.alice, panel.response, "watching")
    await stage.tap(stage.alice, panel.response, "hints")
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    deny_permissions(stage, "create_public_threads")
    await stage.tap(stage.alice, stage.message("Seats"), "start", seconds=2)
    before = stage.state
    assert "first" in before.row.options.values()
    # Meanwhile the server gets other defaults, and threads are allowed again.
    liked = THREAD if venue == CHANNEL else CHANNEL
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, clock="blitz", venue=liked))
    assert before.gathering.venue == (NO_THREAD if venue == THREAD else CHANNEL)
    stage.env.backend.edit_channel(stage.channel.id, {}, overwrites=[])
    # The rematch has the host's choices.
    table = stage.table
    await stage.resign(stage.alice)
    await stage.resign(stage.bob, seconds=5)
    await stage.tap(stage.alice, stage.table_message(table), "rematch")
    after = stage.lobby_state
    assert (after.row.options, after.row.clock, after.row.watching) == (before.row.options, "week", False)
    assert after.row.hints is before.row.hints is not None
    assert after.gathering.venue == venue


async def test_another_game_invites_the_same_people(stage: Stage) -> None:
    """The tapping player chooses the game and hosts; other players are invited, and computers stay."""
    message = await start_and_leave(stage, stage.bob, computers=1)
    heard = listen(stage)
    choice = await stage.tap(stage.bob, message, "another")
    assert choice.response.ephemeral
    ((_, games),) = options(choice.response, "another_game")
    assert games == [game.id for game in GAMES]
    await stage.choose(stage.bob, choice.response, "another_game", ["trick3"])
    lobby = stage.lobby_state
    assert (lobby.game.id, lobby.row.host_id) == ("trick3", stage.bob.id)
    assert [seat.level for seat in lobby.seats] == [None, "normal"]
    assert lobby.seats[1].name == without_emoji(lobby.seats[1].name)  # a game without lies
    assert f"no answer yet: <@{stage.alice.id}>" in lobby_text(stage)
    assert f"<@{stage.bob.id}>" not in lobby_text(stage)
    assert heard == {stage.alice.id: 1}


async def test_another_game_of_one_person_begins_at_once(stage: Stage) -> None:
    """After a game against computer players alone, *Another game* is the page of *Play now*."""
    message = await start_and_leave(stage, computers=3)
    heard = listen(stage)
    choice = await stage.tap(stage.alice, message, "another")
    assert "which game?" in text_of_message(choice.response)
    await stage.tap(stage.alice, choice.response, "now")
    await stage.tap(stage.alice, choice.response, "now", seconds=3)  # without the lesson
    assert stage.table.state.is_playing
    assert [seat.name for seat in stage.table.state.people] == ["Alice"]
    assert not heard


async def test_computer_players_make_room_in_a_smaller_game(stage: Stage) -> None:
    message = await start_and_leave(stage, stage.bob, computers=4)
    choice = await stage.tap(stage.bob, message, "another")
    await stage.choose(stage.bob, choice.response, "another_game", ["tomoe"])
    assert len(stage.lobby_state.seats) == 2


async def test_later_choice_of_another_game_joins_the_open_lobby(stage: Stage) -> None:
    message = await start_and_leave(stage, stage.bob, computers=1)
    late = await stage.tap(stage.alice, message, "another")
    await stage.tap(stage.bob, message, "rematch")
    page = late.response
    await stage.choose(stage.alice, page, "another_game", ["lost"])
    assert is_deleted(page)  # her hand is below the table
    assert [seat.name for seat in stage.state.people] == ["Bob", "Alice"]
    assert stage.state.game.id == "bull"


@pytest.mark.parametrize("verb", ["rematch", "another"])
async def test_rematch_by_a_spectator_calls_no_player(stage: Stage, verb: str) -> None:
    message = await start_and_leave(stage, stage.bob, computers=1)
    heard = listen(stage)
    offered = await stage.tap(stage.carol, message, verb)
    assert offered.response.ephemeral
    assert "Only those who played" in text_of_message(offered.response)
    assert not stage.lobbies
    await stage.tap(stage.carol, offered.response, "begin")
    assert [seat.name for seat in stage.lobby_state.seats] == ["Carol"]
    assert not heard
    assert not stage.lobby_state.gathering.invitations
