"""Texts and pictures of trophies, for the message of a finished game and for panels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.language.localizer import Localizer, plain
from bot.pictures.plaques import Plaque, PlaquePicture
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, MediaGallery, button, gallery
from games.core.presentation import Cloth
from games.core.trophies import Trophy
from games.trophies import COMMON, find_trophy

OWN = "all"
"""Stands in custom ids in place of a user id, in buttons that show the trophies of the person who taps."""

MOST_OWN = 4
"""Limit of a player's new trophies that are named at the end of a game. Further ones are only counted."""


def trophy_name(name: str, words: Localizer) -> str:
    """Return the name of a trophy such as ``"bull.catch"`` in the reader's language."""
    kind, _, ident = name.partition(".")
    return words(f"{kind}-trophy-{ident}")


def trophy_sign(name: str, words: Localizer) -> str:
    """Return the character, or the two letters, drawn on a trophy such as ``"bull.catch"``."""
    kind, _, ident = name.partition(".")
    return words(f"{kind}-trophy-{ident}-sign")


def trophy_reason(name: str, trophy: Trophy, words: Localizer) -> str:
    """Return a sentence about the act for which people win a trophy."""
    kind, _, ident = name.partition(".")
    return words(f"{kind}-trophy-{ident}-about", target=trophy.target)


def game_trophies_button(snapshot: Snapshot, words: Localizer) -> Button:
    """Return the button that shows the reader's trophies for the game that was played."""
    kind = snapshot.game.id if snapshot.game.trophies else COMMON
    return button("shelf", OWN, words("button-trophies"), kind)


def trophy_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line about the rarest trophy won in a finished game, or an empty line."""
    won = snapshot.named_trophy
    if won is None:
        return ""
    name, trophy = words.name(won.seat), trophy_name(won.name, words)
    return words("trophy-named", name=name, trophy=trophy, holders=won.holders)


def own_trophies(snapshot: Snapshot) -> dict[str, Trophy]:
    """Return the viewer's trophies from this game by full name such as ``"bull.catch"``, rarest first."""
    if not snapshot.is_closed:
        return {}
    names = [won.name for won in snapshot.trophies if won.seat == snapshot.mine.seat]
    trophies = {name: find_trophy(name) for name in names}
    return {name: trophy for name, trophy in trophies.items() if trophy is not None}


def own_trophy_lines(won: dict[str, Trophy], words: Localizer, *, is_short: bool = False) -> list[str]:
    """Return lines about the reader's new trophies, each with its name and the reason.

    Args:
        won: the trophies by full name such as ``"bull.catch"``, rarest first.
        is_short: return a single line with the names only.
    """
    if is_short:
        return [words("trophy-names", trophies=words.join([trophy_name(name, words) for name in won]))]
    lines = [
        words("trophy-own", trophy=trophy_name(name, words), about=trophy_reason(name, trophy, words))
        for name, trophy in won.items()
    ]
    more = len(lines) - MOST_OWN
    # A line that counts one takes as much room as that one.
    return lines if more < 2 else [*lines[:MOST_OWN], words("trophy-more", count=more)]


class TrophyGallery(NamedTuple):
    """A gallery (component of a message) and the picture of trophies that it shows."""

    gallery: MediaGallery
    picture: PlaquePicture


def trophy_gallery(
    trophies: dict[str, Trophy], won: Sequence[str], stem: str, cloth: Cloth, words: Localizer
) -> TrophyGallery:
    """Return a picture of trophies with the gallery that shows it.

    Args:
        trophies: the trophies by full name such as ``"bull.catch"``.
        won: the full names of the trophies that were won. All remaining trophies are drawn dark.
        stem: the beginning of the picture's file name.
        cloth: decides the colours of the background.
    """
    drawn_plaques = [
        Plaque(trophy_sign(name, words), trophy.metal, name in won) for name, trophy in trophies.items()
    ]
    descriptions = [
        words("trophies-alt", trophy=trophy_name(name, words), is_won="yes" if name in won else "no")
        for name in trophies
    ]
    picture = PlaquePicture(stem, drawn_plaques, cloth)
    return TrophyGallery(gallery(picture.filename, plain(words("list-comma").join(descriptions))), picture)
