"""Moments of truth: what came to light, what it means for each seat, and the few great ones."""

from __future__ import annotations

from functools import partial

import pytest
from msgspec.structs import replace

from games.lost import LOST_POKER
from games.lost.moments import is_five
from tests.games import asking
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, position
from tests.games.printing import say

PRESENTER = LOST_POKER.presenter
DIAMONDS = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
"""Fields of which the second is one away, by diamonds."""

moment = partial(asking.moment, LOST_POKER)
line = partial(asking.moment_line, LOST_POKER)
verdicts = partial(asking.verdicts, LOST_POKER)
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
