"""Tests of every game's presenter, and that every text exists in every language (the design, Discord)."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain, product
from typing import Any

import pytest
from msgspec.structs import replace

from bot import LANGUAGES
from bot.language import Localizer, catalogue, rules_text
from games import Game
from games.core.cards import FAMILIES
from games.core.match import GameHistory, Match
from games.core.moves import Move
from games.core.presentation import Board, PanelScene
from games.core.reveals import boards_before, hidden_reveal, step_count, steps_in
from games.core.rules import CHANCE, Rules
from games.core.words import Seat, Text
from tests.games.contract import cards_in, every_game, position, setup_of, story, with_seeds
from tests.games.play import play_random, viewers
from tests.games.printing import CODE, misaddressed, printed_in, texts_in

in_every_language = pytest.mark.parametrize("language", LANGUAGES)
few = with_seeds(5)


def say_all(value: object) -> None:
    """Print every text in a value, in every language."""
    for text in texts_in(value):
        for language in LANGUAGES:
            printed_in(text, language)


def check_board(board: Board | None) -> None:
    if board is not None:
        known = {*FAMILIES[board.family].cards, ""}
        assert board.rows
        strange = {face.card for row in board.rows for face in row.cards} - known
        assert not strange, f"a board of the family {board.family} shows {strange}"


def seats_named(board: Board | None) -> set[int]:
    """Return the seats named in a picture's titles, notes and chips."""
    rows = board.rows if board else ()
    texts = [text for row in rows for text in texts_in([row.title, row.note, row.tags])]
    all_args = [row.title for row in rows] + [arg for text in texts for arg in text.args.values()]
    return {seat.seat for seat in all_args if isinstance(seat, Seat)}


@few
def test_table_is_described_in_every_language(game: Game, seed: int) -> None:
    """The table's picture names each seat once, and shows real cards."""
    match = position(game, seed)
    scene = game.presenter.table(match.view(None))
    named = seats_named(scene.board)
    assert named == {*range(match.setup.seats)}, f"the table's picture has rows of the seats {named} alone"
    check_board(scene.board)
    if isinstance(match.to_act, tuple) and scene.board is not None:
        seats = seats_in(scene.board)
        assert len({*seats}) == len(seats), f"the table's picture has two rows of a seat: {seats}"
    say_all([scene, game.presenter.chapter(match.view(None))])


def seats_in(board: Board | None) -> list[int]:
    """Return the seats of a picture's rows, from top to bottom."""
    rows = board.rows if board else ()
    return [row.title.seat for row in rows if isinstance(row.title, Seat)]


@few
def test_seats_keep_their_order_in_table_picture(game: Game, seed: int) -> None:
    """All pictures of a game show the seats in the same order, and mark those that are to act."""
    order: list[int] = []
    for match in story(game, seed):
        if isinstance(match.to_act, tuple):
            board = game.presenter.table(match.view(None)).board
            seats = seats_in(board)
            marked = {row.title.seat for row in board.rows if isinstance(row.title, Seat) and row.is_turn}
            assert marked == {*match.to_act}, f"is_turn marks the seats {marked}, not those of {match.to_act}"
            known = [seat for seat in order if seat in seats]
            assert [seat for seat in seats if seat in known] == known, (
                f"seats change places: {known}, {seats}"
            )
            order = seats if len(seats) > len(order) else order


@few
def test_panel_is_described_in_every_language(game: Game, seed: int) -> None:
    """A panel shows only real cards, and its texts print in every language."""
    match = position(game, seed)
    for seat in range(match.setup.seats):
        legal = match.legal(seat)
        scene = game.presenter.panel(match.view(seat), legal)
        assert isinstance(scene, PanelScene)
        check_board(scene.hand)
        check_board(scene.table)
        check_board(scene.last_reveal)
        view = match.view(seat)
        reasons = [game.presenter.reason(move, view) for move in (*legal[:8], *legal[-1:])]
        say_all([scene, game.presenter.tip(view), reasons])


def cards_of(scene: PanelScene) -> list[tuple[object, list[str]]]:
    """Return the cards of a seat's own picture, row by row."""
    rows = scene.hand.rows if scene.hand else ()
    return [(row.title, [face.card for face in row.cards]) for row in rows]


@few
def test_panel_of_waiting_player_rarely_changes(game: Game, seed: int) -> None:
    """A waiting player's panel changes only by chance, by a reveal, or with the player's cards.

    The row that shows the outcome of the last claim may also change, and with it a line about that outcome.
    """
    before: dict[int, PanelScene] = {}
    last_before: dict[int, Board | None] = {}
    tips_before: dict[int, Text | None] = {}
    for match in story(game, seed):
        actor, view = match.moves[-1][0], match.view(None)
        waiting = {*range(match.setup.seats)} - {*view.gone}
        if isinstance(match.to_act, tuple):
            waiting -= {*match.to_act}
        scenes = {seat: game.presenter.panel(match.view(seat), ()) for seat in waiting}
        after = {seat: replace(scene, last_reveal=None) for seat, scene in scenes.items()}
        last = {seat: scene.last_reveal for seat, scene in scenes.items()}
        tips = {seat: game.presenter.tip(match.view(seat)) for seat in waiting}
        assert match.is_over or not any(scene.table for scene in after.values()), (
            "the panel of a waiting seat has a table: without legal moves it is None"
        )
        if actor != CHANCE and not match.is_over and game.presenter.reveal(view) is None:
            for seat in {*after} & {*before} - {actor}:
                if cards_of(after[seat]) == cards_of(before[seat]) and last[seat] == last_before[seat]:
                    assert (after[seat], tips[seat]) == (before[seat], tips_before[seat]), (
                        f"the panel of the waiting seat {seat} changes by {match.moves[-1][1]} of another"
                    )
        before, tips_before = after, tips
        last_before = last


def cards_open(game: Game, match: Match) -> set[str]:
    """Return the cards that everybody may see."""
    return {*cards_in(game, match.setup, match.view(None))}


@few
def test_exactly_moments_of_truth_have_texts(game: Game, seed: int) -> None:
    """The rules hold a position for 3 to 5 seconds exactly where the presenter has a reveal.

    The verdict for each seat exists in every language.
    """
    for match in chain([Match(game.rules, setup_of(game, seed))], story(game, seed)):
        seconds = game.rules.reveal_seconds(match.view(None))
        assert seconds == 0 or 3 <= seconds <= 5, f"a pause lasts 3 to 5 seconds, not {seconds}"
        # Rules and presenter agree about moments and suspense.
        reveal = game.presenter.reveal(match.view(None))
        last = match.moves[-1:]
        assert (seconds > 0) == (reveal is not None), (
            f"after {last} reveal_seconds is {seconds}, and reveal returns {reveal and reveal.headline}"
        )
        suspense = game.presenter.suspense(match.view(None))
        assert (match.suspense_seconds > 0) == (suspense is not None), (
            f"after {last} suspense_seconds is {match.suspense_seconds}, and suspense returns {suspense}"
        )
        assert game.rules.panel_reveal_seconds(match.view(None)) <= 20
        assert seconds > 0 or match.suspense_seconds == game.rules.panel_reveal_seconds(match.view(None)) == 0
        seats = range(match.setup.seats) if seconds else ()
        say_all([game.presenter.consequence(match.view(seat)) for seat in seats])
        if suspense is not None:
            printed_in(suspense, "en")
            board = reveal.suspense_board or reveal.board
            assert board is not None
            assert 1.2 <= match.suspense_seconds <= 5
            assert steps_in(match.suspense_seconds) == step_count(board)
            before = Match(game.rules, match.setup)
            for actor, move in match.moves[:-1]:
                before.play(actor, move)
            # Each step of the suspense shows only cards that were open before or are turned by then.
            known = cards_open(game, before)
            scene = hidden_reveal(reveal, suspense)
            assert (scene.headline, scene.line, scene.seats) == (suspense, None, reveal.seats)
            boards = boards_before(reveal)
            assert scene.board == boards[0]
            for step, hidden in enumerate(boards):
                known |= {face.card for row in board.rows for face in row.cards if face.turn == step > 0}
                assert hidden.stamp is None
                rows = hidden.rows
                assert {face.card for row in rows for face in row.cards} - {""} <= known
                assert not any(row.is_won or row.place for row in rows)


@few
def test_events_are_described_in_every_language(game: Game, seed: int) -> None:
    """The news of every move, and the result, print for every viewer."""
    for match in story(game, seed):
        for view in map(match.view, viewers(match)):
            say_all([game.presenter.say(event, view) for event in view.news])


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_end_and_highlights_are_described_in_every_language(game: Game, seed: int) -> None:
    """At the end of a game all texts can be printed, and highlights name real cards."""
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 3000)
    view, result, seats = match.view(None), match.result(), match.setup.seats
    assert result is not None
    say_all([game.presenter.table(view), game.presenter.outcome(view, result)])
    for seat in range(seats):
        say_all([game.presenter.panel(match.view(seat), ()), game.presenter.score(view, result, seat)])
    past = GameHistory(match)
    greatest = match.highlights()
    assert len({highlight.kind for highlight in greatest}) == len(greatest)
    for seat in (None, *range(seats)):
        for highlight in match.highlights(seat):
            assert seat in (None, highlight.seat)
            assert 0 <= highlight.first_move <= highlight.last_move < len(match.moves)
            assert 0 <= highlight.size <= 1
            assert highlight.seat != highlight.opponent
            assert highlight.liar in (None, highlight.seat, highlight.opponent)
            top = next(other for other in greatest if other.kind == highlight.kind)
            assert top.size >= highlight.size
            tale = game.presenter.picture_story(highlight, past)
            for frame in tale.frames:
                assert frame.bubble or frame.rows
                check_board(Board(tale.family, frame.rows) if frame.rows else None)
            say_all(tale)


@few
def test_moves_have_names_and_warnings_in_every_language(game: Game, seed: int) -> None:
    """Different moves have different names, so that a confirmation is unambiguous."""
    match = position(game, seed)
    rng = random.Random(seed)
    for seat in match.to_act if isinstance(match.to_act, tuple) else ():
        legal, view = match.legal(seat), match.view(seat)
        moves = {legal[rng.randrange(len(legal))] for _ in range(60)}
        say_all([game.presenter.warning(move, view) for move in moves])
        for language in LANGUAGES:
            names: dict[str, Move] = {}
            for move in moves:
                printed = printed_in(game.presenter.name(move, view), language)
                other = names.setdefault(printed, move)
                assert other == move, f"{printed!r} names two moves, {move} and {other} ({language})"


NAMES = ("Hana", "Ken", "Mia", "Bob", "Yuki", "Aki", "Ren", "Sora", "Tom", "Uta", "Zed", "Yan")
"""Names of the seats; no text of a game has them by itself."""


def texts_to(seat: int, game: Game, match: Match) -> Iterator[Text]:
    """Yield the texts in which a panel calls its reader "you" instead of the seat's name."""
    public, presenter = match.view(None), game.presenter
    scene, verdict = presenter.reveal(public), presenter.consequence(match.view(seat))
    heading = presenter.table(public).headline if scene is None else scene.headline
    texts = [heading if verdict is None else verdict]
    if scene is not None:
        texts += [scene.line, scene.panel_line if verdict is not None else None]
    yield from [text for text in texts if text is not None]


@with_seeds(3)
def test_sentences_are_right_for_the_player_whom_they_name(game: Game, seed: int) -> None:
    """A text of a panel is right, too, if one of its seats is the reader, who is then called "you"."""
    for match in story(game, seed):
        names = NAMES[: match.setup.seats]
        for seat, language in product(range(match.setup.seats), LANGUAGES):
            reader = Localizer(language, names).to_reader(seat)
            for text in texts_to(seat, game, match):
                printed = reader(text)
                wrong = misaddressed(printed) if language == "en" else ""
                assert not wrong, (
                    f"{text.key} says {printed!r} to the player whom it names: write a variant [you] in "
                    f"{game.id}.ftl, as docs/NEW_GAME.md shows under “Sentences to their reader”"
                )


# --- the catalogues ---------------------------------------------------------------------------------


@every_game
@in_every_language
def test_game_texts_exist_in_every_language(game: Game, language: str) -> None:
    """Name, pitch, options, decisions and rules exist in every language."""
    rules: Rules[Any, Any] = game.rules
    keys = [f"{game.id}-name", f"{game.id}-pitch"]
    for option, values in rules.options.items():
        keys += [f"{game.id}-option-{option}", f"{game.id}-option-{option}-about"]
        of_values = [f"{game.id}-option-{option}-{value.replace('.', '_')}" for value in values]
        if not all(key in catalogue(language) for key in of_values):
            are_numbers = all(value.replace(".", "").isdigit() for value in values)
            keys += [f"{game.id}-option-{option}-number"] if are_numbers else of_values
    for name, sentence in rules.decisions.items():
        assert CODE.fullmatch(name)
        assert sentence.endswith(".")
    keys += [f"{game.id}-decision-{name}" for name in rules.decisions]
    missing = [key for key in keys if key not in catalogue(language)]
    assert not missing, f"{language} has no text {missing}"
    length = len(rules_text(game.id, language))
    assert 200 < length <= 3500, f"{language}/{game.id}-rules.md has {length} characters, not 200 to 3,500"


@every_game
@in_every_language
def test_moves_named_in_rules_can_be_parsed(game: Game, language: str) -> None:
    """The rules have headings, and each notation in them parses as a move."""
    page = rules_text(game.id, language)
    assert page.startswith("## "), f"{language}/{game.id}-rules.md begins with ## and the game's name"
    match = play_random(Match(game.rules, setup_of(game, 1)), 1, 60)
    verbs = {str(move).split()[0] for _, move in match.moves}
    typed = [text.removeprefix("/move ") for text in re.findall(r"`([^`]+)`", page)]
    for notation in typed:
        if notation.split()[0] in verbs:
            game.rules.parse(notation)


@every_game
def test_everything_can_be_shown_before_deal(game: Game) -> None:
    """Tables and panels exist before the deal, without verdicts or figures."""
    setup = setup_of(game, 1)
    state, presenter = game.rules.start(setup), game.presenter
    for seat in (None, *range(setup.seats)):
        view = game.rules.view(state, seat)
        say_all(presenter.table(view))
        if seat is not None:
            say_all(presenter.panel(view, ()))
            assert presenter.consequence(view) is None
    say_all(presenter.statistics({}))
