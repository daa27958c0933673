"""Games of other packages: each is tried at a start, and left out if it lacks a text or raises an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import structlog
from fluent.runtime import FluentResource
from fluent.syntax.ast import Junk

from bot import LANGUAGES
from bot.language import Localizer, plain, rules_text
from bot.pages.boards import worded_board
from bot.pages.people import PlayerName, option_value
from bot.thinking.thinkers import advise
from games import GAMES
from games.core.cards import FAMILIES
from games.core.game import EVEN, Game
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.core.presentation import Board, Question
from games.core.rules import CHANCE
from games.core.words import Text
from games.installed import InstalledGame, describe

log = structlog.get_logger(__name__)

TRIED_MOVES = 60
"""Number of moves that are tried at each table."""

SHOWN_MOVES = 12
"""Number of moves that a computer player makes, and after which everything is shown. Later moves are any
legal ones, and only reveals and the end are shown, so that a start takes about a second a game.
"""

EFFORT = 0.1
"""Share of the thinking time that a computer player uses in a trial."""

LONGEST_LABEL = 60
"""Limit of the characters of a game's name."""


def check_installed_games() -> None:
    """Try all installed games, leave out those that fail, and write the reasons to the log."""
    for installed in [*GAMES.installed.values()]:
        try:
            try_game(installed)
        # A foreign package may raise anything.
        except Exception as error:
            log.exception("an installed game fails", package=installed.package, game=installed.game.id)
            GAMES.leave_out(installed.game.id, describe(error))
    for left_out in GAMES.left_out:
        log.error("an installed game is left out", package=left_out.package, reason=left_out.reason)


def try_game(installed: InstalledGame) -> None:
    """Play the beginning of a game with the fewest and with the most players, and make all that is shown.

    Raises:
        Exception: something of the game fails or is missing.
    """
    game = installed.game
    for language in LANGUAGES:
        _check_syntax(Path(installed.texts) / language)
        words = Localizer(language)
        assert all(_texts_of(game, words)), "a text is empty"
        assert len(words(f"{game.id}-name")) <= LONGEST_LABEL, "the name of the game is too long"
        rules_text(game.id, language)
    for family in game.rules.families():
        if FAMILIES.get(family.name) is not family:
            raise ValueError(f"cards of {family.name!r} have no drawings; use one of {', '.join(FAMILIES)}")
    for seats in sorted({*game.rules.seats}):
        _play(game, seats)


def _check_syntax(folder: Path) -> None:
    # A text with a wrong sign is left out by the library, and would only be missing.
    for path in sorted(folder.glob("*.ftl")):
        for entry in FluentResource(path.read_text("utf-8")).body:
            if isinstance(entry, Junk):
                line = (entry.content or "").strip().split("\n")[0]
                raise ValueError(f"{folder.name}/{path.name} has a text that cannot be read: {line}")


def _texts_of(game: Game, words: Localizer) -> Iterator[str]:
    yield words(f"{game.id}-name")
    yield words(f"{game.id}-pitch")
    for name, values in game.rules.options.items():
        yield words(f"{game.id}-option-{name}")
        yield words(f"{game.id}-option-{name}-about")
        yield from [option_value(game.id, name, value, words) for value in values]


def _play(game: Game, seats: int) -> None:
    match = Match(game.rules, game.rules.setup(seats))
    key = ShuffleKey.from_text(game.id)
    for number in range(TRIED_MOVES):
        if number < SHOWN_MOVES or match.is_over or match.reveal_seconds:
            _show(game, match)
        if match.is_over:
            break
        if match.to_act == CHANCE:
            match.play(CHANCE, match.chance_move(key))
            continue
        assert isinstance(match.to_act, tuple)
        seat = match.to_act[0]
        view = match.view(seat)
        legal = match.legal(seat)
        move = legal[number % len(legal)]
        if number < SHOWN_MOVES:
            move = advise(game.id, view, legal, game.levels[number % len(game.levels)], number, EVEN, EFFORT)
        match.play(seat, game.rules.parse(str(move)))


def _show(game: Game, match: Match) -> None:
    presenter = game.presenter
    public = match.view(None)
    acting = match.to_act
    texts: list[Text | None] = [presenter.say(event, public) for event in public.news]
    scene = presenter.table(public)
    reveal = presenter.reveal(public)
    texts += [scene.headline, scene.line]
    boards = [scene.board]
    if reveal is not None:
        texts += [reveal.headline, reveal.line, reveal.panel_line, presenter.suspense(public)]
        boards.append(reveal.board)
    if public.result is not None:
        texts += presenter.outcome(public, public.result)
        texts += [presenter.score(public, public.result, seat) for seat in range(public.seats)]
    for seat in range(public.seats):
        if isinstance(acting, tuple) and seat in acting:
            legal = match.legal(seat)
        else:
            legal = ()
        view = match.view(seat)
        panel = presenter.panel(view, legal)
        texts += [*panel.lines, presenter.consequence(view), presenter.tip(view)]
        texts += _asked(game, view, legal)
        boards += [panel.hand, panel.table, panel.last_reveal]
    _print([text for text in texts if text is not None], boards, public.seats)


def _asked(game: Game, view: object, legal: Sequence[Move]) -> Iterator[Text | None]:
    if not legal:
        return
    yield from [game.presenter.name(move, view) for move in legal[:3]]
    question = game.presenter.ask(view, ())
    if isinstance(question, Question):
        yield from (question.prompt, question.about)
        for choice in question.choices:
            yield from (choice.label, choice.detail, choice.group)


def _print(texts: Sequence[Text], boards: Sequence[Board | None], seats: int) -> None:
    names = [PlayerName(f"Player {seat}") for seat in range(seats)]
    for language in LANGUAGES:
        words = Localizer(language, [name.text for name in names])
        for text in texts:
            plain(words(text))
        for board in boards:
            if board is not None and board.rows:
                worded_board(board, words, names)
