"""Tests of golden games: the texts and views of a whole game, kept in two reviewed files.

``told.txt`` is a game's record with the changes of the table's public text below each move,
in English. ``golden.txt`` has the same moves, or the first of them, and the changes of every view at
important moments. A game with options has a second pair, ``told-options.txt`` and ``golden-options.txt``,
in which no option has its default. After an intended change ``TESTS_GOLDEN=write`` rewrites the files; review
the difference. For a game without files it plays a random game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from games import Game
from games.core.errors import RulesError
from games.core.match import Match, read_record, write_record
from games.core.rules import CHANCE, OVER, Actor, Setup, State
from tests.games.contract import every_game
from tests.games.play import new_match, play_random, viewers
from tests.games.printing import public_moves, say, whole_lines

WRITE = "TESTS_GOLDEN"
USUAL, OTHERWISE = ("told.txt", "golden.txt"), ("told-options.txt", "golden-options.txt")
"""The files of the two golden games: texts, and views."""


# --- views ------------------------------------------------------------------------------------------


def transcript(match: Match, count: int, at: Collection[int]) -> str:
    """Return the first moves of a match as text, with the changes of every view at important moments.

    These moments are: after each move of chance, before the next one, at the end, and after the given moves.
    Fields that are unchanged since the last such moment, or equal to the spectator's, are left out.

    Args:
        match: the match as it was played.
        count: the number of moves.
        at: numbers of moves, from 0, after which everybody's view matters, too.
    """
    rules = match.rules
    state = rules.start(match.setup)
    lines = [f"{rules.id}, {match.setup.seats} seats, {dict(match.setup.options)}"]
    shown_fields: dict[int | None, dict[str, str]] = {viewer: {} for viewer in viewers(match)}
    for number, (actor, move) in enumerate(match.moves[:count]):
        state = rules.apply(state, actor, move)
        lines.append(_move_line(actor, move))
        if number in at or actor == CHANCE or state.to_act in (CHANCE, OVER):
            for viewer, before in shown_fields.items():
                seen = fields(rules.view(state, viewer), shown_fields[None] if viewer is not None else {})
                viewer_name = "all" if viewer is None else f"seat {viewer}"
                lines += [f"    {viewer_name}: {name} = {text}" for name, text in news(before, seen)]
                shown_fields[viewer] = seen
    return "\n".join(lines) + "\n"


def _move_line(actor: Actor, move: object) -> str:
    return f"{'*' if actor == CHANCE else actor} {move}"


def highlights_of(views: str) -> tuple[int, set[int]]:
    """Return the number of moves in a file of views, and the moves after which it shows views."""
    number, at = -1, set()
    for line in views.splitlines()[1:]:
        if line.startswith("    "):
            at.add(number)
        else:
            number += 1
    return number + 1, at


def fields(view: Any, common: dict[str, str]) -> dict[str, str]:
    """Return a view's fields as text; fields equal to those of ``common`` say so."""
    printed = {
        name: json.dumps(value, ensure_ascii=False) for name, value in msgspec.to_builtins(view).items()
    }
    return {name: "as all" if common.get(name) == text else text for name, text in printed.items()}


def news(before: dict[str, str], seen: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each changed field."""
    for name, text in seen.items():
        if before.get(name, "as all") != text:
            yield name, text


# --- texts of the table -----------------------------------------------------------------------------


def record_with_tables(game: Game, match: Match) -> str:
    """Return a match as a record with each move's new lines of the table below it."""
    headers, _, moves = write_record(match).partition("\n\n")
    state = match.rules.start(match.setup)
    before = texts_of_table(game, state)
    lines = [headers, "", *[f"#   {line}" for line in before]]
    for (actor, move), line in zip(match.moves, moves.splitlines(), strict=True):
        state = match.rules.apply(state, actor, move)
        announced, after = news_told(game, state), texts_of_table(game, state)
        lines += [
            line,
            *[
                f"#   {text_line}"
                for text_line in (*announced, *[text_line for text_line in after if text_line not in before])
            ],
        ]
        before = after
    return "\n".join(lines) + "\n"


def news_told(game: Game, state: State) -> list[str]:
    """Return the texts of the last move, its reveal and the outcome."""
    presenter, view = game.presenter, game.rules.view(state, None)
    lines = [f"said: {say(text)}" for event in view.news if (text := presenter.say(event, view)) is not None]
    reveal = presenter.reveal(view)
    if reveal is not None:
        texts = [text for text in (reveal.headline, reveal.line) if text is not None]
        lines += [f"moment: {line}" for line in (*map(say, texts), *whole_lines(reveal.board))]
    if view.result is not None:
        lines += [f"outcome: {say(text)}" for text in presenter.outcome(view, view.result)]
        scores = [presenter.score(view, view.result, seat) for seat in range(view.seats)]
        lines += [f"score: {say(text)}" for text in scores if text is not None]
    return [part for line in lines for part in line.splitlines()]


def texts_of_table(game: Game, state: State) -> list[str]:
    """Return all texts of the table's message."""
    presenter, view = game.presenter, game.rules.view(state, None)
    scene = presenter.table(view)
    texts = [*presenter.chapter(view), *[text for text in (scene.headline, scene.line) if text is not None]]
    lines = [*map(say, texts), *public_moves(game, view), *whole_lines(scene.board)]
    return [part for line in lines for part in line.splitlines()]


# --- the files --------------------------------------------------------------------------------------


def check_golden(game: Game, folder: Path, files: tuple[str, str] = USUAL) -> None:
    """Compare a game with its golden files, or write the files with ``TESTS_GOLDEN=write``.

    Args:
        game: the game.
        folder: where its files are.
        files: ``USUAL``, or ``OTHERWISE`` for the files with other options.

    Raises:
        AssertionError: a file is missing, a view or a text has changed, or options have their defaults.
    """
    told_in, views_in = (folder / name for name in files)
    if os.environ.get(WRITE) == "write":
        write_golden(game, told_in, views_in, changed_options(game) if files == OTHERWISE else {})
    for path in (told_in, views_in):
        assert path.exists(), f"{game.id} has no golden game: {WRITE}=write writes {path}"
    # The record is played again; texts and views have to be the same.
    views, text = views_in.read_text("utf-8"), told_in.read_text("utf-8")
    match, _ = read_record(text, lambda game_id: game.rules)
    why = f"run with {WRITE}=write and look at the difference"
    assert match.is_over, f"the golden game of {game.id} is not a whole one"
    texts = record_with_tables(game, match)
    assert text == texts, f"{first_difference(text, texts)}; {why}"
    count, at = highlights_of(views)
    seen = transcript(match, count, at)
    assert views == seen, f"{first_difference(views, seen)}; {why}"
    field_names = {line.strip().partition(":")[0] for line in views.splitlines() if line.startswith("    ")}
    assert field_names == {"all", *[f"seat {seat}" for seat in range(match.setup.seats)]}, (
        f"somebody's view: {field_names}"
    )
    # The second game is there for the options.
    if files == OTHERWISE:
        usual = {name for name in changed_options(game) if is_default(game, match.setup, name)}
        assert not usual, f"the second golden game of {game.id} plays with the default of {usual}"


def first_difference(before: str, after: str) -> str:
    """Return the first line in which two texts differ, as it was and as it is."""
    pairs = zip_longest(before.splitlines(), after.splitlines(), fillvalue="")
    was, is_now = next(pair for pair in pairs if pair[0] != pair[1])
    return f"{was.strip('# ')!r} is now {is_now.strip('# ')!r}"


def write_golden(game: Game, told_in: Path, views_in: Path, options: Mapping[str, str]) -> None:
    """Write a golden game from its old moves, or from random moves if those are missing or illegal."""
    try:
        match, _ = read_record(told_in.read_text("utf-8"), lambda game_id: game.rules)
    except (OSError, RulesError):
        match = play_random(new_match(game, options=options, first=1), f"golden {game.id}", 3000)
    every = len(match.moves), set() if options else set(range(len(match.moves)))
    count, at = highlights_of(views_in.read_text("utf-8")) if views_in.exists() else every
    told_in.parent.mkdir(exist_ok=True)
    told_in.write_text(record_with_tables(game, match), "utf-8")
    views_in.write_text(transcript(match, count, at), "utf-8")


def changed_options(game: Game) -> dict[str, str]:
    """Return for each option the first non-default value that is compatible with the others."""
    rules, seats = game.rules, game.rules.seats[0]
    chosen: dict[str, str] = {}
    for name, values in rules.options.items():
        fitting = [value for value in rules.choices(name, chosen, seats) if value != values[0]]
        if fitting and rules.has_effect(name, rules.fit_options(chosen, seats)):
            chosen[name] = fitting[0]
    return chosen


def is_default(game: Game, setup: Setup, name: str) -> bool:
    """True if an effective option has its default in a setup."""
    options = setup.options
    return game.rules.has_effect(name, options) and options[name] == game.rules.options[name][0]


@every_game
def test_texts_and_views_equal_golden_files(game: Game) -> None:
    check_golden(game, Path(__file__).parent / game.id)


@every_game
def test_texts_and_views_with_other_options_equal_golden_files(game: Game) -> None:
    """Every game with options has a second golden game with other values."""
    if changed_options(game):
        check_golden(game, Path(__file__).parent / game.id, OTHERWISE)
