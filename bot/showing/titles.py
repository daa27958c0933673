"""What is played at a table, in one line: the game, and the options in force that are not the usual ones."""

from __future__ import annotations

from bot.language.localizer import Localizer
from bot.tables.snapshot import Snapshot


def title_line(snapshot: Snapshot, words: Localizer) -> str:
    """Name the game of a table, and what is special about it here."""
    name = words("table-title", emoji=snapshot.game.emoji, game=words(f"{snapshot.game.id}-name"))
    return " · ".join([name, *special_options(snapshot, words)])


def special_options(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Print the options that make a difference and differ from their defaults."""
    game = snapshot.game
    return [
        words(
            "table-option",
            option=words(f"{game.id}-option-{option}"),
            value=option_value(game.id, option, value, words),
        )
        for option, value in snapshot.options.items()
        if option in game.rules.options
        and value != game.rules.options[option][0]
        and game.rules.applies(option, snapshot.options)
    ]


def option_value(game_id: str, option: str, value: str, words: Localizer) -> str:
    """Print an option's value; one without a text of its own reads as it is written."""
    key = f"{game_id}-option-{option}-{value.replace('.', '_')}"
    return words(key) if words.has(key) else value
