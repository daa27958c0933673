"""Pages of a lesson: one step of a prepared game, with moves to try."""

from __future__ import annotations

from msgspec.structs import replace

from bot.interactions import colours
from bot.language.localizer import Localizer, plain
from bot.pages.boards import board_items, with_hands
from bot.pages.names_in_pictures import PlayerName
from bot.pages.phone import SCREEN, picture_height_beside, rows_of
from bot.pictures import MAX_BOARD_HEIGHT
from bot.wire.components import Button, button, text_display
from bot.wire.messages import Page, framed
from games import Game
from games.core.lessons import LEARNER, Lesson, LessonStep
from games.core.match import Match
from games.core.presentation import Board
from games.core.rules import is_to_act
from games.core.words import Seat


def lesson_page(
    game: Game, lesson: Lesson, step: int, tried: int | None, words: Localizer, *, may_play: bool
) -> Page:
    """Return the page of one step of a lesson.

    Args:
        tried: number of the wrong move that the person has just tried; ``None`` if there is none.
        may_play: show a button that opens a lobby on the last step.
    """
    names = player_names(lesson, words)
    say = Localizer(words.language, names)
    here, match = lesson.steps[step], lesson.match(game.rules, step)
    title = say(
        "lesson-title", emoji=game.emoji, game=say(f"{game.id}-name"), step=step + 1, steps=len(lesson.steps)
    )
    # The text of the step, or the comment on a wrong move.
    key = step_text_key(game, here)
    sentence = say(key if tried is None else f"{key}-{tried + 1}", **computer_seats(lesson))
    above = text_display(f"-# {title}\n{sentence if tried is None else f'👎 {sentence}'}", limit=1500)
    # Buttons with moves to try, and buttons to other steps.
    ways = _step_buttons(game, lesson, step, say, may_play=may_play)
    buttons = [*rows_of(_move_buttons(game, here, step, match, say)), *rows_of(ways)]
    # The picture gets the height that text and buttons leave.
    board = _step_picture(game, match, is_text_only=not here.offered_moves)
    tall = picture_height_beside([above, *buttons], (), SCREEN, MAX_BOARD_HEIGHT)
    items, files = board_items(board, say, list(map(PlayerName, names)), f"lesson-{game.id}-{step}", tall)
    return framed(above, *items, *buttons, accent=colours.LOBBY, files=files)


def step_text_key(game: Game, step: LessonStep) -> str:
    """Return the catalogue's key of the text of a lesson's step."""
    return f"{game.id}-learn-{step.name}"


def player_names(lesson: Lesson, words: Localizer) -> list[str]:
    """Return the names of a lesson's players: "you", then the computer players."""
    computers = [name.strip() for name in words("computer-names").split(",")]
    return [words("lesson-you"), *computers[: lesson.seats - 1]]


def computer_seats(lesson: Lesson) -> dict[str, Seat]:
    """Return the seats of a lesson's computer players, by their names in its texts: ``one``, ``two``,
    ``three``.
    """
    return {
        name: Seat(seat) for seat, name in zip(range(1, lesson.seats), ("one", "two", "three"), strict=False)
    }


def _step_picture(game: Game, match: Match, *, is_text_only: bool) -> Board | None:
    view = match.view(LEARNER)
    moment = None if is_to_act(match.to_act, LEARNER) and not is_text_only else game.presenter.moment(view)
    if moment is not None and moment.board is not None:
        family = game.rules.family(match.setup.options).name
        return with_hands(moment.board, game.presenter, [], family)
    scene = game.presenter.panel(view, match.legal(LEARNER))
    if not is_text_only and scene.hand is not None:  # what a card would do is what is asked
        scene = replace(scene, hand=_without_captions(scene.hand))
    table = scene.table or game.presenter.table(match.view(None)).board
    if table is not None and scene.hand is not None:
        own = [row.title for row in scene.hand.rows]
        table = replace(table, rows=tuple([row for row in table.rows if row.title not in own]))
    return replace(scene, table=table, last_reveal=None).board


def _without_captions(hand: Board) -> Board:
    rows = [
        replace(row, groups=tuple([tuple([replace(face, caption=None) for face in g]) for g in row.groups]))
        for row in hand.rows
    ]
    return replace(hand, rows=tuple(rows))


def _move_buttons(game: Game, here: LessonStep, step: int, match: Match, say: Localizer) -> list[Button]:
    view = match.view(LEARNER)
    return [
        button(
            "lesson",
            game.id,
            _capital(plain(say(game.presenter.name(game.rules.parse(offered_move.move), view)))),
            f"{step + 1}.go" if offered_move.is_right else f"{step}.{number}",
            style="primary",
        )
        for number, offered_move in here.shuffled_moves
    ]


def _step_buttons(game: Game, lesson: Lesson, step: int, say: Localizer, *, may_play: bool) -> list[Button]:
    here, last, ways = lesson.steps[step], len(lesson.steps) - 1, list[Button]()
    if step:
        ways.append(button("lesson", game.id, say("button-lesson-back"), f"{step - 1}.back"))
    if step < last and not here.offered_moves:
        ways.append(button("lesson", game.id, say("button-lesson-next"), f"{step + 1}.next", style="primary"))
    if step == last:
        ways.append(button("lesson", game.id, say("button-lesson-again"), "0.again"))
        if may_play:
            ways.append(button("begin", game.id, say("button-lesson-play"), style="success"))
    return ways


def _capital(label: str) -> str:
    return label[:1].upper() + label[1:]
