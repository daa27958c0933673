"""Pages that are shown for some seconds while hidden cards are revealed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, flat
from bot.pages.boards import worded_board
from bot.pages.people import people_localizer, seat_names
from bot.pages.phone import SCREEN, TABLE, MeasuredItems, fits, height_left_beside
from bot.pages.titles import short_title
from bot.tables.absence import is_present
from bot.tables.moments import FACES
from bot.tables.snapshot import Snapshot
from bot.wire.components import ActionRow, Button, Item, button, button_rows, text_display
from bot.wire.messages import Drawable, Page, framed
from games.core.presentation import Board, Moment

FILLED = 600
"""Height in points of all pages of a reveal, so that buttons stay in their place. It is about the height of a
panel with a decision.
"""


def moment_page(snapshot: Snapshot, moment: Moment, language: str) -> Page:
    """Return the table's message during a reveal of hidden cards, or just before it."""
    words = people_localizer(snapshot, language)
    lines = [f"-# {short_title(snapshot, words)}", f"### {flat(words(moment.headline))}"]
    below = [*reaction_rows(snapshot), *button_rows([next_button(snapshot, words)])]
    story = "" if moment.line is None else words(moment.line)
    return _page(snapshot, moment.board, lines, story, below, words, TABLE)


def own_moment_page(snapshot: Snapshot, moment: Moment, language: str) -> Page:
    """Return a person's private panel during a reveal, with the consequence for this person on top."""
    own = snapshot.mine
    words = people_localizer(snapshot, language)
    # The reader is "you", not a name.
    to_reader = words.to_reader(own.seat)
    heading = flat(to_reader(moment.headline if own.verdict is None else own.verdict))
    lines = [f"### {heading}"]
    # What the reveal meant for this person, with the fact that shows it.
    if own.verdict is not None and moment.panel_line is not None:
        lines.append(flat(to_reader(moment.panel_line)))
    below: list[Item] = [*reaction_rows(snapshot)]
    # Who has seen enough learns whom the game waits for.
    if own.seat in snapshot.seats_ready:
        names = words.join([words.name(seat) for seat in _still_looking(snapshot)])
        below.append(text_display(f"-# {words('panel-waiting', names=names)}"))
    else:
        below += button_rows([next_button(snapshot, words)])
    # The verdict may be the story itself.
    story = "" if moment.line is None else to_reader(moment.line)
    story = "" if flat(story) == heading else story
    return _page(snapshot, moment.board, lines, story, below, words, SCREEN)


def _page(
    snapshot: Snapshot,
    board: Board | None,
    lines: list[str],
    story: str,
    below: Sequence[Item],
    words: Localizer,
    max_height: int,
) -> Page:
    # The story is the last line of the text, and left out where there is no space.
    # All pages of a reveal, from the question to the verdict, are ``FILLED`` points high if that is enough.
    shared = share_line(snapshot, words)
    lines = [*lines, f"-# {shared}"] if shared else lines
    names = seat_names(snapshot, words.language)
    drawn_board = None if board is None else worded_board(board, words, names)
    for texts in ([*lines, story] if story else lines, lines, lines[:-1]):  # the log tells the story, too
        items: list[Item] = [text_display(*texts, limit=1500)]
        pictures: list[Drawable] = []
        if drawn_board is not None:
            room = height_left_beside([*items, *below], FILLED)
            gallery, picture = drawn_board.at_height(f"moment-{snapshot.id}", room, min_height=room)
            items.append(gallery)
            pictures.append(picture)
        if fits([MeasuredItems([*items, *below], pictures)], max_height):
            break
    accent = colours.PLAYING if max_height == TABLE else colours.YOUR_TURN
    return framed(*items, *below, accent=accent, files=pictures)


def share_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return a line with the number of spectators who believed the last claim, or an empty line."""
    share = snapshot.share
    return "" if share is None else words("crowd-share", believed=share.believed, count=share.count)


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
    label, seq, waits = words("button-go-on"), str(snapshot.seq), snapshot.in_suspense
    return button("goon", snapshot.id, label, seq, style="primary", emoji="▶️", disabled=waits)


def _still_looking(snapshot: Snapshot) -> list[int]:
    assert snapshot.view is not None
    finished_seats = {*snapshot.seats_ready, *snapshot.view.gone}
    return [seat.seat for seat in snapshot.seats if is_present(seat) and seat.seat not in finished_seats]
