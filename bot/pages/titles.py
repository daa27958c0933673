"""The title of a table: its game, and the options that differ from their defaults."""

from __future__ import annotations

from bot.language.localizer import Localizer
from bot.pages.phone import SMALL, line_count
from bot.tables.snapshot import Snapshot
from games.core.words import Text


def table_title(snapshot: Snapshot, words: Localizer) -> str:
    """Return the name of a table's game, followed by its place in a tournament if it has one."""
    title = words("table-title", emoji=snapshot.game.emoji, game=words(f"{snapshot.game.id}-name"))
    return " · ".join([title, tournament_place(snapshot, words)]) if snapshot.gathering.paired else title


def tournament_place(snapshot: Snapshot, words: Localizer) -> str:
    """Return the round and table number in a tournament as text. For ordinary tables, the text is empty."""
    paired = snapshot.gathering.paired
    if paired is None:
        return ""
    is_final = "yes" if paired.is_final else "no"
    return words("tournament-place", round=paired.round, table=paired.number, final=is_final)


def title_line(snapshot: Snapshot, words: Localizer, nearby_text: Text | None = None) -> str:
    """Return the name of a table's game and its special options.

    Args:
        nearby_text: a text near the title. Options that it mentions are left out.
    """
    return " · ".join([table_title(snapshot, words), *special_options(snapshot, words, nearby_text)])


def short_title(snapshot: Snapshot, words: Localizer, nearby_text: Text | None = None) -> str:
    """Return the name of a table's game, with its special options if everything fits in one line.

    Args:
        nearby_text: a text near the title. Options that it mentions are left out.
    """
    line = title_line(snapshot, words, nearby_text)
    return line if line_count(line, SMALL) == 1 else table_title(snapshot, words)


def special_options(snapshot: Snapshot, words: Localizer, nearby_text: Text | None = None) -> list[str]:
    """Return texts for options that have an effect and differ from their defaults.

    Args:
        nearby_text: a text near the options. Options that it mentions are left out.
    """
    game, mentioned = snapshot.game, _argument_names(nearby_text)
    return [
        words(
            "table-option",
            option=words(f"{game.id}-option-{option}"),
            value=option_value(game.id, option, value, words),
        )
        # Options of the game that differ from their defaults, unless the text beside names them.
        for option, value in snapshot.options.items()
        if option not in mentioned
        and value != game.rules.options[option][0]
        and game.rules.has_effect(option, snapshot.options)
    ]


def _argument_names(text: Text | None) -> set[str]:
    args = {} if text is None else text.args
    inner = [_argument_names(arg) for arg in args.values() if isinstance(arg, Text)]
    return {*args}.union(*inner)


def option_value(game_id: str, option: str, value: str, words: Localizer) -> str:
    """Return the text of an option's value, or the value itself if it has no text."""
    key = f"{game_id}-option-{option}-{value.replace('.', '_')}"
    return words(key) if words.has(key) else value
