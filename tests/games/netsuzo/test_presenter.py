"""How a table and a panel look, in both languages (netsuzo.md; texts of the catalogues)."""

from __future__ import annotations

from games.core.match import Match
from games.core.presentation import PanelScene
from games.netsuzo import NETSUZO
from games.netsuzo.hands import is_true, tally
from games.netsuzo.moves import LADDER
from tests.games.netsuzo.tables import accept_lowest, deal, lose, new, play, view_of
from tests.games.printing import board_lines, panel_lines, say, table_lines

FACE = NETSUZO.presenter


def panel(match: Match, seat: int) -> PanelScene:
    return FACE.panel(match.view(seat), match.legal(seat))


# --- the table ------------------------------------------------------------------------------------------


def test_table_headline_names_declaration_and_who_answers() -> None:
    """Understood at a glance; the seats show chips and cards, in the order of play."""
    match = new(3)
    deal(match)
    assert table_lines(FACE.table(match.view(None)))[0] == "P0 makes the first declaration"
    play(match, "declare pair 5 J")
    assert table_lines(FACE.table(match.view(None))) == [
        "P0 declares **pair of 5s, J kicker**. P1, do you believe it?",
        "Hand 1 · pile 46 · discards 0",
        "P0 🔴 2 red · 🔵 0 blue · 1 card",
        "P1 🔴 2 red · 🔵 0 blue · 1 card",
        "P2 🔴 2 red · 🔵 0 blue · 1 card",
        "[Accept]",
        "[Reject]",
        "Open cards: 5h Jd 8c 2s",
        "P0: ##",
    ]
    play(match, "accept")
    assert table_lines(FACE.table(match.view(None)))[0].startswith("P1 accepted **pair of 5s")
    play(match, str(match.legal(1)[0]))
    assert table_lines(FACE.table(match.view(None)))[0] == "P1 has to go higher than **pair of 5s, J kicker**"


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
        "P1 rejected P0’s pair of 5s, J kicker, and it was **true**: Jd 8c 5s 5h 2s. P1 loses a red chip."
    )
    assert board_lines(scene.board) == ["Shown by P0: 5s! | 5h! Jd! 8c! 2s! (true)"]


def test_table_after_a_lie_shows_the_best_it_could_make() -> None:
    """Five of six cards make it; the sixth does not stand out."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept", "discard 9h", "declare five A", "reject")
    scene = FACE.table(match.view(None))
    assert "a **lie**: Ah 5s makes pair of 5s, A kicker at best" in say(scene.headline)
    assert "P1 loses a red chip, P2 gains a blue one" in say(scene.headline)
    assert board_lines(scene.board) == ["Shown by P1: Ah! 5s! | 5h! Jd! 8c! 2s (a lie)"]


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
    assert board_lines(board) == ["Open cards: 5h Jd 8c 2s", "P1*: ## ##"]


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
        "Your hand: 5s!",
        "Open cards: 5h! Jd! 8c! 2s!",
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
    assert "P0 declared pair of 5s, J kicker, with 1 card in hand" in panel_lines(scene)
    assert panel(match, 2).shortcuts == ()


def test_panel_warns_of_lies_and_rejections_with_the_last_red_chip() -> None:
    """Not of the truth, and not with two chips."""
    match = new(3, reds="1")
    deal(match, {0: "5s"})
    have = tally(("5s", *view_of(match, 0).open))
    warned = warnings(match, 0)
    assert "declare five A" in warned
    assert "declare high J" in warned
    assert "declare pair 5 J" not in warned
    assert warned == {str(claim) for claim in LADDER.bids if not is_true(claim, have, exact=True)}
    play(match, "declare pair 5 J")
    assert warnings(match, 1) == {"reject"}
    relaxed = new(3)
    deal(relaxed)
    assert not warnings(relaxed, 0)


def warnings(match: Match, seat: int) -> set[str]:
    """List the legal moves of which a seat is warned."""
    view = match.view(seat)
    return {str(move) for move in match.legal(seat) if FACE.warning(move, view)}


def test_panel_remembers_passed_and_discarded_cards() -> None:
    """What a seat knows and might forget."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept", "discard 9h")
    assert "You passed on: 5s" in panel_lines(panel(match, 0))
    assert "You discarded: 9h" in panel_lines(panel(match, 1))
