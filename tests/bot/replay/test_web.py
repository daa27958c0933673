"""Tests of the replay as one HTML file: complete, in both languages, and safe with any names."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot import LANGUAGES
from bot.language import Localizer
from bot.pictures import art_name
from bot.replay.web import CARD_WIDTH, CARDS_PER_ROW, web_page
from games import Game, find_game
from games.core.match import GameHistory, Match
from games.core.rules import CHANCE
from tests.games.contract import every_game, setup_of
from tests.games.play import new_match, play_random

EVIL = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "<!--<script>",
    "{{script}}\u2028${alert(3)}",
    "&lt;b&gt;\\u003c",
    "javascript:alert(4)",
    "]]>",
    "'; alert(5); '",
)
"""Names that would break out of a page without escaping."""

ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "header", "h1", "button", "main", "p", "h2", "div"),
    *("ul", "footer", "input", "nav", "output", "select", "script"),
}
"""All elements of the page."""


class Reader(HTMLParser):
    """A parser that collects a page's elements, their texts and its data."""

    def __init__(self, page: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._is_in = False
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.setdefault(tag, []).append("")
        self._is_in = True

    def handle_endtag(self, tag: str) -> None:
        self._is_in = False

    def handle_data(self, data: str) -> None:
        if self._is_in:
            self.texts[self.elements[-1][0]][-1] += data

    @property
    def data(self) -> Any:
        return json.loads(self.texts["script"][0])


def names_by_language(
    match: Match, names: tuple[str, ...] = ("Hana", "健太", "Zoë", *"DEFGHI")
) -> dict[str, list[str]]:
    return {language: list(names[: match.setup.seats]) for language in LANGUAGES}


@cache
def example(game: Game) -> tuple[Match, Reader]:
    """Return a finished game and its page."""
    match = play_random(Match(game.rules, setup_of(game, 2)), 2, 3000)
    return match, Reader(web_page(match, names_by_language(match)))


@every_game
def test_page_has_every_position_in_both_languages(game: Game) -> None:
    """The page has each position in each language, and one picture of all its cards."""
    match, page = example(game)
    data = page.data
    assert len(data["steps"]) == len(match.moves)
    assert data["languages"] == list(LANGUAGES)
    assert all(len(text) == len(LANGUAGES) for text in data["texts"])
    texts, rows = data["texts"], data["rows"]
    scene = game.presenter.table(match.view(None))
    reveal = game.presenter.reveal(match.view(None))
    headline = scene.headline if reveal is None else reveal.headline
    last = data["steps"][-1]
    for at, language in enumerate(LANGUAGES):
        words = Localizer(language, names_by_language(match)[language])
        assert texts[data["game"]][at] == words(f"{game.id}-name")
        assert texts[last["head"]][at] == words(headline).replace("**", "").replace("\u2060", "").lstrip("# ")
    assert data["result"]
    used = {face[0] for row in rows for group in row["groups"] for face in group}
    assert used == {*range(len(data["cards"]))}
    style = page.texts["style"][0]
    (encoded,) = re.findall(r'url\("data:image/png;base64,([^"]+)"\)', style)
    picture = Image.open(BytesIO(base64.b64decode(encoded)))
    assert picture.width == CARDS_PER_ROW * CARD_WIDTH
    assert len(data["drawings"]) == len(used)
    drawn = {number for numbers in data["drawings"] for number in numbers}
    assert drawn == {*range(len(drawn))}
    assert picture.height // (CARD_WIDTH * 148 // 108) == max(1, -(-len(drawn) // CARDS_PER_ROW))


@every_game
def test_cards_have_the_drawings_of_the_readers_language(game: Game) -> None:
    """Each card has a drawing for each language. Decks with kanji have letters for readers of English."""
    match, page = example(game)
    data = page.data
    board = game.presenter.table(match.view(None)).board
    assert board is not None
    has_letters = art_name(board.family, board.colours, "en") != art_name(board.family, board.colours, "ja")
    english, japanese = LANGUAGES.index("en"), LANGUAGES.index("ja")
    differs = {numbers[english] != numbers[japanese] for numbers in data["drawings"]}
    assert (True in differs) == has_letters
    assert has_letters == (game.id == "tomoe")


def test_hands_are_separate_from_public_cards() -> None:
    """After a deal, public rows show only cards of earlier hands; each seat has its own hand."""
    match = play_random(new_match(find_game("bull"), 3), 1, 2000)
    data = Reader(web_page(match, names_by_language(match))).data
    rows, past = data["rows"], GameHistory(match)
    deals = [at for at, (actor, _) in enumerate(match.moves) if actor == CHANCE]
    words, before = Localizer("en"), Counter[str]()
    for at in deals:
        step = data["steps"][at]
        open_cards = [face[0] for row in step["rows"] for group in rows[row]["groups"] for face in group]
        faces = [data["texts"][data["cards"][card]][0] for card in open_cards]
        back = words.cards([""], "standard")
        assert Counter(face for face in faces if face != back) <= before
        hands = [past.view_after(at, seat).hand for seat in range(len(step["hands"]))]
        before = Counter(words.cards([card], "standard") for hand in hands for card in hand)
        for seat, row in enumerate(step["hands"]):
            held = past.view_after(at, seat).hand
            visible = [] if row is None else [face[0] for group in rows[row]["groups"] for face in group]
            card_names = [data["texts"][data["cards"][card]][0] for card in visible]
            assert sorted(card_names) == sorted(words.cards([card], "standard") for card in held)


@cache
def harmless_page() -> tuple[Match, Reader]:
    """Return a game of four people with usual names, and its page."""
    match = play_random(new_match(find_game("bull"), 4), 5, 2000)
    return match, Reader(web_page(match, names_by_language(match)))


@pytest.mark.parametrize("first", range(len(EVIL)))
def test_names_never_become_markup_of_the_page(first: int) -> None:
    """With any names, the page has the same elements, no event handlers and no links."""
    match, harmless = harmless_page()
    evil = (*EVIL[first:], *EVIL[:first])
    read = Reader(web_page(match, names_by_language(match, evil)))
    kinds = [tag for tag, _ in read.elements]
    assert kinds == [tag for tag, _ in harmless.elements]
    assert {*kinds} == ELEMENTS
    for _, attributes in read.elements:
        assert not any(name.startswith("on") for name in attributes)
        assert not {"src", "href", "action", "srcset", "data"} & attributes.keys()
    texts = {text for versions in read.data["texts"] for text in versions}
    assert any(name in texts or name.replace("\\", "") in texts for name in evil[:4])
    assert evil[0].split("\u2028")[0] in read.texts["title"][0]
    assert "<" not in read.texts["script"][0]


def test_policy_allows_only_the_pages_own_script_and_style() -> None:
    """The policy allows the page's script and style by digest, and nothing else by default."""
    match = play_random(new_match(find_game("tomoe")), 5, 2000)
    page = web_page(match, names_by_language(match))
    read = Reader(page)
    policy = next(attributes["content"] for tag, attributes in read.elements if "http-equiv" in attributes)
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    assert allowed["default-src"] == "'none'"
    for kind, source in (("style", read.texts["style"][0]), ("script", read.texts["script"][1])):
        digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert allowed[f"{kind}-src"] == f"'sha256-{digest}'"
    assert not re.search(rb"https?:|//[a-z]", re.sub(rb"base64,[^\"]+", b"", page))
