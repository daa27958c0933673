"""Questions, and the tree of questions that lead to the bids of a ladder."""

from __future__ import annotations

import pytest

from games.core.moves import Ladder
from games.core.poker import Bid
from games.core.questions import BidTree, Choice, Question
from games.core.words import Text

PROMPT = Text("prompt")
BIDS = [Bid(kind, rank, suit) for kind in ("low", "high") for rank in "23" for suit in "sh"]


def steps(bid: Bid) -> list[tuple[Text, Choice]]:
    return [(Text(f"choose-{name}"), Choice(name, Text(name))) for name in (bid.kind, bid.ranks, bid.suit)]


LADDER = Ladder([(bid, at // 2) for at, bid in enumerate(BIDS)])
MENU: BidTree[Bid] = BidTree(LADDER, steps)


def values(asked: Question | Bid | None) -> list[str]:
    return [choice.value for choice in asked.choices]


def test_the_tree_offers_what_is_higher_than_the_last_bid() -> None:
    """Bids of one level go together; a choice is offered as long as some bid beyond it is higher."""
    assert values(MENU.ask(None, ())) == ["low", "high"]
    assert values(MENU.ask(BIDS[0], ())) == ["low", "high"]
    assert values(MENU.ask(BIDS[0], ("low",))) == ["3"]
    assert values(MENU.ask(BIDS[3], ())) == ["high"]
    assert values(MENU.ask(BIDS[3], ("high", "2"))) == ["s", "h"]


def test_the_tree_ends_at_a_bid() -> None:
    """Three answers name one."""
    assert MENU.ask(BIDS[0], ("low", "3", "h")) == BIDS[3]


@pytest.mark.parametrize("way", [("low", "2"), ("low", "2", "s"), ("middle",), ("low", "3", "h", "h")])
def test_the_tree_knows_no_other_way(way: tuple[str, ...]) -> None:
    """Neither to lower bids nor to what is no bid; above the highest there is nothing."""
    assert MENU.ask(BIDS[0], way) is None
    assert MENU.ask(BIDS[-1], ()) is None


def test_a_question_with_one_answer_needs_not_be_asked() -> None:
    """A single choice, all of the cards, or some of cards that are all alike."""
    assert Question.among(PROMPT, {"a": Text("a")}).only == "a"
    assert Question.among(PROMPT, {"a": Text("a"), "b": Text("b")}).only is None
    assert Question(PROMPT, cards=("2s", "3s"), sizes=(2, 2)).only == "2s 3s"
    assert Question(PROMPT, cards=("2s", "2s", "2s"), sizes=(2, 2)).only == "2s 2s"
    assert Question(PROMPT, cards=("2s", "3s"), sizes=(1, 1)).only is None
    assert Question(PROMPT, cards=("2s", "3s"), sizes=(1, 2)).only is None


def test_picked_cards_are_written_in_the_order_of_the_question() -> None:
    """One answer for one set, copies and all; what is not offered is left out."""
    question = Question(PROMPT, cards=("2s", "2s", "3s", "4s"), sizes=(1, 4))
    assert question.value_of(("3s", "2s")) == question.value_of(("2s", "3s")) == "2s 3s"
    assert question.value_of(("2s", "2s", "2s", "Ks")) == "2s 2s"
