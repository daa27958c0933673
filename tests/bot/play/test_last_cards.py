"""Tests of the last cards in Three Cards Trick Poker: a tap never decides whether one leaves the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import force_setattr

from games.core.match import Match
from games.trick3 import TRICK3
from games.trick3.rules import Trick3View
from tests.bot.conftest import FakeAdviser
from tests.bot.finished_games import play_on
from tests.bot.people import Stage, custom_ids, move_ids, parts, text_of_message
from tests.bot.playing import shorten


def usual_move(match: Match, seat: int) -> str:
    """Return a plain move: the first card, or a refill that exposes a card only if none is exposed."""
    view: Trick3View = match.view(seat)
    if view.phase != "refill":
        return str(match.legal(seat)[0])
    if view.exposed[seat]:
        return str(match.legal(seat)[0])
    return next(str(move) for move in match.legal(seat) if " expose " in str(move))


def has_two_last_cards(view: Trick3View) -> bool:
    """True before the play of a hidden card after which only one is left, and no stock."""
    seat = view.seat
    assert seat is not None
    is_last = len(view.hand) == 2 and not view.stock[seat]
    return is_last and view.phase == "play" and view.round == 3 and 0 < len(view.exposed[seat]) < 3


async def play_until(stage: Stage, is_there: Callable[[Trick3View], bool]) -> Any:
    """Play plain moves until the person on turn is there; return that person."""
    for _ in range(300):
        seat = stage.state.acting(human=True)[0]
        if is_there(stage.match.view(seat)):
            return stage.player_on_turn()
        await stage.play(usual_move(stage.match, seat))
    raise AssertionError("nobody was there")


def labels(message: Any) -> list[str]:
    """Return the labels of a message's buttons."""
    return [part["label"] for part in parts(message) if part.get("label")]


async def test_tap_on_card_does_not_decide_about_leaving(stage: Stage) -> None:
    """With one hidden card left after the play, the panel offers to expose it and leave, and then asks."""
    await stage.start_two("trick3")
    player = await play_until(stage, has_two_last_cards)
    panel = await stage.open_panel(player)
    pick = next(cid for cid in custom_ids(panel) if cid.startswith("s:pick:"))
    await player.select(panel, ["alone"], custom_id=pick)
    assert "Then you may expose more." in text_of_message(panel)
    only = next(cid for cid in custom_ids(panel) if cid.startswith("b:only:"))
    await player.click(panel, custom_id=only)
    actor, move = stage.match.moves[-1]
    assert str(move).startswith("play"), "nothing else has been decided"
    assert stage.match.to_act == (actor,)
    assert "You leave by exposing all your hidden cards" in text_of_message(panel)
    (leave,) = [label for label in labels(panel) if "and leave" in label]
    await player.click(panel, label=leave)
    assert str(stage.match.moves[-1][1]).startswith("refill expose")
    after = stage.match.view(None)
    assert after.hidden[actor] == after.stock[actor] == 0


async def test_review_judges_only_what_was_asked(stage: Stage) -> None:
    """A draw that followed a card by itself is not among the reviewed decisions."""
    judge = FakeAdviser()
    assess = TRICK3.assess
    force_setattr(TRICK3, "assess", judge)
    try:
        table_id = await tap_first_cards(stage)
        over = await play_on(stage, table_id)
        review = (await stage.alice.click(stage.message(over.id), label="Review my play")).response
        await stage.env.advance_time(10)
    finally:
        force_setattr(TRICK3, "assess", assess)
    assert [judged.view.phase for judged in judge.asked[:3]] == ["expose", "play", "play"]
    assert f" of {len(judge.asked)}** decisions" in text_of_message(review)
    own = [number for number, (actor, _) in enumerate(over.match.moves) if actor == 0]
    assert len(judge.asked) < len(own)


async def tap_first_cards(stage: Stage) -> str:
    """Play the first card of both players by taps, and return the table's id."""
    await stage.lobby("trick3")
    await shorten(stage, "trick3")
    await stage.tap(stage.bob, stage.lobby_message, "join")
    await stage.tap(stage.alice, stage.lobby_message, "start")
    for _ in range(2):
        await stage.play()
    for _ in range(2):
        player = stage.player_on_turn()
        panel = await stage.open_panel(player)
        if not move_ids(panel):
            await stage.tap(player, panel, "way")
        await player.click(panel, custom_id=move_ids(panel)[0])
        assert [str(move).split()[0] for _, move in stage.match.moves[-2:]] == ["play", "refill"]
    return stage.table.id
