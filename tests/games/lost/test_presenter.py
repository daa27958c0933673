"""What a table, a panel and a moment of truth show, and that everything said can be printed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from games.core.presentation import Board
from games.core.words import Cards, Text
from games.lost import LOST_POKER
from games.lost.moments import is_five
from games.lost.moves import PASS
from games.lost.refusals import REFUSALS, refuse
from games.lost.state import LostState
from tests.games import printing
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, position
from tests.games.printing import board_lines, panel_lines, row_line, say, table_lines, texts_in, whole_line

PRESENTER = LOST_POKER.presenter


def test_every_refusal_is_reached_and_printed() -> None:
    """Some test here names each one; its message asks for nothing, and no sentence names a card."""
    source = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    for refusal in REFUSALS:
        assert f'== "{refusal.code}"' in source, refusal.code
        assert not refusal.args
        assert say(Text(f"lost-refusal-{refusal.code}"))
    assert refuse(position(HANDS, FIELDS), 0, PASS) in REFUSALS


# --- hands ------------------------------------------------------------------------------------------


def captions(board: Board | None) -> dict[str, str]:
    """List the captions in a picture by their cards."""
    shown = [(face.card, face.caption) for row in board.rows for face in row.cards]
    return {card: say(caption) for card, caption in shown if isinstance(caption, Text)}


def test_a_hand_says_whose_end_a_card_would_be() -> None:
    """Under each card that makes a hand in some field: whose field."""
    state = position(["2s 5h 9c 4d", *HANDS[1:]], ["As 4s 7s", "5c 6d 3c", "2c 5s 9h"])
    panel = PRESENTER.panel(RULES.view(state, 0), ())
    assert captions(panel.board) == {"2s": "out: you", "4d": "out: P1"}
    both = position(["4s 5h", *HANDS[1:]], ["As 2s 7s", "5c 6d 3c", "2c 5s 9h"])
    assert captions(PRESENTER.panel(RULES.view(both, 0), ()).board) == {"4s": "you or P1"}
    two = position(["2s 4d", *HANDS[1:]], ["As 4s 7s", "5c 6d 3c", "5s 6c 3h"])
    assert captions(PRESENTER.panel(RULES.view(two, 0), ()).board) == {
        "2s": "out: you",
        "4d": "out: 2 players",
    }


# --- table ------------------------------------------------------------------------------------------


def table(state: LostState) -> list[str]:
    return table_lines(PRESENTER.table(RULES.view(state, None)))


def test_panel_in_print() -> None:
    """To judge and on one's turn one's own field; else one's card that was played."""
    state = do(position(HANDS, ["As 4s 7s", *FIELDS[1:]], piles=["3h", "", ""]), "play 5h to 1 as T")
    assert panel_lines(PRESENTER.panel(RULES.view(state, 0), ())) == [
        "Your card: 5h+ (to P1)",
        "Your hand: 2s | Td | 9c (your losts: 3h)",
    ]
    judge = PRESENTER.panel(RULES.view(state, 1), RULES.legal(state, 1))
    public = PRESENTER.table(RULES.view(state, None)).board
    assert judge.table == replace(public, rows=(public.rows[1],))
    state = position(HANDS, ["As 4s 7s", *FIELDS[1:]], piles=["3h", "", ""])
    turn, public = (
        PRESENTER.panel(RULES.view(state, 0), RULES.legal(state, 0)),
        PRESENTER.table(RULES.view(state, None)),
    )
    assert turn.table == replace(public.board, rows=(public.board.rows[0],))


def test_a_table_without_losts_does_not_count_them() -> None:
    """Each seat's figures are the cards in its hand alone."""
    assert table(position(HANDS, FIELDS, losts=0))[-1] == "P2: 2c | 5s | 9h (3 cards)"


def test_a_tip_on_the_joker_says_where_it_goes() -> None:
    """Judged rightly it comes into one's hand, unlike any other card."""
    tips = []
    for claim in ("s", "joker"):
        asked = do(position(HANDS, FIELDS), f"play 5h to 1 as {claim}")
        tip = PRESENTER.tip(RULES.view(asked, 1))
        tips.append("in your hand" in say(tip))
    assert tips == [False, True]


# --- what came to light last --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "claim", "answer", "last"),
    [
        ("5h", "s", "doubt", "Last: 5h (P0 → P1) · “♠︎” · a lie"),
        ("5h", "5", "trust", "Last: 5h (P0 → P1) · “5” · true"),
        ("5h", "s", "lost", "Last: ## (P0 → P1) · “♠︎” · lost, unseen"),
    ],
)
def test_what_became_of_the_last_claim_stays_in_sight(card: str, claim: str, answer: str, last: str) -> None:
    """For who comes late: at the table, in each panel, in small; a lost card is seen by the two alone."""
    state = do(position(HANDS, FIELDS), f"play {card} to 1 as {claim}", answer)
    board = PRESENTER.table(RULES.view(state, None)).board
    for viewer in range(3):
        panel = PRESENTER.panel(RULES.view(state, viewer), RULES.legal(state, viewer)).last
        (row,) = panel.rows
        is_seen = answer != "lost" or viewer < 2
        assert whole_line(row) == (last.replace("##", card) if is_seen else last)
        assert row.is_small
    assert whole_line(board.rows[-1]) == last
    nobody = position(HANDS, FIELDS)
    assert PRESENTER.panel(RULES.view(nobody, 0), ()).last is None


# --- panel --------------------------------------------------------------------------------------------


def test_panel_shows_a_taken_card_to_its_taker() -> None:
    """Who declared the lost sees which card it was; nobody else's panel or table names it."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "lost")
    taker = PRESENTER.panel(RULES.view(state, 1), RULES.legal(state, 1))
    assert taker.lines[0].key == "lost-panel-taken"
    assert taker.lines[0].args["card"] == Cards(("5h",), "numbers")
    assert "The card you took: 5h+" in board_lines(taker.board)
    others = PRESENTER.panel(RULES.view(state, 2), ())
    scene = PRESENTER.table(RULES.view(state, None))
    said = list(texts_in([others.lines, scene.headline, scene.line]))
    assert not any("5h" in arg.cards for text in said for arg in text.args.values() if isinstance(arg, Cards))
    assert not any("5h" in line for line in board_lines(others.board) + board_lines(scene.board))


# --- what plays itself ----------------------------------------------------------------------------------


def test_only_what_leaves_no_choice_plays_itself() -> None:
    """A pass, and the only card to be laid for a lost; nothing where there is a choice."""
    placing = do(position([HANDS[0], "3s", HANDS[2]], FIELDS), "play 5h to 1 as s", "lost")
    assert str(PRESENTER.forced(RULES.view(placing, 1), RULES.legal(placing, 1))) == "place 3s"
    stuck = position(["Jk", *HANDS[1:]], [FIELDS[0], *["Ad 5d 8d"] * 2], losts=0)
    assert str(PRESENTER.forced(RULES.view(stuck, 0), RULES.legal(stuck, 0))) == "pass"
    choice = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    for state in (choice, do(choice, "lost"), position(["Jk", *HANDS[1:]], FIELDS, losts=0)):
        seat = state.to_act[0]
        assert PRESENTER.forced(RULES.view(state, seat), RULES.legal(state, seat)) is None


def test_it_is_tense_while_a_card_waits() -> None:
    """And at no other time."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    assert PRESENTER.is_tense(RULES.view(state, None))
    for calm in (position(HANDS, FIELDS), do(state, "lost"), do(state, "doubt")):
        assert not PRESENTER.is_tense(RULES.view(calm, None))


def test_a_hand_is_laid_open_by_suit() -> None:
    """With its seat's name, and without what it would mean in anybody's field."""
    row = PRESENTER.hand(RULES.view(position(HANDS, ["As 4s 7s", *FIELDS[1:]]), 0))
    assert row is not None
    assert row_line(row) == "P0: 2s | 5h | Td | 9c"
    assert PRESENTER.hand(RULES.view(position(HANDS, FIELDS), None)) is None


# --- moments of truth ------------------------------------------------------------------------------------


DIAMONDS = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
"""Fields of which the second is one away, by diamonds."""

moment = partial(printing.moment, LOST_POKER)
line = partial(printing.moment_line, LOST_POKER)
verdicts = partial(printing.verdicts, LOST_POKER)
RIGHT = "You were right: 5h goes to P0’s field."


def test_who_was_wrong_has_not_won() -> None:
    """The player's row is framed when the judge was wrong, and when the judge called a lost on the joker."""
    wrong = do(position(HANDS, FIELDS), "play 5h to 1 as s", "trust")
    void = do(position(["2s Jk", *HANDS[1:]], FIELDS), "play Jk to 1 as joker", "lost")
    for state in (wrong, void):
        board = moment(state).board
        assert [row.is_won for row in board.rows] == [False, True, False]


@pytest.mark.parametrize(
    ("claim", "answer", "player", "judge"),
    [
        ("h", "trust", "P1 believed the truth: 5h is in your field now.", RIGHT),
        ("h", "doubt", "P1 doubted the truth: 5h is theirs now.", "It was true: 5h is in your field now."),
        ("s", "trust", "P1 fell for your lie: 5h is theirs now.", "It was a lie: 5h is in your field now."),
        ("s", "doubt", "P1 saw through your lie: 5h is in your field now.", RIGHT),
    ],
)
def test_verdicts_are_in_each_seats_own_terms(claim: str, answer: str, player: str, judge: str) -> None:
    """Of both between whom the card was; for others it means nothing."""
    state = do(position(HANDS, FIELDS), f"play 5h to 1 as {claim}", answer)
    assert verdicts(state) == [player, judge, ""]


def test_verdicts_on_the_joker() -> None:
    """Trusted it is in the judge's hand; a lost on it is void."""
    joker = do(position(["2s Jk", *HANDS[1:]], FIELDS), "play Jk to 1 as joker")
    assert verdicts(do(joker, "trust")) == [
        "P1 believed you and has the joker in hand now.",
        "You were right: the joker is in your hand now.",
        "",
    ]
    assert verdicts(do(joker, "lost"))[:2] == [
        "P1 tried to lose your joker: it lies in P1’s field now.",
        "It was the joker: your lost does not count, and the joker is in your field.",
    ]
    assert verdicts(do(joker, "doubt"))[1] == "It was true: Jk is in your field now."


def test_verdicts_at_the_end() -> None:
    """Out, or a win, whoever the card was between."""
    assert verdicts(do(position(HANDS, DIAMONDS), "play Td to 1 as 9", "trust")) == [
        "You win!",
        "You are out: four diamonds.",
        "You win!",
    ]


# --- great moments --------------------------------------------------------------------------------------


def test_an_end_tells_how_it_came() -> None:
    """By a lie that was believed, by the truth that was doubted, by one's own card."""
    end = position(HANDS, ["2d 3d 4d", *DIAMONDS[1:]])
    assert RULES.moment_seconds(RULES.view(do(end, "play Td to 1 as 3", "trust"), None)) == 5.0
    assert line(do(end, "play Td to 1 as 3", "trust")).endswith("Lied out of the game by P0!")
    assert line(do(end, "play Td to 1 as d", "doubt")).endswith("P0 had told the truth!")
    assert line(do(end, "play Td to 1 as 3", "doubt")).endswith("Beaten with their own card!")
    last = do(position(["Td", *HANDS[1:]], DIAMONDS), "play Td to 1 as 3", "trust")
    assert line(last).endswith("Both at once!")
    assert "is out. P1 is out:" in line(last), "sentences are not joined like names"


def test_a_hand_of_five() -> None:
    """One card more than it takes; after a claim and on one's own turn."""
    fields = [FIELDS[0], "4d 5c 7h 8s", FIELDS[2]]
    state = do(position(["6h 2c", *HANDS[1:]], fields), "play 6h to 1 as s", "trust")
    assert line(state).endswith("With a card to spare: that makes five!")
    own = do(position(["2c Td", *HANDS[1:]], ["Ac 3c 4c 5d Jk", *FIELDS[1:]]), "back 2c Td")
    assert line(own).startswith("Five cards of one hand!")
    assert say(moment(own).headline) == "P0 is out: four clubs (Ac 2c 3c 4c)."
    four = do(position(["2c Td", *HANDS[1:]], ["Ac 3c 4c 6d Jk", *FIELDS[1:]]), "back 2c Td")
    assert moment(four).line is None


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("Ac 2c 3d 4h 5s", True),
        ("Ac 2c 3d 4h 6s", False),
        ("6c 7c 8d 9h Ts", True),
        ("Ac 2c 3d 5h Jk", True),
        ("As 3s 5s 7s Ts", True),
        ("As 3s 5s 7s Td", False),
        ("9s 9h 9d 9c Jk", True),
        ("Jk", False),
    ],
)
def test_what_a_hand_of_five_is(field: str, expected: bool) -> None:
    """Five in a row, of a suit or of a rank; the joker stands for any card."""
    assert is_five(cards(field)) is expected


def test_a_narrow_escape() -> None:
    """Who judged rightly a card that would have been the end is told so; one that would not is no story."""
    state = do(position(HANDS, DIAMONDS), "play Td to 1 as 9", "doubt")
    assert line(state) == "That was close: it would have been four diamonds for P1."
    assert RULES.moment_seconds(RULES.view(state, None)) == 4.0
    assert moment(do(position(HANDS, DIAMONDS), "play 5h to 1 as 9", "doubt")).line is None


@pytest.mark.parametrize(
    ("told", "claim", "answer", "key"),
    [
        ((3, 0), "s", "trust", "lost-great-first-lie"),
        ((2, 0), "s", "trust", None),
        ((3, 1), "s", "trust", None),
        ((3, 0), "s", "doubt", None),
        ((3, 0), "h", "doubt", None),
        ((0, 3), "h", "doubt", "lost-great-for-once"),
        ((0, 2), "h", "doubt", None),
        ((1, 3), "h", "doubt", None),
        ((0, 3), "h", "trust", None),
    ],
)
def test_a_surprise(told: tuple[int, int], claim: str, answer: str, key: str | None) -> None:
    """The first lie after three true claims if it is believed, the first truth after three lies if not."""
    before = replace(position(HANDS, FIELDS), told=(told, (0, 0), (0, 0)))
    found = moment(do(before, f"play 5h to 1 as {claim}", answer)).line
    assert (found and found.key) == key
