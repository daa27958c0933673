"""Practice: a table for one person and computer players, in a direct message with the bot.

A practice table belongs to no server, and its result does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.app import Interaction
from bot.driving.table import Table
from bot.interactions import colours
from bot.interactions.links import person_link, server_link
from bot.interactions.permissions import may_practise
from bot.interactions.replies import reader
from bot.language.localizer import Localizer
from bot.lobby.hosting import computer_names
from bot.refused import Refused
from bot.showing import answers
from bot.tables import lobby as acts
from bot.tables.state import TableState
from bot.wire.components import text_display
from bot.wire.messages import Page, framed
from games.core.game import DEFAULT_LEVEL
from storage.fields import Name
from storage.people.people import save_names
from storage.rows import PRACTICE, GatheringRow, SeatRow

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
    app, user = interaction.client, interaction.user
    # Tables without a server exist only here.
    if not may_practise(interaction) or interaction.channel_id is None:
        raise Refused("only-in-servers")
    # Store the name, as ``admitted`` does on a server.
    await app.store.write(save_names, user.id, Name(user.global_name or user.name), Name(user.name))
    app.bounds.check_recent_closings(user.id, interaction.channel_id)
    table = await app.tables.open_lobby(
        guild_id=PRACTICE,
        channel_id=interaction.channel_id,
        host_id=user.id,
        host_name=Name(user.display_name),
        host_handle=Name(user.name),
        join_id=interaction.id,
        game_id=game_id,
        locale=reader(interaction).language,
        options=options,
        computers=computers,
        after=None if after is None else after.row,
        gathering=GatheringRow(is_rematch=is_rematch),
    )
    # The first message of the table is the answer to the command.
    app.bounds.count_lobby(user.id, table)
    await answers.open_lobby(app.writer(table), interaction)
    return table


async def practise(interaction: Interaction, game_id: str) -> None:
    """Begin a game against computer players in a direct message, and show the person's cards."""
    table = await open_practice(interaction, game_id)
    act = acts.sealed_change(interaction.id, acts.add_computers)
    await table.change(act, interaction.user.id, computer_names(table), DEFAULT_LEVEL, None)
    writer = interaction.client.writer(table)
    await writer.publish(PUBLISH_MS)
    await table.start(interaction.user.id)
    await writer.publish(PUBLISH_MS)  # the hand is below the table's message
    await writer.panels.open_below(interaction, 0)


def elsewhere_page(application_id: int, words: Localizer) -> Page:
    """Return the page for servers without the bot. It explains how to add the bot, and how to practise."""
    sentence = words("play-elsewhere", server=server_link(application_id), person=person_link(application_id))
    return framed(text_display(sentence), accent=colours.LOBBY)
