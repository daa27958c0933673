"""Games that follow each other: a rematch in one tap, the score, and what is told when nobody goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.driving.evenings import WAIT_MS
from bot.tables.state import TableState
from tests.bot.finding import listen, played
from tests.bot.finished_games import play_on, play_out
from tests.bot.people import Stage, custom_ids, options, parts, said
from tests.bot.playing import MakeBot, kill

HALF_AN_HOUR = WAIT_MS / 1000


def message_of(stage: Stage, table_id: str, verb: str) -> Any:
    """The newest message with a button of a table."""
    found = [m for m in stage.channel.history() if f"b:{verb}:{table_id}" in custom_ids(m)]
    return found[-1]


async def again(stage: Stage, before: TableState, people: Sequence[Any], seed: int = 0) -> TableState:
    """Everybody taps Rematch, and plays that game to its end."""
    for person in people:
        await stage.tap(person, message_of(stage, before.id, "rematch"), "rematch")
    await stage.env.advance_time(3)
    return await play_on(stage, stage.table.id, seed)


async def test_a_rematch_begins_when_all_have_tapped_it(stage: Stage) -> None:
    """One tap for each, and the hand comes where they were told that they are in: the next tap is a move."""
    over = await play_out(stage, (stage.alice, stage.bob))
    result = message_of(stage, over.id, "rematch")
    heard = listen(stage)
    first = await stage.tap(stage.alice, result, "rematch")
    assert stage.tables == []
    assert "Begins by itself" in said(stage.message("Seats"))
    second = await stage.tap(stage.bob, result, "rematch")
    await stage.env.advance_time(3)
    assert [seat.name for seat in stage.state.people] == ["Alice", "Bob"]
    assert heard[stage.bob.id] == 1
    acting = stage.who_acts()
    told = first.followups[0] if acting.id == stage.alice.id else second.response
    assert told.ephemeral
    assert "Your turn" in said(told)
    moves = [cid for cid in custom_ids(told) if cid.startswith("b:move:")]
    seq = stage.state.seq
    await acting.click(told, custom_id=moves[0])
    assert stage.state.seq > seq


async def test_everybodys_panel_has_the_rematch(stage: Stage) -> None:
    """Tapped there, it becomes the next hand; the lobby is a message of the bot's own."""
    await stage.begin(stage.bob)
    panels = [await stage.tap(who, stage.table_message(), "hand") for who in (stage.alice, stage.bob)]
    over = await play_on(stage, stage.table.id)
    heard = listen(stage)
    for who, panel in zip((stage.bob, stage.alice), reversed(panels), strict=True):
        tapped = await stage.tap(who, panel.response, "rematch")
        assert tapped.response.id == panel.response.id
        await stage.env.advance_time(3)
    assert stage.table.id != over.id
    assert heard[stage.alice.id] >= 1  # she was asked, since Bob tapped first
    acting = 0 if stage.who_acts().id == stage.alice.id else 1
    assert "Your turn" in said(panels[acting].response)


async def test_a_rematch_waits_for_who_is_missing(stage: Stage) -> None:
    """Others may join meanwhile; who changes their mind, or the options, leaves it to the host."""
    over = await play_out(stage, (stage.alice, stage.bob))
    result = message_of(stage, over.id, "rematch")
    await stage.tap(stage.alice, result, "rematch")
    lobby = stage.message("Seats")
    await stage.tap(stage.carol, lobby, "join")
    await stage.env.advance_time(60)
    assert [seat.name for seat in stage.opened.people] == ["Alice", "Carol"]
    await stage.tap_more(stage.carol, stage.message("Seats"), "leave")
    await stage.tap(stage.bob, result, "rematch")
    await stage.env.advance_time(60)
    assert [seat.name for seat in stage.opened.people] == ["Alice", "Bob"]
    await stage.tap(stage.alice, stage.message("Seats"), "start")
    assert [seat.name for seat in stage.state.people] == ["Alice", "Bob"]


async def test_a_changed_option_leaves_it_to_the_host(stage: Stage) -> None:
    """It is not the game any more for which the others have tapped."""
    over = await play_out(stage, (stage.alice, stage.bob))
    result = message_of(stage, over.id, "rematch")
    await stage.tap(stage.alice, result, "rematch")
    panel = await stage.tap(stage.alice, stage.message("Seats"), "options")
    await stage.choose(stage.alice, panel.response, "clock", ["week"])
    await stage.tap(stage.bob, result, "rematch")
    await stage.env.advance_time(10)
    assert len(stage.opened.people) == 2


async def test_a_rematch_begins_after_a_restart(stage: Stage, make_bot: MakeBot) -> None:
    """That it starts by itself is kept, and so is who is missing."""
    over = await play_out(stage, (stage.alice, stage.bob))
    result = message_of(stage, over.id, "rematch")
    await stage.tap(stage.alice, result, "rematch")
    await kill(stage, make_bot)
    await stage.env.advance_time(5)
    await stage.tap(stage.bob, result, "rematch")
    await stage.env.advance_time(10)
    assert [seat.name for seat in stage.state.people] == ["Alice", "Bob"]


async def test_the_score_follows_the_people(stage: Stage, make_bot: MakeBot) -> None:
    """In lobby, at the table and in the result, over restarts; who joins later starts at nought."""
    people = stage.alice, stage.bob
    first = await play_out(stage, people, seed=1)
    assert "So far" not in said(message_of(stage, first.id, "rematch"))
    await stage.tap(stage.alice, message_of(stage, first.id, "rematch"), "rematch")
    wins = [seat.name for seat in first.seats if first.match.result().places[seat.seat] == 1]
    score = "So far: " + (" · ".join(["Alice 1", "Bob 0"] if wins == ["Alice"] else ["Bob 1", "Alice 0"]))
    lobby = stage.message("Seats")
    assert score in said(lobby)
    await stage.tap(stage.carol, lobby, "join")
    await stage.tap(stage.bob, lobby, "join")
    await stage.env.advance_time(3)
    assert f"-# 🌙 {score}" in said(stage.table_message())
    await kill(stage, make_bot)
    await stage.env.advance_time(3)
    second = await play_on(stage, stage.table.id, seed=2)
    assert second.evening.games == 2
    assert {one.name: one.games for one in second.evening.people} == {"Alice": 2, "Bob": 2, "Carol": 1}
    assert sum(one.won for one in second.evening.people) == 2
    assert "So far: " in said(message_of(stage, second.id, "rematch"))


async def test_strangers_begin_an_evening_of_their_own(stage: Stage) -> None:
    """A game of mostly other people is not the same evening, whichever button opened it."""
    dora = stage.guild.add_member(stage.env.create_user("dora", global_name="Dora"))
    over = await play_out(stage, (stage.alice, stage.bob))
    choice = await stage.tap(stage.alice, message_of(stage, over.id, "another"), "another")
    await stage.choose(stage.alice, choice.response, "another_game", ["bull"])
    await stage.env.advance_time(3)
    lobby = stage.message("Seats")
    assert "So far" in said(lobby)
    await stage.tap(stage.carol, lobby, "join")
    await stage.tap(dora, lobby, "join")
    await stage.tap(stage.alice, lobby, "start")
    assert stage.state.evening is None
    assert "So far" not in said(stage.table_message())


async def evening(stage: Stage, games: int = 2) -> TableState:
    """Alice and Bob play some games one after the other; returns the last."""
    people = stage.alice, stage.bob
    last = await play_out(stage, people, seed=1)
    for number in range(1, games):
        last = await again(stage, last, people, number + 1)
    return last


async def test_our_evening_is_told_when_nobody_goes_on(stage: Stage) -> None:
    """Half an hour after the last game, at its result, with a picture; nobody is notified."""
    last = await evening(stage)
    messages = [m.id for m in stage.channel.history()]
    heard = listen(stage)
    await stage.env.advance_time(HALF_AN_HOUR - 60)
    assert "Our evening" not in said(message_of(stage, last.id, "rematch"))
    await stage.env.advance_time(120)
    result = message_of(stage, last.id, "rematch")
    assert "Our evening" in said(result)
    assert [m.id for m in stage.channel.history()] == messages
    assert heard == {}
    told = [item["description"] for part in parts(result) for item in part.get("items", ())][-1]
    assert "2 games" in told
    assert "Alice: won" in told
    await stage.env.advance_time(HALF_AN_HOUR)
    assert stage.bot.tables.tables == {}


async def test_nobody_is_told_of_an_evening_that_goes_on(stage: Stage) -> None:
    """Neither while a lobby is open, nor of a game that was followed; a lobby that closes lets it end."""
    last = await evening(stage)
    await stage.tap(stage.alice, message_of(stage, last.id, "rematch"), "rematch")
    await stage.env.advance_time(2 * HALF_AN_HOUR)
    assert "Our evening" not in said(message_of(stage, last.id, "rematch"))
    await stage.tap_more(stage.alice, stage.message("Seats"), "cancel")
    await stage.env.advance_time(120)
    assert "Our evening" in said(message_of(stage, last.id, "rematch"))
    await stage.tap(stage.alice, message_of(stage, last.id, "rematch"), "rematch")
    assert stage.opened.evening is None, "the next game is another evening"


async def test_an_evening_ends_after_a_restart(stage: Stage, make_bot: MakeBot) -> None:
    """Whenever the bot dies, it is told, once."""
    last = await evening(stage)
    await stage.env.advance_time(60)
    await kill(stage, make_bot, away=HALF_AN_HOUR)
    await stage.env.advance_time(30)
    result = message_of(stage, last.id, "rematch")
    assert said(result).count("Our evening") == 1
    await kill(stage, make_bot)
    await stage.env.advance_time(120)
    assert stage.bot.tables.tables == {}


async def test_one_game_is_no_evening(stage: Stage) -> None:
    """Its result says it all."""
    last = await evening(stage, 1)
    await stage.env.advance_time(2 * HALF_AN_HOUR)
    assert "Our evening" not in said(message_of(stage, last.id, "rematch"))


async def test_history_tells_of_evenings(stage: Stage) -> None:
    """Whoever was there can have the picture later, and nobody else."""
    await evening(stage)
    panel = await stage.alice.slash(stage.channel, "history")
    ((custom_id, values),) = options(panel.response, "evening")
    opened = await stage.alice.select(panel.response, values, custom_id=custom_id)
    assert opened.response.ephemeral
    assert "Our evening" in said(opened.response)
    hers = await stage.carol.slash(stage.channel, "history")
    assert not list(options(hers.response, "evening"))


async def test_who_is_forgotten_is_in_no_evening(stage: Stage) -> None:
    """Neither in the score at a table that goes on, nor in what is told later."""
    last = await evening(stage)
    await stage.bot.tables.forget(stage.bob.id)
    await stage.env.advance_time(HALF_AN_HOUR + 60)
    assert "Bob" not in said(message_of(stage, last.id, "rematch"))
    state = await stage.bot.tables.look_up(last.id)
    assert [one.name for one in state.evening.people] == ["Alice"]


async def test_a_game_against_computers_begins_at_once(stage: Stage) -> None:
    """Nobody else is waited for: one tap, and the cards are dealt; computer players win no evening."""
    over = await played(stage, computers=3)
    await stage.tap(stage.alice, over, "rematch")
    assert [seat.name for seat in stage.state.people] == ["Alice"]
    assert len(stage.state.seats) == 4
