"""Requests that register the application's commands with Discord.

The requests use the bot's token, and belong to no server: any process may make them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from bot.wire.errors import RateLimited, RequestRejected
from bot.wire.limits import Priority, Route
from bot.wire.transport import HttpResponse, Transport, decode_response

TRIES = 5
"""Number of attempts at a request that Discord's rate limits refuse."""

PATIENCE_SECONDS = 60.0
"""Longest wait for a rate limit. If Discord asks for more, the caller tries again another time."""

SLASH = 1
"""Discord's type of commands that people type."""

ENTRY_POINT = 4
"""Discord's type of the command that opens an application's Activity."""

ENTRY_POINT_FIELDS = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
    "nsfw",
    "handler",
)
"""Fields of a registered command that a new registration may contain (docs/DISCORD.md)."""

ENTRY_POINT_MISSING = 50240
TOO_MANY_CREATED = 30034
INVALID_FORM = 50035

ADVICE = {
    ENTRY_POINT_MISSING: "The application has an Entry Point command, which the bot did not find among the"
    " registered commands. Start the bot again. If that does not help, switch Activities off in the"
    " developer portal (page Activities, Settings).",
    TOO_MANY_CREATED: "Discord allows 200 new commands a day. Start the bot again tomorrow.",
    INVALID_FORM: "This is an error of this version of the bot. Run the version before it, and report it.",
}
"""What the host can do about a refused registration, by Discord's error code."""

OTHER_ADVICE = "Run `tefuda doctor`, which checks the application's settings, and start the bot again."

RegisteredCommand: TypeAlias = Mapping[str, Any]
"""A command in Discord's form."""


class CommandsRefused(Exception):
    """Discord refuses the commands. The message has Discord's reason, and what the host can do.

    Attributes:
        are_registered: commands of an earlier registration are there, so people can use the bot.
    """

    def __init__(self, refusal: RequestRejected, *, are_registered: bool) -> None:
        advice = ADVICE.get(refusal.code, OTHER_ADVICE)
        super().__init__(f"Discord refuses the bot's commands: {str(refusal).rstrip('.')}. {advice}")
        self.are_registered = are_registered


async def load_commands(transport: Transport) -> list[RegisteredCommand]:
    """Return the registered commands of all servers, with their texts in all languages."""
    path = f"/applications/{transport.application_id}/commands?with_localizations=true"
    reply = await _ask(transport, 0, "GET", path)
    return decode_response(reply, list[RegisteredCommand])


async def register_commands(
    transport: Transport, commands: Sequence[RegisteredCommand], *, were_registered: bool
) -> dict[str, int]:
    """Replace the commands of all servers, but keep the application's Entry Point command.

    Discord refuses a registration without it if the application has Activities. Return the ids of the
    slash commands by name.

    Args:
        were_registered: this bot has registered commands before.

    Raises:
        CommandsRefused: Discord refuses the commands, or to list those that are registered.
    """
    path = f"/applications/{transport.application_id}/commands"
    are_registered = were_registered
    try:
        registered = await load_commands(transport)
        kept = [_without_extras(command) for command in registered if command.get("type") == ENTRY_POINT]
        are_registered = len(registered) > len(kept)
        reply = await _ask(transport, 0, "PUT", path, list(commands) + kept)
    except RequestRejected as refusal:
        raise CommandsRefused(refusal, are_registered=are_registered) from refusal
    return _command_ids(reply)


async def register_server_commands(
    transport: Transport, guild_id: int, commands: Sequence[RegisteredCommand]
) -> dict[str, int]:
    """Replace the commands that exist on one server only. An Entry Point command is never among them.

    Return the ids of the slash commands by name.
    """
    path = f"/applications/{transport.application_id}/guilds/{guild_id}/commands"
    return _command_ids(await _ask(transport, guild_id, "PUT", path, commands))


def _command_ids(reply: HttpResponse) -> dict[str, int]:
    registered = decode_response(reply, list[RegisteredCommand])
    # A command without an id, which Discord does not document, is shown by its name.
    return {
        command["name"]: int(command["id"])
        for command in registered
        if command.get("type", SLASH) == SLASH and "id" in command
    }


async def _ask(
    transport: Transport,
    place: int,
    method: str,
    path: str,
    commands: Sequence[RegisteredCommand] | None = None,
) -> HttpResponse:
    tries_left = TRIES
    while True:
        tries_left -= 1
        try:
            async with transport.permit(Priority.PING, Route.COMMANDS, place):
                return await transport.ask(Route.COMMANDS, place, "commands", method, path, commands)
        except RateLimited as limit:
            # The next permit waits as long as Discord has asked for.
            if not tries_left or limit.seconds > PATIENCE_SECONDS:
                raise


def _without_extras(command: RegisteredCommand) -> RegisteredCommand:
    return {name: command[name] for name in ENTRY_POINT_FIELDS if command.get(name) is not None}
