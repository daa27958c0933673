"""Tests that reveals and results name the winners once, at the end of random games."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.clock import Elapsed
from bot.language import Localizer, plain
from bot.pages.boards import Picture
from bot.pages.messages import poster_message
from bot.pages.panel import panel_page
from bot.pages.people import people_localizer, title_line
from bot.pages.standings import winners_text
from bot.pages.table import table_page
from bot.tables.reveals import end_suspense, pause_for_reveal
from bot.tables.state import TableState
from bot.wire.components import TextDisplay, walk
from bot.wire.messages import Page
from games import Game, find_game
from games.core.rules import Result
from tests.amounts import EXPLORE
from tests.bot.pages.test_heights import LONGEST, NAMES, positions
from tests.bot.pages.test_sentences import sentences
from tests.games.contract import every_game
from tests.games.play import seats_near

SEEDS = range(1, 7) if EXPLORE else range(3, 7)

PEOPLE = f"(?:{'|'.join(NAMES)}|you|everybody(?: else)?|nobody)"

WORDED = ("bull", "tomoe", "netsuzo", "lost", "trick3")
"""The games whose sentences about winners ``WINS`` finds."""

WINS = {
    "en": re.compile(
        rf"^won\b|\b{PEOPLE} (?:wins?|won|share the win)\b(?! (?:the )?(?:trick|battle)\b)"
        rf"|\bonly {PEOPLE} (?:is|are) left\b",
        re.IGNORECASE,
    ),
    "ja": re.compile("の勝ち|勝ちです|優勝|残ったのは|^勝ち|引き分け"),
}
"""For each language, a pattern of sentences that say who has won the game."""


def ends(game: Game, language: str) -> Iterator[TableState]:
    """Yield random games that are over, with two, three and most seats."""
    low, high = game.rules.seats
    for seats in sorted({max(low, min(high, seats)) for seats in (2, 3, 8)}):
        last_states = [[*positions(game, seats, seed, language)][-1][0] for seed in SEEDS]
        finished = [state for state in last_states if state.is_over]
        assert finished
        yield from finished


def revealed(state: TableState) -> TableState:
    """Return a finished game while its last reveal is reveal, with all cards turned over."""
    state = pause_for_reveal(state, Elapsed(0), 1.0)
    while (pause := state.position.reveal_pause) is not None and pause.opens is not None:
        state = end_suspense(state, pause.opens)
    return state


def seats_of(state: TableState) -> set[int]:
    """Return a seat in first place, one in last place, and the seats of the last reveal if it names any."""
    result = state.match.result() if state.match is not None else None
    assert result is not None
    reveal = state.game.presenter.reveal(state.view)
    concerned = () if reveal is None else reveal.seats
    return {result.ranking[0][0], result.ranking[-1][0], *concerned}


def lines_of(page: Page) -> set[str]:
    """Return the lines of a page's texts, without markup."""
    texts = [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]
    return {plain(line.removeprefix("-# ")) for line in "\n".join(texts).split("\n") if line}


def win_count(page: Page, language: str) -> int:
    """Return the number of sentences and picture notes that say who has won."""
    notes = [row.note for file in page.files if isinstance(file, Picture) for row in file.drawing.rows]
    parts = [*sentences(page, language, 1), *notes]
    return len([part for part in parts if WINS[language].search(part)])


def count_of(sentence: str, page: Page) -> int:
    """Return how often a page's texts have a sentence."""
    return " ".join(lines_of(page)).count(plain(sentence))


@every_game
@pytest.mark.parametrize("language", ["en", "ja"])
def test_last_reveal_and_result_name_winners(game: Game, language: str) -> None:
    """Results have the sentence about the winners once; a last reveal has it unless it has its own line."""
    for seats in {seats_near(game, 3), game.rules.seats[1]}:
        *_, (state, _) = positions(game, seats, 1, language, LONGEST)
        result, words = state.view.result, people_localizer(state.snapshot, language)
        assert result is not None
        expected, reveal = words(winners_text(result)), game.presenter.reveal(state.view)
        pages = {"result": table_page(state.snapshot, language)}
        if reveal is not None and reveal.line is None:
            pages["last reveal"] = table_page(revealed(state).snapshot, language)
        for name, page in pages.items():
            count = count_of(expected, page)
            assert count == 1, f"the {name} of {game.id} has {expected!r} {count} times"


@pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in WORDED])
def test_results_name_winners_once_and_say_nothing_twice(game: Game) -> None:
    """Results, posters, private results and last reveals name the winners exactly once.

    A private result shares no line with the public result, except the title and the winners.
    """
    for language in ("en", "ja"):  # which share the games
        check_results(game, language)


def check_results(game: Game, language: str) -> None:
    for state in ends(game, language):
        public, seats = table_page(state.snapshot, language), seats_of(state)
        private = [panel_page(state.seen_by(seat), language) for seat in seats]
        for page in (public, poster_message(state.snapshot, language), *private):
            assert win_count(page, language) == 1, page.encoded.decode()
        reveal = revealed(state)
        for page in (
            table_page(reveal.snapshot, language),
            *[panel_page(reveal.seen_by(seat), language) for seat in seats],
        ):
            assert win_count(page, language) == 1, page.encoded.decode()
        words = people_localizer(state.snapshot, language)
        assert state.view.result is not None
        expected = plain(f"{title_line(state.snapshot, words)} {words(winners_text(state.view.result))}")
        for page in private:
            repeated = [line for line in lines_of(page) & lines_of(public) if line not in expected]
            assert not repeated, page.encoded.decode()


@pytest.mark.parametrize(
    ("result", "en", "ja"),
    [
        (Result(((1,), (0,), (2,)), (1, 2, 0)), "🏆 You win!", "🏆 あなたの勝ち！"),
        (Result(((0,), (1,), (2,)), (2, 1, 0)), "🏆 Hana wins!", "🏆 Hanaの勝ち！"),
        (
            Result(((1, 2), (0,), (3,)), (1, 2, 2, 0)),
            "🏆 You and さくら share the win!",
            "🏆 あなた、さくらの勝ち！",
        ),
        (
            Result(((0, 2), (1,)), (1, 0, 1)),
            "💥 You lose; everybody else wins!",
            "💥 あなたの負け！ほかの全員の勝ち！",
        ),
        (Result(((0, 1),), (1, 1)), "🤝 A tie: nobody wins!", "🤝 引き分け！"),
    ],
)
def test_reader_is_called_you_in_a_private_result(result: Result, en: str, ja: str) -> None:
    for language, expected in (("en", en), ("ja", ja)):
        words = Localizer(language, NAMES[: len(result.scores)]).to_reader(1)
        assert words(winners_text(result)) == expected
