"""Tests of tables, panels and showdowns (netsuzo.md; texts of the catalogues)."""

from __future__ import annotations

from functools import partial

import pytest

from games.core.match import Match
from games.core.presentation import PanelScene
from games.core.words import Seat, Text
from games.netsuzo import NETSUZO
from games.netsuzo.pictures import declaration_text, hand_size_at
from games.netsuzo.rules import ANSWERS, REJECT
from tests.games import printing
from tests.games.netsuzo.tables import OPEN, accept_lowest, actor, deal, lose, new, play, rows
from tests.games.play import play_random
from tests.games.printing import say

PRESENTER = NETSUZO.presenter
verdicts = partial(printing.verdicts, NETSUZO)


def panel(match: Match, seat: int) -> PanelScene:
    return PRESENTER.panel(match.view(seat), match.legal(seat))


def printed_texts(*texts: Text | None) -> list[str]:
    return [say(text) if text else "" for text in texts]


def test_japanese_declarations_use_words_of_source() -> None:
    printed = [
        say(declaration_text(f"declare {claim}"), "ja") for claim in ("pair 5 J", "full 6 3", "quads 5 Q")
    ]
    assert printed == ["5のワンペア(+J)", "6が3枚・3が2枚のフルハウス", "5のフォーカード(+Q)"]


@pytest.mark.parametrize("seats", [3, 10])
def test_hand_size_at_declaration_is_right_in_longest_hand(seats: int) -> None:
    """The hand grows with each acceptance until no card is left to draw."""
    match = new(seats)
    deal(match)
    for state in accept_lowest(match):
        if state.stage == "answer":
            assert hand_size_at(len(state.declared) - 1) == len(state.hands[state.turn])
        if len(state.declared) > 61:
            break


# --- the panel ------------------------------------------------------------------------------------------


def test_panel_shows_hand_declarations_and_open_cards() -> None:
    """The panel frames cards that fit, marks a new card, and names a card that was passed on."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept")
    assert rows(panel(match, 1).hand)[:3] == [
        "Your hand: 9h!",
        "From P0: 5s!",
        "Open to all: 5h! Jd! 8c! 2s",
    ]
    play(match, "discard 9h")
    assert printed_texts(*panel(match, 1).lines) == ["You have (framed): Pair of fives, A kicker"]
    assert rows(panel(match, 1).board) == [
        "Your hand: Ah! 5s!",  # the kicker is framed, as the text says, although it is new
        "Open to all: 5h! Jd! 8c! 2s",
    ]
    assert "Believed; you passed on: 5s" in printed_texts(*panel(match, 0).lines)
    play(match, "declare high 8")
    claims = PRESENTER.claims(match.view(None))
    assert [(claim.seat, say(claim.words)) for claim in claims] == [(0, "7 high"), (1, "8 high")]


@pytest.mark.parametrize(
    ("hand", "claim", "own"),
    [
        ("4s", "pair 2 A", ""),  # any low card can be an unnamed kicker
        ("2c", "pair 2 A", " · you hold 2c of it yourself"),
        ("Kc", "pair 5 K", " · you hold Kc of it yourself"),
        ("Jk", "pair 2 A", " · you hold Jk of it yourself"),
        ("6d", "straight 6", " · you hold 6d of it yourself"),
        ("9c", "flush c A 9 8 5 3", " · you hold 9c of it yourself"),
    ],
)
def test_only_named_cards_of_own_are_evidence(hand: str, claim: str, own: str) -> None:
    """A hint names a card of one's own if the declaration names its rank, or if it is the joker."""
    match = new(3)
    deal(match, {0: "7s", 1: hand}, middle="2d 5c Ad 9h")
    play(match, f"declare {claim}")
    (reason,) = printed_texts(PRESENTER.reason(REJECT, match.view(1)))
    _, _, ending = reason.partition(" cards you can’t see would make it true")
    assert ending == own, reason


@pytest.mark.parametrize(
    ("reds", "blues", "accept", "reject"),
    [
        ("2", "2", "make it true", "make it true"),
        ("1", "2", "a wrong Reject would put you out", "make it true"),
        ("2", "1", "make it true", "if Reject is right, you win"),
    ],
)
def test_hint_says_how_much_of_a_claim_is_missing_and_what_decides(
    reds: str, blues: str, accept: str, reject: str
) -> None:
    """A last red chip speaks for *Accept*, a last blue one for *Reject*, in its hint alone."""
    match = new(3, reds=reds, blues=blues)
    deal(match, {0: "7s", 1: "4s"}, middle="2d 5c Ad Kh")
    play(match, "declare pair 2 A")
    lines = [say(text) for text in (PRESENTER.reason(move, match.view(1)) for move in ANSWERS) if text]
    assert [line[-len(end) :] for line, end in zip(lines, (accept, reject), strict=True)] == [accept, reject]
    # Three twos and the joker make a pair of twos with the ace.
    assert all("4 of the 48 cards you can’t see would make it true" in line for line in lines)


@pytest.mark.parametrize(
    ("claim", "honesty", "truth"),
    [
        ("pair 5 J", "exact", "It was true."),
        ("high J", "exact", "It was a lie, and you believed it."),
        ("high J", "atleast", "It was true."),
        ("pair J 8", "atleast", "It was a lie, and you believed it."),
    ],
)
def test_believer_reads_whether_the_declaration_was_true(claim: str, honesty: str, truth: str) -> None:
    """The stakes of the discard say it, by the cards that came. At the next decision they are silent."""
    match = new(3, honesty=honesty)
    deal(match, {0: "5s", 1: "Jh"})
    play(match, f"declare {claim}", "accept")
    stakes = PRESENTER.stakes(match.view(1))
    assert stakes is not None
    assert say(stakes.line).startswith(f"{truth} You then draw a card")


def test_stakes_offer_to_accept_only_where_it_is_possible() -> None:
    """Above the highest declaration there is none, so no words of a newcomer's page speak of accepting."""
    for claim, may_accept in (("five K", True), ("five A", False)):
        match = new(3)
        deal(match, {0: "5s", 1: "9h"})
        play(match, f"declare {claim}")
        stakes = PRESENTER.stakes(match.view(1))
        assert stakes is not None
        page = " ".join(printed_texts(stakes.line, PRESENTER.tip(match.view(1))))
        assert ("ccept" in page) == may_accept
        assert ("P0’s cards join yours" in page) == may_accept


@pytest.mark.parametrize("seed", range(3))
def test_panel_shows_exactly_own_cards(seed: int) -> None:
    """In random games the rows of a seat's hand contain exactly the seat's cards."""
    match = new(4)
    while not match.is_over:
        play_random(match, f"own {seed} {len(match.moves)}", 1)
        for view in map(match.view, range(4)):
            if view.reds[view.seat] and view.open:
                mine = [
                    row
                    for row in panel(match, view.seat).hand.rows
                    if getattr(row.title, "key", "") in ("netsuzo-row-hand", "netsuzo-row-taken")
                ]
                assert sorted(face.card for row in mine for face in row.cards) == sorted(view.hand)


@pytest.mark.parametrize("reds", ["1", "2"])
def test_last_red_chip_is_loud_for_truth_and_lie(reds: str) -> None:
    """The stakes of the last red chip are loud, and of all moves only a rejection has a warning."""
    match = new(3, reds=reds)
    deal(match, {0: "5s"})
    is_last = reds == "1"
    assert printed_texts(*panel(match, 0).lines) == ["You have (framed): Pair of fives, J kicker"]
    declaring = PRESENTER.stakes(match.view(0))
    assert (declaring.is_loud, "you’re out" in say(declaring.line)) == (is_last, is_last)
    assert not any(PRESENTER.warning(move, match.view(0)) for move in match.legal(0))
    play(match, "declare pair 5 J")
    answering = PRESENTER.stakes(match.view(1))
    cost = "you’re out" if is_last else "−1 red (1 left)"
    accept = "Accept: P0’s cards join yours, you discard one, draw one and must declare higher."
    # The other player is out by a last red chip, too.
    fate = " and P0 is out" if is_last else ""
    assert say(answering.line) == f"Reject: right, +1 blue (1 of 3 to win){fate}; wrong, {cost}. {accept}"
    truth = "the truth puts P1 out." if is_last else "the truth costs P1 1 red."
    assert say(declaring.line).endswith(truth)
    warned = [str(move) for move in match.legal(1) if PRESENTER.warning(move, match.view(1))]
    assert warned == (["reject"] if is_last else [])


def test_panel_of_eliminated_seat_shows_table() -> None:
    match = new(4, reds="1")
    lose(match, "lie")
    deal(match)
    scene = panel(match, 0)
    assert (scene.lines, scene.board) == ((), PRESENTER.table(match.view(None)).board)


def test_eliminated_seat_is_marked_from_its_showdown_on() -> None:
    """The seat is marked as out and has a note instead of chips and cards."""
    match = new(4, reds="1")
    lose(match, "lie")
    revealed = PRESENTER.reveal(match.view(None)).board
    deal(match)
    for board in (revealed, PRESENTER.table(match.view(None)).board):
        seats = [row for row in board.rows if isinstance(row.title, Seat)]
        assert [row.title.seat for row in seats if row.is_out] == [0]
        for row in seats:
            assert (say(row.note) == "out · blue 0") == row.is_out
            assert bool(row.discs) != row.is_out
            assert not (row.is_out and row.cards)


def test_seat_to_act_has_instruction_and_answers_cause_suspense() -> None:
    """Each act has an instruction for the seat to act, and only a coming answer causes suspense."""
    match = new(3)
    deal(match)
    tips = []
    for move in ("declare pair 5 J", "accept", "", ""):
        assert PRESENTER.is_tense(match.view(None)) == (move == "accept")
        printed_tips = printed_texts(*[PRESENTER.tip(match.view(seat)) for seat in range(3)])
        tips.append(printed_tips.pop(actor(match)))
        assert printed_tips == ["", ""]
        play(match, move or str(match.legal(actor(match))[0]))
    assert len({*tips, ""}) == 5


@pytest.mark.parametrize(
    ("reds", "blues", "hands", "scores"),
    [
        ("1", "5", "doubt doubt", "out · blue 0, out · blue 0, last one left · blue 0"),
        ("2", "1", "lie", "red 1 · blue 0, red 2 · blue 1, red 2 · blue 0"),
    ],
)
def test_scores_are_chips_and_last_survivor_wins(reds: str, blues: str, hands: str, scores: str) -> None:
    """The last survivor wins also without blue chips."""
    match = new(3, reds=reds, blues=blues)
    for how in hands.split():
        lose(match, how)
    result, view = match.result(), match.view(None)
    assert ", ".join(printed_texts(*[PRESENTER.score(view, result, seat) for seat in range(3)])) == scores


# --- moments --------------------------------------------------------------------------------------------

LIE, REJECTED = "P1 rejected it, and it was a lie: P0 said", "P1 rejected it, but it was true: P0"
TRUE = f"{REJECTED} really had"
KINGS = "Ks Kh Kd Kc"


@pytest.mark.parametrize(
    ("held", "middle", "claim", "honesty", "headline", "line", "expected"),
    [
        (
            *("5s", OPEN, "pair 5 J", "exact", f"{TRUE} “Pair of fives, J kicker”.", ""),
            "P1 was wrong to reject, and loses a red chip. You have: 🔴2 🔵0. / "
            "You were wrong to reject, and lose a red chip. You have: 🔴1 🔵0. / ",
        ),
        (
            *("5s", OPEN, "five A", "exact"),
            f"{LIE} “Five aces” but had at best “Pair of fives, J kicker”.",
            "What a bluff! P0 had nothing like it.",
            "P1 caught you: you lose a red chip. You have: 🔴1 🔵0. / "
            "You caught P0: +1 blue chip. You have: 🔴2 🔵1. / ",
        ),
        (
            *("5s", "5h 5d Jd 8c", "pair 5 J", "exact"),
            *(f"{LIE} “Pair of fives, J kicker” but had more, “Three fives, J kicker”.", "", None),
        ),
        (
            *("5s", OPEN, "high A", "atleast"),
            f"{REJECTED} said “Ace high” and had even more, “Pair of fives, J kicker”.",
            *("", None),
        ),
        (
            "Jk",
            KINGS,
            "pair K Q",
            "exact",
            f"{LIE} “Pair of kings, Q kicker” but had more, “Five kings”.",
            "",
            None,
        ),
        ("Jk", KINGS, "five K", "exact", f"{TRUE} “Five kings”.", "Five of a kind! P0 really had it.", None),
        (
            "Jk",
            OPEN,
            "pair J 8",
            "exact",
            f"{TRUE} “Pair of jacks, 8 kicker”.",
            "The joker makes it true.",
            None,
        ),
    ],
)
def test_moment_of_rejection_shows_declaration_and_hand(
    held: str, middle: str, claim: str, honesty: str, headline: str, line: str, expected: str | None
) -> None:
    """The declaring and the rejecting player have different verdicts."""
    match = new(3, honesty=honesty)
    deal(match, {0: held}, middle)
    play(match, f"declare {claim}", "reject")
    reveal = printing.reveal(NETSUZO, match)
    assert printed_texts(reveal.headline, reveal.line) == [headline, line]
    assert expected is None or verdicts(match) == expected.split(" / ")


@pytest.mark.parametrize(("honesty", "line"), [("atleast", ""), ("exact", "The joker makes it true.")])
def test_joker_is_mentioned_only_if_needed(honesty: str, line: str) -> None:
    match = new(3, honesty=honesty)
    deal(match, {0: "5s", 1: "Jk"}, pile="3d 5c")
    play(match, "declare high 8", "accept", "discard 5s", "declare high A", "reject")
    assert printing.reveal_line(NETSUZO, match) == line


@pytest.mark.parametrize(
    ("middle", "claim", "honesty", "is_true"),
    [
        ("2s 3h 5d 6c", "pair 6 5", "exact", True),
        ("2s 3h 5d 6c", "pair 6 5", "atleast", True),
        ("2s 2h 3d 3c", "pair A K", "exact", False),  # two pairs with any joker
        ("2s 2h 3d 3c", "pair A K", "atleast", True),
        ("5h 5d 5c 8s", "trips 5 8", "exact", True),
        ("5h 5d 5c 8s", "trips 5 8", "atleast", True),
    ],
)
def test_joker_as_only_card_of_hand_is_needed(middle: str, claim: str, honesty: str, is_true: bool) -> None:
    """The four open cards alone make no hand of five cards, so a true declaration needs the joker."""
    match = new(3, honesty=honesty)
    deal(match, {0: "Jk"}, middle)
    play(match, f"declare {claim}", "reject")
    assert match.state.shown.is_true == is_true
    assert ("joker" in printing.reveal_line(NETSUZO, match)) == is_true


def test_moment_frames_cards_of_true_hand_and_its_player() -> None:
    match = new(3)
    deal(match, {0: "5s"})
    play(match, "declare pair 5 J", "reject")
    assert rows(printing.reveal(NETSUZO, match).board) == [
        "P0’s hand: 5s! (true) [Pair of fives, J kicker]",
        "Open to all: 5h! Jd! 8c! 2s!",
        "= P0: (red 2 · blue 0)",
        "P1: (red 1 · blue 0) [−1 red]",
    ]


def test_moment_of_elimination_and_of_long_hand_has_line() -> None:
    """The verdict of an eliminated player is the line of the moment, which is shown once."""
    match = new(3, reds="1")
    lose(match, "lie")
    assert printing.reveal_line(NETSUZO, match) == "No red chip left: P0 is out!"
    assert verdicts(match)[0] == "No red chip left: P0 is out!"
    match = new(3)
    deal(match)
    next(state for state in accept_lowest(match) if len(state.declared) == 5)
    play(match, "reject")
    assert (
        printing.reveal_line(NETSUZO, match) == "5 declarations, 5 cards in one hand: somebody had to look."
    )
