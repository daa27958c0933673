"""Keys, several menus for one question, and what plays at once, as people meet them in their panels."""

from __future__ import annotations

import random
from typing import Any

import pytest
from discord import ButtonStyle
from msgspec.structs import replace

from bot.play.panel_view import panel_page
from bot.showing.views import PanelContext
from bot.tables.state import TableState
from games.core.moves import Move
from games.core.words import Text, text
from games.lost import LOST_POKER
from games.lost.moves import LayField, LoseFromField, Play
from games.netsuzo import NETSUZO
from tests.bot.faults import Faults, disk_full
from tests.bot.pages import on_wire
from tests.bot.people import Stage, custom_ids, options, parts, raw_click, said
from tests.bot.playing import begun


async def at_lost_poker(stage: Stage) -> Any:
    """Alice, Bob and a computer player play Lost Poker; returns Alice's panel: she is to lay her field."""
    lobby = await stage.lobby("lost", 1)
    await stage.tap(stage.bob, lobby, "join")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    return (await stage.tap(stage.alice, stage.table_message(), "hand")).response


async def at_a_turn(stage: Stage) -> tuple[Any, Any]:
    """Somebody who is to play a card, and their panel; whatever comes before is done by typing."""
    await at_lost_poker(stage)
    while True:
        who = stage.who_acts()
        legal = stage.state.match.legal(stage.state.seat_of(who.id))
        if any(isinstance(move, Play) for move in legal):
            return who, (await stage.tap(who, stage.table_message(), "hand")).response
        await who.slash(stage.channel, "move", move=str(legal[0]))
        await stage.env.advance_time(5)


def labels(message: Any, verb: str) -> list[str]:
    """List how the buttons of a verb read."""
    return [part["label"] for part in parts(message) if part.get("custom_id", "").startswith(f"b:{verb}:")]


# --- what plays at once -------------------------------------------------------------------------------


async def test_cards_that_are_picked_are_played_at_once(stage: Stage) -> None:
    """It is said above the menu; once they are chosen nothing has to be confirmed."""
    panel = await at_lost_poker(stage)
    assert "choosing plays at once" in said(panel)
    ((_, values),) = options(panel, "cards")
    picked = [values[1], values[4], values[7]]
    await stage.choose(stage.alice, panel, "cards", picked)
    seat = stage.state.seat_of(stage.alice.id)
    assert stage.state.match.state.laid[seat] == tuple(value.split("#")[0] for value in picked)
    assert not list(options(panel, "cards"))


async def test_picked_cards_that_could_not_be_written_are_played_when_they_can(stage: Stage) -> None:
    """The database was full for a moment; nobody has to pick them again."""
    panel = await at_lost_poker(stage)
    ((_, values),) = options(panel, "cards")
    trouble = Faults(stage.env).fail("write append_moves", disk_full)
    await stage.choose(stage.alice, panel, "cards", values[:3])
    seat = stage.state.seat_of(stage.alice.id)
    assert not stage.state.match.state.laid[seat]
    await stage.env.advance_time(5)
    assert trouble.met == 1
    assert stage.state.match.state.laid[seat] == tuple(value.split("#")[0] for value in values[:3])


async def test_picked_cards_that_are_warned_of_have_to_be_confirmed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The warning stands in the panel, with the button that plays."""

    def warning(self: Any, move: Move, view: Any) -> Text | None:
        return text("lost-warn-last") if isinstance(move, LayField) else None

    monkeypatch.setattr(type(LOST_POKER.presenter), "warning", warning)
    panel = await at_lost_poker(stage)
    ((_, values),) = options(panel, "cards")
    before = stage.state.seq
    await stage.choose(stage.alice, panel, "cards", values[:3])
    assert stage.state.seq == before
    assert "This is your last card" in said(panel)
    (confirm,) = [label for label in labels(panel, "move") if label.startswith("Confirm")]
    await stage.tap(stage.alice, panel, "move", str(LayField(tuple(v.split("#")[0] for v in values[:3]))))
    assert confirm
    assert stage.state.seq > before


async def test_a_card_chosen_in_a_menu_is_played_at_once_and_a_fold_asks_for_its_card(stage: Stage) -> None:
    """The first card of a battle asks for its way; then one choice is a move, wherever it is one."""
    lobby = await stage.lobby("trick3")
    await stage.tap(stage.bob, lobby, "join")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    played = []
    while len(played) < 2:
        who = stage.who_acts()
        match, seat = stage.state.match, stage.state.seat_of(who.id)
        view, legal = match.view(seat), match.legal(seat)
        if view.phase != "play":
            await who.slash(stage.channel, "move", move=str(legal[0]))
            continue
        panel = (await stage.tap(who, stage.table_message(), "hand")).response
        card, before = view.hand[0], stage.state.seq
        is_first = not view.way
        assert ("choosing plays at once" in said(panel)) != is_first
        await stage.choose(who, panel, "pick", [card if is_first else "fold"])
        assert stage.state.seq == before
        assert "choosing plays at once" in said(panel)
        await stage.choose(who, panel, "pick", ["up" if is_first else card])
        played.append(str(stage.state.match.moves[before][1]))
        assert played[-1] == (f"play {card} up" if is_first else f"fold {card}")


async def test_a_play_takes_two_keys(stage: Stage) -> None:
    """A card under the name of who gets it, then the claim, which says that it plays."""
    who, panel = await at_a_turn(stage)
    seat = stage.state.seat_of(who.id)
    play = next(move for move in stage.state.match.legal(seat) if isinstance(move, Play))
    before = stage.state.seq
    assert str(play) not in " ".join(custom_ids(panel))
    await stage.tap(who, panel, "way", f":{play.card} {play.target}")
    assert stage.state.seq == before
    assert "one tap plays it" in said(panel)
    assert len(labels(panel, "move")) == 15
    await stage.tap(who, panel, "move", str(play))
    assert stage.state.match.moves[before][1] == play


# --- the way back --------------------------------------------------------------------------------------


async def test_one_can_go_back_and_choose_another_card(stage: Stage) -> None:
    """What was chosen is a button, which asks again."""
    who, panel = await at_a_turn(stage)
    first = custom_ids(panel)
    keys = [custom_id for custom_id in first if custom_id.startswith("b:way:")]
    await who.click(panel, custom_id=keys[1])
    assert len(labels(panel, "way")) == 1
    assert labels(panel, "way")[0].startswith("Play to ")
    await stage.tap(who, panel, "way")
    assert custom_ids(panel) == first
    await who.click(panel, custom_id=keys[2])
    assert f"{keys[2].rpartition(':')[2].split()[0]} " in " ".join(custom_ids(panel))


async def test_a_key_of_a_decision_that_is_gone_plays_nothing(stage: Stage) -> None:
    """It is answered kindly, by the panel as it is now."""
    who, panel = await at_a_turn(stage)
    key = next(custom_id for custom_id in custom_ids(panel) if custom_id.startswith("b:way:"))
    legal = stage.state.match.legal(stage.state.seat_of(who.id))
    await who.slash(stage.channel, "move", move=str(legal[0]))
    before = stage.state.seq
    tapped = raw_click(who, panel, key)
    await stage.env.settle()
    assert tapped.acknowledged
    assert stage.state.seq == before
    assert key not in custom_ids(panel)


# --- how it is laid out --------------------------------------------------------------------------------


def on_turn(seats: int) -> tuple[TableState, int]:
    """A game of Lost Poker at its first turn."""
    rng = random.Random(seats)
    state = next(one for one in (begun(LOST_POKER, seed) for seed in range(99)) if len(one.seats) == seats)
    while isinstance(state.to_act, tuple):
        seat = state.to_act[0]
        legal = state.match.legal(seat)
        if any(isinstance(move, LoseFromField) for move in legal):
            return state, seat
        state = state.played(seat, rng.choice(legal)).dealt()
    raise AssertionError("nobody has a lost")


def shown(state: TableState, seat: int, *chosen: str, hints: bool = False) -> list[dict[str, Any]]:
    return on_wire(panel_page(replace(state.seen_by(seat), hints=hints), "en", PanelContext(chosen)))


def test_keys_for_which_there_is_no_room_are_a_menu() -> None:
    """The last ones; the plays are keys all the same."""
    state, seat = on_turn(4)
    assert len(state.match.view(seat).hand) == 7
    children = shown(state, seat, hints=True)
    assert [one["placeholder"] for one in children if "placeholder" in one] == ["Lose from your field"]
    keys = [one for one in children if one.get("custom_id", "").startswith("b:way:")]
    assert len(keys) >= 3 * 6


def test_keys_that_are_warned_of_look_so_unless_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The warning stands above them, once."""
    state, seat = on_turn(3)
    (card, *_) = state.match.view(seat).fields[seat]
    fatal = state.match.view(seat).hand[:2]
    warned: set[str] = {*fatal}

    def warning(self: Any, move: Move, view: Any) -> Text | None:
        is_one = isinstance(move, LoseFromField) and move.placed in warned
        return text("lost-warn-last") if is_one else None

    monkeypatch.setattr(type(LOST_POKER.presenter), "warning", warning)
    for every in (False, True):
        if every:
            warned |= {*state.match.view(seat).hand}
        children = shown(state, seat, f"lost-field {card}")
        keys = [one for one in children if one.get("custom_id", "").startswith("b:move:")]
        red = [key["custom_id"].split()[-1] for key in keys if key["style"] == ButtonStyle.danger.value]
        assert red == ([] if every else list(fatal))
        told = [one["content"] for one in children if "last card" in one.get("content", "")]
        assert len(told) == 1
        assert told[0].count("last card") == 1


def test_a_question_in_several_menus_is_one_button_once_it_is_answered() -> None:
    """Each menu has an id of its own; the kind stays a menu."""
    state = begun(NETSUZO, 1)
    seat = state.to_act[0]
    asked = [one for one in shown(state, seat, "flush-s") if "placeholder" in one]
    assert [one["placeholder"] for one in asked][1:] == [
        "Flush, 7 to 10 high",
        "Flush, J or Q high",
        "Flush, K high",
        "Flush, A high without K",
        "Flush, A and K high",
    ]
    assert len({one["custom_id"] for one in asked}) == 6
    answered = shown(state, seat, "flush-s", asked[2]["options"][0]["value"])
    assert len([one for one in answered if "placeholder" in one]) == 1
    (back,) = [one for one in answered if one.get("custom_id", "").startswith("b:way:")]
    assert back["label"].startswith("Flush, J or Q high: J ")
