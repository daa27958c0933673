"""Tests that each step of a reveal hides later cards in pictures, descriptions, texts and buttons.

Two plays that differ only in cards not yet turned over must have equal pages at that step.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from msgspec.structs import replace

from bot.clock import Elapsed
from bot.pages import messages
from bot.pages.boards import MovingPicture, Picture
from bot.pages.panel import PanelContext
from bot.pages.table import table_page
from bot.pictures import plan_picture
from bot.pictures.colours import GOLD
from bot.pictures.pen import TextLine
from bot.refused import Refused
from bot.tables.reveals import end_suspense, pause_for_reveal
from bot.tables.state import TableState
from bot.wire.components import MediaGallery, walk
from games import Game, find_game
from games.core.errors import RulesError
from games.core.presentation import Board, Face, RevealScene
from games.core.reveals import hidden_reveal, step_count
from games.core.rules import CHANCE, Actor
from games.core.words import Text
from games.lost.pictures import covered_board, reveal_board
from tests.amounts import EXPLORE
from tests.bot.pages.test_heights import positions
from tests.bot.playing import undealt_table
from tests.games.contract import cards_in, setup_of
from tests.games.secrets import exchanged
from tests.games_under_test import games_with

NAMES = ("Hana", "Ken", "Mia", "Bob", "Yuki", "Aki", "Ren", "Sora", "Tom", "Uta")
MOVES, REVEALS, TWINS = 300, 4, 6
"""Limits: moves of a game, reveals examined in it, other plays compared with each."""

Made = tuple[Actor, str]


def state_after(state: TableState, moves: list[Made]) -> TableState:
    for actor, move in moves:
        state = state.with_move(actor, move)
    return state


def reveals(game: Game, seed: int) -> Iterator[tuple[TableState, list[Made], set[str]]]:
    """Play at random; at each reveal yield the undealt table, the moves and the cards seen before."""
    rng, setup = random.Random(seed), setup_of(game, seed)
    start = state = undealt_table(game, NAMES[: setup.seats], setup.options, first=setup.first)
    seen, count = set[str](), 0
    while not state.is_over and state.seq < MOVES and count < REVEALS:
        if state.to_act == CHANCE:
            state = state.dealt_once()
        else:
            seat = rng.choice(state.acting(human=True))
            legal = state.match.legal(seat)
            place = len(legal) - 1 if rng.random() < 0.3 else int(len(legal) * rng.random() ** 2)
            state = state.with_move(seat, str(legal[place]))
            if state.match.suspense_seconds:
                yield start, [(actor, str(move)) for actor, move in state.match.moves], set(seen)
                count += 1
        seen |= {*cards_in(game, state.match.setup, state.view)}


def hidden_cards(game: Game, state: TableState, seen: set[str]) -> set[str]:
    """Return the cards of the game's deck that are not in ``seen``."""
    return {card for card in game.rules.family(state.match.setup.options).order if card not in seen}


def equal_looking_plays(
    game: Game, start: TableState, moves: list[Made], seen: set[str], rng: random.Random
) -> Iterator[TableState]:
    """Yield plays that look equal before the reveal, but differ in a card that is not yet visible."""
    before = state_after(start, moves[:-1])
    is_compared = False
    named = {word for _, move in moves for word in move.split()}
    hidden = sorted(hidden_cards(game, before, seen) & named)
    visible = {face.card for face in _turned_cards(board_of(state_after(start, moves)))} & {*hidden}
    for _ in range(TWINS if visible and len(hidden) > 1 else 0):
        visible_card = rng.choice(sorted(visible))
        other = rng.choice([card for card in hidden if card != visible_card])
        about = {visible_card: other, other: visible_card}
        try:
            again = state_after(start, [(actor, exchanged(move, about)) for actor, move in moves[:-1]])
            after = again.with_move(*moves[-1])
        except (RulesError, Refused):  # the move is illegal with the other card
            continue
        if again.view == before.view and after.match.suspense_seconds:
            is_compared = True
            yield after
    # In a game where the last card played decides, other last moves differ only in that card.
    seat, made = moves[-1]
    for move in () if is_compared else before.match.legal(int(seat)):
        if str(move) != made and (after := before.with_move(seat, move)).match.suspense_seconds:
            yield after


def board_of(state: TableState) -> Board:
    reveal = state.game.presenter.reveal(state.view)
    board = reveal.suspense_board or reveal.board
    assert board is not None
    return board


def _turned_cards(board: Board) -> list[Any]:
    return [face for row in board.rows for face in row.cards if face.turn]


def visible_cards(board: Board, step: int) -> list[str]:
    return [face.card for face in _turned_cards(board) if face.turn <= step]


def content_of_step(state: TableState, step: int) -> list[object]:
    """Return everything shown up to a step of a reveal: texts, buttons, descriptions and frames."""
    held = pause_for_reveal(state, Elapsed(0), 1.0)
    assert held.position.in_suspense
    pages = [messages.table_message(held.snapshot, language) for language in ("en", "ja")]
    seats = range(len(held.seats))
    pages += [messages.panel_message(held.seen_by(seat), "en", PanelContext()) for seat in seats]
    seen: list[object] = [held.snapshot.news]
    for page in pages:
        pictures: list[object] = []
        for picture in page.files:
            assert isinstance(picture, Picture | MovingPicture)
            pictures.append(picture.size)
            if isinstance(picture, MovingPicture):
                pictures += [picture.frame_ms, *picture.drawings[: step + 1]]
            else:
                pictures.append(picture.drawing)
        content = page.encoded.decode()
        for picture in page.files:  # the name of a file is a fingerprint of what it shows
            content = content.replace(picture.filename, "picture")
        seen += [content, pictures]
    return seen


def check(game: Game, seeds: range) -> int:
    """Check that equal-looking plays have equal pages at each step; return the number of compared steps."""
    count = 0
    for seed in seeds:
        rng = random.Random(seed)
        for start, moves, seen in reveals(game, seed):
            state = state_after(start, moves)
            board = board_of(state)
            content = cache(partial(content_of_step, state))
            for twin in equal_looking_plays(game, start, moves, seen, rng):
                other = board_of(twin)
                assert step_count(board) == step_count(other), "the time of a reveal tells something"
                for step in range(step_count(board)):
                    if visible_cards(board, step) == visible_cards(other, step):
                        assert content(step) == content_of_step(twin, step), (
                            game.id,
                            seed,
                            step,
                        )
                        count += 1
    return count


SEEDS = range(6) if EXPLORE else range(3)


@pytest.mark.parametrize("game", games_with("suspense"))
def test_hidden_cards_are_not_shown_before_their_step(game: Game) -> None:
    """Tables, panels and logs do not show a card before the step that turns the card over."""
    assert check(game, SEEDS), f"no step of a reveal of {game.id} could be compared with another play"


LARGE = 84
"""Least size of the letters of a question in pixels: 21 points on a phone, above those of the headline."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", games_with("suspense"))
def test_question_is_large_during_suspense(game: Game, language: str) -> None:
    """During suspense the picture of the table has the question in large golden letters."""
    start, moves, _ = next(reveal for seed in range(3, 99) for reveal in reveals(game, seed))
    held = pause_for_reveal(state_after(start, moves), Elapsed(0), 1.0)
    assert held.position.in_suspense
    (picture,) = messages.table_message(held.snapshot, language).files
    assert isinstance(picture, Picture | MovingPicture)
    first = picture.drawings[0] if isinstance(picture, MovingPicture) else picture.drawing
    words = [op.sprite for op in plan_picture(first).layout.ops if isinstance(op.sprite, TextLine)]
    large = [word for word in words if word.size >= LARGE]
    assert large, [word.text for word in words]
    assert {word.ink for word in large} == {GOLD}


def unhidden_reveal(reveal: RevealScene, question: Text) -> RevealScene:
    return reveal


def named_winner(reveal: RevealScene, question: Text) -> RevealScene:
    return hidden_reveal(reveal, reveal.headline)


def groups_with_marks(groups: tuple[tuple[Face, ...], ...], step: int) -> tuple[tuple[Face, ...], ...]:
    """Return the groups with later cards face down, but with the marks of the cards kept."""
    backs = [
        [replace(face, card="" if face.turn > step else face.card) for face in group] for group in groups
    ]
    return tuple(map(tuple, backs))


def board_with_fields(view: Any, event: Any) -> Board:
    """Return the board before the move, but with the fields after it, including the unseen card."""
    before, after = covered_board(view, event), reveal_board(view, event)
    return replace(before, rows=(before.rows[0], *after.rows[1:]))


@pytest.mark.parametrize(
    ("place", "mutant", "game"),
    [
        ("bot.tables.snapshot.hidden_reveal", unhidden_reveal, "bull"),
        ("bot.tables.snapshot.hidden_reveal", named_winner, "tomoe"),
        ("games.core.reveals._groups_after", lambda groups, step: groups, "netsuzo"),
        ("games.core.reveals._groups_after", groups_with_marks, "bull"),
        ("games.core.reveals.board_after", lambda board, step: board, "trick3"),
        ("games.lost.presenter.covered_board", board_with_fields, "lost"),
        ("bot.tables.state.without_last_move", lambda news: news, "tomoe"),
    ],
    ids=["all", "the verdict", "cards", "marks", "the end", "fields", "the log"],
)
def test_mutants_are_caught(monkeypatch: pytest.MonkeyPatch, place: str, mutant: Any, game: str) -> None:
    monkeypatch.setattr(place, mutant)
    with pytest.raises(AssertionError):
        check(find_game(game), SEEDS)


JUDGEMENTS = {
    **dict.fromkeys(("bull", "netsuzo", "lost"), "was right"),
    **dict.fromkeys(("tomoe", "trick3"), "· won this one"),
}
"""What a description of a reveal says about the seat that came out best, by game."""


@pytest.mark.parametrize("game", [pytest.param(find_game(name), id=name) for name in JUDGEMENTS])
def test_description_of_a_reveal_names_no_winner_of_the_game(game: Game) -> None:
    """At a reveal a player "was right". Only the result says which player has won the game."""
    count = 0
    for state, stands in positions(game, 3, 21, "en"):
        while state.position.reveal_pause is not None and state.position.reveal_pause.opens is not None:
            state = end_suspense(state, state.position.reveal_pause.opens)
        parts = walk(table_page(state.snapshot, "en").components)
        text = " ".join(part.items[0].description or "" for part in parts if isinstance(part, MediaGallery))
        assert bool(re.search(r"· won(?! this one)", text)) == (state.is_over and not stands), text
        count += stands and JUDGEMENTS[game.id] in text
    assert count


def test_panels_have_the_picture_of_the_public_outcome() -> None:
    """Short words in a panel of Three Cards Trick Poker leave it the picture that the table's message has."""
    game = find_game("trick3")
    start, moves, _ = next(reveals(game, 3))
    held = end_suspense(pause_for_reveal(state_after(start, moves), Elapsed(0), 1.0), Elapsed(60_000))
    (public,) = messages.table_message(held.snapshot, "en").files
    for seat in range(len(held.seats)):
        (own,) = messages.panel_message(held.seen_by(seat), "en", PanelContext()).files
        assert own.filename == public.filename
