"""Every text of the game in both languages (the catalogue and the rules for people)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.language.catalogue import LANGUAGES, rules_text
from games import find_game
from games.core.words import Text
from games.tomoe.events import MatchExtended
from games.tomoe.state import TomoeState
from games.tomoe.tricks import CASES, won_as
from tests.games.printing import messages, printed_in, texts_in
from tests.games.tomoe.tables import RULES, play, position, random_positions, state_of

PRESENTER = find_game("tomoe").presenter
ELSEWHERE = ("tomoe-name", "tomoe-pitch", "tomoe-option-", "tomoe-refusal-", "tomoe-feat-", "tomoe-tale-")
"""Messages that the house asks for by convention; other tests see to them."""


def everything(state: TomoeState) -> Iterator[object]:
    """Gather all that is said of a position to anybody."""
    spectator = RULES.view(state, None)
    yield PRESENTER.table(spectator)
    yield PRESENTER.moment(spectator)
    yield PRESENTER.chapter(spectator)
    for event in spectator.news:
        told = PRESENTER.say(event, spectator)
        assert told is not None
        yield told
    for seat in range(3):
        view, legal = RULES.view(state, seat), RULES.legal(state, seat)
        yield PRESENTER.panel(view, legal)
        yield PRESENTER.verdict(view)
        yield PRESENTER.tip(view)
        yield PRESENTER.hand(view)
        for move in legal:
            yield PRESENTER.name(move, view), PRESENTER.reason(move, view)
        if legal:
            yield PRESENTER.ask(view, ())
    if spectator.result is not None:
        yield PRESENTER.outcome(spectator, spectator.result)
        yield [PRESENTER.score(spectator, spectator.result, seat) for seat in range(3)]


def rarely() -> Iterator[object]:
    """Gather what is said of what random play seldom brings about, and of a tied match."""
    yield from everything(play(position("3r 1k", "6g 2p", "2g 3p"), "3r", "6g", "2g"))
    yield from everything(play(position("2r 1k", "5r 2p", "3p", hidden=("", "", "4r")), "2r", "5r", "4r"))
    state = position("2r 2a 2g 2k 1p", "1r 1a 1g 1k 2p", "3r 3a 3g 3k 3p")
    for suit in "ragk":
        state = play(state, f"2{suit}", f"1{suit}", f"3{suit}")
    yield from everything(state)
    extra = play(position("2r", "5r", "4r", past=((4, 4, 4),) * 5, games=6), "2r", "5r", "4r")
    yield from everything(extra)
    for won in ({}, *({won_as(case): 1} for case in CASES)):
        yield PRESENTER.facts({"tricks": 12, **won, "best_row": 2})
    yield [measure.name for measure in PRESENTER.measures()]
    yield PRESENTER.say(MatchExtended((0, 1), 6), RULES.view(extra, None))


def test_texts_every_message_is_there_and_none_is_left_over() -> None:
    """Whole matches, printed in full, in both languages; what nothing asks for would be dead."""
    said: set[str] = set()
    printed: list[Text] = list(texts_in(list(rarely())))
    for seed, options in ((1, {"metals": "on", "ace": "2"}), (2, {"ace": "1.5"})):
        for match in random_positions(seed, **options):
            printed += texts_in(list(everything(state_of(match))))
    for told in printed:
        if told.key not in said:
            said.add(told.key)
            for language in LANGUAGES:
                printed_in(told, language)
    for language in LANGUAGES:
        known = {key for key in messages("tomoe", language) if not key.startswith(ELSEWHERE)}
        assert said == known


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_the_rules_hold_the_seven_cases(language: str) -> None:
    """The rules for people give the source's cases with their winners."""
    rules = rules_text("tomoe", language)
    lines = [line for line in rules.splitlines() if re.match(r"- [甲乙丙丁戊己庚]?\s?`\d", line)]
    assert len(lines) == 7
    for line in lines:
        cards, best = line.split("`")[1], line.split("`")[3]
        first, second, third = cards.split()
        state = play(position(f"{first} 1k", f"{second} 2p", f"{third} 3p"), first, second, third)
        assert state.tricks[0].card == best
