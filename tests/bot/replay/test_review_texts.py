"""Tests of the texts of a review: which move a reason is about, and how many costly moves are listed."""

from __future__ import annotations

import pytest

from bot.language.localizer import Localizer, unmarked
from bot.replay.review_view import MOST_COSTLY, decision_page, overview_page
from bot.tables.state import TableState
from bot.thinking.reviews import Review, ReviewedDecision
from games import find_game
from games.core.words import Text
from tests.bot.replay.finished import finished_game, review_of, texts_of

LOST = find_game("lost")


def lines_of(state: TableState, decision: ReviewedDecision, language: str) -> list[str]:
    """Return the lines of a decision's page with the strong player's move."""
    (above,) = texts_of(decision_page(state, Review([decision]), 0, language))
    return [unmarked(line.removeprefix("-# ")).lower() for line in above.split("\n")]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_reason_stands_below_the_move_that_it_is_about(language: str) -> None:
    """Each of the two moves has its own reason below it; a move without a reason has none."""
    state, words = finished_game(LOST, 3), Localizer(language, ["Hana", "Ken", "さくら", "Zoë"])

    def printed(text: Text | None) -> str:
        return "" if text is None else unmarked(words(text)).lower()

    kinds = set()
    for decision in review_of(state, every=True).decisions:
        assert decision.best is not None
        moves = [decision.move, decision.best.move]
        names = [printed(LOST.presenter.name(move, decision.view)) for move in moves]
        reasons = [printed(LOST.presenter.reason(move, decision.view)) for move in moves]
        lines = lines_of(state, decision, language)
        places = [next(at for at, line in enumerate(lines) if line.endswith(f" · {name}")) for name in names]
        if len({*reasons}) == 1:
            assert sum(bool(reasons[0]) and reasons[0] in line for line in lines) == bool(reasons[0])
            continue
        for at, reason in zip(places, reasons, strict=True):
            below = lines[at + 2]  # after the move and its bar
            assert (below == reason) == bool(reason)
        kinds.add((bool(reasons[0]), bool(reasons[1])))
    assert kinds == {(False, True), (True, False), (True, True)}


@pytest.mark.parametrize(("language", "expected"), [("en", "The 3 worst"), ("ja", "特に損をした3手")])
def test_overview_says_that_it_lists_only_the_worst_decisions(language: str, expected: str) -> None:
    """The list of costly decisions has a heading if some costly decisions are not listed."""
    state = finished_game(find_game("bull"))
    review = review_of(state)
    assert len(review.costliest) > MOST_COSTLY
    for count in (MOST_COSTLY, MOST_COSTLY + 1):
        some = Review(review.decisions[:count])
        some.done = count
        text = "\n".join(texts_of(overview_page(state, some, language)))
        assert text.count("• ") == MOST_COSTLY
        assert (expected in text) == (count > MOST_COSTLY)
