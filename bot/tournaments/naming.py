"""Texts that name people, tables and points of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.localizer import Localizer
from bot.language.names import escape, label, quote
from bot.pages.names_in_pictures import PlayerName, drawn_names
from bot.pairing.points import UNIT
from bot.tournaments.state import TournamentState
from storage.tournaments.rows import PairedTable

MEDALS = ("🥇", "🥈", "🥉")


def title_of(state: TournamentState, words: Localizer) -> str:
    """Return the heading of a tournament's messages."""
    return f"## 🏆 {words('tournament-title', game=words(f'{state.row.game}-name'))}"


def game_title(state: TournamentState, words: Localizer) -> str:
    """Return the name of the tournament's game, with the game's emoji."""
    return f"{state.game.emoji} {words(f'{state.row.game}-name')}"


def points_text(points: int) -> str:
    """Return points with up to two decimals.

    >>> points_text(UNIT * 5 // 3), points_text(2 * UNIT)
    ('1.67', '2')
    """
    return f"{points / UNIT:.2f}".rstrip("0").rstrip(".")


def name_of(state: TournamentState, number: int, words: Localizer) -> str:
    """Return a player's name for Discord's Markdown.

    Args:
        number: the player's entry number; 0 for a computer player.
    """
    if not number:
        return words("tournament-computer")
    name = state.names.get(number)
    return escape(name) if name else words("former-player")


def label_of(state: TournamentState, number: int, words: Localizer) -> str:
    """Return a player's name for menus.

    Args:
        number: the player's entry number; 0 for a computer player.
    """
    if not number:
        return words("tournament-computer")
    name = state.names.get(number)
    return label(name) if name else words("former-player")


def names_in_picture(state: TournamentState, words: Localizer) -> dict[int, str]:
    """Return the name of each player for a picture, by entry number. 0 is a computer player."""
    numbers = [0, *[entrant.number for entrant in state.entrants]]
    handles = {entrant.number: label(entrant.handle) for entrant in state.entrants}
    names = [PlayerName(label_of(state, number, words), handles.get(number, "")) for number in numbers]
    return dict(zip(numbers, drawn_names(names), strict=True))


def names_at(state: TournamentState, table: PairedTable, words: Localizer) -> str:
    """Return the names of a table's players in the order of their seats, for Discord's Markdown."""
    return words.join([name_of(state, player, words) for player in table.seats])


def labels_at(state: TournamentState, table: PairedTable, words: Localizer) -> str:
    """Return the names of a table's players in the order of their seats, for menus."""
    return words.join([label_of(state, player, words) for player in table.seats])


def winners_at(table: PairedTable) -> list[int]:
    """Return the entry numbers of a table's winners; empty without a result that counts."""
    places = [] if table.aside else zip(table.seats, table.places, strict=False)
    return [player for player, place in places if place == 1 and player not in table.left]


def numbered_tables(tables: Sequence[PairedTable]) -> list[tuple[int, PairedTable]]:
    """Return tables with their numbers, counted from 1. Running games come first."""
    return sorted(enumerate(tables, 1), key=lambda numbered: numbered[1].is_done)


def table_link(state: TournamentState, table: PairedTable, links: Mapping[str, int], label: str) -> str:
    """Return a label as a link to the table's channel; plain text for an unknown channel.

    Args:
        links: ids of channels or threads, by table id.
    """
    if table.id not in links:
        return label
    return f"[{label}](https://discord.com/channels/{state.row.guild_id}/{links[table.id]})"


def table_line(
    state: TournamentState, number: int, table: PairedTable, words: Localizer, links: Mapping[str, int]
) -> str:
    """Return one line about a table: its number, players and result.

    Args:
        links: ids of channels or threads, by table id.
    """
    if table.aside:
        is_known = "yes" if table.reason else "no"
        status = words("tournament-table-aside", reason=quote(table.reason), is_known=is_known)
    elif table.is_done:
        won = words.join([name_of(state, player, words) for player in winners_at(table)])
        status = words("tournament-table-won", names=won) if won else words("tournament-table-tie")
    else:
        status = words("tournament-table-plays")
    at = table_link(state, table, {} if table.is_done else links, str(number))
    return words("tournament-table", number=at, names=names_at(state, table, words), state=status)
