"""What a table and a panel show, and that everything said can be printed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.core.presentation import Question
from games.core.words import Cards, Text
from games.lost import LOST_POKER
from games.lost.presenter import field_faces
from games.lost.refusals import REFUSALS
from games.lost.state import LostState, LostView
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, new_match, position, random_move
from tests.games.printing import messages, panel_lines, say, table_lines, texts_in

FACE = LOST_POKER.presenter


def said_of(state: LostState) -> Iterator[object]:
    """Give everything that is said of a position, to all viewers."""
    result = RULES.result(state)
    for viewer in (None, *range(state.setup.seats)):
        view = RULES.view(state, viewer)
        yield [FACE.say(event, view) for event in view.news]
        if result is not None:
            yield FACE.outcome(view, result)
        if viewer is None:
            yield FACE.table(view)
            continue
        options = RULES.legal(state, viewer)
        yield FACE.panel(view, options)
        for move in (*options[::9], *options[-1:]):
            yield FACE.name(move, view), FACE.warning(move, view)
        yield from questions(view)


def questions(view: LostView, chosen: tuple[str, ...] = ()) -> Iterator[Question]:
    """Give the questions on all ways, of cards and claims only on the first and the last ones."""
    asked = FACE.ask(view, chosen)
    if isinstance(asked, Question):
        yield asked
        for choice in asked.choices if not chosen else asked.choices[:1] + asked.choices[-1:]:
            yield from questions(view, (*chosen, choice.value))


def positions() -> Iterator[LostState]:
    """Give the positions of many games, and some that are rare."""
    yield RULES.start(RULES.setup(3))
    yield do(position(["2s Jk", *HANDS[1:]], FIELDS), "play Jk to 1 as joker", "lost")
    near = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
    yield do(position([HANDS[0], "3d 4d", HANDS[2]], near), "play 5h to 1 as 5")
    for seed in range(30):
        rng = random.Random(seed)
        match = new_match(3 + seed % 2, rng, str(seed % 6))
        yield match.state
        while not match.is_over:
            random_move(match, rng)
            yield match.state


def test_everything_said_can_be_printed_and_no_message_is_dead() -> None:
    """All messages of the catalogue are said, in all languages with all that they ask for."""
    used: dict[str, set[str]] = {}
    for state in positions():
        for text in texts_in(list(said_of(state))):
            if used.get(text.key) != set(text.args):
                used[text.key] = set(text.args)
                say(text)
    by_convention = ("lost-option-", "lost-decision-", "lost-refusal-", "lost-result-")
    others = {key for key in messages("lost") if not key.startswith(by_convention)}
    assert others - set(used) == {"lost-name", "lost-pitch"}


def test_every_refusal_is_printed() -> None:
    """Its message asks for nothing but what the refusal gives."""
    for refusal in REFUSALS:
        assert say(Text(f"lost-refusal-{refusal.code}", refusal.args))


# --- fields -----------------------------------------------------------------------------------------


def test_field_marks() -> None:
    """Cards of a hand that is one away are hot, others that have just come are new."""
    marks = {
        face.card: face.mark for group in field_faces(cards("As 4s 9s 6h Td"), new=["6h"]) for face in group
    }
    assert marks == {"As": "hot", "4s": "hot", "9s": "hot", "6h": "new", "Td": ""}


# --- table ------------------------------------------------------------------------------------------


def table(state: LostState) -> list[str]:
    return table_lines(FACE.table(RULES.view(state, None)))


def test_table_in_print() -> None:
    """The claim that waits, every hand and field, hot what is one away; on turn who has to answer."""
    state = do(position(HANDS, ["As 4s 7s", *FIELDS[1:]], losts=1), "play 5h to 1 as T")
    assert table(state) == [
        "P0 → P1: “T”. Trust or doubt?",
        "P0 cards 3 · losts left 1 · **one away:** any s",
        "P1 cards 3 · losts left 1",
        "P2 cards 3 · losts left 1",
        "[Trust]",
        "[Doubt]",
        "[Lost (left 1)]",
        "P0: As! 4s! 7s! (one away)",
        "P1*: Ad | 5c | 8s",
        "P2: 2c | 5s | 9h",
    ]


def test_panel_in_print() -> None:
    """What is asked, the hand by suit with what would be the end, the own field."""
    state = do(position(HANDS, ["As 4s 7s", *FIELDS[1:]], losts=1), "play 5h to 1 as T")
    assert panel_lines(FACE.panel(RULES.view(state, 0), ())) == [
        "You played 5h to P1 as “T”.",
        "Your hand (3): 2s Td 9c",
        "You are one away. You would be out with any s",
        "Your hand: 2s! | Td | 9c",
        "Your field: As! 4s! 7s!",
    ]


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
    said = list(texts_in([others.lines, scene.headline, scene.lines]))
    assert not any("5h" in arg.cards for text in said for arg in text.args.values() if isinstance(arg, Cards))
