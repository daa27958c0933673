"""Tests of a panel's controls: buttons, menus, card selection, back buttons and warnings."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest
from discord import ButtonStyle
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from bot.pages import controls
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import people_localizer
from bot.pages.phone import SCREEN, DeferredItems, MeasuredItems, page_height
from bot.tables.snapshot import Scenes, Snapshot
from bot.wire.components import Button, StringSelect, TextDisplay, walk
from games import find_game
from games.bull import menus as bull_menus
from games.bull.hands import DECK, Call
from games.core.moves import Move
from games.core.presentation import Choice, Question
from games.core.words import Text, text
from games.lost import LOST_POKER
from games.lost.moves import LayFirstCards, Play
from games.netsuzo import NETSUZO
from tests.bot.faults import Faults, disk_full
from tests.bot.pages.test_hints import buttons, decisions, with_hint
from tests.bot.people import Stage, custom_ids, move_ids, options, parts, text_of_message
from tests.bot.playing import dealt_table, undealt_table
from tests.games.trick3 import tables


async def at_lost_poker(stage: Stage) -> Any:
    """Start Lost Poker with Alice, Bob and a computer player; return Alice's panel."""
    await stage.start_game(stage.bob, game="lost", computers=1)
    return await stage.open_panel(stage.alice)


async def at_a_turn(stage: Stage) -> tuple[Any, Any]:
    """Play Lost Poker up to the first turn; return the player on turn and that player's panel."""
    await at_lost_poker(stage)
    while True:
        player = stage.player_on_turn()
        legal = stage.match.legal(stage.state.seat_of(player.id))
        if any(isinstance(move, Play) for move in legal):
            return player, await stage.open_panel(player)
        await player.slash(stage.channel, "move", move=str(legal[len(legal) // 2]))
        await stage.env.advance_time(5)


def back_button_id(message: Any) -> str:
    (back_id,) = [part["custom_id"] for part in parts(message) if part.get("label") == "Back"]
    return str(back_id)


def cards_of(values: list[str]) -> tuple[str, ...]:
    return tuple(value.split("#")[0] for value in values)


@pytest.mark.parametrize("is_full", [False, True])
async def test_picked_cards_are_played_without_confirmation(stage: Stage, is_full: bool) -> None:
    """Picked cards are played without a confirmation, also if the database failed for a moment."""
    panel = await at_lost_poker(stage)
    ((_, values),) = options(panel, "cards")
    picked = [values[1], values[4], values[7]]
    seat = stage.state.seat_of(stage.alice.id)
    if is_full:
        trouble = Faults(stage.env).fail("write append_moves", disk_full)
    await stage.choose(stage.alice, panel, "cards", picked)
    if is_full:
        assert not stage.match.state.laid[seat]
        await stage.env.advance_time(5)
        assert trouble.met == 1
    assert stage.match.state.laid[seat] == cards_of(picked)
    assert not list(options(panel, "cards"))


async def test_dangerous_choice_in_a_menu_needs_confirmation(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dangerous choice in a menu shows a warning, a Confirm button and a Back button."""

    def warning(self: Any, move: Move, view: Any) -> Text | None:
        is_picked = isinstance(move, LayFirstCards) and move.cards == view.hand[:3]
        return text("lost-warn-last") if is_picked else None

    monkeypatch.setattr(type(LOST_POKER.presenter), "warning", warning)
    panel = await at_lost_poker(stage)
    ((_, values),) = options(panel, "cards")
    before = stage.state.seq
    await stage.choose(stage.alice, panel, "cards", values[:3])
    assert stage.state.seq == before
    assert "This is your last card" in text_of_message(panel)
    said_by = {part["custom_id"].split(":")[1]: part["label"] for part in parts(panel) if "label" in part}
    assert said_by["way"] == "Back"
    assert said_by["move"].startswith("Confirm")
    await stage.tap(stage.alice, panel, "move", str(LayFirstCards(cards_of(values[:3]))))
    assert stage.state.seq > before


async def test_move_is_asked_step_by_step_with_a_way_back(stage: Stage) -> None:
    """The panel asks for target, card and claim in turn, and Back returns to the previous question."""
    player, panel = await at_a_turn(stage)
    seat = stage.state.seat_of(player.id)
    plays = [move for move in stage.match.legal(seat) if isinstance(move, Play)]
    before, first, target = stage.state.seq, custom_ids(panel), plays[0].target
    assert not any(str(play) in " ".join(first) for play in plays)
    await stage.tap(player, panel, "way", f":{target}")
    assert "Which card to" in text_of_message(panel)
    ways = " ".join(custom_ids(panel))
    offered = [move_id for move_id in plays if f":{move_id.target}|{move_id.card}" in ways]
    play = next(answer for answer in offered if answer.claim == "s")
    await stage.tap(player, panel, "way", f":{play.target}|{play.card}")
    assert ": what do you say it is?" in text_of_message(panel)
    assert len(move_ids(panel)) == 4
    assert [len(values) for _, values in options(panel, "pick")] == [11]
    await player.click(panel, custom_id=back_button_id(panel))
    assert "Which card to" in text_of_message(panel)
    await player.click(panel, custom_id=back_button_id(panel))
    assert custom_ids(panel) == first
    assert stage.state.seq == before
    await stage.tap(player, panel, "way", f":{play.target}")
    await stage.tap(player, panel, "way", f":{play.target}|{play.card}")
    await stage.tap(player, panel, "move", str(play))
    assert stage.match.moves[before][1] == play


def question_components(patch: pytest.MonkeyPatch, count: int, group: int = 99, likely: int = 0) -> list[Any]:
    """Make Netsuzo Poker ask for one of ``count`` answers; return the components of the panel."""
    state = dealt_table(NETSUZO, 1)
    (seat,) = state.to_act
    move, choices = state.match.legal(seat)[0], []
    for at in range(count):
        heading = Text("move-named", {"name": f"g{at // group}"})
        choices.append(Choice(f"v{at}", Text("netsuzo-rank", {"rank": str(at)}), group=heading))
    question = Question(Text("button-hint"), tuple(choices), likely)
    patch.setattr(type(NETSUZO.presenter), "next_question", lambda self, view, way: move if way else question)
    return [*walk(panel_page(state.seen_by(seat), "en", PanelContext()).components)]


@pytest.mark.parametrize(
    ("count", "likely", "buttons", "menus"),
    [(1, 0, 1, []), (9, 2, 9, []), (10, 0, 0, [10]), (12, 4, 4, [8]), (40, 0, 0, [25, 15])],
)
def test_up_to_nine_answers_are_buttons_and_more_are_menus(
    count: int, likely: int, buttons: int, menus: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to nine answers are all buttons; of ten or more, only the likely ones are buttons."""
    components = question_components(monkeypatch, count, likely=likely)
    assert (
        len(
            [
                component
                for component in components
                if isinstance(component, Button) and ":move:" in component.custom_id
            ]
        )
        == buttons
    )
    selects = [component for component in components if isinstance(component, StringSelect)]
    assert [len(menu.options) for menu in selects] == menus
    assert len({menu.custom_id for menu in selects}) == len(selects)


@pytest.mark.parametrize("count", [1, 9, 12, 40])
def test_menus_are_as_high_as_measured_before_they_are_made(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The buttons and menus of each layout are as high as was known before the menus were made."""
    measured = list[MeasuredItems]()

    class Recorded(DeferredItems):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            measured.append(self)

    monkeypatch.setattr(controls, "DeferredItems", Recorded)
    question_components(monkeypatch, count, likely=min(count, 4), group=5)
    assert measured
    for part in measured:
        assert part.box == MeasuredItems(part.items).box


def test_groups_have_headings_with_buttons_or_own_menus(monkeypatch: pytest.MonkeyPatch) -> None:
    few = question_components(monkeypatch, 6, 3)
    contents = [getattr(component, "content", "") for component in few]
    assert [content for content in contents if content.startswith("-# ") and "g" in content][-2:] == [
        "-# “g0”",
        "-# “g1”",
    ]
    many = question_components(monkeypatch, 24, 12)
    menus = [component for component in many if isinstance(component, StringSelect)]
    assert [len(menu.options) for menu in menus] == [12, 12]
    assert [menu.placeholder[:6] for menu in menus] == ["“g0”: ", "“g1”: "]
    assert menus[0].placeholder[6:].startswith("0 · 1 · 2 · ")
    assert menus[0].placeholder.endswith(" … 11")


@pytest.mark.parametrize(
    ("language", "beginnings"),
    [("en", ["Expose one", "Expose two", "Expose three"]), ("ja", ["1枚晒す", "2枚晒す", "3枚晒す"])],
)
def test_menus_of_sets_say_how_many_cards_are_exposed(language: str, beginnings: list[str]) -> None:
    """Sets of one, two and three cards have a menu each, which the options alone do not tell apart."""
    sides = ("Ts 3h Ad Kd 3c 9c | | | 2s", "2h 5h 9s Kc 3d 7d | 4h 6h Jc", "2d 5d 9d Ks 3s 7s | 4d 6d Js")
    state = tables.at(*sides, phase="refill", way="up")
    table = undealt_table(find_game("trick3"), ("Alice", "Bob", "Carla"), language=language)
    seen = table.with_deal().seen_by(0)
    own = structs.replace(
        seen.mine, view=tables.RULES.view(state, 0), legal=tuple(tables.RULES.legal(state, 0))
    )
    page = panel_page(replace(seen, own=own, scenes=Scenes()), language, PanelContext(("expose 0",)))
    menus = [part for part in walk(page.components) if isinstance(part, StringSelect)]
    assert len(menus) == 3
    for part, beginning in zip(menus, beginnings, strict=True):
        assert part.placeholder.startswith(beginning)


def test_risky_buttons_are_red_unless_all_are_risky(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel shows the warning of its risky buttons once."""
    state = dealt_table(NETSUZO, 1)
    (seat,) = state.to_act
    first, second, *_ = state.match.legal(seat)
    moves = {"a": first, "b": second}
    question = Question(Text("button-hint"), tuple(Choice(value, Text("button-hint")) for value in moves))
    kind = type(NETSUZO.presenter)
    monkeypatch.setattr(kind, "next_question", lambda self, view, way: moves.get(way[0]) if way else question)
    for warned in ({first}, {first, second}):
        warnings = {move: text("lost-warn-last") for move in warned}
        monkeypatch.setattr(kind, "warning", lambda self, move, view, warnings=warnings: warnings.get(move))
        components = [*walk(panel_page(state.seen_by(seat), "en").components)]
        red = [
            component
            for component in components
            if isinstance(component, Button) and component.style == ButtonStyle.danger.value
        ]
        assert [str(first) in button.custom_id for button in red] == ([True] if len(warned) == 1 else [])
        assert "".join(getattr(component, "content", "") for component in components).count("last card") == 1


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", ["lost", "trick3"])
def test_first_panel_asks_for_three_cards_once(game: str, language: str) -> None:
    """A newcomer's first panel asks for three cards in its question, and not in a headline as well."""
    state = undealt_table(find_game(game), ("Alice", "Bob", "Carla"), language=language).with_deal()
    snapshot = state.seen_by(state.acting(human=True)[0])
    texts = "\n".join(
        part.content
        for part in walk(panel_page(snapshot, language, PanelContext(is_newcomer=True)).components)
        if isinstance(part, TextDisplay)
    )
    words = people_localizer(snapshot, language)
    assert words(snapshot.scene.headline) not in texts
    assert len(re.findall("three cards|3枚を", texts)) == 1


@pytest.mark.parametrize(("language", "name"), [("en", "Call something else …"), ("ja", "ほかの役を宣言…")])
def test_only_menu_of_calls_says_that_one_calls_there(language: str, name: str) -> None:
    """If Porker Bull has one menu for all calls without a button, its title says so."""
    state = undealt_table(find_game("bull"), ["Hana", "Ken"], language=language).with_deal()
    state = state.with_move(0, state.match.rules.parse("call pair 5"))
    page = panel_page(state.seen_by(1), language)
    (menu,) = [part for part in walk(page.components) if isinstance(part, StringSelect)]
    assert menu.placeholder == name


def with_hand(seen: Snapshot, hand: tuple[str, ...]) -> Snapshot:
    """Return the snapshot as if the seat had been dealt other cards."""
    own = structs.replace(seen.mine, view=structs.replace(seen.mine.view, hand=hand))
    return replace(seen, own=own, scenes=Scenes())


def check_held_singles(seed: int, seats: int, language: str) -> int:
    """Check the pages of decisions with several hands; return the number of single cards that are held."""
    rng = random.Random(seed)
    count = 0
    for seen in decisions(find_game("bull"), seats, seed, language):
        for _ in range(3):
            hand = tuple(rng.sample(DECK, len(seen.mine.view.hand)))
            dealt = with_hand(seen, hand)
            ranks = {card[0] for card in hand}
            legal = [call for call in seen.mine.legal if isinstance(call, Call) and call.kind == "single"]
            held = [str(call) for call in legal if call.ranks in ranks]
            context = PanelContext(is_newcomer=rng.random() < 0.5)
            page = panel_page(dealt, language, context)
            assert page_height(page) <= SCREEN
            for each in (page, panel_page(with_hint(dealt, rng), language, context)):
                moves = {custom_id.rsplit(":", 1)[-1] for custom_id in buttons(each)}
                assert {*held} <= moves, (hand, moves)
            count += len(held)
    return count


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(1, 60), seats=st.sampled_from((2, 3, 4, 6, 8)), language=st.sampled_from(("en", "ja"))
)
def test_every_legal_single_card_that_the_seat_holds_is_a_button(
    seed: int, seats: int, language: str
) -> None:
    """On the fullest page of Porker Bull, too, no true call of a single card is only in a menu."""
    check_held_singles(seed, seats, language)


@pytest.mark.mutants
def test_single_cards_in_a_menu_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If single cards had to go where room is short, the test above would fail."""
    assert check_held_singles(FULL, 3, "en")
    monkeypatch.setattr(bull_menus, "_calls_always_shown", lambda view: ())
    with pytest.raises(AssertionError):
        check_held_singles(FULL, 3, "en")


FULL = 0
"""The seed of a game of three with pages on which no room is left."""
