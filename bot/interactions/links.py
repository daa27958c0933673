"""Addresses that add the bot to a server, or install it for a person."""

from __future__ import annotations

from urllib.parse import urlencode

import discord

from bot.interactions.permissions import FOR_EVENTS, FOR_THREADS, IN_THREADS, NEEDED

AUTHORIZE = "https://discord.com/oauth2/authorize"
PERSON = "1"
"""Discord's number for an installation to a person."""


def permissions() -> discord.Permissions:
    """Return the permissions that the bot asks for when it is added to a server."""
    return discord.Permissions(**dict.fromkeys((*NEEDED, *IN_THREADS, *FOR_THREADS, *FOR_EVENTS), True))


def server_link(application_id: int) -> str:
    """Return the address that adds the bot to a server.

    >>> server_link(1)
    'https://discord.com/oauth2/authorize?client_id=1&scope=bot+applications.commands&permissions=17901423791104'
    """
    return _link(application_id, scope="bot applications.commands", permissions=permissions().value)


def person_link(application_id: int) -> str:
    """Return the address at which a person installs the application for themselves."""
    return _link(application_id, scope="applications.commands", integration_type=PERSON)


def _link(application_id: int, **query: object) -> str:
    return f"{AUTHORIZE}?{urlencode({'client_id': application_id, **query})}"
