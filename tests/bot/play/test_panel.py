"""What a panel offers, tells and does by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.language.catalogue import LANGUAGES
from bot.play.panel_view import panel_page
from bot.play.table_view import table_page
from bot.showing.views import PanelContext
from bot.wire.components import CUSTOM_ID_LIMIT
from bot.wire.messages import Page
from games import Game
from games.core.menu import menu_path
from tests.bot.faults import Faults, disk_full
from tests.bot.finished_games import finished
from tests.bot.pages import on_wire
from tests.bot.people import Stage, custom_ids, options, parts, said
from tests.bot.playing import begun, started
from tests.bot.truths import force, give_tips, offer, texts_in
from tests.games.contract import every_game
from tests.wire.components import MOST_PARTS

TEXT_LIMIT = 4000
"""Characters that Discord takes in one message."""


@pytest.fixture(autouse=True)
def _texts(tmp_path: Path) -> Iterator[None]:
    """Put what these tests tell into the catalogues."""
    with texts_in(tmp_path):
        yield


def other(stage: Stage) -> Any:
    """Who is not to act."""
    return stage.bob if stage.who_acts() is stage.alice else stage.alice


def moves_in(message: Any) -> list[str]:
    """What is played by one tap."""
    ids = [custom_id.split(":", 4) for custom_id in custom_ids(message)]
    return [words[4] for words in ids if words[1] == "move"]


async def hand_of(stage: Stage, who: Any) -> Any:
    """Open somebody's panel."""
    return await stage.tap(who, stage.table_message(), "hand")


# --- by one tap -------------------------------------------------------------------------------------------


async def test_offers_stand_under_their_title_after_the_shortcuts(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is played by one tap, before any menu."""
    offer(monkeypatch)
    await started(stage)
    panel = await hand_of(stage, stage.who_acts())
    assert moves_in(panel.response) == ["call single 2|challenge", "call single 4", "call single 5"]
    assert "Some calls" in said(panel.response)
    kinds = [part["custom_id"][0] for part in parts(panel.response) if "custom_id" in part]
    assert kinds == sorted(kinds), "buttons come before menus"
    before = stage.state.seq
    await stage.tap(stage.who_acts(), panel.response, "move", "call single 5")
    assert stage.state.seq == before + 1


async def test_one_tap_makes_two_moves(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second is made if it is this seat's turn and the move is legal by then."""
    offer(monkeypatch)
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    before = stage.state.seq
    play = stage.table.play
    moves = []

    async def noted(seat: int, move: str, *args: Any, **kwargs: Any) -> Any:
        moves.append((seat, move))
        if len(moves) == 1:
            await play(seat, move, *args, **kwargs)
            await play(1 - seat, "call single 9")  # so that it is the first seat's turn again
            return stage.state
        return await play(seat, move, *args, **kwargs)

    monkeypatch.setattr(stage.table, "play", noted)
    seat = stage.state.seat_of(who.id)
    await stage.tap(who, panel.response, "move", "|challenge")
    assert moves == [(seat, "call single 2"), (seat, "challenge")]
    assert stage.state.seq == before + 4  # both, the one in between, and the deal


async def test_a_second_move_that_cannot_be_made_is_left_alone(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the other's turn after the first: one move, no error, and the panel is of the new position."""
    offer(monkeypatch)
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    before = stage.state.seq
    tapped = await stage.tap(who, panel.response, "move", "|challenge")
    assert stage.state.seq == before + 1
    assert not [one for one in tapped.followups if one.ephemeral]
    assert "Waiting for" in said(panel.response)


async def test_a_chosen_menu_says_which_question_it_was(stage: Stage) -> None:
    """Discord prints a menu's question only while nothing is chosen."""
    await started(stage)
    who = stage.who_acts()
    panel = await hand_of(stage, who)
    (_, values), *_ = options(panel.response, "pick")
    (menu,) = (part for part in parts(panel.response) if part.get("type") == 3)
    asked = menu["placeholder"]
    await stage.choose(who, panel.response, "pick", [values[1]])
    chosen = next(part for part in parts(panel.response) if part.get("type") == 3)
    (answer,) = (option["label"] for option in chosen["options"] if option.get("default"))
    assert answer.startswith(asked.rstrip(".…:?"))
    assert len(answer) > len(asked)


# --- by itself --------------------------------------------------------------------------------------------


async def test_a_move_without_a_choice_plays_itself(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a second, not before, and the person's own panel tells it until the next own move."""
    await started(stage)
    first = stage.who_acts()
    panel = await hand_of(stage, other(stage))
    force(monkeypatch, "challenge")
    await first.slash(stage.channel, "move", move="call single 5")
    before = stage.state.seq
    await stage.env.advance_time(0.5)
    assert stage.state.seq == before
    await stage.env.advance_time(2)
    assert str(stage.state.match.moves[before][1]) == "challenge"
    assert "Played by itself" in said(panel.response)
    shown = await hand_of(stage, first)
    assert "Played by itself" not in said(shown.response)


async def test_a_move_by_hand_goes_before_one_by_itself(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is quicker than a second plays; the next decision has its own second."""
    await started(stage)
    await stage.who_acts().slash(stage.channel, "move", move="call single 5")
    force(monkeypatch, "challenge")
    await stage.who_acts().slash(stage.channel, "move", move="call single 6")
    before = stage.state.seq
    await stage.env.advance_time(0.8)
    assert stage.state.seq == before
    await stage.env.advance_time(1)
    assert stage.state.seq > before


# --- what it tells ----------------------------------------------------------------------------------------


async def test_a_newcomer_is_told_what_to_do(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only until one has finished a game of this kind; another kind does not count."""
    give_tips(monkeypatch)
    await started(stage)
    people = [(stage.alice.id, "Alice"), (stage.carol.id, "Carol")]
    await finished(stage.bot, stage.guild.id, people, (1, 2), game="bull")
    await finished(stage.bot, stage.guild.id, [(stage.bob.id, "Bob"), people[1]], (1, 2), game="lost")
    assert "Make a call." not in said((await hand_of(stage, stage.alice)).response)
    assert "Make a call." in said((await hand_of(stage, stage.bob)).response)
    host = stage.state.seat_of(stage.alice.id)
    assert host is not None
    await stage.table.vote(host, "pause")
    await stage.env.settle()
    assert "Make a call." not in said((await hand_of(stage, stage.bob)).response), (
        "not while nothing can be done"
    )


async def test_a_panel_opens_although_nobody_knows_whether_it_is_the_first(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody has played cannot be read: no tip, and the hand is there."""
    give_tips(monkeypatch)
    await started(stage)
    rule = Faults(stage.env).fail("read load_history", disk_full)
    panel = await hand_of(stage, stage.alice)
    assert rule.met == 1
    assert "Make a call." not in said(panel.response)
    assert "Something went wrong" not in said(panel.response)


async def test_who_has_dropped_out_watches(stage: Stage) -> None:
    """The panel says so, and which place it is; no hand, nothing to tap, and it follows the game."""
    await started(stage)
    await stage.tap(stage.alice, await three_at_a_table(stage), "start")
    table = stage.tables[-1]
    while not (out := table.state.snapshot.view.out):
        (seat,) = table.state.acting(human=True)
        legal = [str(move) for move in table.state.match.legal(seat)]
        await table.play(seat, "challenge" if "challenge" in legal else legal[0])
    await stage.env.advance_time(3)
    loser = next(one for one in (stage.alice, stage.bob, stage.carol) if one.id == person(table, out[0]))
    message = next(m for m in stage.channel.history() if m.id == table.shown.message_id)
    panel = await stage.tap(loser, message, "hand")
    assert "You finish" in said(panel.response)
    assert "3rd of 3" in said(panel.response)
    assert custom_ids(panel.response) == [f"b:watch:{table.id}"]
    (seat,) = table.state.acting(human=True)
    before = said(panel.response)
    await table.play(seat, "call single 5")
    await stage.env.advance_time(2)
    assert said(panel.response) != before


async def three_at_a_table(stage: Stage) -> Any:
    lobby = await stage.lobby("bull")
    await stage.tap(stage.bob, lobby, "join")
    await stage.tap(stage.carol, stage.channel.last_message, "join")
    return stage.channel.last_message


def person(table: Any, seat: int) -> int:
    user_id = table.state.seats[seat].user_id
    assert user_id is not None
    return int(user_id)


async def test_options_in_force_are_told_at_table_and_panel(stage: Stage) -> None:
    """Those alone that are not the usual ones, in words."""
    lobby = await stage.lobby("bull", 1)
    chosen = await stage.tap(stage.alice, lobby, "options")
    menu = next(custom_id for custom_id in custom_ids(chosen.response) if custom_id.endswith(":wild"))
    await stage.alice.select(chosen.response, ["twos"], custom_id=menu)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    await stage.env.advance_time(3)
    wild = stage.state.game.rules.options["wild"]
    assert stage.state.row.options["wild"] in wild[1:]
    panel = await hand_of(stage, stage.alice)
    for message in (stage.table_message(), panel.response):
        title = said(message).splitlines()[0]
        assert "Wild cards: " in title
        assert "End" not in title


async def test_a_run_of_computer_players_is_told_move_by_move(stage: Stage) -> None:
    """Every move since the person's last one has its line, in order; the log has the same lines."""
    lobby = await stage.lobby("bull", 3)
    await stage.tap(stage.alice, lobby, "start")
    await stage.env.advance_time(20)
    assert stage.who_acts() is stage.alice
    legal = stage.state.match.legal(stage.state.seat_of(stage.alice.id))
    await stage.alice.slash(stage.channel, "move", move=str(legal[0]))
    await stage.env.advance_time(20)
    table = stage.table.state
    run = table.snapshot.run
    assert table.snapshot.news[-len(run) :] == run
    made = [actor for actor, _ in table.match.moves]
    last = max(i for i, actor in enumerate(made) if actor == table.seat_of(stage.alice.id))
    assert len(run) >= len(made) - last - 1
    opened = await stage.tap(stage.bob, stage.table_message(), "log")
    assert opened.response.ephemeral
    assert len(said(opened.response).splitlines()) == len(table.snapshot.news) + 1


# --- its size ---------------------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_fits_into_a_message(game: Game, seed: int) -> None:
    """In a whole game, on every way through the menus, in both languages: components, characters, ids."""
    rng, state = random.Random(seed), begun(game, seed)
    for _ in range(60):
        if state.is_over:
            return
        for language in LANGUAGES:
            fits(table_page(state.snapshot, language))
        (seat, *_) = state.to_act
        snapshot = state.seen_by(seat)
        assert snapshot.own is not None
        chosen: tuple[str, ...] = ()
        while True:
            for language in LANGUAGES:
                fits(panel_page(snapshot, language, PanelContext(chosen, is_newcomer=True)))
            path = menu_path(game.presenter, snapshot.own.view, chosen)
            open_menus = [menu for menu in path.menus if menu.chosen is None]
            if path.move is not None or not open_menus or len(chosen) > 8:
                break
            question = open_menus[0].question
            if question.is_pick:
                value = question.value_of(rng.sample(question.cards, question.sizes[1]))
            else:
                value = rng.choice(question.choices).value
            before = tuple(menu.chosen or "" for menu in path.menus if menu.chosen is not None)
            chosen = (*before, value)
        state = state.played(seat, rng.choice(snapshot.own.legal)).dealt()


def fits(page: Page) -> None:
    """Look at what Discord counts."""
    everything = on_wire(page)
    assert len(everything) <= MOST_PARTS
    assert sum(len(part.get("content", "")) for part in everything) <= TEXT_LIMIT
    ids = [part["custom_id"] for part in everything if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= CUSTOM_ID_LIMIT for custom_id in ids)
