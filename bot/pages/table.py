"""The public message of a table, its reveals, and what spectators see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from msgspec.structs import replace

from bot import interactions
from bot.language import Localizer, first_line, flat, is_repeated, unmarked
from bot.pages.acts import (
    away_lines,
    back_buttons,
    guess_button,
    is_between_games,
    pause_line,
    public_act_buttons,
    relative_time,
    restart_line,
    stop_buttons,
    vote_lines,
    votes_button,
)
from bot.pages.boards import (
    BoardGallery,
    MovingGallery,
    TableBoard,
    board_items,
    moving_gallery,
    with_hands,
    worded_board,
)
from bot.pages.claims import claim_lines
from bot.pages.people import (
    page_localizer,
    people_localizer,
    seat_names,
    short_title,
    title_line,
    tournament_place,
    with_short_names,
)
from bot.pages.phone import SCREEN, TABLE, MeasuredItems, fits, height_left_beside, page_height, rows_of
from bot.pages.result import early_page, result_page, stopped_page
from bot.pages.standings import (
    early_end_lines,
    evening_items,
    game_trophies_button,
    own_result_lines,
    score_line,
    standing_lines,
    winners_text,
)
from bot.pictures import MAX_BOARD_HEIGHT
from bot.tables.clocks import EXTRA_TIME
from bot.tables.positions import is_present
from bot.tables.reveals import FACES
from bot.tables.snapshot import Guesser, Snapshot
from bot.wire.components import ActionRow, Button, Item, button, button_rows, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.presentation import Board, RevealScene
from games.core.words import Text, yes_no

# --- moment -------------------------------------------------------------------------------------------------
# Pages that are shown for some seconds while hidden cards are revealed.

RevealGallery: TypeAlias = BoardGallery | MovingGallery

FILLED = 600
"""Height in points of the pages of a reveal, so that buttons stay in their place. It is about the height of a
panel with a decision.
"""

SPARE_LINE = 24
"""Height in points by which the table's message is lower: outcomes and panels have a line more, and yet the
same picture.
"""

MOST_MOVED = 48
"""By how many points a page may be lower than ``FILLED`` to have the picture of another page: two lines of
text less than the public message.
"""


def reveal_page(snapshot: Snapshot, reveal: RevealScene, language: str) -> Page:
    """Return the table's message during a reveal of hidden cards, or just before it."""
    words = page_localizer(snapshot, language)
    lines = _titled(snapshot, reveal.headline, words)
    line = _story(snapshot, reveal)
    story = "" if line is None else words(line)
    claims = "\n".join(_claim_lines(snapshot, words))
    return _page(snapshot, reveal, lines, claims, story, _reveal_buttons(snapshot, words), words, TABLE)


def _reveal_buttons(snapshot: Snapshot, words: Localizer) -> list[ActionRow]:
    rows = reaction_rows(snapshot)
    rows += button_rows([next_button(snapshot, words)])
    return rows


def _story(snapshot: Snapshot, reveal: RevealScene) -> Text | None:
    """Return the line below the outcome. At the end of a game, it is about the winners by default."""
    if snapshot.view is None or snapshot.in_suspense:
        result = None
    else:
        result = snapshot.view.result
    if reveal.line is not None or result is None:
        return reveal.line
    return winners_text(result)


def _claim_lines(snapshot: Snapshot, words: Localizer, reader: int | None = None) -> tuple[str, ...]:
    # The sentence about the cards and the picture tell the last claim.
    if snapshot.reveal is None:
        return ()
    return claim_lines(snapshot.reveal.claims[:-1], reader, words, is_over=True)


def _titled(snapshot: Snapshot, headline: Text, words: Localizer) -> list[str]:
    return [f"-# {short_title(snapshot, words)}", f"### {flat(words(headline))}"]


def own_reveal_page(
    snapshot: Snapshot, reveal: RevealScene, language: str, *, has_picture: bool = True
) -> Page:
    """Return a person's private panel during a reveal, with the consequence for this person on top."""
    if not has_picture:
        reveal = replace(reveal, board=None)
    own = snapshot.mine
    words = page_localizer(snapshot, language)
    # The reader is "you", not a name.
    to_reader = words.to_reader(own.seat)
    consequence = reveal.headline if own.consequence is None else own.consequence
    meaning = flat(to_reader(consequence))
    # At the end of a game the points are on a line of their own.
    heading, _, points = meaning.partition("\n")
    # Before the outcome, the panel is as the table's message, with the same picture.
    if snapshot.in_suspense:
        lines = _titled(snapshot, reveal.headline, to_reader)
    else:
        lines = [f"### {heading}", points]
    # A winner reads that first.
    won = _won_line(snapshot, words)
    if won:
        lines = [f"### {won}", f"-# {heading}", points]
    # The consequence for this person, with the fact that shows it.
    fact = ""
    if own.consequence is not None and reveal.panel_line is not None:
        fact = flat(to_reader(reveal.panel_line))
    fact = "\n".join(_filled([fact, *_claim_lines(snapshot, words, own.seat)]))
    below: list[Item] = list(reaction_rows(snapshot))
    # People who have seen enough learn whom the game waits for.
    if own.seat in snapshot.seats_ready:
        names = words.join([words.name(seat) for seat in _still_looking(snapshot)])
        below.append(text_display(f"-# {words('panel-waiting', names=names)}"))
    else:
        buttons = [next_button(snapshot, words)]
        # After a game of a match a person alone may stop.
        if not snapshot.in_suspense:
            buttons += stop_buttons(snapshot, words)
        below += button_rows(buttons)
    # The consequence may be the story itself.
    line = _story(snapshot, reveal)
    story = "" if line is None else to_reader(line)
    if won or flat(story) == heading:
        story = ""
    return _page(snapshot, reveal, lines, fact, story, below, words, SCREEN)


def _won_line(snapshot: Snapshot, words: Localizer) -> str:
    view = snapshot.view
    if view is None or view.result is None or snapshot.in_suspense:
        return ""
    seat = snapshot.mine.seat
    if seat not in view.result.ranking[0]:
        return ""
    return own_result_lines(snapshot.game, view, view.result, seat, words)[0]


def _page(
    snapshot: Snapshot,
    reveal: RevealScene,
    titles: list[str],
    fact: str,
    story: str,
    below: Sequence[Item],
    words: Localizer,
    max_height: int,
) -> Page:
    shared = share_line(snapshot, words)
    crowd = f"-# {shared}" if shared else ""
    lines = _filled([*titles, fact, crowd])
    full = _filled([*lines, story])
    title = f"-# {short_title(snapshot, words)}"
    titled = [title] + [line for line in full if line != title]
    # A panel has the picture of the table's message where it fits, so that Discord receives it once. Where
    # there is no space, or none for the end of an animation, the story is left out: the log tells it, too.
    # If there is much space beside it, the panel keeps its title.
    layouts = [(full, True), (titled, True), (full, False), (lines, False), (lines[:-1], False)]
    if _has_common_height(snapshot):
        is_end = snapshot.view is not None and snapshot.view.result is not None
        # The last story of a game names the winner, and stays. The picture shows the fact, too.
        brief = _filled([*titles, crowd, story]) if is_end else lines
        layouts.insert(2, (brief, True))
        # The panel says afterwards what a first loss means.
        if not is_end:
            layouts.insert(3, (_filled([titles[0], fact, crowd]), True))
    if reveal.board is None:
        picture_maker = None
    else:
        picture_maker = _RevealPicture(snapshot, reveal.board, words)
    public_height = _public_height(snapshot, reveal, words)
    measured_below = MeasuredItems(below)
    for texts, is_shared in layouts:
        parts = [MeasuredItems([text_display(texts)]), measured_below]
        if picture_maker is not None:
            filling = height_left_beside(parts, FILLED)
            if is_shared and public_height < filling - MOST_MOVED:
                continue
            gallery, picture = picture_maker.at_height(public_height if is_shared else filling)
            parts.insert(1, MeasuredItems([gallery], [picture]))
        if fits(parts, max_height):
            break
    if max_height == TABLE:
        accent = interactions.PLAYING
    else:
        accent = interactions.YOUR_TURN
    items = chain.from_iterable([part.items for part in parts])
    files = chain.from_iterable([part.pictures for part in parts])
    return framed(items, accent=accent, files=files, language=words.language)


def _filled(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if line]


def _public_height(snapshot: Snapshot, reveal: RevealScene, words: Localizer) -> int:
    # The height of the picture in the table's message. It depends on public facts only.
    if snapshot.reveal is None:
        question = None
    else:
        question = snapshot.reveal.question
    if question is not None and _has_common_height(snapshot):
        lines = _titled(snapshot, question, words)
    else:
        shared = share_line(snapshot, words)
        lines = _titled(snapshot, reveal.headline, words)
        if shared:
            lines.append(f"-# {shared}")
        line = _story(snapshot, reveal)
        if line is not None:
            lines.append(words(line))
    lines += _claim_lines(snapshot, words)
    items: list[Item] = [text_display(lines)]
    items += _reveal_buttons(snapshot, words)
    # The picture leaves room for another line of text, in the outcome or in panels.
    return height_left_beside([MeasuredItems(items)], FILLED - SPARE_LINE)


def _has_common_height(snapshot: Snapshot) -> bool:
    # An animation and the outcome that follows have one height, and so have all pages with a question.
    return snapshot.reveal is not None and (snapshot.in_suspense or snapshot.reveal.is_animated)


class _RevealPicture:
    """The picture of a reveal: an animation of cards that are turned over, and then the outcome.

    Where all cards are turned over at once, it is one still picture after another.
    """

    def __init__(self, snapshot: Snapshot, board: Board, words: Localizer) -> None:
        reveal = snapshot.reveal
        assert reveal is not None
        boards = [board]
        if reveal.in_suspense and reveal.is_animated:
            boards = list(reveal.earlier_boards)
        names = seat_names(snapshot, words.language)
        self._boards = [worded_board(board, words, names) for board in boards]
        self._stem = f"moment-{snapshot.id}"
        self._frame_ms = reveal.frame_ms

    def at_height(self, height: int) -> RevealGallery:
        """Return the picture in a height in points."""
        if len(self._boards) > 1:
            return moving_gallery(self._boards, self._stem, height, self._frame_ms)
        # Chips alone do not get larger in a higher picture.
        has_cards = any(row.cards for row in self._boards[0].rows)
        return self._boards[0].at_height(self._stem, height, min_height=height if has_cards else 0)


def share_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return a line with the number of spectators who believed the last claim, or an empty line."""
    share = snapshot.share
    if share is None:
        return ""
    return words("guesses-share", believed=share.believed, count=share.count)


def reaction_rows(snapshot: Snapshot) -> list[ActionRow]:
    """Return a row of emoji buttons with their counts. All are disabled until the cards are shown."""
    reveal = snapshot.reveal
    if reveal is None:
        return []
    faces = []
    for number, face in enumerate(FACES):
        count = reveal.reactions.count(number)
        label = f"{face} {count}" if count else face
        arg = f"{snapshot.seq}.{number}"
        faces.append(button("react", snapshot.id, label, arg, disabled=reveal.in_suspense))
    return button_rows(faces, len(faces))


def next_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button *Next*, which ends a reveal. The button is disabled until the cards are shown."""
    # Even when disabled, its custom id identifies the message if Discord's answer is lost.
    label = words("button-go-on")
    seq = str(snapshot.seq)
    waits = snapshot.in_suspense
    return button("goon", snapshot.id, label, seq, style="primary", emoji="▶️", disabled=waits)


def _still_looking(snapshot: Snapshot) -> list[int]:
    assert snapshot.view is not None
    finished_seats = {*snapshot.seats_ready, *snapshot.view.gone}
    return [seat.seat for seat in snapshot.seats if is_present(seat) and seat.seat not in finished_seats]


# --- table --------------------------------------------------------------------------------------------------
# The message of a running game: the turn and the last events first, then everything else that is public.

RUN_SHOWN = 3
"""Limit of lines about computer players' moves since a person last moved. Earlier ones are given as a
number.
"""

TALLS = (MAX_BOARD_HEIGHT, 300, 260, 220, 180, 140)
"""Possible heights of the picture on a phone, in points. The first one with which the page fits is used."""


def table_page(snapshot: Snapshot, language: str) -> Page:
    """Return the message of a game, made from a spectator's view."""
    page = _table_page(snapshot, language)
    # Only very long names make the message too high after all other changes.
    if page_height(page) <= TABLE:
        return page
    return _table_page(with_short_names(snapshot), language)


def _table_page(snapshot: Snapshot, language: str) -> Page:
    words = page_localizer(snapshot, language)
    view = snapshot.view
    if view is None:  # the table's moves cannot be replayed
        return framed(text_display(words("table-broken", table=snapshot.id)), accent=interactions.OVER)
    if snapshot.reveal_scene is not None:
        return reveal_page(snapshot, snapshot.reveal_scene, language)
    scene = snapshot.scene
    if view.result is not None:
        return result_page(snapshot, view, view.result, _buttons(snapshot, words), language)
    if snapshot.row.is_decided and snapshot.places and (snapshot.is_closed or snapshot.is_paused):
        return early_page(snapshot, _buttons(snapshot, words), language)
    if is_unplayed(snapshot):
        return stopped_page(snapshot, _buttons(snapshot, words), language)
    head_lines = list[str]()
    lines = list[str]()
    if snapshot.is_closed:  # without a result, and nobody is to act: the end is the news
        head_lines.append(f"### {turn_line(snapshot, words)}")
    else:
        lines += [words(text) for text in (scene.headline, scene.line) if text is not None]
        head_lines.append(f"### {flat(lines[0])}")
        head_lines += lines[1:]
        head_lines.append(turn_line(snapshot, words))
        head_lines += vote_lines(snapshot, words)
    rest = _below_table(snapshot, lines, words)
    # The largest layout that fits: first with the whole title, then with a smaller picture, then without
    # title.
    title = short_title(snapshot, words, scene.line)
    layouts = [(title_line(snapshot, words, scene.line), MAX_BOARD_HEIGHT)]
    layouts += [(title, height) for height in TALLS]
    layouts.append(("", TALLS[-1]))
    board = None
    if scene.board is not None and scene.board.rows:
        board = TableBoard(scene.board, words, seat_names(snapshot, language))
    for title, max_height in layouts:
        small_title = f"-# {title}" if title else ""
        above: list[Item] = [text_display(small_title, head_lines)]
        board_pictures: list[Drawable] = []
        if board is not None:
            for gallery, picture in board.at_height(snapshot.id, max_height):
                above.append(gallery)
                board_pictures.append(picture)
        measured = MeasuredItems(above, board_pictures)
        if fits([measured, rest], TABLE):
            break
    if snapshot.is_closed:
        accent = interactions.OVER
    else:
        accent = interactions.PLAYING
    files = board_pictures + rest.pictures
    return framed(measured.items, rest.items, accent=accent, files=files, language=language)


def is_unplayed(snapshot: Snapshot) -> bool:
    """Return whether the match was stopped before anybody had played in its next game."""
    return snapshot.is_closed and is_between_games(snapshot)


def _below_table(snapshot: Snapshot, headlines: list[str], words: Localizer) -> MeasuredItems:
    # Absent people, small print, the evening's summary at the end of it, and the buttons.
    absent = away_lines(snapshot, words)
    absent.append(restart_line(snapshot, words))
    recent = _recent_lines(snapshot, headlines, words)
    recent.append(share_line(snapshot, words))
    recent.append(score_line(snapshot.evening, words))
    small_print = [f"-# {line}" for line in recent if line]
    items: list[Item] = [text_display(absent), text_display(small_print)]
    pictures: list[Drawable] = []
    if snapshot.story is not None:
        evening, evening_picture = evening_items(snapshot.story, words.language)
        items += evening
        pictures.append(evening_picture)
    items += rows_of(_buttons(snapshot, words))
    return MeasuredItems(items, pictures)


@dataclass(frozen=True)
class Reminder:
    """The time left to the players whose turn it is."""

    what: int  # HALF_TIME or EXTRA_TIME of bot.tables.clocks
    until: int  # the end of the players' time, Unix milliseconds


def ping_page(
    snapshot: Snapshot,
    seats: Sequence[int],
    language: str,
    reminder: Reminder | None = None,
    opening: Sequence[int] = (),
) -> Page:
    """Return the message that pings players whose turn it is.

    Args:
        seats: the seats whose people are pinged.
        reminder: the time left, if the players were pinged before.
        opening: seats in a tournament game that has just begun. The message tells their people so.
    """
    words = page_localizer(snapshot, language)
    lines = list[str]()
    if opening:
        everybody = words.join([f"<@{snapshot.seats[seat].user_id}>" for seat in opening])
        lines.append(words("tournament-call", place=tournament_place(snapshot, words), people=everybody))
    lines += _ping_lines(snapshot, seats, reminder, words)
    hand = hand_button(snapshot.id, words)
    return framed(text_display(lines), button_rows([hand]), accent=interactions.YOUR_TURN, language=language)


def turn_page(snapshot: Snapshot, place_id: int, message_id: int | None, language: str) -> Page:
    """Return the direct message to a person whose turn it is, with a link to the table.

    Args:
        place_id: the channel or thread of the table.
        message_id: the table's message; ``None`` if it is unknown.
    """
    words = page_localizer(snapshot, language)
    address = f"https://discord.com/channels/{snapshot.row.guild_id}/{place_id}"
    if message_id is not None:
        address = f"{address}/{message_id}"
    line = words(
        "turn-message", emoji=snapshot.game.emoji, game=words(f"{snapshot.game.id}-name"), link=address
    )
    stop = button("turns", TURNS_OF_ALL, words("button-turns-off"), "off")
    return framed(text_display(line), button_rows([stop]), accent=interactions.YOUR_TURN, language=language)


TURNS_OF_ALL = "all"
"""Stands in the button's custom id in place of a table's id: the choice holds for all tables."""


def _ping_lines(
    snapshot: Snapshot, seats: Sequence[int], reminder: Reminder | None, words: Localizer
) -> list[str]:
    people = words.join([f"<@{snapshot.seats[seat].user_id}>" for seat in seats])
    game = words(f"{snapshot.game.id}-name")
    # The first ping does not name the deadline.
    if reminder is None:
        return [words("ping", people=people, game=game)]
    when = relative_time(reminder.until)
    # Extra time has begun; after that the person counts as away.
    if reminder.what == EXTRA_TIME:
        return [words("ping-extra-time", people=people, game=game, when=when), f"-# {words('away-counts')}"]
    # Half of the time is over, and what follows depends on whether there will be extra time.
    lines = [words("ping-half-time", people=people, game=game, when=when)]
    if all(snapshot.seats[seat].grace is None for seat in seats):
        lines.append(words("ping-then-extra-time"))
    else:
        lines.append(words("ping-then-away"))
        lines.append(f"-# {words('away-counts')}")
    return lines


def refused_page(snapshot: Snapshot, reason: Text, language: str) -> Page:
    """Return the page with the reason why a typed move was refused."""
    words = page_localizer(snapshot, language)
    items: list[Item] = [text_display(words(reason))]
    if snapshot.has_begun and not snapshot.is_closed:
        items += button_rows([hand_button(snapshot.id, words)])
    return framed(items, accent=interactions.QUIET, language=language)


def hand_button(table_id: str, words: Localizer) -> Button:
    """Return the button that opens the reader's private panel."""
    return button("hand", table_id, words("button-hand"), style="primary", emoji="🎴")


def is_playing_at(snapshot: Snapshot, user_id: int) -> bool:
    """Return whether a person has a seat in a running game, and so a hand to come back to."""
    is_running = snapshot.has_begun and not snapshot.is_closed
    # The row of a player who left keeps their user id.
    return is_running and snapshot.seat_of(user_id) is not None


def rematch_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button for a rematch."""
    return button("rematch", snapshot.id, words("button-rematch"), style="primary")


def log_page(snapshot: Snapshot, language: str, reader: int = 0) -> Page:
    """Return the page that lists the last events, oldest first.

    Args:
        reader: the user id of the person who reads it.
    """
    words = page_localizer(snapshot, language)
    lines = list[str]()
    for event in snapshot.news:
        lines += [f"-# {line}" for line in flat(words(event)).split("\n")]
    display = text_display(words("log-title"), _last_lines(lines))
    way_back = [hand_button(snapshot.id, words)] if is_playing_at(snapshot, reader) else []
    return framed(display, button_rows(way_back), accent=interactions.QUIET, language=language)


def _last_lines(lines: list[str], limit: int = 3500) -> list[str]:
    while sum(map(len, lines)) + len(lines) > limit:
        lines = lines[1:]
    return lines


def _recent_lines(snapshot: Snapshot, lines: Sequence[str], words: Localizer) -> list[str]:
    # The last moves of computer players, or else the last event.
    def unsaid_lines(events: Iterable[Text]) -> list[str]:
        printed = [first_line(words(event)) for event in events]
        return [line for line in printed if not is_repeated(line, lines)]

    run = unsaid_lines(snapshot.recent_events)
    if not run:
        return unsaid_lines(snapshot.news[-1:])
    before = len(run) - RUN_SHOWN
    # "1 more" would take as much room as the line itself.
    if before > 1:
        return [words("log-before", count=before), *run[before:]]
    return run


def turn_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line that names the players on turn. For a paused or closed game, the line says so."""
    if snapshot.is_closed or (snapshot.row.is_decided and snapshot.is_paused):
        ended = early_end_lines(snapshot, words)
        if not snapshot.is_closed:
            ended.append(pause_line(snapshot, words))
        return "\n".join(ended)
    if snapshot.is_paused:
        return pause_line(snapshot, words)
    if not snapshot.acting:
        return ""
    names = words.join([words.name(seat) for seat in snapshot.acting])
    turn = words("table-turn", count=len(snapshot.acting), names=names)
    return "\n".join([*early_end_lines(snapshot, words), turn])


def finished_game_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return the buttons of a finished or closed game."""
    table = snapshot.id
    buttons = [rematch_button(snapshot, words), button("another", table, words("button-another"))]
    # A game that cannot be replayed has neither a replay nor a record.
    if snapshot.view is None:
        return buttons
    if snapshot.view.is_over and snapshot.game.assess is not None:
        buttons.append(button("review", table, words("button-review"), emoji="🔎"))
    buttons.append(button("replay", table, words("button-replay")))
    more = _more_of_finished_game(snapshot, words)
    # A page with one button takes more taps than the button.
    if len(more) > 1:
        more = [more_button(snapshot, words)]
    buttons += more
    return buttons


def _more_of_finished_game(snapshot: Snapshot, words: Localizer) -> list[Button]:
    buttons = list[Button]()
    if snapshot.is_over:
        buttons.append(button("share", snapshot.id, words("button-share")))
    if snapshot.named_trophies:
        buttons.append(game_trophies_button(snapshot, words))
    buttons.append(button("record", snapshot.id, words("button-record")))
    return buttons


def _buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    if snapshot.is_closed:
        return finished_game_buttons(snapshot, words)
    # The own hand is always first. Decisions are made there, so that no button is for one player alone.
    buttons = [hand_button(snapshot.id, words)]
    buttons += back_buttons(snapshot, words)
    buttons += public_act_buttons(snapshot, words)
    buttons.append(more_button(snapshot, words))
    return buttons


def more_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that opens the page with everything else about a game."""
    return button("extras", snapshot.id, words("button-more"))


def extras_page(snapshot: Snapshot, language: str) -> Page:
    """Return the private page with everything about a game that is not in its message."""
    words = people_localizer(snapshot, language)
    # The last reveal is still part of the game.
    if snapshot.is_closed and snapshot.reveal_scene is None:
        buttons = _more_of_finished_game(snapshot, words)
    else:
        buttons = _more_of_running_game(snapshot, words)
    lines = text_display(f"-# {title_line(snapshot, words)}", words("extras-title"))
    return framed(lines, rows_of(buttons), accent=interactions.QUIET)


def _more_of_running_game(snapshot: Snapshot, words: Localizer) -> list[Button]:
    table = snapshot.id
    buttons = list[Button]()
    if snapshot.news:
        buttons.append(button("log", table, words("button-log")))
    buttons.append(button("rules", table, words("button-rules")))
    buttons.append(button("signs", "help", words("button-signs")))
    view = snapshot.view
    if view is not None and snapshot.attempt(
        "guide", lambda: bool(snapshot.game.presenter.guide(view)), False
    ):
        buttons.append(button("guide", table, words("button-guide")))
    if snapshot.may_spectators_guess:
        buttons.append(guess_button(snapshot, words))
    buttons.append(votes_button(snapshot, words))
    return buttons


# --- watching -----------------------------------------------------------------------------------------------
# Private panels of spectators: all hands for former players, and guesses whether claims are lies.

TRUE = "true"
LIE = "lie"


def watch_page(snapshot: Snapshot, language: str) -> Page:
    """Return the page of a game with all hands open, made from the seats' views."""
    assert snapshot.view is not None
    words = page_localizer(snapshot, language)
    scene = snapshot.scene
    reveal = snapshot.reveal_scene
    if reveal is None:
        headline = scene.headline
    else:
        headline = reveal.headline
    lines = [f"-# {title_line(snapshot, words)}", words("watch-title"), f"**{unmarked(words(headline))}**"]
    family = snapshot.game.rules.family(snapshot.options).name
    # During the suspense, the cards of the reveal stay hidden here, too.
    if reveal is None or not snapshot.in_suspense:
        open_board = scene.board
    else:
        open_board = reveal.board
    board = with_hands(open_board, snapshot.game.presenter, snapshot.hands, family)
    items, pictures = board_items(board, words, seat_names(snapshot, language), f"watch-{snapshot.id}")
    above = text_display(lines, _status(snapshot, words))
    return framed(above, items, accent=interactions.QUIET, files=pictures, language=language)


def _status(snapshot: Snapshot, words: Localizer) -> str:
    view = snapshot.view
    assert view is not None
    # A reveal tells neither the end of the game nor the next player.
    if snapshot.reveal is not None:
        return ""
    if snapshot.is_closed:
        standing = standing_lines(snapshot.game, view, view.result, words)
    else:
        standing = []
    return "\n".join(standing) or turn_line(snapshot, words)


# --- guessing along -----------------------------------------------------------------------------------------


def guess_page(snapshot: Snapshot, language: str) -> Page:
    """Return the private panel of a spectator who guesses whether claims are lies."""
    own = snapshot.guesser
    assert own is not None
    words = page_localizer(snapshot, language)
    if snapshot.reveal_scene is None:
        headline = snapshot.scene.headline
    else:
        headline = snapshot.reveal_scene.headline
    lines = [
        f"-# {short_title(snapshot, words)}",
        f"### {flat(words(headline))}",
        _guess_line(snapshot, own, words),
    ]
    # Between two claims, the page shows how the spectators have judged the last one.
    if own.claim is None:
        lines.append(share_line(snapshot, words))
    if own.count:
        lines.append(f"-# {words('guess-tally', right=own.right, count=own.count)}")
    buttons = []
    # The claim can be guessed now, and nobody sees the guess before the truth.
    if own.claim is not None and not (snapshot.is_closed and snapshot.reveal is None):
        lines.append(f"-# {words('guess-private')}")
        buttons = [_choice(snapshot, own, is_lie, words) for is_lie in (False, True)]
    if buttons and own.guess is None:
        accent = interactions.YOUR_TURN
    else:
        accent = interactions.QUIET
    return framed(text_display(lines), button_rows(buttons), accent=accent, language=language)


def _guess_line(snapshot: Snapshot, own: Guesser, words: Localizer) -> str:
    if own.truth is not None and own.guess is not None:
        return words("guess-right" if own.guess is own.truth else "guess-wrong")
    if snapshot.is_closed and snapshot.reveal is None:
        return ""
    if own.guess is None:
        return words("guess-waits" if own.claim is None else "guess-ask")
    # Without an open claim the buttons are gone.
    can_change = yes_no(own.claim is not None)
    return words("guess-made", guess=LIE if own.guess else TRUE, open=can_change)


def _choice(snapshot: Snapshot, own: Guesser, is_lie: bool, words: Localizer) -> Button:
    name = LIE if is_lie else TRUE
    label = words(f"button-guess-{name}")
    if own.guess is is_lie:
        label = f"☑️ {label}"
        style = "success"
    elif own.guess is not None:
        style = "secondary"
    else:
        style = "primary"
    return button("guess", snapshot.id, label, f"{own.claim}:{name}", style=style)
