"""A feat (something remarkable in a finished game) as a picture of three frames, with a description."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from bot.language.localizer import Localizer, plain
from bot.pages.boards import board_gallery
from bot.pictures import Drawn
from bot.pictures.comic import Comic, Still, draw_comic, initials_of
from bot.wire.components import MediaGallery, gallery
from games.core.presentation import Board, Tale


def comic_gallery(
    game: str, tale: Tale, names: Sequence[str], language: str, stem: str
) -> tuple[MediaGallery, Drawn]:
    """Return a feat as a gallery with a description, and its picture.

    Args:
        game: id of the game.
        tale: the feat.
        names: plain names of the seats.
        language: the readers' language.
        stem: beginning of the file name; the rest distinguishes pictures of one message.
    """
    words = Localizer(language, names)
    stills, told = [], [plain(words(tale.headline))]
    for place, frame in enumerate(tale.frames):
        drawing, cards = None, ""
        if frame.rows:
            shown, picture = board_gallery(Board(tale.family, frame.rows), words, names, stem)
            drawing, cards = picture.drawing, shown.items[0].description
        still = Still(
            plain(words(frame.title)),
            "" if frame.seat is None else initials_of(names[frame.seat]),
            frame.seat or 0,
            plain(words(frame.said)) if frame.said else "",
            place > 0,
            drawing,
            plain(words(frame.line)) if frame.line else "",
        )
        stills.append(still)
        said = words("tale-said", said=still.said) if still.said else ""
        told.append("\n".join(filter(None, [" ".join(filter(None, [still.title, said])), cards, still.line])))
    comic = Comic(plain(words(f"{game}-name")), words("tale-sign"), told[0], tuple(stills))
    drawn = Drawn(stem, msgspec.json.encode(comic), partial(draw_comic, comic))
    return gallery(drawn.filename, "\n".join(told)), drawn
