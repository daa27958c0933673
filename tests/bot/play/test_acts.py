"""Tests of decisions at the table: leaving, ending, pausing, and taking over seats."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.tables import endings
from storage.scores.stats import load_history
from storage.serving import save_heartbeat
from storage.upkeep import export_person
from tests.bot.finding import listen
from tests.bot.people import Stage, custom_ids, find_id, raw_click, text_of_message
from tests.bot.playing import MakeBot, kill, limit_turns, send_away

DAY = 86_400

pytestmark = pytest.mark.usefixtures("forged_taps")


async def test_resigning_first_states_its_cost(stage: Stage) -> None:
    """``/resign`` states the cost in a private message, and *Play on* then keeps the seat."""
    await stage.start_two()
    answer = await stage.bob.slash(stage.channel, "resign")
    assert answer.response.ephemeral
    text = text_of_message(answer.response)
    assert "last of 2" in text
    assert "The game is rated" in text
    assert "computer player takes your seat" in text
    assert not any(seat.has_left for seat in stage.state.seats)
    await stage.tap(stage.bob, answer.response, "stay")
    assert "stay in the game" in text_of_message(answer.response)
    assert not any(seat.has_left for seat in stage.state.seats)


async def test_resigning_among_computers_is_unrated_and_may_end_game(stage: Stage) -> None:
    """A game with a computer player is unrated, and closes when the last person leaves."""
    await stage.start_game(stage.bob, computers=1)
    answer = await stage.bob.slash(stage.channel, "resign")
    assert "isn’t rated" in text_of_message(answer.response)
    await stage.tap(stage.bob, answer.response, "resign")
    assert [seat.has_left for seat in stage.state.seats] == [False, False, True]
    alone = await stage.alice.slash(stage.channel, "resign")
    assert "closed without a result" in text_of_message(alone.response)
    assert "last of" not in text_of_message(alone.response)
    await stage.tap(stage.alice, alone.response, "resign")
    assert "You left this game" in text_of_message(alone.response)
    assert "computer player" not in text_of_message(alone.response), "nobody takes a seat at a closed table"


async def test_game_ends_without_result_if_all_agree(stage: Stage) -> None:
    """The game ends only after all players agree, and its message still offers record and replay."""
    await stage.start_three()
    await stage.move("call single 5")
    table = stage.table
    panel = await stage.tap(stage.alice, stage.table_message(), "acts")
    await stage.tap(stage.alice, panel.response, "askact", "end")
    assert not stage.state.row.votes
    await stage.tap(stage.alice, panel.response, "act", "end")
    await stage.confirm_act(stage.bob, endings.END)
    assert not table.state.is_closed, "the host and a majority have ended a game that counts"
    await stage.confirm_act(stage.carol, endings.END)
    assert table.state.row.status == "cancelled"
    message = stage.table_message(table)
    assert "**Alice**, **Bob** and **Carol** agreed to end the game without a result" in text_of_message(
        message
    )
    answer = await stage.tap(stage.bob, message, "record")
    assert "Seed" in (await answer.response.attachments[0].read()).decode()
    replay = await stage.tap(stage.bob, message, "replay")
    assert replay.response.ephemeral


async def test_one_person_decides_alone(stage: Stage) -> None:
    """One person is asked for no votes. Tomoefuda, where nobody is out, names nobody who is."""
    await stage.start_game(game="tomoe", computers=2)
    panel = await stage.tap(stage.alice, stage.table_message(), "acts")
    text = text_of_message(panel.response)
    assert "Your tap is enough" in text
    assert "**Leave the game**: nobody else is playing, so the game ends." in text
    assert "vote" not in text
    assert "half" not in text
    await stage.tap(stage.alice, panel.response, "askact", "end")
    text = text_of_message(panel.response)
    assert "ends without a result" in text
    assert "out keep" not in text


async def test_spectator_who_taps_my_hand_is_offered_to_guess(stage: Stage) -> None:
    await stage.start_two()
    answer = await stage.tap(stage.carol, stage.table_message(), "hand")
    assert "not sitting" in text_of_message(answer.response)
    guess = await stage.tap(stage.carol, answer.response, "guessalong")
    assert "guess" in text_of_message(guess.response)


async def test_resigning_names_the_place_of_the_game(stage: Stage) -> None:
    await stage.start_two()
    answer = await stage.bob.slash(stage.channel, "resign")
    assert f"<#{stage.channel.id}>" in text_of_message(answer.response)


async def make_seat_available(stage: Stage) -> tuple[Any, int]:
    """Have the others vote to offer an absent player's seat; return the absent player and the seat."""
    await stage.start_three()
    while stage.player_on_turn() is stage.alice:
        await stage.move(stage.legal_moves[0], 2)
    gone = stage.player_on_turn()
    seat = stage.state.seat_of(gone.id)
    await send_away(stage.table, seat)
    await stage.env.advance_time(1)
    await stage.confirm_act(stage.alice, f"free:{seat}")
    assert not stage.state.seats[seat].has_left, "the host alone has given a seat away"
    voter = stage.carol if gone is stage.bob else stage.bob
    await stage.confirm_act(voter, f"free:{seat}")
    return gone, seat


async def test_seat_of_absent_player_is_taken_over(stage: Stage, make_bot: MakeBot) -> None:
    """The absent player comes last in the rated game, and the successor gets no result."""
    gone, seat = await make_seat_available(stage)
    assert stage.state.seats[seat].is_offered
    assert stage.state.seat_of(gone.id) is None
    await kill(stage, make_bot, seconds=3)
    other = stage.member("Dave")
    panel = await stage.tap(other, stage.table_message(), "take")
    assert panel.response.ephemeral
    assert stage.state.seat_of(other.id) == seat
    assert (await stage.stored_state()).seats == stage.state.seats
    table, rng = stage.table, random.Random(5)
    while not table.state.is_closed and not table.state.row.is_decided:  # when one of the other two is out
        (acting,) = table.state.acting(human=True)
        await table.play(acting, stage.legal_moves[-1 if rng.random() < 0.5 else 0])
        await stage.env.advance_time(1)
    (finished,) = await stage.bot.store.read(load_history, gone.id)
    row = finished.seats[seat]
    assert finished.rated
    assert (row.user_id, row.has_left) == (gone.id, True)
    assert not await stage.bot.store.read(load_history, other.id)
    kept_of = {
        person: await stage.bot.store.read(export_person, person.id) for person in (*stage.people, other)
    }
    assert not kept_of[other]["ratings"] + kept_of.pop(other)["results"]
    assert min(kept_of, key=lambda person: kept_of[person]["ratings"][0]["mu"]) is gone


@pytest.mark.usefixtures("rare_beats")
async def test_idle_player_without_clock_can_be_replaced(stage: Stage, make_bot: MakeBot) -> None:
    """After a day without a move, the other players may vote for a computer player to take over."""
    await stage.start_three()
    while stage.player_on_turn() is not stage.bob:
        await stage.move(stage.legal_moves[0], 2)
    seat = stage.state.seat_of(stage.bob.id)
    stage.guild.remove_member(stage.bob)
    await stage.env.advance_time(DAY - 60)
    assert f"cover:{seat}" not in endings.possible_acts(stage.state)
    await stage.bot.store.write(save_heartbeat, stage.bot.clock.now_ms())
    await kill(stage, make_bot, away=DAY)  # an outage makes nobody idle
    await stage.env.advance_time(5)
    assert f"cover:{seat}" not in endings.possible_acts(stage.state)
    assert "hasn’t moved" not in text_of_message(stage.table_message())
    await stage.env.advance_time(120)
    assert "**Bob** hasn’t moved for a day" in text_of_message(stage.table_message())
    assert not stage.state.seats[seat].is_away
    await stage.confirm_act(stage.carol, f"cover:{seat}")  # one vote of two present players is no majority
    assert not stage.state.seats[seat].is_away
    await stage.confirm_act(stage.alice, f"cover:{seat}")
    assert stage.state.seats[seat].is_away
    assert (await stage.stored_state()).seats == stage.state.seats
    await stage.env.advance_time(60)
    assert stage.player_on_turn() in (stage.alice, stage.carol)


@pytest.mark.usefixtures("rare_beats")
async def test_move_ends_idleness(rare_beats: None, stage: Stage) -> None:
    """A move removes the votes against the idle player, and the next decision has a full day."""
    await stage.start_three()
    await stage.env.advance_time(DAY + 60)
    player = stage.player_on_turn()
    seat = stage.state.seat_of(player.id)
    act, other = f"cover:{seat}", next(p for p in (stage.bob, stage.carol) if p is not player)
    await stage.confirm_act(other, act)
    assert act in stage.state.row.votes
    await stage.move(stage.legal_moves[0], 2)
    assert stage.state.row.votes == {}
    assert act not in endings.possible_acts(stage.state)
    await stage.env.advance_time(DAY - 60)
    assert not [open_act for open_act in endings.possible_acts(stage.state) if open_act.startswith("cover:")]
    await stage.env.advance_time(120)
    assert endings.possible_acts(stage.state)[-1] == f"cover:{stage.state.acting(human=True)[0]}"


async def test_seat_is_taken_once_by_a_person_new_to_the_game(stage: Stage) -> None:
    """Former and current players are refused; if two other people tap at once, one gets the seat."""
    gone, seat = await make_seat_available(stage)
    stayed = next(person for person in (stage.bob, stage.carol) if person is not gone)
    await stage.resign(stayed)
    for person in (gone, stayed, stage.alice):
        answer = await stage.tap(person, stage.table_message(), "take", str(seat))
        assert "can’t take another seat" in text_of_message(answer.response)
    assert stage.state.seats[seat].is_offered
    message, dave, erin = stage.table_message(), stage.member("Dave"), stage.member("Erin")
    first, second = (raw_click(person, message, find_id(message, "b", "take")) for person in (dave, erin))
    await stage.env.advance_time(1)
    assert stage.state.seat_of(dave.id) == seat
    assert stage.state.seat_of(erin.id) is None
    assert first.response.ephemeral
    assert "isn’t free" in text_of_message(second.response)


async def test_seat_of_present_player_cannot_be_taken(stage: Stage) -> None:
    """A forged tap to offer the seat of a present player is refused."""
    await stage.start_three()
    (seat,) = stage.state.acting(human=True)
    panel = await stage.tap(stage.alice, stage.table_message(), "acts")
    assert not any(":free:" in cid for cid in custom_ids(panel.response))
    for whose in (seat, (seat + 1) % 3):
        forged = await stage.forge(stage.alice, stage.table_message(), f"b:act:{stage.table.id}:free:{whose}")
        assert "no longer open" in forged
        await send_away(stage.table, seat)
        await stage.env.advance_time(1)
    assert not any(row.has_left for row in stage.state.seats)


async def test_returning_player_keeps_the_seat(stage: Stage) -> None:
    """After the player's return, the votes to offer the seat are deleted, also in the database."""
    await stage.start_three()
    seat = stage.state.seat_of(stage.bob.id)
    await send_away(stage.table, seat)
    await stage.env.advance_time(1)
    await stage.confirm_act(stage.carol, f"free:{seat}")
    assert (await stage.stored_state()).row.votes == {f"free:{seat}": (stage.carol.id,)}
    await stage.tap(stage.bob, stage.table_message(), "back", seconds=2)
    assert stage.state.row.votes == {}
    assert not stage.state.seats[seat].has_left
    assert (await stage.stored_state()).row.votes == {}


# --- pauses and votes -------------------------------------------------------------------------------------


MINUTES = 60


async def both_vote(stage: Stage, act: str) -> None:
    for person in (stage.alice, stage.bob):
        await stage.confirm_act(person, act)


async def test_pause_costs_no_time(stage: Stage, make_bot: MakeBot) -> None:
    """During a pause moves are refused and no time passes, also across a restart."""
    await limit_turns(stage, "evening")
    await stage.start_two()
    await stage.env.advance_time(MINUTES)
    time_left = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    await both_vote(stage, endings.PAUSE)
    assert stage.state.is_paused
    assert "Paused" in text_of_message(stage.table_message())
    # In the pause no move is accepted and no time passes, across a restart, too.
    before = stage.state.seq
    answer = await stage.alice.slash(stage.channel, "move", move="call single 5")
    assert "paused" in text_of_message(answer.response)
    await stage.env.advance_time(20 * MINUTES)
    await kill(stage, make_bot, away=20 * MINUTES, seconds=20 * MINUTES)
    assert (stage.state.is_paused, stage.state.seq) == (True, before)
    # Both players have to agree to go on; then the turn has as much time as before.
    resumed_at = stage.bot.clock.now_ms()
    await stage.tap(stage.alice, stage.table_message(), "act", "resume")
    assert stage.state.is_paused, "the host alone has let a game go on that counts"
    await stage.tap(stage.bob, stage.table_message(), "act", "resume")
    assert not stage.state.is_paused
    again = (stage.state.row.deadline or 0) - resumed_at
    assert abs(again - time_left) < 5_000
    await stage.move("call single 5")
    assert stage.state.seq == before + 1
    assert (await stage.stored_state()).row == stage.state.row


@pytest.mark.usefixtures("rare_beats")
@pytest.mark.parametrize(("clock", "days"), [("evening", 1), ("none", 1), ("week", 7)])
async def test_pause_ends_by_itself(stage: Stage, make_bot: MakeBot, clock: str, days: int) -> None:
    """A pause ends at its announced time, and then the player on turn is called.

    Days on which the bot was down do not count.
    """
    await limit_turns(stage, clock)
    await stage.start_two()
    await stage.env.advance_time(10)
    time_left = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    call = stage.table.sent_row.call_id
    await both_vote(stage, endings.PAUSE)
    ends = (stage.state.row.paused_at or 0) // 1000 + days * DAY
    assert f"<t:{ends}:R>" in text_of_message(stage.table_message())
    await stage.env.advance_time(60)
    await stage.bot.store.write(save_heartbeat, stage.bot.clock.now_ms())
    await kill(stage, make_bot, away=10 * DAY, seconds=10)
    ends += 10 * DAY
    assert f"<t:{ends}:R>" in text_of_message(stage.table_message())
    await stage.env.advance_time(ends - stage.bot.clock.now_ms() / 1000 - 60)
    assert (stage.state.is_paused, stage.table.sent_row.call_id) == (True, call)
    # At the end the player to act is called, and has as much time left as before the pause.
    heard = listen(stage)
    await stage.env.advance_time(61)
    assert not stage.state.is_paused
    assert abs((stage.state.row.deadline or 0) - ends * 1000 - time_left) < 5_000
    assert heard == {stage.player_on_turn().id: 1}
    assert "The pause is over" in text_of_message(stage.table_message())
    assert (await stage.stored_state()).row == stage.state.row


async def test_single_player_cannot_pause_a_rated_game(stage: Stage) -> None:
    """A rated game of two needs both votes for a pause, also while one player is away."""
    await stage.start_two()
    panel = await stage.confirm_act(stage.alice, endings.PAUSE)
    assert "You’re for it; it still takes **Bob**." in text_of_message(panel.response)
    assert not stage.state.is_paused
    assert "For a pause: **Alice**" in text_of_message(stage.table_message())
    await send_away(stage.table, 1)
    await stage.env.advance_time(3)
    assert not stage.state.is_paused, "whoever is there alone has held the game up"
    await stage.tap(stage.bob, stage.table_message(), "back")
    await stage.confirm_act(stage.bob, endings.PAUSE)
    assert stage.state.is_paused


async def test_host_alone_can_pause_an_unrated_game(stage: Stage) -> None:
    """The host may pause once alone; another pause needs the votes of all players."""
    await stage.start_three(1)
    panel = await stage.confirm_act(stage.alice, endings.PAUSE)
    assert stage.state.is_paused
    assert "Your tap is enough" in text_of_message(panel.response)
    await stage.tap(stage.alice, stage.table_message(), "act", "resume")
    assert not stage.state.is_paused
    for person in (stage.alice, stage.bob):
        await stage.confirm_act(person, endings.PAUSE)
        assert not stage.state.is_paused
    await stage.confirm_act(stage.carol, endings.PAUSE)
    assert stage.state.is_paused


@pytest.mark.usefixtures("rare_beats")
async def test_majority_cannot_pause_forever(stage: Stage, make_bot: MakeBot) -> None:
    """After one pause by a majority, another pause needs the votes of all players."""
    await limit_turns(stage, "evening")
    await stage.start_three()
    await both_vote(stage, endings.PAUSE)
    for _ in range(2):
        assert "**Paused** by **Alice** and **Bob**" in text_of_message(stage.table_message())
        await kill(stage, make_bot, seconds=3)
    await stage.env.advance_time(DAY)
    assert not stage.state.is_paused, "a pause ends after its time"
    await both_vote(stage, endings.PAUSE)
    assert not stage.state.is_paused
    text = text_of_message(stage.table_message())
    assert "For another pause: **Alice** and **Bob**. Everybody still playing has to agree" in text
    await kill(stage, make_bot, seconds=3)
    assert not stage.state.is_paused
    assert "For another pause: **Alice** and **Bob**" in text_of_message(stage.table_message())
    await stage.confirm_act(stage.carol, endings.PAUSE)
    assert stage.state.is_paused
    assert "**Paused** by **Alice**, **Bob** and **Carol**" in text_of_message(stage.table_message())
    for person in (stage.alice, stage.bob):
        await stage.confirm_act(person, endings.RESUME)
    assert not stage.state.is_paused
    assert not stage.state.row.votes


@pytest.mark.usefixtures("rare_beats")
async def test_majority_can_pause_again_a_day_later(stage: Stage) -> None:
    """The votes of a majority take effect a day after the last pause, without another tap."""
    await stage.start_three()
    for act in (endings.PAUSE, endings.RESUME, endings.PAUSE):
        await both_vote(stage, act)
    assert not stage.state.is_paused
    free_at = (stage.state.row.pause_ended_at or 0) // 1000 + DAY
    assert f"more than half is enough again <t:{free_at}:R>" in text_of_message(stage.table_message())
    await stage.env.advance_time(free_at - stage.bot.clock.now_ms() / 1000 - 5)
    assert not stage.state.is_paused
    await stage.env.advance_time(7)
    assert stage.state.is_paused


async def test_majority_of_players_can_pause(stage: Stage, make_bot: MakeBot) -> None:
    """Two of three votes pause the game; one vote does not, and a second tap withdraws it."""
    await stage.start_three()
    for _ in range(2):
        await stage.confirm_act(stage.bob, endings.PAUSE)
    assert "For a pause" not in text_of_message(stage.table_message())
    await stage.confirm_act(stage.bob, endings.PAUSE)
    assert not stage.state.is_paused
    assert "For a pause: **Bob**" in text_of_message(stage.table_message())
    await kill(stage, make_bot, seconds=5)
    assert stage.state.row.votes == {"pause": (stage.bob.id,)}
    await stage.confirm_act(stage.carol, endings.PAUSE)
    assert stage.state.is_paused
    assert stage.state.row.votes == {"pause": (stage.bob.id, stage.carol.id)}, "who paused it is named"


async def test_votes_are_recounted_when_a_player_leaves(stage: Stage) -> None:
    """When the other players leave or are away, the only vote becomes a majority."""
    lobby = await stage.lobby("bull", 1)  # with a computer player the host alone may decide
    for person in (stage.bob, stage.carol):
        await stage.tap(person, stage.channel.last_message, "join")
    await stage.tap(stage.alice, lobby, "start")
    bob = stage.state.seat_of(stage.bob.id)
    await stage.confirm_act(stage.carol, endings.PAUSE)
    await stage.resign(stage.alice, seconds=3)
    assert stage.state.row.host_id == stage.bob.id
    assert "**Bob** is the host now" in text_of_message(stage.table_message())
    assert not stage.state.is_paused
    await send_away(stage.table, bob)
    await stage.env.advance_time(3)
    assert stage.state.is_paused


async def test_leaving_says_what_happens(stage: Stage) -> None:
    """*Leave the game* has a line as the other acts have."""
    await stage.start_two()
    panel = await stage.tap(stage.alice, stage.table_message(), "acts")
    assert "**Leave the game**: a computer player takes your seat" in text_of_message(panel.response)


async def test_people_without_a_seat_cannot_vote(stage: Stage) -> None:
    """People without a seat can use neither the panel nor a player's button."""
    message = await stage.start_three()
    other = stage.member("Dave")
    answer = await stage.tap(other, message, "acts")
    assert "not sitting" in text_of_message(answer.response)
    forged = await stage.forge(other, message, f"b:act:{stage.table.id}:pause")
    assert "not sitting" in forged
    assert not stage.state.is_paused
