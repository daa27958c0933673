"""The moment of truth: for some seconds, table and panels show only the cards that were revealed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, flat
from bot.pages.boards import board_items
from bot.pages.people import people_localizer, seat_names
from bot.pages.phone import SCREEN, TABLE, Measured, fits, left_beside
from bot.pages.titles import short_title
from bot.pictures import TALL
from bot.tables.absence import is_present
from bot.tables.moments import FACES
from bot.tables.snapshot import Snapshot
from bot.wire.components import ActionRow, Button, Item, button, button_rows, text_display
from bot.wire.messages import Page, framed
from games.core.presentation import Moment


def moment_page(snapshot: Snapshot, moment: Moment, language: str) -> Page:
    """Return the table's message while revealed cards are shown, or in the suspense before."""
    words = people_localizer(snapshot, language)
    said = [f"-# {short_title(snapshot, words)}", f"### {flat(words(moment.headline))}"]
    below = [*reaction_rows(snapshot), *button_rows([go_on_button(snapshot, words)])]
    return _page(snapshot, moment, said, below, words, TABLE, colours.PLAYING)


def own_moment_page(snapshot: Snapshot, moment: Moment, language: str) -> Page:
    """Return a person's panel while revealed cards are shown, with what they mean for them."""
    own = snapshot.mine
    words = people_localizer(snapshot, language)
    said = [f"### {flat(words(moment.headline if own.verdict is None else own.verdict))}"]
    if own.verdict is not None and moment.fact is not None:
        said.append(flat(words(moment.fact)))
    below: list[Item] = [*reaction_rows(snapshot)]
    if own.seat in snapshot.gone_on:
        names = words.join([words.name(seat) for seat in _still_looking(snapshot)])
        below.append(text_display(f"-# {words('panel-waiting', names=names)}"))
    elif not snapshot.in_suspense:
        below += button_rows([go_on_button(snapshot, words)])
    return _page(snapshot, moment, said, below, words, SCREEN, colours.YOUR_TURN)


def _page(
    snapshot: Snapshot,
    moment: Moment,
    said: list[str],
    below: Sequence[Item],
    words: Localizer,
    limit: int,
    accent: int,
) -> Page:
    """Return a page with text above a picture that fills the remaining height."""
    line = [] if moment.line is None else [words(moment.line)]
    shared = share_line(snapshot, words)
    said = [*said, f"-# {shared}"] if shared else said
    above = text_display(*said, *line, limit=1500)
    tall, names = left_beside([above, *below], (), limit, TALL), seat_names(snapshot, words.language)
    shown, pictures = board_items(moment.board, words, names, f"moment-{snapshot.id}", tall)
    if line and not fits([Measured([above, *shown, *below], pictures)], limit):
        above = text_display(*said, limit=1500)  # the log tells it, too
    return framed(above, *shown, *below, accent=accent, files=pictures)


def share_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return a line on how many spectators believed the last claim; an empty text if nobody guessed."""
    share = snapshot.share
    return "" if share is None else words("crowd-share", believed=share.believed, count=share.count)


def reaction_rows(snapshot: Snapshot) -> list[ActionRow]:
    """Return a row of faces to react with, each with its number of people; nothing before the verdict."""
    reveal = snapshot.reveal
    if reveal is None or reveal.in_suspense:
        return []
    faces = []
    for number, face in enumerate(FACES):
        count = reveal.reactions.count(number)
        label = f"{face} {count}" if count else face
        faces.append(button("react", snapshot.id, label, f"{snapshot.seq}.{number}"))
    return button_rows(faces, len(faces))


def go_on_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button *Next*. The pause for revealed cards ends when everybody has tapped it.

    It is there in suspense, too, so that the message can be found by its custom id if the answer is lost.
    """
    label, seq, waits = words("button-go-on"), str(snapshot.seq), snapshot.in_suspense
    return button("goon", snapshot.id, label, seq, style="primary", emoji="▶️", disabled=waits)


def _still_looking(snapshot: Snapshot) -> list[int]:
    """Return the seats of people still in the game who have not tapped *Next*."""
    assert snapshot.view is not None
    done = {*snapshot.gone_on, *snapshot.view.gone}
    return [seat.seat for seat in snapshot.seats if is_present(seat) and seat.seat not in done]
