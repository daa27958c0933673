"""Games against computer players: in a direct message with the bot (practice), and started at once.

A practice table belongs to no server, and its result does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot import interactions
from bot.app import Interaction
from bot.driving.table import Table
from bot.interactions import (
    may_practise,
    person_link,
    server_link,
    words_for,
)
from bot.language import Localizer
from bot.refused import Refused
from bot.tables import lobby as acts
from bot.tables.state import TableState
from bot.wire.components import text_display
from bot.wire.messages import Page, framed
from games.core.game import DEFAULT_LEVEL
from storage.people import save_names
from storage.rows import (
    PRACTICE,
    GatheringRow,
    Name,
    SeatRow,
)

PUBLISH_MS = 2000
"""How long a start waits at most for the lobby's message to be up to date. Discord expects an answer within
three seconds.
"""


async def open_practice(
    interaction: Interaction,
    game_id: str,
    options: Mapping[str, str] | None = None,
    computers: Sequence[SeatRow] = (),
    after: TableState | None = None,
    *,
    is_rematch: bool = False,
) -> Table:
    """Open a lobby in a direct message with the bot, and answer with the lobby's message.

    Args:
        after: the earlier table whose settings are kept.

    Raises:
        Refused: this is no direct message with the bot.
    """
    app = interaction.client
    user = interaction.user
    # Tables without a server exist only here.
    if not may_practise(interaction) or interaction.channel_id is None:
        raise Refused("only-in-servers")
    # Store the name, as ``check_admission`` does on a server.
    await app.store.write(save_names, user.id, Name(user.global_name or user.name), Name(user.name))
    app.opening_limits.check_recent_closings(user.id, interaction.channel_id)
    table = await app.tables.open_lobby(
        guild_id=PRACTICE,
        channel_id=interaction.channel_id,
        host_id=user.id,
        host_name=Name(user.display_name),
        host_handle=Name(user.name),
        join_id=interaction.id,
        game_id=game_id,
        locale=words_for(interaction).language,
        options=options,
        computers=computers,
        after=None if after is None else after.row,
        gathering=GatheringRow(is_rematch=is_rematch),
    )
    # The first message of the table is the answer to the command.
    app.opening_limits.count_opening(user.id, table)
    await app.writer(table).open_lobby(interaction)
    return table


async def practise(interaction: Interaction, game_id: str, options: Mapping[str, str] | None = None) -> None:
    """Begin a game against computer players in a direct message, and show the person's cards."""
    table = await open_practice(interaction, game_id, options)
    await start_against_computers(interaction, table)
    await open_hand_below(interaction, table)


async def start_against_computers(interaction: Interaction, table: Table) -> None:
    """Fill a lobby with computer players, and start its game."""
    await add_computers_of_level(interaction, table, DEFAULT_LEVEL)
    # The message must show the seal of the shuffles before a card is dealt.
    await interaction.client.writer(table).publish(PUBLISH_MS)
    await table.start(interaction.user.id)


async def open_hand_below(interaction: Interaction, table: Table) -> None:
    """Show the hand of a game's first player below the table's message."""
    writer = interaction.client.writer(table)
    await writer.publish(PUBLISH_MS)  # the hand is below the table's message
    await writer.panels.open_below(interaction, 0)


def elsewhere_page(application_id: int, words: Localizer) -> Page:
    """Return the page for servers without the bot. It explains how to add the bot, and how to practise."""
    sentence = words("play-elsewhere", server=server_link(application_id), person=person_link(application_id))
    return framed(text_display(sentence), accent=interactions.LOBBY)


async def add_computers_of_level(
    interaction: Interaction, table: Table, level: str, most: int | None = None
) -> None:
    """Add computer players to the host's lobby.

    Args:
        most: the largest number to add; ``None`` to fill up the table.
    """
    act = acts.record_tap(interaction.id, acts.add_computers)
    names = acts.computer_names(table.state)
    await table.change(act, interaction.user.id, names, level, most)
