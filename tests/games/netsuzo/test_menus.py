"""How a move is chosen, one answer after the other (netsuzo.md, Declarations; texts of the catalogues)."""

from __future__ import annotations

from functools import partial

import pytest

from games.core.match import Match
from games.core.questions import AT_A_GLANCE, Question
from games.netsuzo import NETSUZO
from games.netsuzo.moves import LADDER
from tests.games.asking import details, labels, question, values
from tests.games.effort import calls_of
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play, view_of

PRESENTER = NETSUZO.presenter


def after(claim: str) -> Match:
    """Play to where a declaration has to be higher than one, or is the first."""
    match = new(3)
    deal(match)
    if claim:
        play(match, f"declare {claim}", "accept", "discard " + view_of(match, 1).hand[0])
    return match


def asked(match: Match, *way: str) -> Question:
    return question(NETSUZO, match.view(actor(match)), *way)


def kinds(match: Match) -> list[str]:
    """List the kinds, which come after the likely declarations."""
    return [choice.value for choice in asked(match).choices[asked(match).likely :]]


@pytest.mark.parametrize(
    "claim",
    ["flush c K Q 7 3 2", "twopair 6 3 A", "sflush d 9", "five T", "flush s A K Q J 9", "pair 5 J", "high K"],
)
def test_a_hand_is_built_rank_by_rank(claim: str) -> None:
    """Its kind, of a flush with the suit, then the ranks in the order in which they count."""
    kind, *rest = claim.split()
    way = [f"flush-{rest[0]}", *rest[1:]] if kind == "flush" else [kind, *rest]
    way = ["sflush", rest[1], rest[0]] if kind == "sflush" else way
    view = view_of(after(""), 0)
    assert PRESENTER.ask(view, tuple(way)) == NETSUZO.rules.parse(f"declare {claim}")


@pytest.mark.parametrize(
    "way", ["flush-s A K Q J 9", "pair 5", "nonsense", "five A A", "pair 6 6", "declare five"]
)
def test_what_is_not_legal_leads_nowhere(way: str) -> None:
    """What is too low by now, or nothing at all."""
    assert PRESENTER.ask(view_of(after("flush d A K Q J 9"), 1), tuple(way.split())) is None
    assert PRESENTER.ask(view_of(after("flush d A K Q J 9"), 1), ("declare pair 5 J",)) is None


@pytest.mark.parametrize(
    "way", [("pair",), ("twopair", "K"), ("flush-s", "Q"), ("flush-s", "K", "9"), ("full",)]
)
def test_at_each_step_the_strongest_that_begins_so_can_be_declared(way: tuple[str, ...]) -> None:
    """Nobody has to name what does not matter; the label is the whole hand, so that one sees it grow."""
    kind, *ranks = way
    kind, _, suit = kind.partition("-")
    same = [bid for bid in LADDER.bids if (bid.kind, bid.suit) == (kind, suit)]
    strongest = [bid for bid in same if bid.ranks.startswith("".join(ranks))][-1]
    assert str(strongest) in values(asked(after(""), *way))[:2]
    assert PRESENTER.ask(view_of(after(""), 0), (*way, str(strongest))) == strongest


def test_one_can_use_the_own_cards_of_a_suit() -> None:
    """Filled up to the strongest flush."""
    match = new(3)
    deal(match, {0: "4s"}, middle="5h Jd 8c 2s")
    own = asked(match, "flush-s").choices[0]
    assert own.value == "declare flush s A K Q 4 2"
    assert labels(asked(match, "flush-s"))[own.value] == "Flush ♠︎ A K Q 4 2 · 3 short"


def test_only_higher_declarations_are_asked_for() -> None:
    """After a straight flush to the ace nothing but five of a kind is left."""
    assert kinds(after("sflush s A")) == ["five"]
    assert len(values(asked(after("sflush s A"), "five"))) == 13


@pytest.mark.parametrize("honesty", ["exact", "atleast"])
def test_a_question_on_the_way_to_all_6622_costs_few_calls(honesty: str) -> None:
    """On every click: a walk along the answers and one look at each choice, however many are legal."""
    match = new(3, honesty=honesty)
    deal(match)
    view = view_of(match, 0)
    PRESENTER.ask(view, ())  # what is possible at all is found out once a position
    for way in ((), ("pair",), ("pair", "5"), ("flush-c",), ("flush-c", "A", "K")):
        assert isinstance(PRESENTER.ask(view, way), Question)
        assert calls_of(partial(PRESENTER.ask, view, way)) < 900


def test_it_is_said_what_a_kind_is_and_what_nobody_could_have() -> None:
    """With one card and four ranks open a pair is the most; with two pairs open no five ranks differ."""
    match = new(3)
    deal(match, {0: "5s"})
    assert details(asked(match)) == {
        "high": "No pair, no straight, no flush; the highest card counts",
        "pair": "Two of one rank, and the highest other card",
        **dict.fromkeys(
            ("twopair", "trips", "straight", *FLUSHES, "full", "quads", "sflush", "five"), IMPOSSIBLE
        ),
    }
    match = new(3)
    deal(match, {1: "9h"}, middle="5h 5d 8c 8s")
    play(match, "declare pair 8 A", "accept", "discard 9h")
    assert {kind for kind, detail in details(asked(match)).items() if detail == IMPOSSIBLE} == {
        *("pair", "straight", *FLUSHES, "sflush", "five")
    }


FLUSHES = [f"flush-{suit}" for suit in "shdc"]
IMPOSSIBLE = "Nobody with so few cards could have it"


def test_questions_know_the_hand_but_not_how_many_answers_there_are() -> None:
    """How many of a rank there are, with the open cards; at the end which are true, the highest first."""
    match = new(3)
    deal(match, {0: "5s"})
    told = labels(asked(match, "pair"))
    assert [told[rank] for rank in "98765432"] == ["9", "8 ×1", "7", "6", "5 ×2", "4", "3", "2 ×1"]
    assert [*labels(asked(match, "pair", "5")).values()] == ["A", "K", "Q", "✓ J", *"T98764"]
    assert [*labels(asked(match, "sflush", "9")).values()] == ["s", "h", "d", "c"]
    other = new(3)
    deal(other, {0: "Ah"})
    for way in ((), ("pair",), ("pair", "5"), ("full", "K")):
        one, two = asked(match, *way), asked(other, *way)
        assert (len(one.choices), one.likely) == (len(two.choices), two.likely)
        assert one.likely <= AT_A_GLANCE


def test_discards_come_in_the_order_of_what_they_leave() -> None:
    """All of them, five at hand where they are many."""
    match = new(3)
    deal(match)
    sizes = set()
    for state in accept_lowest(match):
        if state.stage == "discard":
            hand = state.hands[actor(match)]
            sizes.add(len(hand))
            found = asked(match)
            assert sorted(values(found)) == sorted(hand)
            assert found.likely == min(5, len(hand))
            if len(hand) > 28:
                break
    assert {2, 5, 6, 25, 26} <= sizes


def test_who_is_not_to_act_is_asked_nothing_and_an_answer_may_be_given_at_the_table() -> None:
    """To believe, or not; after the highest there is only one answer."""
    match = new(3)
    deal(match)
    play(match, "declare high 7")
    assert [PRESENTER.ask(match.view(seat), ()) for seat in (0, 2)] == [None, None]
    for viewer in (1, None):
        assert values(question(NETSUZO, match.view(viewer))) == ["accept", "reject"]
    top = new(3)
    deal(top)
    play(top, "declare five A")
    assert values(question(NETSUZO, top.view(1))) == ["reject"]
