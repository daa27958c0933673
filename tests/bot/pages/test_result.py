"""Tests of a result's picture, and of pictures that people share."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

from bot.language import flat
from bot.pages.boards import Picture
from bot.pages.messages import poster_message
from bot.pages.panel import panel_page
from bot.pages.people import people_localizer
from bot.pages.phone import TABLE, page_height
from bot.pages.table import extras_page, table_page
from bot.pictures import Drawing, plan_picture
from bot.pictures.pen import Disc, StampSprite, TextLine
from bot.pictures.posters import comic_layout
from bot.replay import share
from bot.tables.state import TableState
from bot.wire.components import Button, TextDisplay, walk
from games import GAMES, Game, find_game
from storage.rows import EveningPerson, EveningRow, Name, WonTrophy
from tests.bot.pages.test_heights import NAMES, TABLES
from tests.bot.playing import undealt_table
from tests.games_under_test import games_with

SERVER = "Board Game Club ゲーム部"
few_seats = pytest.mark.parametrize(
    ("game", "seats"),
    [pytest.param(*table, id=f"{table[0].id}-{table[1]}") for table in TABLES if table[1] <= 4],
)


def finished(
    game: Game,
    seats: int,
    language: str,
    *,
    names: Sequence[str] = NAMES,
    others: Sequence[str] = ("Zoe",),
    server: str = SERVER,
) -> TableState:
    """Return a finished game of an evening in which other people also took part."""
    rng, options = random.Random(seats), {name: values[0] for name, values in game.rules.options.items()}
    state = undealt_table(game, names[:seats], options, language=language).with_deal()
    while not state.is_over:
        seat = rng.choice(state.acting(human=True))
        legal = state.match.legal(seat)
        state = state.with_move(seat, legal[int(len(legal) * rng.random() ** 2)]).with_deal()
    people = [EveningPerson(seat.user_id, seat.name, 3, seat.seat) for seat in state.seats]
    people += [EveningPerson(900 + number, Name(name), 2, 1) for number, name in enumerate(others)]
    evening = EveningRow("e", 3, tuple(people))
    row = msgspec.structs.replace(state.row, ended_at=1_795_000_000_000)
    return replace(state, row=row, evening=evening, server=server)


LONG_NAMES = {
    "en": tuple([first + 31 * "W" for first in "ABCDEFGHIJKLMNOPQR"]),
    "ja": tuple([first + 31 * "国" for first in "東西南北春夏秋冬花月山川海空雨雪風雲"]),
}
"""For each language, 18 names of 32 wide letters, the longest that Discord allows."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_long_names_keep_results_on_a_phone(game: Game, language: str) -> None:
    """Results of most players fit, with long names of players, of other people and of the server."""
    names, seats = LONG_NAMES[language], min(10, game.rules.seats[1])
    server = 100 * names[0][-1]
    for players in (names, (*NAMES, "Zed", "Yan")):
        state = finished(game, seats, language, names=players, others=names[10:], server=server)
        for page in (table_page(state.snapshot, language), poster_message(state.snapshot, language)):
            assert page_height(page) <= TABLE


def texts_of(drawing: Drawing) -> list[str]:
    return [op.sprite.text for op in plan_picture(drawing).layout.ops if isinstance(op.sprite, TextLine)]


@few_seats
@pytest.mark.parametrize("language", ["en", "ja"])
def test_poster_shows_game_date_names_and_best_moment(game: Game, seats: int, language: str) -> None:
    """The poster shows server, date, each name once and, if there is one, the best highlight.

    The highlight's title says whose it is, so that nobody takes it for their own.
    """
    state = finished(game, seats, language)
    for page in (table_page(state.snapshot, language), poster_message(state.snapshot, language)):
        picture = page.files[0]
        assert isinstance(picture, Picture)
        texts = texts_of(picture.drawing)
        all_text = " ".join(texts)
        quote = picture.drawing.poster.quote
        if quote is None:
            title = ""
        else:
            title = quote.title
            assert len([name for name in NAMES[:seats] if title.endswith(f" · {name}")]) == 1
        below = all_text.replace(title, "", 1)
        assert [below.count(name) for name in NAMES[:seats]] == [1] * seats, all_text
        assert {"en": "18 Nov 2026", "ja": "2026年11月18日"}[language] in all_text
        assert SERVER in all_text
        assert all_text.count("Zoe") == 1
        assert page_height(page) <= TABLE
    assert not state.safe_highlight_stories or picture.size[1] > picture.size[0], "portrait"
    assert bool(state.safe_highlight_stories) == (quote is not None)


@few_seats
@pytest.mark.parametrize("language", ["en", "ja"])
def test_text_of_a_result_repeats_nothing_of_its_poster(game: Game, seats: int, language: str) -> None:
    """The text below a poster repeats neither the evening's score nor the best highlight."""
    state = finished(game, seats, language)
    page, words = table_page(state.snapshot, language), people_localizer(state.snapshot, language)
    texts = [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]
    lines = "\n".join(texts).split("\n")
    assert not [line for line in lines if "Zoe" in line]
    quoted, *others = [flat(words(highlight)) for highlight in state.snapshot.highlights] or [""]
    if page.files[0].drawing.poster.quote is not None:
        assert quoted not in lines
    assert not others or seats > 2 or others[0] in lines


@pytest.mark.parametrize("language", ["en", "ja"])
def test_poster_of_eight_players_has_best_moment(language: str) -> None:
    """The poster of eight players has the best highlight, and its message is at most 700 points high."""
    page = table_page(finished(find_game("bull"), 8, language).snapshot, language)
    picture = page.files[0]
    assert isinstance(picture, Picture)
    assert picture.drawing.poster.quote is not None
    assert page_height(page) <= TABLE


def test_best_moment_without_words_has_a_title_and_no_bubble() -> None:
    """In Tomoefuda nobody says anything: the poster has the name of the best highlight as a title."""
    state = finished(find_game("tomoe"), 3, "en")
    (picture,) = poster_message(state.snapshot, "en").files
    assert isinstance(picture, Picture)
    quote = picture.drawing.poster.quote
    assert quote is not None
    assert quote.title
    assert not quote.speech


@pytest.mark.parametrize("game", games_with("highlights"))
def test_best_moment_quotes_player_cards_and_verdict(game: Game) -> None:
    """The poster and its description contain the best highlight: player, cards and verdict."""
    state = finished(game, max(2, game.rules.seats[0]), "en")
    page = poster_message(state.snapshot, "en")
    (picture,) = page.files
    assert isinstance(picture, Picture)
    quote = picture.drawing.poster.quote
    assert quote is not None
    assert quote.cards
    assert json.dumps(quote.description, ensure_ascii=False)[1:-1] in page.encoded.decode()
    sprites = [op.sprite for op in plan_picture(picture.drawing).layout.ops]
    assert any(isinstance(sprite, StampSprite) for sprite in sprites) == (quote.stamp is not None)
    assert Disc(quote.portrait, 128) in sprites


def test_verdict_is_the_largest_text_of_shared_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The verdict has the largest letters of a shared picture, which names each player at most once."""
    drawn = []
    monkeypatch.setattr(share, "draw_comic", drawn.append)
    games = [find_game(param.id) for param in games_with("highlights")]
    for game in games:
        state = finished(game, max(2, game.rules.seats[0]), "en")
        for tale in state.safe_highlight_stories:
            (picture,) = share.highlight_post_page(state, tale, NAMES[0], "en", SERVER).files
            picture._draw()
            ops = [op.sprite for op in comic_layout(drawn[-1]).ops]
            words = [sprite for sprite in ops if isinstance(sprite, TextLine)]
            stamps = [sprite.size for sprite in ops if isinstance(sprite, StampSprite)]
            assert (tale.tale.stamp is None) or max(stamps) > max(word.size for word in words)
            for name in NAMES[:2]:
                assert sum(name in word.text for word in words) <= 1, [word.text for word in words]
    assert len(drawn) >= len(games)


MOST_BUTTONS = 5
"""Number of buttons that fit into one row of a message."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", ["bull", "netsuzo", "tomoe", "trick3", "lost"])
def test_result_has_at_most_five_buttons(game_id: str, language: str) -> None:
    """A result with a trophy, a moment to share, a review, a replay and a record has one row of buttons."""
    game = find_game(game_id)
    trophy = WonTrophy(0, f"{game_id}.first", 1)
    state = replace(finished(game, game.rules.seats[0], language), trophies=(trophy,)).closed("over", 1)
    assert state.named_trophies == (trophy,)
    for snapshot in (state.snapshot, state.seen_by(0)):
        page = table_page(snapshot, language)
        buttons = [part for part in walk(page.components) if isinstance(part, Button)]
        verbs = {part.custom_id.split(":")[1] for part in buttons}
        assert {"rematch", "another", "review", "replay"} <= verbs
        assert len(buttons) <= MOST_BUTTONS
        # All others are behind one of the buttons.
        if "extras" in verbs:
            more = extras_page(snapshot, language)
            behind = [part for part in walk(more.components) if isinstance(part, Button)]
            assert {part.custom_id.split(":")[1] for part in behind} >= {"share", "record"}
            assert len(behind) <= MOST_BUTTONS


@pytest.mark.parametrize(
    ("language", "won", "placed"),
    [("en", "🏆 You win!", "You: {}"), ("ja", "🏆 あなたの勝ち！", "あなた: {}位")],
)
@pytest.mark.parametrize("game_id", ["bull", "netsuzo", "tomoe", "trick3"])
def test_own_result_says_you(game_id: str, language: str, won: str, placed: str) -> None:
    """The winner's private result begins with *You win*, and everybody's has a line with their own place."""
    state = finished(find_game(game_id), 3, language).closed("over", 1)
    result = state.match.result()
    ordinals = {"en": ("1st", "2nd", "3rd"), "ja": ("1", "2", "3")}[language]
    (first,) = result.ranking[0]
    for seat, place in enumerate(result.places):
        page = panel_page(state.seen_by(seat), language)
        texts = [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]
        lines = [re.sub(r"^[#-]+ |[🥇🥈🥉] ", "", line) for line in "\n".join(texts).split("\n")]
        assert any(line.startswith(won) for line in lines) == (seat == first), lines
        assert any(line.startswith(placed.format(ordinals[place - 1])) for line in lines), lines
    assert max(result.places) == 3
