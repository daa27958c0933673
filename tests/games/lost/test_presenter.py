"""The face: what a table and a panel show, menus, warnings, and that every text exists."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast, parse

from games.core.menu import menu_path
from games.core.presentation import Board
from games.core.rules import is_to_act
from games.core.words import Arg, Cards, Joined, Text
from games.lost import LOST_POKER
from games.lost.layout import by_rank, by_suit, field_faces, field_groups
from games.lost.position import LostState, LostView
from games.lost.refusals import CODES

from .helpers import RULES, cards, do, new_match, position, random_move

FACE = LOST_POKER.presenter
LOCALES = Path(__file__).parents[3] / "bot" / "locales"
FIELDS = ["As 4h 7d", "Ad 5c 8s", "2c 5s 9h"]
HANDS = ["2s 5h 9c Td", "3s 6h 8c", "2d 3d 4c"]


def catalogue(language: str) -> dict[str, set[str]]:
    """Read a catalogue: each message with the variables it uses."""
    source = (LOCALES / language / "lost.ftl").read_text("utf-8")
    found: dict[str, set[str]] = {}
    for entry in parse(source).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found
            found[entry.id.name] = set(_variables(entry.value))
    bundle = FluentBundle([language])
    bundle.add_resource(FluentResource(source))
    return found


def _variables(node: object) -> Iterator[str]:
    if isinstance(node, ast.VariableReference):
        yield node.id.name
    elif isinstance(node, ast.BaseNode):
        for child in vars(node).values():
            for part in child if isinstance(child, list) else [child]:
                yield from _variables(part)


def texts(items: Iterable[Arg | None]) -> Iterator[Text]:
    """Walk through texts and those inside them."""
    for item in items:
        if isinstance(item, Text):
            yield item
            yield from texts(item.args.values())
        elif isinstance(item, Joined):
            yield from texts(item.texts)


def board_texts(board: Board | None) -> Iterator[Arg | None]:
    for row in board.rows if board else ():
        yield row.note
        yield row.title


def all_texts(state: LostState, sampled: int) -> Iterator[Text]:
    """Collect everything that is said of a position, to all viewers."""
    for viewer in (None, *range(len(state.hands))):
        view = RULES.view(state, viewer)
        yield from texts(FACE.say(event, view) for event in view.news)
        if viewer is None:
            scene = FACE.table(view)
            yield from texts([scene.headline, *scene.lines, *(line for _, line in scene.seats)])
            yield from texts(shortcut.label for shortcut in scene.public)
            yield from texts(board_texts(scene.board))
            continue
        options = RULES.legal(state, viewer)
        panel = FACE.panel(view, options)
        yield from texts([*panel.lines, *panel.warnings.values()])
        yield from texts(shortcut.label for shortcut in panel.shortcuts)
        yield from texts(board_texts(panel.board))
        for move in list(options)[::sampled]:
            yield from texts([FACE.name(move, view)])
            for step in FACE.steps(move, view):
                yield from texts([step.prompt, step.label, step.detail])
    if (result := RULES.result(state)) is not None:
        yield from texts(FACE.outcome(RULES.view(state, None), result))


@pytest.fixture(scope="module")
def used() -> dict[str, set[str]]:
    """Collect the texts of many random games, each with the arguments it was given."""
    found: dict[str, set[str]] = {}
    for seed in range(30):
        rng = random.Random(seed)
        match = new_match(3 + seed % 2, rng, str(seed % 6))
        while True:
            for text in all_texts(match.state, 9):
                found.setdefault(text.key, set()).update(text.args)
            if match.is_over:
                break
            random_move(match, rng)
    return found


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_text_exists_with_its_arguments(used: dict[str, set[str]], language: str) -> None:
    """Whatever the face says is in both catalogues, and they ask for no argument that is not given."""
    known = catalogue(language)
    assert set(used) <= set(known)
    for key, given in used.items():
        assert known[key] <= given, key


def test_catalogues_have_the_same_messages() -> None:
    """Both languages have each message, with the same arguments."""
    assert catalogue("en") == catalogue("ja")


def test_conventional_keys() -> None:
    """Name, options, refusals and decisions have their texts."""
    known = catalogue("en")
    wanted = {"lost-name", "lost-pitch", "lost-option-losts", "lost-option-losts-about"}
    wanted |= {f"lost-refusal-{code}" for code in CODES}
    wanted |= {f"lost-decision-{name}" for name in RULES.decisions}
    assert wanted <= set(known)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_rules_for_people_fit_a_message(language: str) -> None:
    """The rules text has headings and at most 3500 characters."""
    text = (LOCALES / language / "lost-rules.md").read_text("utf-8")
    assert text.startswith("## ")
    assert 500 < len(text) <= 3500


# --- fields -----------------------------------------------------------------------------------------


def test_field_by_suit_when_a_flush_is_nearer() -> None:
    """Three spades stand together."""
    field = cards("As 9s 4s 5h 6d")
    assert field_groups(field) == (("As", "4s", "9s"), ("5h",), ("6d",))


def test_field_by_rank_when_a_straight_or_a_rank_is_nearer() -> None:
    """Neighbouring ranks stand together, the joker alone."""
    assert field_groups(cards("4h 5s 6d Tc")) == (("4h", "5s", "6d"), ("Tc",))
    assert field_groups(cards("8s 8h 8d 2c")) == (("2c",), ("8s", "8h", "8d"))
    assert by_rank(cards("4h Jk 5s")) == (("4h", "5s"), ("Jk",))
    assert by_suit(cards("4h Jk 5s")) == (("5s",), ("4h",), ("Jk",))


def test_field_marks() -> None:
    """Cards of a hand that is one away are hot, others that have just come are new."""
    marks = {
        face.card: face.mark for group in field_faces(cards("As 4s 9s 6h Td"), new=["6h"]) for face in group
    }
    assert marks == {"As": "hot", "4s": "hot", "9s": "hot", "6h": "new", "Td": ""}


# --- table ------------------------------------------------------------------------------------------


def table(state: LostState) -> object:
    return FACE.table(RULES.view(state, None))


def test_table_asks_the_target_by_public_buttons() -> None:
    """While a card waits: trust, doubt and, while any are left, lost; otherwise no buttons."""
    state = do(position(HANDS, FIELDS, losts=1), "play 5h to 1 as s")
    assert [shortcut.move for shortcut in FACE.table(RULES.view(state, None)).public] == [
        "trust",
        "doubt",
        "lost",
    ]
    none_left = do(position(HANDS, FIELDS, losts=0), "play 5h to 1 as s")
    assert [shortcut.move for shortcut in FACE.table(RULES.view(none_left, None)).public] == [
        "trust",
        "doubt",
    ]
    assert FACE.table(RULES.view(do(state, "lost"), None)).public == ()
    assert FACE.table(RULES.view(do(state, "trust"), None)).public == ()


def test_table_says_who_is_still_choosing() -> None:
    """In the opening the headline names those who have not laid their cards."""
    match = new_match(3, random.Random(1))
    match.play(1, "field " + " ".join(match.state.hands[1][:3]))
    scene = FACE.table(match.view(None))
    assert scene.headline.key == "lost-headline-opening"
    assert scene.headline.args["seats"].seats == (0, 2)
    assert [line.key for _, line in scene.seats] == [
        "lost-seat-choosing",
        "lost-seat-ready",
        "lost-seat-choosing",
    ]
    assert scene.board is None


def test_table_tells_the_last_claim_with_its_outcome() -> None:
    """The outcome of the last claim stays while other turns follow."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "doubt", "lost hand 3s")
    scene = FACE.table(RULES.view(state, None))
    assert [line.key for line in scene.lines] == ["lost-event-doubt-right", "lost-event-lost-hand"]
    assert scene.headline.key == "lost-headline-turn"


def test_table_marks_who_is_one_away() -> None:
    """A seat line says that its field is one away, and by what."""
    scene = FACE.table(RULES.view(position(HANDS, ["As 4s 7s", *FIELDS[1:]]), None))
    lines = dict(scene.seats)
    assert lines[0].key == "lost-seat-near"
    assert [text.key for text in lines[0].args["outs"].texts] == ["lost-out-suit"]
    assert lines[1].key == "lost-seat"


@pytest.mark.parametrize("seed", range(6))
def test_table_and_panel_stay_short(seed: int) -> None:
    """A table has at most five lines besides the seats, a panel at most five and five shortcuts."""
    rng = random.Random(seed)
    match = new_match(3, rng, "5")
    while True:
        for viewer in (None, 0, 1, 2):
            view: LostView = match.view(viewer)
            if viewer is None:
                assert len(FACE.table(view).lines) <= 5
            else:
                panel = FACE.panel(view, RULES.legal(match.state, viewer))
                assert len(panel.lines) <= 5
                assert len(panel.shortcuts) <= 5
        if match.is_over:
            break
        random_move(match, rng)


# --- panel, menus, warnings ---------------------------------------------------------------------------


def test_panel_shows_a_taken_card_to_its_taker() -> None:
    """Who declared the lost reads which card it was; nobody else's panel or table names it."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "lost")
    taker = FACE.panel(RULES.view(state, 1), RULES.legal(state, 1))
    assert taker.lines[0].key == "lost-panel-taken"
    assert taker.lines[0].args["card"] == Cards(("5h",), "numbers")
    others = FACE.panel(RULES.view(state, 2), ())
    scene = FACE.table(RULES.view(state, None))
    said = [*texts([*others.lines, scene.headline, *scene.lines])]
    assert not any("5h" in arg.cards for text in said for arg in text.args.values() if isinstance(arg, Cards))


def warned(state: LostState) -> dict[str, str]:
    assert isinstance(state.to_act, tuple)
    seat = state.to_act[0]
    panel = FACE.panel(RULES.view(state, seat), RULES.legal(state, seat))
    return {move: text.key for move, text in panel.warnings.items()}


def test_warnings_on_a_turn() -> None:
    """Moves that eliminate oneself are warned of, and plays that would if they were judged rightly."""
    state = position(HANDS, ["Ah 4h 7h", *FIELDS[1:]])
    found = warned(state)
    assert found["play 5h to 1 as s"] == "lost-warn-risk"
    assert "play 2s to 1 as s" not in found
    assert "lost field Ah place 5h" not in found  # the five replaces a heart
    state = position(HANDS, ["Ah 4h 7h Ts", *FIELDS[1:]])
    assert warned(state)["lost field Ts place 5h"] == "lost-warn-made"


def test_warnings_of_the_last_card() -> None:
    """Every move with the last card is warned of."""
    state = position(["5h", *HANDS[1:]], FIELDS)
    assert set(warned(state)) == {str(move) for move in RULES.legal(state, 0)}


@pytest.mark.parametrize("seed", range(8))
def test_warnings_are_true_and_complete(seed: int) -> None:
    """Each move that eliminates its own seat at once is warned of, and no safe one as if it did."""
    rng = random.Random(seed)
    match = new_match(3, rng, str(seed % 6))
    while not match.is_over:
        seat = match.to_act[0]
        options = RULES.legal(match.state, seat)
        found = FACE.panel(match.view(seat), options).warnings
        for move in options:
            after = RULES.step(match.state, seat, move)
            sure = found.get(str(move))
            kind = type(move).__name__
            if kind not in ("Play", "Trust", "Doubt", "DeclareLost"):
                assert (seat in after.out) == (sure is not None)
        random_move(match, rng)


def test_warnings_of_answers() -> None:
    """An answer that surely eliminates if it is wrong is warned of, and a lost that leaves nothing."""
    fields = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
    state = do(position(HANDS, fields), "play 5h to 1 as d")
    assert warned(state) == {"doubt": "lost-warn-wrong"}
    state = do(position([HANDS[0], "3s", HANDS[2]], FIELDS), "play 5h to 1 as d")
    assert warned(state) == {"lost": "lost-warn-last"}
    state = do(position([HANDS[0], "3d 4d", HANDS[2]], fields), "play 5h to 1 as 5")
    assert warned(state)["lost"] == "lost-warn-place"


def test_warnings_of_a_void_place() -> None:
    """The card placed beside a joker may complete a hand."""
    state = position(["2s Jk", "3s 9d", "2d 3d"], [FIELDS[0], "6d 8d Ac", FIELDS[2]])
    assert warned(do(state, "play Jk to 1 as joker", "lost")) == {"place 9d": "lost-warn-made"}


@pytest.mark.parametrize("seed", range(5))
def test_steps_lead_to_every_move(seed: int) -> None:
    """Each move that has steps is reached by its own path of at most five menus with at most 25 choices."""
    rng = random.Random(seed)
    match = new_match(4, rng)
    for _ in range(14):
        if match.is_over:
            return
        for seat in range(4):
            if not is_to_act(match.to_act, seat):
                continue
            view, options = match.view(seat), match.legal(seat)
            paths = {tuple(step.value for step in FACE.steps(move, view)): move for move in options}
            stepped = [move for move in options if FACE.steps(move, view)]
            assert len([path for path in paths if path]) == len(stepped)
            for path, _move in list(paths.items())[::40]:
                if path:
                    _check_menus(view, options, path)
        random_move(match, rng)


def _check_menus(view: LostView, options: object, path: tuple[str, ...]) -> None:
    assert len(path) <= 5
    shown: list[str] = []
    for value in path:
        menus = menu_path(FACE, view, options, shown).menus
        for menu in menus:
            values = [choice.value for choice in menu.choices]
            assert len(set(values)) == len(values)
            assert all(len(value) <= 60 for value in values)
            assert len(values) <= 25 or menu.is_pick
        if len(menus) > len(shown) and value in [choice.value for choice in menus[-1].choices]:
            shown.append(value)
    assert str(menu_path(FACE, view, options, shown).move)


def test_steps_pick_three_cards_at_once() -> None:
    """The opening is one choice of three cards."""
    match = new_match(3, random.Random(0))
    menus = menu_path(FACE, match.view(0), match.legal(0), ()).menus
    assert len(menus) == 1
    assert menus[0].is_pick
    assert menus[0].sizes == (3, 3)
    assert menus[0].cards == match.state.hands[0]
