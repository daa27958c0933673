"""Help pages: how to begin, the rules of each game, and the lessons."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from bot import interactions
from bot.app import Action, Interaction, Tap
from bot.caches import cached
from bot.interactions import (
    allowed_everywhere,
    answer,
    command,
    is_hosted,
    may_practise,
    number_in,
    update,
    words_for,
)
from bot.language import Localizer, capitalized, flat, plain, rules_text
from bot.pages.boards import NOW, board_gallery, board_items, play_now_button, with_hands
from bot.pages.lobby import SHORT
from bot.pages.people import PlayerName
from bot.pages.phone import (
    SCREEN,
    TABLE,
    MeasuredItems,
    fits,
    page_height,
    picture_height_beside,
    rows_of,
    text_height,
)
from bot.pages.table import hand_button, is_playing_at
from bot.pictures import MAX_BOARD_HEIGHT, LazyPicture
from bot.pictures.posters import SIGNS, draw_legend
from bot.refused import Refused
from bot.thinking.thinkers import advise
from bot.wire.components import (
    ActionRow,
    Button,
    Item,
    button,
    button_rows,
    gallery,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES, find_game
from games.core.game import DEFAULT_LEVEL, EVEN, LEARNER, Game, Lesson, LessonStep
from games.core.match import Match, ShuffleKey
from games.core.presentation import Board, Row
from games.core.rules import is_to_act
from games.core.words import Seat, Text, yes_no
from storage.scores.stats import load_played_games

# --- view ---------------------------------------------------------------------------------------------------
# Pages of help: how to begin, and how each game is played.

LEARN = "learn"
EXPLAIN = "explain"
"""Verbs, in custom ids, of the buttons that teach a game or show its rules."""

LEGEND = "signs"
"""Value of the last entry in the menu of chapters, which shows the legend of signs in pictures."""


def help_page(words: Localizer, *, may_play: bool = True, is_direct: bool = False) -> Page:
    """Return the page that explains how to begin, and lists all games.

    Args:
        may_play: show a button that opens a lobby.
        is_direct: explain a direct message with the bot, where people practise, in place of a channel.
    """
    ways = [NOW, LEARN, EXPLAIN] if may_play else [LEARN, EXPLAIN]
    return framed(
        text_display(words("help-text", place="direct" if is_direct else "channel")),
        text_display(_games_lines(words)),
        _way_buttons(ways, words),
        button_rows(
            [
                button("signs", "help", words("button-signs")),
                button("endings", "help", words("button-endings")),
            ]
        ),
        accent=interactions.LOBBY,
    )


def endings_page(words: Localizer) -> Page:
    """Return the page that explains in which ways games can end."""
    return framed(text_display(rules_text("endings", words.language)), accent=interactions.QUIET)


def signs_page(words: Localizer) -> Page:
    """Return the page that explains the signs in pictures, such as a gold frame around a card."""
    lines = [words(f"signs-{name}") for name in SIGNS]
    picture = LazyPicture("signs", "\n".join(lines).encode(), partial(draw_legend, lines))
    legend = gallery(picture.filename, "\n".join(lines))
    return framed(text_display(words("signs-title")), legend, accent=interactions.QUIET, files=[picture])


def welcome_page(words: Localizer) -> Page:
    """Return the welcome message for a channel without games so far."""
    return framed(
        text_display(words("welcome-text")),
        text_display(_games_lines(words)),
        _way_buttons([NOW, LEARN], words),
        accent=interactions.LOBBY,
    )


def _games_lines(words: Localizer) -> list[str]:
    return [f"{game.emoji} **{words(f'{game.id}-name')}** · {words(f'{game.id}-pitch')}" for game in GAMES]


def _way_buttons(ways: Sequence[str], words: Localizer) -> list[ActionRow]:
    rows = list[ActionRow]()
    if NOW in ways:
        rows += button_rows([play_now_button(words)])
    others = [button("which", "all", words(f"button-{way}"), way) for way in ways if way != NOW]
    rows += button_rows(others)
    return rows


def choose_game_page(way: str, words: Localizer, played: Collection[str] = ()) -> Page:
    """Return the page on which a person chooses a game.

    Args:
        way: ``NOW`` to play the game, ``LEARN`` for its lesson, ``EXPLAIN`` for its rules.
        played: the ids of the games that the person has finished.
    """
    if played:
        begin = None
    else:
        begin = next((game for game in GAMES if game.difficulty == "easy"), None)
    games = []
    for game in GAMES:
        style = "primary" if way == NOW and game is begin else "secondary"
        games.append(button(way, game.id, _name_aloud(game, words), emoji=game.emoji, style=style))
    # With many games the lines are shortened.
    names: list[str] = []
    names_and_pitches: list[str] = []
    for game in GAMES if way == NOW else ():
        is_first = game.id not in played
        name = _game_line(game, words, is_first=is_first, is_beginning=game is begin)
        names.append(name)
        names_and_pitches += (name, f"-# {words(f'{game.id}-pitch')}")
    width = 2 if len(GAMES) <= FEW_GAMES else 3
    for lines in (names_and_pitches, names, []):
        page = framed(
            text_display(words(f"which-{way}")),
            text_display(lines),
            button_rows(games, width),
            accent=interactions.LOBBY,
        )
        if page_height(page) <= TABLE:
            break
    return page


def _name_aloud(game: Game, words: Localizer) -> str:
    # A name in rare signs says how it is read.
    aloud = f"{game.id}-name-aloud"
    return words(aloud if words.has(aloud) else f"{game.id}-name")


FEW_GAMES = 10
"""Number of games up to which two buttons in a row leave room for long names."""


def _game_line(game: Game, words: Localizer, *, is_first: bool, is_beginning: bool) -> str:
    return words(
        "now-game",
        emoji=game.emoji,
        game=words(f"{game.id}-name"),
        difficulty=game.difficulty or "unknown",
        minutes=game.minutes,
        short=game.short_minutes,
        first=yes_no(is_first),
        begin=yes_no(is_beginning),
    )


async def rules_page(game_id: str, words: Localizer, chapter: int | None = None, table_id: str = "") -> Page:
    """Return a page of a game's rules.

    Args:
        chapter: number of the chapter, counted from 0; ``None`` for the introduction.
        table_id: the table at which the reader plays, to come back to; empty if there is none.

    Raises:
        IndexError: there is no chapter with this number.
    """
    begin, chapters = _divided_rules(game_id, words.language)
    title, _, lines = begin.partition("\n")
    # The menu of chapters and the buttons are below every page of the rules.
    options = [
        option(str(number), f"{number + 1}. {name}", chosen=number == chapter)
        for number, (name, _) in enumerate(chapters)
    ]
    options.append(option(LEGEND, words("rules-signs")))
    below: list[Item] = [menu("chapter", game_id, words("rules-chapters"), options, table_id)]
    ways = [button("notify", game_id, words("button-notify"))]
    if find_game(game_id).lesson is not None:
        ways.insert(0, button("learn", game_id, words("button-learn-this"), style="primary"))
    if table_id:
        ways.insert(0, hand_button(table_id, words))
    below += rows_of(ways)
    # A chapter is text only.
    if chapter is not None:
        return framed(text_display(title, chapters[chapter].text), below, accent=interactions.QUIET)
    # The first page has a picture of a typical position, if the game has one.
    headline, board, seats = await asyncio.to_thread(example_table, find_game(game_id))
    above = text_display(lines)
    if board is None:
        return framed(text_display(title), above, below, accent=interactions.QUIET)
    names = words.computer_names[:seats]
    players = list(map(PlayerName, names))
    headline_text = flat(Localizer(words.language, names)(headline))
    caption = text_display(f"-# {words('rules-example', said=headline_text)}")
    # Too high for a phone? Leave out the parts that the picture can do without, then also the caption.
    brief = _without_optional_details(board)
    candidates: list[tuple[Board, list[Item]]] = [(board, [caption]), (brief, [caption]), (brief, [])]
    for candidate, captions in candidates:
        items: list[Item] = [text_display(title), above]
        items += captions
        items += below
        tall = picture_height_beside(items, (), TABLE, MAX_BOARD_HEIGHT, LEAST_EXAMPLE)
        gallery, picture = board_gallery(candidate, words, players, f"rules-{game_id}", tall)
        items.insert(2, gallery)
        if fits([MeasuredItems(items, [picture])], TABLE):
            break
    return framed(items, accent=interactions.QUIET, files=[picture])


def _without_optional_details(board: Board) -> Board:
    # Seats are shown with their cards only.
    rows = list[Row]()
    for row in board.rows:
        if not isinstance(row.title, Seat):
            rows.append(row)
        elif row.cards:
            rows.append(replace(row, note=None, tags=(), discs=()))
    return replace(board, rows=tuple(rows), stamp=None)


class _Chapter(NamedTuple):
    name: str
    text: str


class _DividedRules(NamedTuple):
    introduction: str
    chapters: tuple[_Chapter, ...]


@cached(32)
def _divided_rules(game_id: str, language: str) -> _DividedRules:
    begin, *chapters = rules_text(game_id, language).split("\n### ")
    # Text that does not fit beside the picture becomes the first chapter.
    begin, rest = _split_introduction(begin.strip())
    about = Localizer(language)("rules-about")
    named_parts = [_Chapter(about, f"### {about}\n{rest}")] if rest else list[_Chapter]()
    # Each chapter is divided into parts that fit on a phone, numbered if there are several.
    for chapter in chapters:
        name, _, text = chapter.partition("\n")
        parts = _split_chapter(f"### {name}", text.strip())
        if len(parts) == 1:
            marks = [""]
        else:
            marks = [f" ({number}/{len(parts)})" for number in range(1, len(parts) + 1)]
        named_parts += [_Chapter(f"{name}{mark}", part) for mark, part in zip(marks, parts, strict=True)]
    return _DividedRules(begin, tuple(named_parts))


BEGINNING = TABLE - 320
"""Greatest height of the first lines on a phone, in points; picture, menu and buttons take the rest."""


def _split_introduction(begin: str) -> tuple[str, str]:  # the part that fits beside a picture, and the rest
    title, _, text = begin.partition("\n")
    paragraphs = text.split("\n\n")
    left_out = list[str]()
    for paragraph in [part for part in paragraphs if "1. " not in part]:
        if text_height("\n\n".join(paragraphs)) > BEGINNING:
            paragraphs.remove(paragraph)
            left_out.append(paragraph)
    return "\n".join([title, "\n\n".join(paragraphs)]), "\n\n".join(left_out)


CHAPTER = SCREEN - 180
"""Height of a chapter on a phone, in points; title, menu and buttons take the rest."""


def _split_chapter(heading: str, text: str) -> list[str]:
    parts = [heading]
    for line in text.split("\n"):
        if parts[-1] != heading and text_height(f"{parts[-1]}\n{line}") > CHAPTER:
            parts.append(heading)
        parts[-1] += f"\n{line}"
    return parts


LEAST_EXAMPLE = 100
"""Least height of the example's picture, in points."""

EXAMPLE_SEATS = 3
"""Number of seats of the example, if the game allows it."""

EXAMPLE_MOVES = 60
"""Limit of moves of the example; by then every game has revealed some cards."""


class ExampleTable(NamedTuple):
    """A position of a game, as the rules show it."""

    headline: Text
    board: Board | None
    seat_count: int


@cached(64, of_people=False)
def example_table(game: Game) -> ExampleTable:
    """Return a typical position of a game. This takes up to a second."""
    # A fixed seed, so that everybody sees the same example.
    seats = max(game.rules.seats[0], min(EXAMPLE_SEATS, game.rules.seats[1]))
    match = Match(game.rules, game.rules.setup(seats, {}, 0))
    key = ShuffleKey(bytes(32), game.id, ("0",) * seats)
    for seat in match.decisions(key):
        if len(match.moves) >= EXAMPLE_MOVES:
            break
        view = match.view(seat)
        legal = match.legal(seat)
        move = advise(game.id, view, legal, DEFAULT_LEVEL, len(match.moves), EVEN, 1.0)
        match.play(seat, move)
        # The first reveal of cards after each player has moved twice.
        reveal = game.presenter.reveal(match.view(None))
        if reveal is not None and reveal.board is not None and len(match.moves) > 2 * seats:
            return ExampleTable(reveal.headline, reveal.board, seats)
    # No reveal in time: the table as it is.
    scene = game.presenter.table(match.view(None))
    return ExampleTable(scene.headline, scene.board, seats)


# --- lesson view --------------------------------------------------------------------------------------------
# Pages of a lesson: one step of a prepared game, with moves to try.


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
    here = lesson.steps[step]
    match = lesson.match(game.rules, step)
    title = say(
        "lesson-title", emoji=game.emoji, game=say(f"{game.id}-name"), step=step + 1, steps=len(lesson.steps)
    )
    # Buttons with moves to try, and buttons to other steps.
    ways = _step_buttons(game, lesson, step, say, may_play=may_play)
    buttons = [*rows_of(_move_buttons(game, here, step, match, say)), *rows_of(ways)]
    # The picture gets the height that text and buttons leave.
    board = _step_picture(game, match, is_text_only=not here.offered_moves)
    key = step_text_key(game, here)
    text = say(key, **computer_seats(lesson))
    # After a wrong move the question stays; where a phone has no room, without what leads to it.
    for question in (text, text.rpartition("\n")[2]):
        lines = [f"-# {title}", question]
        if tried is not None:
            lines.append(f"👎 {say(f'{key}-{tried + 1}', **computer_seats(lesson))}")
        above = text_display(lines)
        tall = picture_height_beside([above, *buttons], (), SCREEN, MAX_BOARD_HEIGHT)
        stem = f"lesson-{game.id}-{step}"
        items, files = board_items(board, say, list(map(PlayerName, names)), stem, tall)
        if tried is None or fits([MeasuredItems([above, *items, *buttons], files)], SCREEN):
            break
    return framed(above, items, buttons, accent=interactions.LOBBY, files=files)


def step_text_key(game: Game, step: LessonStep) -> str:
    """Return the catalogue's key of the text of a lesson's step."""
    return f"{game.id}-learn-{step.name}"


def player_names(lesson: Lesson, words: Localizer) -> list[str]:
    """Return the names of a lesson's players: "you", then the computer players."""
    return [words("lesson-you"), *words.computer_names[: lesson.seats - 1]]


def computer_seats(lesson: Lesson) -> dict[str, Seat]:
    """Return the seats of a lesson's computer players, by their names in its texts: ``one``, ``two``,
    ``three``.
    """
    return {
        name: Seat(seat) for seat, name in zip(range(1, lesson.seats), ("one", "two", "three"), strict=False)
    }


def _step_picture(game: Game, match: Match, *, is_text_only: bool) -> Board | None:
    view = match.view(LEARNER)
    if is_to_act(match.to_act, LEARNER) and not is_text_only:
        reveal = None
    else:
        reveal = game.presenter.reveal(view)
    if reveal is not None and reveal.board is not None:
        family = game.rules.family(match.setup.options).name
        return with_hands(reveal.board, game.presenter, [], family)
    scene = game.presenter.panel(view, match.legal(LEARNER))
    if not is_text_only and scene.hand is not None:  # captions would give away the answer
        scene = replace(scene, hand=_without_captions(scene.hand))
    table = scene.table or game.presenter.table(match.view(None)).board
    if table is not None and scene.hand is not None:
        own = [row.title for row in scene.hand.rows]
        table = replace(table, rows=tuple([row for row in table.rows if row.title not in own]))
    return replace(scene, table=table, last_reveal=None).board


def _without_captions(hand: Board) -> Board:
    rows = []
    for row in hand.rows:
        groups = []
        for group in row.groups:
            plain_faces = [replace(face, caption=None) for face in group]
            groups.append(tuple(plain_faces))
        rows.append(replace(row, groups=tuple(groups)))
    return replace(hand, rows=tuple(rows))


def _move_buttons(game: Game, here: LessonStep, step: int, match: Match, say: Localizer) -> list[Button]:
    view = match.view(LEARNER)
    buttons = []
    for number, offered_move in here.shuffled_moves:
        name = game.presenter.name(game.rules.parse(offered_move.move), view)
        arg = f"{step}.{number}"
        if offered_move.is_right:
            arg = f"{step + 1}.go"
        buttons.append(button("lesson", game.id, capitalized(plain(say(name))), arg, style="primary"))
    return buttons


def _step_buttons(game: Game, lesson: Lesson, step: int, say: Localizer, *, may_play: bool) -> list[Button]:
    here = lesson.steps[step]
    last = len(lesson.steps) - 1
    ways = list[Button]()
    if step:
        ways.append(button("lesson", game.id, say("button-lesson-back"), f"{step - 1}.back"))
    if step < last and not here.offered_moves:
        ways.append(button("lesson", game.id, say("button-lesson-next"), f"{step + 1}.next", style="primary"))
    if step == last:
        ways.append(button("lesson", game.id, say("button-lesson-again"), "0.again"))
        if may_play:
            ways.append(button("begin", game.id, say("button-lesson-play")))
            now = say("help-now")
            if game.short_options:
                now = say("button-begin", how=say("begin-short"), minutes=game.short_minutes)
            ways.append(button("now", game.id, now, SHORT, style="success"))
    return ways


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of /help, /rules and /learn, and of the buttons of rules and lessons.


@allowed_everywhere
@command("help")
async def help_(interaction: Interaction) -> None:
    """Answer /help."""
    is_direct = may_practise(interaction)
    may_play = is_direct or is_hosted(interaction)
    await answer(interaction, help_page(words_for(interaction), may_play=may_play, is_direct=is_direct))


@allowed_everywhere
@command("rules", "game")
async def rules(interaction: Interaction, game: str) -> None:
    """Show the rules of a game in a private message."""
    await answer(interaction, await rules_page(game, words_for(interaction)))


@allowed_everywhere
@command("learn", "game")
async def learn(interaction: Interaction, game: str) -> None:
    """Begin the lesson of a game in a private message."""
    await answer(interaction, _step_page(interaction, game, "0"))


async def show_table_rules(tap: Tap) -> None:
    """Show the rules of the tapped table's game in a private message."""
    state = await tap.app.tables.find_state(tap.subject)
    table_id = tap.subject if is_playing_at(state.snapshot, tap.user.id) else ""
    page = await rules_page(state.game.id, words_for(tap.interaction), table_id=table_id)
    await answer(tap.interaction, page)


WAYS = ("", "back", "next", "again", "go")
"""Possible last parts of the custom ids of a lesson's buttons that lead to a step. Other buttons have the
number of a move to try there.
"""


async def show_rules(tap: Tap) -> None:
    """Show the rules of the chosen game in a private message."""
    if tap.subject not in GAMES.ids:
        raise Refused("stale-button")
    await answer(tap.interaction, await rules_page(tap.subject, words_for(tap.interaction)))


async def show_chapter(tap: Tap) -> None:
    """Show the chosen chapter of a game's rules, or the legend of signs."""
    if tap.value == LEGEND:
        await show_signs(tap)
        return
    number = number_in(tap.value)
    if tap.subject not in GAMES.ids:
        raise Refused("stale-button")
    try:
        page = await rules_page(tap.subject, words_for(tap.interaction), number, tap.arg)
    except IndexError:
        raise Refused("stale-button") from None
    await update(tap.interaction, page)


async def ask_which_game(tap: Tap) -> None:
    """Ask for a game to play, learn or read about."""
    if tap.arg not in (NOW, LEARN, EXPLAIN):
        raise Refused("stale-button")
    await offer_games(tap, tap.arg)


async def offer_games(tap: Tap, way: str) -> None:
    """Ask the person for a game in a private message.

    Args:
        way: ``NOW`` to play the game, ``LEARN`` for its lesson, ``EXPLAIN`` for its rules.
    """
    played = await tap.app.store.read(load_played_games, tap.user.id)
    await answer(tap.interaction, choose_game_page(way, words_for(tap.interaction), played))


async def begin_lesson(tap: Tap) -> None:
    """Begin the lesson of a game in a private message."""
    # A person who has begun the lesson is not offered it again.
    tap.app.lesson_offers.get_or_make((tap.user.id, tap.subject), lambda: tap.interaction.id)
    await answer(tap.interaction, _step_page(tap.interaction, tap.subject, "0"))


async def show_lesson_step(tap: Tap) -> None:
    """Show another step of a lesson, or a comment on the move that was tried."""
    await update(tap.interaction, _step_page(tap.interaction, tap.subject, tap.arg))


def _step_page(interaction: Interaction, game_id: str, arg: str) -> Page:
    # Custom ids may be old: the game, the step or the move may be gone.
    chosen_game = next((game for game in GAMES if game.id == game_id), None)
    if chosen_game is None or chosen_game.lesson is None:
        raise Refused("lesson-missing")
    number, _, what = arg.partition(".")
    step = number_in(number, len(chosen_game.lesson.steps))
    if what not in WAYS:
        tried = number_in(what, len(chosen_game.lesson.steps[step].offered_moves))
    else:
        tried = None
    return lesson_page(
        chosen_game,
        chosen_game.lesson,
        step,
        tried,
        words_for(interaction),
        may_play=(is_hosted(interaction) or may_practise(interaction))
        and not _awaits_game(interaction, game_id),
    )


def _awaits_game(interaction: Interaction, game_id: str) -> bool:
    # A person who waits for this game in a lobby of this channel needs no other table after the lesson.
    tables = interaction.client.tables.in_channel(interaction.channel_id or 0)
    lobbies = [table.state for table in tables if table.state.is_lobby]
    here = [lobby for lobby in lobbies if lobby.gathering.starts_at is None and lobby.game.id == game_id]
    return any(lobby.seat_of(interaction.user.id) is not None for lobby in here)


async def show_endings(tap: Tap) -> None:
    """Explain in a private message how games can end."""
    await answer(tap.interaction, endings_page(words_for(tap.interaction)))


async def show_signs(tap: Tap) -> None:
    """Explain in a private message the signs used in pictures."""
    await answer(tap.interaction, signs_page(words_for(tap.interaction)))


COMMANDS = (learn, rules, help_)
ACTIONS: dict[str, Action] = {
    "endings": show_endings,
    "signs": show_signs,
    "rules": show_table_rules,
    "explain": show_rules,
    "chapter": show_chapter,
    "which": ask_which_game,
    "learn": begin_lesson,
    "lesson": show_lesson_step,
}
