"""Checks of the application's settings in the developer portal, as far as Discord's API shows them.

The settings are those of ``GET /applications/@me``. deploy/README.md explains each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import aiohttp

from bot.clock import Clock
from bot.config import CannotRun, check_token
from bot.doctor.visit import WatchedConnection, describe_application
from bot.wire.connection import ApiConnection, HttpConnection
from bot.wire.errors import DiscordError, RequestRejected
from bot.wire.registration import ENTRY_POINT

REFUSED = "Discord refuses DISCORD_TOKEN: make a new one in the developer portal"

SERVER, PERSON = "0", "1"
"""Keys of ``integration_types_config``: installed to a server, installed to a person."""

PRIVILEGED = {
    "Presence Intent": 1 << 12 | 1 << 13,
    "Server Members Intent": 1 << 14 | 1 << 15,
    "Message Content Intent": 1 << 18 | 1 << 19,
}
"""Names of the privileged intents in the portal, and the flags of the application that show that one is on.

Each has a second flag for bots on fewer than 100 servers (resources/application.mdx, *Application Flags*).
"""


async def load(token: str, api: str | None = None) -> Mapping[str, Any]:
    """Return Discord's description of the application that owns a bot token.

    Raises:
        CannotRun: the token is unusable, or Discord cannot be reached.
    """
    check_token(token)
    connection = HttpConnection(token, api)
    try:
        return await ask(connection)
    # Only a wrong token needs a person; everything else may work later.
    except RequestRejected as refusal:
        if refusal.status == 401:
            raise CannotRun(REFUSED) from refusal
        raise CannotRun(f"Discord does not describe the application: {refusal}") from refusal
    except (DiscordError, aiohttp.ClientError, OSError) as error:
        raise CannotRun(f"Discord cannot be reached: {error}", is_lasting=False) from error
    finally:
        await connection.close()


async def ask(connection: ApiConnection) -> Mapping[str, Any]:
    """Return Discord's description of the application that owns the connection's bot token.

    Its registered commands are added as ``commands``.
    """
    return await describe_application(WatchedConnection(connection, Clock()))


def examine(application: Mapping[str, Any], tell: Callable[[str], None]) -> int:
    """Check the settings of the application, and return the number of wrong settings.

    Args:
        tell: prints a sentence about each setting.
    """
    wrong = 0

    def check(is_right: bool, right: str, otherwise: str) -> None:
        nonlocal wrong
        wrong += not is_right
        tell(f"right: {right}" if is_right else f"wrong: {otherwise}")

    # Each of these keeps the bot from working at all.
    check(
        not application.get("interactions_endpoint_url"),
        "commands and taps come over the gateway",
        "an Interactions Endpoint URL is set: the bot would get no command and no tap; empty it",
    )
    check(
        not application.get("bot_require_code_grant"),
        "the invitation needs no code grant",
        "Requires OAuth2 Code Grant is on: the invitation fails; switch it off",
    )
    installs = application.get("integration_types_config") or {SERVER: {}}
    check(
        SERVER in installs,
        "it can be installed to servers",
        "Guild Install is off (page Installation): no server can add the bot; switch it on",
    )

    # The rest is the host's choice.
    for command in application.get("commands", ()):
        if command.get("type") == ENTRY_POINT:
            tell(
                f"note: Activities are on, with the Entry Point command /{command['name']}; the bot has no"
                " Activity, and keeps the command when it registers its own, since Discord demands it"
            )
    flags = int(application.get("flags", 0))
    for name, bits in PRIVILEGED.items():
        if flags & bits:
            tell(f"note: {name} is on; the bot does not use it, so switch it off")
    if PERSON in installs:
        tell("right: people can install it for themselves, and use it in any chat")
    else:
        tell("note: User Install is off (page Installation), so people cannot use it where the bot is not")
    if not application.get("bot_public", True):
        tell("note: Public Bot is off: only its owner can add it to servers")
    for field, name in (
        ("terms_of_service_url", "Terms of Service"),
        ("privacy_policy_url", "Privacy Policy"),
    ):
        if application.get(field):
            tell(f"right: the {name} URL is {application[field]}")
        else:
            tell(f"note: no {name} URL; Discord asks for one when it verifies a bot (deploy/legal)")
    return wrong
