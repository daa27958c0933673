"""How a table and a panel look, in both languages (netsuzo.md; texts of the catalogues)."""

from __future__ import annotations

import time

import pytest

from games.core.match import Match
from games.core.menu import menu_path
from games.core.presentation import PanelScene
from games.netsuzo import NETSUZO
from games.netsuzo.hands import is_true, tally
from games.netsuzo.menus import MOST, claim_steps
from games.netsuzo.moves import ACCEPT, LADDER, REJECT
from tests.games.netsuzo.printing import (
    LANGUAGES,
    panel_lines,
    row,
    say,
    table_lines,
)
from tests.games.netsuzo.tables import accept_lowest, actor, deal, lose, new, play, view_of

FACE = NETSUZO.presenter


def panel(match: Match, seat: int) -> PanelScene:
    return FACE.panel(match.view(seat), match.legal(seat))


# --- the table ------------------------------------------------------------------------------------------


def test_table_headline_names_declaration_and_who_answers() -> None:
    """Understood at a glance; the seats show chips and cards, in the order of play."""
    match = new(3)
    deal(match)
    assert table_lines(FACE.table(match.view(None)))[0] == "A makes the first declaration"
    play(match, "declare pair 5 J")
    assert table_lines(FACE.table(match.view(None))) == [
        "A declares **pair of 5s, J kicker**. B, do you believe it?",
        "Hand 1 · pile 46 · discards 0",
        "A 🔴 2 red · 🔵 0 blue · 1 card",
        "B 🔴 2 red · 🔵 0 blue · 1 card",
        "C 🔴 2 red · 🔵 0 blue · 1 card",
    ]
    play(match, "accept")
    assert table_lines(FACE.table(match.view(None)))[0].startswith("B accepted **pair of 5s")
    play(match, str(match.legal(1)[0]))
    assert table_lines(FACE.table(match.view(None)))[0] == "B has to go higher than **pair of 5s, J kicker**"


def test_table_answers_are_public_buttons() -> None:
    """Accept and reject while an answer is due, nothing else; only reject for five aces."""
    match = new(3)
    deal(match)
    assert FACE.table(match.view(None)).public == ()
    play(match, "declare pair 5 J")
    assert [tap.move for tap in FACE.table(match.view(None)).public] == ["accept", "reject"]
    play(match, "accept")
    assert FACE.table(match.view(None)).public == ()
    play(match, str(match.legal(1)[0]), "declare five A")
    assert [tap.move for tap in FACE.table(match.view(None)).public] == ["reject"]


def test_table_lists_the_chain_of_declarations_in_at_most_ten_lines() -> None:
    """The last ones one by one, the earlier ones counted."""
    match = new(4)
    lose_first = lose(match)
    deal(match)
    for state in accept_lowest(match):
        if len(state.declared) == 12:
            break
    assert lose_first == 0
    lines = [say(line) for line in FACE.table(match.view(None)).lines]
    assert len(lines) <= 9
    assert lines[1] == "… 5 earlier declarations"
    assert lines[-2].endswith(", accepted")
    assert "was a **lie**" in lines[-1]


def test_table_after_a_reject_shows_the_hand_and_what_it_makes() -> None:
    """The cards of the declared hand stand out; who lost what is said."""
    match = new(3)
    deal(match, {0: "5s"})
    play(match, "declare pair 5 J", "reject")
    scene = FACE.table(match.view(None))
    assert say(scene.headline) == (
        "B rejected A’s pair of 5s, J kicker, and it was **true**: Jd 8c 5s 5h 2s. B loses a red chip."
    )
    assert scene.board is not None
    assert [row(each) for each in scene.board.rows] == ["Shown by A: 5s! | 5h! Jd! 8c! 2s! (true)"]


def test_table_after_a_lie_shows_the_best_it_could_make() -> None:
    """Five of six cards make it; the sixth does not stand out."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept", "discard 9h", "declare five A", "reject")
    scene = FACE.table(match.view(None))
    assert "a **lie**: Ah 5s makes pair of 5s, A kicker at best" in say(scene.headline)
    assert "B loses a red chip, C gains a blue one" in say(scene.headline)
    assert scene.board is not None
    assert [row(each) for each in scene.board.rows] == ["Shown by B: Ah! 5s! | 5h! Jd! 8c! 2s (a lie)"]


def test_table_under_atleast_says_that_there_was_more() -> None:
    """The declared hand cannot be made, a better one can."""
    match = new(3, honesty="atleast")
    deal(match, {0: "5s"})
    play(match, "declare high A", "reject")
    assert "even more, pair of 5s, J kicker" in say(FACE.table(match.view(None)).headline)


def test_table_board_has_open_cards_and_backs_of_the_hand_on_turn() -> None:
    """How much lies behind a declaration, without a card of it."""
    match = new(3)
    deal(match)
    play(match, "declare high 7", "accept", "discard " + view_of(match, 1).hand[0])
    board = FACE.table(match.view(None)).board
    assert board is not None
    assert [row(each) for each in board.rows] == ["Open cards: 5h Jd 8c 2s", "B: ?? ??"]


# --- the panel ------------------------------------------------------------------------------------------


def test_panel_offers_the_best_true_the_next_true_and_the_lowest() -> None:
    """One tap each; what is the same is offered once."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    assert panel_lines(panel(match, 0)) == [
        "Your hand: 5s",
        "With the open cards: pair of 5s, J kicker",
        "Your turn: declare a hand, true or not.",
        "[What I have: pair of 5s, J kicker]",
        "[Lowest allowed: 7 high]",
    ]
    play(match, "declare high 7", "accept", "discard 9h")
    taps = [(tap.move, say(tap.label).split(":")[0]) for tap in panel(match, 1).shortcuts]
    assert taps == [
        ("declare pair 5 A", "What I have"),
        ("declare high A", "Next true one"),
        ("declare high 8", "Lowest allowed"),
    ]


def test_panel_offers_no_truth_where_only_lies_are_left() -> None:
    """Every shortcut is legal."""
    match = new(3)
    deal(match, {0: "5s"})
    play(match, "declare quads A K", "accept", "discard " + view_of(match, 1).hand[0])
    assert [tap.move for tap in panel(match, 1).shortcuts] == ["declare sflush s 5"]


def test_panel_of_the_answering_seat_offers_both_answers() -> None:
    """And tells how many cards the declaration rests on."""
    match = new(3)
    deal(match)
    play(match, "declare pair 5 J")
    scene = panel(match, 1)
    assert [tap.move for tap in scene.shortcuts] == ["accept", "reject"]
    assert "A declared pair of 5s, J kicker, with 1 card in hand" in panel_lines(scene)
    assert panel(match, 2).shortcuts == ()


def test_panel_warns_of_lies_and_rejections_with_the_last_red_chip() -> None:
    """Not of the truth, and not with two chips."""
    match = new(3, reds="1")
    deal(match, {0: "5s"})
    warnings = panel(match, 0).warnings
    assert "declare five A" in warnings
    assert "declare high J" in warnings
    assert "declare pair 5 J" not in warnings
    have = tally(("5s", *view_of(match, 0).open))
    assert set(warnings) == {str(claim) for claim in LADDER.bids if not is_true(claim, have, exact=True)}
    play(match, "declare pair 5 J")
    assert set(panel(match, 1).warnings) == {"reject"}
    relaxed = new(3)
    deal(relaxed)
    assert not panel(relaxed, 0).warnings


def test_panel_remembers_passed_and_discarded_cards() -> None:
    """What a seat knows and might forget."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept", "discard 9h")
    assert "You passed on: 5s" in panel_lines(panel(match, 0))
    assert "You discarded: 9h" in panel_lines(panel(match, 1))


# --- menus ----------------------------------------------------------------------------------------------


def test_menus_every_declaration_has_its_own_path_of_at_most_five_steps() -> None:
    """At most 25 choices at any point; no path is the beginning of another."""
    below: dict[tuple[str, ...], set[str]] = {}
    paths = set()
    for claim in LADDER.bids:
        steps = claim_steps(claim)
        path = tuple(step.value for step in steps)
        assert len(path) <= 5
        assert all(len(value) <= 60 for value in path)
        assert path not in paths
        paths.add(path)
        for at in range(len(path)):
            below.setdefault(path[:at], set()).add(path[at])
    assert max(map(len, below.values())) <= MOST
    assert not paths & below.keys()


def test_menus_siblings_read_differently_in_both_languages() -> None:
    """No two choices of a menu have the same label."""
    labels: dict[tuple[str, ...], dict[str, set[str]]] = {}
    for claim in LADDER.bids:
        steps = claim_steps(claim)
        for at, step in enumerate(steps):
            for language in LANGUAGES if claim.kind != "flush" or claim.suit == "s" else ():
                same = labels.setdefault((language, *(s.value for s in steps[:at])), {})
                same.setdefault(say(step.label, language), set()).add(step.value)
    assert all(len(values) == 1 for menu in labels.values() for values in menu.values())


@pytest.mark.parametrize(
    "claim", ["flush c K Q 7 3 2", "twopair 6 3 A", "sflush d 9", "five T", "flush s A K Q J 9"]
)
def test_menus_lead_to_the_move(claim: str) -> None:
    """Choosing value by value, and only legal choices on the way."""
    match = new(3)
    deal(match)
    move = NETSUZO.rules.parse(f"declare {claim}")
    values = [step.value for step in FACE.steps(move, match.view(0))]
    path = menu_path(FACE, match.view(0), match.legal(0), values)
    assert path.move == move
    assert all(1 <= len(menu.choices) <= MOST for menu in path.menus)


def test_menus_show_legal_choices_only() -> None:
    """After a straight flush to the ace nothing but five of a kind is left."""
    match = new(3)
    deal(match)
    play(match, "declare sflush s A", "accept", "discard " + view_of(match, 1).hand[0])
    path = menu_path(FACE, match.view(1), match.legal(1), [])
    assert [choice.value for choice in path.menus[0].choices] == ["five"]
    assert len(path.menus[-1].choices) == 13


def test_menus_of_all_6622_take_less_than_30_milliseconds() -> None:
    """On every click; measured as the best of five."""
    match = new(3)
    deal(match)
    view, legal = match.view(0), match.legal(0)
    took = []
    for _ in range(5):
        start = time.process_time()
        menu_path(FACE, view, legal, ["flush-c", "A", "K"])
        took.append(time.process_time() - start)
    assert min(took) < 0.03


def test_menus_discard_one_card_or_by_suit_first_when_there_are_many() -> None:
    """A hand of more than 25 cards is chosen from in two menus."""
    match = new(3)
    deal(match)
    for state in accept_lowest(match):
        if state.stage == "discard":
            seat = actor(match)
            menus = menu_path(FACE, match.view(seat), match.legal(seat), []).menus
            assert all(len(menu.choices) <= MOST for menu in menus)
            if len(state.hands[seat]) > 40:
                break
    move = match.legal(seat)[-1]
    values = [step.value for step in FACE.steps(move, match.view(seat))]
    assert len(values) == 2
    assert menu_path(FACE, match.view(seat), match.legal(seat), values).move == move
    assert {say(step.prompt) for step in FACE.steps(move, match.view(seat))} == {
        "Discard from which suit?",
        "Discard which card?",
    }


def test_menus_answers_are_buttons() -> None:
    """They need no menu."""
    match = new(3)
    deal(match)
    play(match, "declare high 7")
    assert [FACE.steps(move, match.view(1)) for move in (ACCEPT, REJECT)] == [(), ()]
