"""Tests that a position of a replay shows no card and no sentence twice, and no stray marks of bold text."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot import LANGUAGES
from bot.language import Localizer, plain
from bot.pages.boards import with_hands
from bot.replay.replay import EVERYBODY, SPECTATOR, ReplaySpot, replay_page, scene_of
from bot.replay.review import decision_page, overview_page
from bot.replay.web import table_web_page
from bot.tables.positions import replay_match
from games.core.game import Game
from games.core.words import Seat
from tests.bot.replay.finished import finished_game, replay_pages, review_of, texts_of
from tests.bot.replay.test_web import Reader
from tests.games.contract import every_game

by_language = pytest.mark.parametrize("language", LANGUAGES)


@every_game
def test_no_position_shows_a_card_twice(game: Game) -> None:
    """With all hands open, the seats' rows have no card more often than the deck."""
    state = finished_game(game)
    assert state.match is not None
    options = state.match.setup.options
    family = game.rules.family(options)
    deck = Counter(card for card in str(state.match.moves[0][1]).split() if card in family.order)
    wrong = {}
    for number, position in enumerate(replay_match(state.match), 1):
        views = [position.match.view(seat) for seat in range(len(state.seats))]
        scene = scene_of(game.presenter, position.match.view(None))
        board = with_hands(scene.board, game.presenter, views, family.name)
        rows = [row for row in board.rows if isinstance(row.title, Seat)]
        cards = Counter(face.card for row in rows for face in row.cards if face.card)
        if twice := +(cards - Counter({card: max(deck[card], 1) for card in cards})):
            wrong[number] = twice
    assert not wrong


@every_game
@by_language
def test_replay_and_review_have_no_stray_marks_of_bold_text(game: Game, language: str) -> None:
    """Marks of bold text come in pairs around a text, and no bold text is inside another."""
    state = finished_game(game)
    review = review_of(state)
    pages = [*replay_pages(state, language), ("overview", overview_page(state, review, language))]
    for index, decision in enumerate(review.decisions):
        for estimate in (None, *decision.estimates):
            for is_answered in (False, True):
                page = decision_page(state, review, index, language, estimate, is_answered=is_answered)
                pages.append((f"decision {index}", page))
    lines = [(name, line) for name, page in pages for text in texts_of(page) for line in text.split("\n")]
    assert any("**" in line for _, line in lines)
    assert not [(name, line) for name, line in lines if has_stray_marks(line)]


def has_stray_marks(line: str) -> bool:
    """Return whether marks of bold text are unpaired, nested, or around nothing."""
    outside_and_inside = line.split("**")
    bold = outside_and_inside[1::2]
    return len(outside_and_inside) % 2 == 0 or any(text != text.strip() or not text for text in bold)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("**Ken** doubts", False),
        ("You · **2♦ to Ken as “2”**", False),
        ("You · **2♦ to **Ken** as “2”**", True),
        ("あなた · ****さくら**へ2♦を宣言**", True),
        ("**Ken doubts", True),
    ],
)
def test_nested_and_unpaired_marks_are_stray(line: str, expected: bool) -> None:
    assert has_stray_marks(line) is expected


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, without marks."""
    parts = re.split(
        r"[.!?。]\s*|\n", "\n".join(plain(line.removeprefix("-# ")) for line in text.split("\n"))
    )
    return [part for part in parts if len(part) > 5]


@every_game
def test_no_position_of_the_web_page_says_the_same_twice(game: Game) -> None:
    """No sentence of a position of the replay as a web page is repeated."""
    state = finished_game(game)
    data = Reader(table_web_page(state)).data
    for at, _ in enumerate(LANGUAGES):
        for number, step in enumerate(data["steps"], 1):
            result = data["result"] if number == len(data["steps"]) else []
            numbers = [
                step["head"],
                *([] if step["line"] is None else [step["line"]]),
                *step["news"],
                *result,
            ]
            counts = Counter(sentence for text in numbers for sentence in sentences(data["texts"][text][at]))
            assert not {sentence: count for sentence, count in counts.items() if count > 1}, number


@every_game
@by_language
def test_last_position_tells_how_the_game_ended(game: Game, language: str) -> None:
    """The line about the end of the game stays on the page. Menus are left out first."""
    state = finished_game(game)
    assert state.match is not None
    line = scene_of(game.presenter, state.match.view(None)).line
    if line is None:
        return
    words = Localizer(language, [row.name for row in state.seats])
    for eyes in (EVERYBODY, SPECTATOR):
        text = "\n".join(texts_of(replay_page(state, ReplaySpot(state.seq, eyes), language)))
        assert plain(words(line)) in plain(text)
