"""Tests of watching: open hands for people who are out, and guesses hidden from players."""

from __future__ import annotations

import dataclasses
import json
import random
from contextlib import nullcontext
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.driving import evenings
from bot.language import Localizer
from bot.pages.panel import panel_page
from bot.refused import Refused
from bot.tables import reveals
from bot.tables.lobby import is_left_to_computers, may_watch, replace_by_computer, with_all_hands
from bot.tables.positions import BelieverShare, RevealPause, SpectatorGuesses
from bot.tables.state import TableState
from games import GAMES, find_game
from storage.rows import GuessRow, Name
from storage.upkeep import export_person
from tests.bot.faults import Faults
from tests.bot.people import Stage, custom_ids, is_deleted, parts, raw_click, text_of_message
from tests.bot.playing import MakeBot, kill, state_after_random_moves, undealt_table
from tests.bot.replay.finished import finished_game
from tests.games.play import seats_near

pytestmark = pytest.mark.usefixtures("forged_taps")


async def forge_tap(stage: Stage, person: Any, tapped: str) -> str:
    """Tap a button that the table's message does not have; return the text of the answer."""
    verb, _, arg = tapped.partition(":")
    return await stage.forge(person, stage.table_message(), f"b:{verb}:{stage.table.id}:{arg}".rstrip(":"))


def offers(message: Any, verb: str) -> bool:
    return any(cid.startswith(f"b:{verb}:") for cid in custom_ids(message))


async def start_without_option(stage: Stage, option: str) -> None:
    """Start a game of three at a table whose host has switched off ``option``."""
    page = await stage.tap_more(stage.alice, await stage.lobby("bull"), "options")
    await stage.tap(stage.alice, page.response, option, seconds=2)
    assert option != "crowd" or "Spectators can’t guess" in text_of_message(stage.channel.last_message)
    for person, verb in ((stage.bob, "join"), (stage.carol, "join"), (stage.alice, "start")):
        await stage.tap(person, stage.channel.last_message, verb)


async def test_resigned_player_sees_all_hands(stage: Stage) -> None:
    """In an unrated game, a player who resigned sees all hands in a private panel."""
    await stage.start_three(1)
    answer = (await stage.resign(stage.carol)).response
    older, panel = [(await stage.tap(stage.carol, answer, "watch")).response for _ in range(2)]
    await stage.env.advance_time(3)
    before = text_of_message(panel)
    assert panel.ephemeral
    assert "All hands open" in before
    assert is_deleted(older)
    await stage.move("call pair 5", 3)
    assert text_of_message(panel) != before


async def test_table_can_keep_hands_closed(stage: Stage) -> None:
    """If the host has closed hands in the lobby, a player who resigned cannot see the hands."""
    await start_without_option(stage, "watching")
    answer = (await stage.resign(stage.carol)).response
    assert not offers(answer, "watch")
    assert "if the table allows it" in await forge_tap(stage, stage.carol, "watch")
    assert "watching" not in stage.state.record("2026-11-21").lower()


def positions(game_id: str, seed: int, moves: int) -> TableState:
    """Return a position after random moves of three people, or of as many as the game needs."""
    game = find_game(game_id)
    people = [f"P{seat}" for seat in range(seats_near(game, 3))]
    return state_after_random_moves(undealt_table(game, people).with_deal(), random.Random(seed), moves)


@settings(max_examples=40, deadline=None)
@given(
    game=st.sampled_from(sorted(game.id for game in GAMES)),
    seed=st.integers(0, 1000),
    moves=st.integers(0, 60),
    gone=st.sets(st.integers(0, 2)),
)
def test_player_with_a_decision_never_sees_all_hands(
    game: str, seed: int, moves: int, gone: set[int]
) -> None:
    """In every position, no player with a present or later decision may see all hands."""
    state = positions(game, seed, moves)
    for seat in gone & {*range(len(state.seats))}:
        state = replace_by_computer(state, seat)
    watchers = {row.seat for row in state.people if may_watch(state, row.user_id or 0)}
    for _ in range(30):
        if state.is_over or not isinstance(state.to_act, tuple):
            break
        assert not watchers & {*state.to_act}
        seat = state.to_act[0]
        state = state.with_move(seat, state.match.legal(seat)[0]).with_deal()
    for row in state.seats:
        if row.seat in gone:
            with pytest.raises(Refused):  # the game still counts
                with_all_hands(state, 100 + row.seat)
            agreed = state.with_row(leavers_watch=True)
            assert with_all_hands(agreed, 100 + row.seat).hands
        elif row.seat not in state.snapshot.view.gone:
            with pytest.raises(Refused):
                with_all_hands(state, 100 + row.seat)


async def test_computers_alone_play_without_pauses(stage: Stage) -> None:
    """When all people are out, the computer players finish the game without pauses."""
    stage.bot.config = msgspec.structs.replace(stage.bot.config, computer_pause=1000)
    await stage.start_three(3)
    table = stage.table

    def is_left() -> bool:
        return table.state.is_over or is_left_to_computers(table.state)

    while not is_left():
        if acting := table.state.acting(human=True):
            claims = [move for move in stage.legal_moves if move != "challenge"]
            await table.play(acting[0], (claims or stage.legal_moves)[-1])  # the highest is never true
            continue
        before = table.state.seq
        await stage.env.advance_time(300)
        assert is_left() or table.state.seq <= before + 2  # a challenge, and a deal after it
    await stage.env.advance_time(5)
    assert table.state.is_over


def test_player_out_of_cards_may_leave_and_watch() -> None:
    """In Three Cards Trick Poker, a player without cards may watch before the game is over."""
    state = positions("trick3", 3, 0)
    while not (gone := state.snapshot.view.gone if state.snapshot.view else ()):
        seat = state.awaited(human=True)[0]
        state = state.with_move(seat, state.match.legal(seat)[0]).with_deal()
    assert not state.is_over
    assert [seat for seat in range(3) if may_watch(state, 100 + seat)] == [*gone]
    others = {0, 1, 2} - {*gone}
    for some, is_seen in (((), False), ([*others][1:], False), (others, True)):
        assert (
            reveals.is_seen_by_all(
                state.with_position(reveal_pause=RevealPause(1, 1, seats_ready=frozenset(some)))
            )
            is is_seen
        )
    words = panel_page(state.seen_by(gone[0]), "en").encoded.decode()
    assert "You’re done" in words
    assert "You finish" not in words


async def make_claim(stage: Stage) -> int:
    """Make the player on turn call a single 5; return the number of the move."""
    await stage.move("call single 5", 3)
    return stage.state.seq


async def open_watching_panel(stage: Stage, person: Any) -> Any:
    return (await stage.tap(person, stage.table_message(), "guessalong")).response


async def challenge(stage: Stage) -> bool:
    """Make the player on turn challenge; return whether the call was a lie."""
    seq = stage.state.seq
    await stage.move("challenge", 3)
    return stage.state.position.guesses.lies[seq]


async def test_spectator_guesses_and_learns_outcome_with_all_others(stage: Stage) -> None:
    """With the outcome, a spectator's panel says right or wrong; the table shows the number of believers."""
    await stage.start_three()
    watcher, other = stage.member("Dave"), stage.member("Erin")
    panel = await open_watching_panel(stage, watcher)
    assert panel.ephemeral
    assert "When the next claim is made" in text_of_message(panel)
    await make_claim(stage)
    assert "is it true?" in text_of_message(panel)
    await stage.tap(watcher, panel, "guess", "true")
    assert "You say: **true**. You can change your mind" in text_of_message(panel)
    second = await open_watching_panel(stage, other)
    await stage.tap(other, second, "guess", "true")
    await stage.tap(other, second, "guess", "lie")  # changed their mind
    was_lie = await challenge(stage)
    assert "👥 1 of 2 spectators believed it" in text_of_message(stage.table_message())
    assert ("You were wrong" if was_lie else "You were right") in text_of_message(panel)
    assert ("You were right" if was_lie else "You were wrong") in text_of_message(second)
    assert f"right {int(was_lie)} of 1 times" in text_of_message(second)
    assert "Dave" not in text_of_message(stage.table_message())
    await make_claim(stage)
    assert "spectators believed" not in text_of_message(stage.table_message())
    assert "is it true?" in text_of_message(panel)


@pytest.mark.parametrize("tells_early", [False, True], ids=["", "a mutant is caught"])
async def test_guess_changes_nothing_visible_to_others(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, tells_early: bool
) -> None:
    """A guess changes no message of other people, and sends no request with the bot's token."""
    if tells_early:
        monkeypatch.setattr(
            SpectatorGuesses, "share", property(lambda crowd: BelieverShare(0, len(crowd.guesses)))
        )
    await stage.start_three()
    watcher, other = stage.member("Dave"), stage.member("Erin")
    panels = [await stage.open_panel(person) for person in stage.people[:2]]
    panels.append(await open_watching_panel(stage, other))
    await make_claim(stage)

    def all_that_others_see() -> str:
        marks = [
            stage.state.snapshot.fingerprint,
            *(stage.state.seen_by(seat).fingerprint for seat in range(3)),
        ]
        return json.dumps([*map(parts, (*stage.channel.history(), *panels)), marks])

    # Two guesses change nothing that others see, and send no request with the bot's token.
    before, faults = all_that_others_see(), Faults(stage.env)
    panel = await open_watching_panel(stage, watcher)
    with pytest.raises(AssertionError) if tells_early else nullcontext():
        for name in ("true", "lie"):
            await stage.tap(watcher, panel, "guess", name, seconds=5)
        stage.bot.writer(stage.table).table.changed.set()
        await stage.env.advance_time(5)
        assert before == all_that_others_see()
        assert [step for step in faults.steps if step.split()[1].startswith("/channels")] == []
        again = await stage.tap(stage.alice, stage.table_message(), "hand")
        assert "watching" not in text_of_message(again.response)


async def test_players_and_people_who_saw_hands_cannot_guess(stage: Stage) -> None:
    """Players, leavers and people who have seen hands are refused, also after forged taps."""
    await stage.start_three(1)
    seq = await make_claim(stage)
    assert "Only spectators and players who are out" in await forge_tap(
        stage, stage.alice, f"guess:{seq}:lie"
    )
    assert "Only spectators" in text_of_message(await open_watching_panel(stage, stage.bob))
    answer = await stage.resign(stage.carol)
    assert "You’ve seen hands" in text_of_message(await open_watching_panel(stage, stage.carol))
    await stage.tap(stage.carol, answer.response, "watch")
    assert stage.state.position.guesses.has_seen_all(stage.carol.id)
    assert stage.state.position.guesses.share is None


async def test_eliminated_player_guesses_until_seeing_all_hands(stage: Stage, make_bot: MakeBot) -> None:
    """An eliminated player's guess, and the choice to see all hands, survive a restart."""
    stage.guests.append(stage.member("Dave"))  # of four, two are left if the next challenge costs a place
    await stage.start_game(*stage.people[1:])
    while not stage.state.snapshot.gone:
        await make_claim(stage)
        await stage.move("challenge", 3)
    (out,) = stage.state.snapshot.gone
    person = stage.person_at(out)
    seq = await make_claim(stage)
    hand = await stage.tap(person, stage.table_message(), "hand")
    panel = (await stage.tap(person, hand.response, "guessalong")).response
    await stage.tap(person, panel, "guess", "lie")
    await kill(stage, make_bot, seconds=5)
    assert stage.state.position.guesses.guess_of(person.id, seq) is True
    await stage.tap(person, panel, "guess", "true")
    assert "You say: **true**" in text_of_message(panel)
    await stage.tap(person, hand.response, "watch")
    await kill(stage, make_bot, seconds=5)
    was_lie = await challenge(stage)
    assert stage.state.position.guesses.share == BelieverShare(1, 1), was_lie
    seq = await make_claim(stage)
    assert "You’ve seen hands" in await forge_tap(stage, person, f"guess:{seq}:lie")


async def test_late_guess_shows_the_outcome_and_does_not_count(stage: Stage) -> None:
    await stage.start_three()
    watcher = stage.member("Dave")
    panel = await open_watching_panel(stage, watcher)
    seq = await make_claim(stage)
    await challenge(stage)
    await stage.forge(watcher, panel, f"b:guess:{stage.table.id}:{seq}:lie")
    await stage.env.advance_time(3)
    assert stage.state.position.guesses.guesses == ()
    assert "When the next claim is made" in text_of_message(panel)


@pytest.mark.parametrize("game", ["trick3", "tomoe"])
async def test_spectator_without_guesses_learns_where_to_watch(stage: Stage, game: str) -> None:
    """In a game without guesses *My hand* says that its message is watched, and offers the rules."""
    await stage.start_game(stage.bob, stage.carol, game=game)
    dave = stage.member("Dave")
    answer = (await stage.tap(dave, stage.table_message(), "hand")).response
    assert answer.ephemeral
    assert "not sitting" in text_of_message(answer)
    assert "watched in its own message" in text_of_message(answer)
    rules = (await stage.tap(dave, answer, "rules")).response
    assert Localizer("en")(f"{game}-name") in text_of_message(rules)


async def test_spectator_who_asks_for_a_hand_is_offered_to_guess(stage: Stage) -> None:
    """*My hand* answers a person without a seat that they do not sit here, and with what they can see."""
    await stage.start_three()
    dave = stage.member("Dave")
    answer = (await stage.tap(dave, stage.table_message(), "hand")).response
    assert answer.ephemeral
    assert "not sitting" in text_of_message(answer)
    assert offers(answer, "guessalong")
    assert not offers(answer, "watch")
    guessing = (await stage.tap(dave, answer, "guessalong")).response
    assert guessing.ephemeral


async def test_player_who_left_is_offered_to_watch(stage: Stage) -> None:
    """*My hand* of a person who has left offers all hands, if the table shows them."""
    message = await stage.start_three(1)
    await stage.resign(stage.carol, seconds=3)
    answer = (await stage.tap(stage.carol, message, "hand")).response
    assert offers(answer, "watch")
    assert not offers(answer, "guessalong")


async def test_log_offers_a_hand_only_while_its_reader_plays(stage: Stage) -> None:
    """The log has *My hand* for a player, and not for one who has left the game."""
    await stage.start_three(1)

    async def log() -> Any:
        answer = raw_click(stage.carol, stage.table_message(), f"b:log:{stage.table.id}")
        await stage.env.advance_time(0.5)
        return answer.response

    assert offers(await log(), "hand")
    await stage.resign(stage.carol, seconds=3)
    assert not offers(await log(), "hand")


async def test_host_can_switch_off_guessing(stage: Stage) -> None:
    """Without guessing, the table has no button for guesses, and a forged tap is refused."""
    await start_without_option(stage, "crowd")
    assert not offers(stage.table_message(), "guessalong")
    assert "There is no guessing" in await forge_tap(stage, stage.member("Dave"), "guessalong")


@pytest.mark.parametrize("game", ["tomoe", "trick3"])
async def test_games_without_claims_offer_no_guessing(stage: Stage, game: str) -> None:
    """In a game without claims, the lobby has no option for guessing and the table has no button."""
    lobby = await stage.lobby(game, 2)
    page = await stage.tap_more(stage.alice, lobby, "options")
    assert not offers(page.response, "crowd")
    await stage.tap(stage.alice, lobby, "start")
    assert not offers(stage.table_message(), "guessalong")


async def test_guesses_are_exported_and_deleted(stage: Stage) -> None:
    """An export contains a spectator's guesses; a deletion removes them from database and memory."""
    await stage.start_three()
    watcher = stage.member("Dave")
    panel = await open_watching_panel(stage, watcher)
    seq = await make_claim(stage)
    await stage.tap(watcher, panel, "guess", "lie")
    kept = await stage.bot.store.read(export_person, watcher.id)
    assert kept["guesses"] == [{"table_id": stage.table.id, "seq": seq, "is_lie": 1}]
    answer = await watcher.slash(stage.channel, "privacy delete")
    await stage.tap(watcher, answer.response, "forget", seconds=3)
    assert stage.state.position.guesses.guesses == ()
    assert (await stage.stored_table()).guesses == ()


async def test_session_summary_names_the_best_guesser(stage: Stage) -> None:
    """The summary names the spectator with the most right guesses, of at least three."""
    await stage.start_three()
    answers = {stage.member("Dave"): "true", stage.member("Erin"): "lie"}
    panels = {person: await open_watching_panel(stage, person) for person in answers}
    right = 0
    while right < 3:
        await make_claim(stage)
        for person, name in answers.items():
            await stage.tap(person, panels[person], "guess", name)
        right += not await challenge(stage)
        assert stage.state.is_playing
    state = TableState.of(await stage.stored_table())
    assert state.position.guesses == stage.state.position.guesses
    best = [guesser for guesser in evenings._best_guesser([state]) if guesser.text.key == "evening-guesser"]
    wins = state.position.guesses.scores()
    first = max(wins, key=lambda user_id: wins[user_id].right)
    assert [(guesser.seats[0].user_id, guesser.text.args["right"]) for guesser in best] == [
        (first, wins[first].right)
    ]


def test_result_names_the_three_best_guessers() -> None:
    """More right guesses come first; of equally many right ones, those of fewer guesses."""
    state = finished_game(find_game("bull"))
    answers = {"Ann": "TTFF", "Ben": "TTT", "Cem": "TTTF", "Dan": "T"}
    guesses = tuple(
        GuessRow(user_id, Name(name), seq, sign == "T")
        for user_id, (name, signs) in enumerate(answers.items())
        for seq, sign in enumerate(signs)
    )
    known = SpectatorGuesses(guesses, lies=dict.fromkeys(range(4), True))
    state = dataclasses.replace(state, position=msgspec.structs.replace(state.position, guesses=known))
    assert [str(name) for name, _ in state.snapshot.best_guessers] == ["Ben", "Cem", "Ann"]


async def put_out(stage: Stage, count: int) -> list[Any]:
    """Play Porker Bull until ``count`` people are out; return them in the order of elimination."""
    while len(stage.state.gone) < count:
        await make_claim(stage)
        await stage.move("challenge", 3)
    return [stage.person_at(seat) for seat in stage.state.gone]


async def test_people_who_are_out_are_told_what_they_can_do(stage: Stage) -> None:
    """The panel of an eliminated person has a line and a button for each way to pass the time."""
    await stage.start_three()
    (out,) = await put_out(stage, 1)
    await stage.env.advance_time(30)
    hand = (await stage.tap(out, stage.table_message(), "hand")).response
    text = text_of_message(hand)
    assert "You finished 3rd of 3" in text
    for line, verb in (("Guess what they claim", "guessalong"), ("See all hands", "watch")):
        assert line in text
        assert offers(hand, verb)
    assert "Another game with the others who are out" in text
    assert offers(hand, "another")


async def test_people_who_are_out_play_another_game_meanwhile(stage: Stage) -> None:
    """The first opens a lobby that invites the second; the running game and its rematch stay as they are."""
    stage.guests += [stage.member("Dave"), stage.member("Erin")]
    await stage.start_game(*stage.people[1:])
    running = stage.table
    first, second = await put_out(stage, 2)
    hand = (await stage.tap(first, stage.table_message(), "hand")).response
    page = (await stage.tap(first, hand, "another")).response
    assert "Everybody else who is out is invited" in text_of_message(page)
    await stage.choose(first, page, "another_game", ["bull"])
    (beside,) = [table for table in stage.bot.tables.open() if table.id != running.id]
    assert [guest.user_id for guest in beside.state.gathering.invitations] == [second.id]
    assert beside.state.options["end"] == "first"
    assert beside.state.row.rematch_of is None
    # The second joins the same lobby, even by choosing another game.
    hand = (await stage.tap(second, stage.message(running.id), "hand")).response
    page = (await stage.tap(second, hand, "another")).response
    await stage.choose(second, page, "another_game", ["lost"])
    assert {seat.user_id for seat in beside.state.people} == {first.id, second.id}
    assert running.state.is_playing
    assert {seat.user_id for seat in running.state.people} == {person.id for person in stage.people}


async def test_players_get_no_other_game_before_the_end(stage: Stage) -> None:
    await stage.start_three()
    assert "The game is still going on" in await forge_tap(stage, stage.alice, "another")


async def test_guesses_of_people_who_are_out_count_for_the_evening(stage: Stage) -> None:
    """The result names the guesser; the evening's score has the right guesses, also after a reload."""
    await stage.start_three()
    (out,) = await put_out(stage, 1)
    table = stage.table
    panel = await open_watching_panel(stage, out)
    while not table.state.is_closed:
        await make_claim(stage)
        await stage.tap(out, panel, "guess", "true")
        await stage.move("challenge", 30)
    score = table.state.position.guesses.scores()[out.id]
    assert score.count > 0
    name = table.state.seats[table.state.seat_of(out.id)].name
    assert f"🔮 Guessed right: {name} {score.right} of {score.count}" in text_of_message(
        stage.message(table.id)
    )
    await stage.tap(stage.alice, stage.message(table.id), "rematch")
    evening = stage.lobby_state.evening
    assert evening is not None
    counted = {person.user_id: (person.right, person.guesses) for person in evening.people}
    assert counted.pop(out.id) == (score.right, score.count)
    assert set(counted.values()) == {(0, 0)}
    assert "(🔮" in text_of_message(stage.message("Seats")) or not score.right
