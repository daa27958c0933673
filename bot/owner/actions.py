"""Handlers of the buttons on the owner's pages. Each checks that the person owns the application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.app import Action, Interaction, Tap
from bot.interactions.taps import number_in
from bot.owner import acts
from bot.owner.access import expect_owner
from bot.wire.messages import Page


def _of_server(act: Callable[[Interaction, int], Awaitable[Page]]) -> Action:
    async def handle(tap: Tap) -> None:
        await expect_owner(tap.interaction)
        await tap.reply(await act(tap.interaction, number_in(tap.subject)))

    return handle


async def withdraw_announcement(tap: Tap) -> None:
    """Withdraw the announcement of a restart."""
    await expect_owner(tap.interaction)
    await acts.announce(tap.interaction, None)
    await tap.reply(await acts.maintenance(tap.interaction))


ACTIONS: dict[str, Action] = {
    "own_servers": _of_server(acts.servers),
    "own_leave": _of_server(acts.leave),
    "own_block": _of_server(acts.block),
    "own_unblock": _of_server(acts.unblock),
    "own_lift": withdraw_announcement,
}
