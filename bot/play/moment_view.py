"""A moment of truth: what has come to light stands alone, at the table and in every open panel."""

from __future__ import annotations

from bot.interactions import colours
from bot.language.localizer import Localizer, flat
from bot.showing.pages import Picture, board_gallery
from bot.showing.people import people_localizer, seat_names
from bot.showing.titles import title_line
from bot.tables.absence import is_present
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, Item, button, button_rows, text_display
from bot.wire.messages import Page, framed
from games.core.presentation import Moment


def moment_page(snapshot: Snapshot, moment: Moment, language: str) -> Page:
    """Show everybody what has come to light, and nothing else."""
    words = people_localizer(snapshot, language)
    said = [f"-# {title_line(snapshot, words)}", f"### {flat(words(moment.headline))}"]
    items, pictures = _shown(snapshot, moment, said, words, language)
    items += button_rows([go_on_button(snapshot, words)])
    return framed(*items, accent=colours.PLAYING, files=pictures)


def own_moment_page(snapshot: Snapshot, moment: Moment, language: str) -> Page:
    """Show a person what has come to light, in the person's own terms where there are any."""
    own = snapshot.own
    assert own is not None
    words = people_localizer(snapshot, language)
    headline = flat(words(moment.headline))
    said = [f"### {headline}"] if own.verdict is None else [f"### {flat(words(own.verdict))}", headline]
    items, pictures = _shown(snapshot, moment, said, words, language)
    if own.seat in snapshot.gone_on:
        names = words.join([words.name(seat) for seat in _still_looking(snapshot)])
        items.append(text_display(f"-# {words('panel-waiting', names=names)}"))
    else:
        items += button_rows([go_on_button(snapshot, words)])
    return framed(*items, accent=colours.YOUR_TURN, files=pictures)


def go_on_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Make the button that ends a moment of truth as soon as everybody has tapped it."""
    return button("goon", snapshot.id, words("button-go-on"), str(snapshot.seq), style="primary", emoji="▶️")


def _shown(
    snapshot: Snapshot, moment: Moment, said: list[str], words: Localizer, language: str
) -> tuple[list[Item], list[Picture]]:
    """Put what is said, and the picture, into items."""
    if moment.line is not None:
        said.append(words(moment.line))
    items: list[Item] = [text_display(*said, limit=1500)]
    pictures: list[Picture] = []
    if moment.board is not None and moment.board.rows:
        names = seat_names(snapshot, language)
        gallery, picture = board_gallery(moment.board, words, names, f"moment-{snapshot.id}")
        items.append(gallery)
        pictures.append(picture)
    return items, pictures


def _still_looking(snapshot: Snapshot) -> list[int]:
    """List the people who still play and have not seen enough."""
    assert snapshot.view is not None
    done = {*snapshot.gone_on, *snapshot.view.gone}
    return [seat.seat for seat in snapshot.seats if is_present(seat) and seat.seat not in done]
