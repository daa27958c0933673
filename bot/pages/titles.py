"""What is played at a table, in one line: the game, and the options in force that are not the usual ones."""

from __future__ import annotations

from bot.language.localizer import Localizer
from bot.pages.phone import SMALL, lines_of
from bot.tables.snapshot import Snapshot
from games.core.words import Text


def table_title(snapshot: Snapshot, words: Localizer) -> str:
    """Name the game of a table."""
    return words("table-title", emoji=snapshot.game.emoji, game=words(f"{snapshot.game.id}-name"))


def title_line(snapshot: Snapshot, words: Localizer, beside: Text | None = None) -> str:
    """Name the game of a table, and what is special about it here; arguments as for ``special_options``."""
    return " · ".join([table_title(snapshot, words), *special_options(snapshot, words, beside)])


def short_title(snapshot: Snapshot, words: Localizer, beside: Text | None = None) -> str:
    """Name the game, and what is special about it if that fits into the line; arguments as above."""
    line = title_line(snapshot, words, beside)
    return line if lines_of(line, SMALL) == 1 else table_title(snapshot, words)


def special_options(snapshot: Snapshot, words: Localizer, beside: Text | None = None) -> list[str]:
    """Print the options that make a difference and differ from their defaults.

    Args:
        snapshot: the table.
        words: the reader's words.
        beside: what stands below; an option is not told twice, where that has an argument of its name.
    """
    game, told = snapshot.game, _arguments(beside)
    return [
        words(
            "table-option",
            option=words(f"{game.id}-option-{option}"),
            value=option_value(game.id, option, value, words),
        )
        for option, value in snapshot.options.items()
        if option in game.rules.options
        and option not in told
        and value != game.rules.options[option][0]
        and game.rules.applies(option, snapshot.options)
    ]


def _arguments(text: Text | None) -> set[str]:
    """Name all arguments of a text, and of those among them that are texts."""
    args = {} if text is None else text.args
    inner = [_arguments(arg) for arg in args.values() if isinstance(arg, Text)]
    return {*args}.union(*inner)


def option_value(game_id: str, option: str, value: str, words: Localizer) -> str:
    """Print an option's value; one without a text of its own reads as it is written."""
    key = f"{game_id}-option-{option}-{value.replace('.', '_')}"
    return words(key) if words.has(key) else value
