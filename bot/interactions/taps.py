"""What was tapped: read from an interaction, and checked to be there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import discord

CUSTOM_ID = re.compile(r"[bscur]:(?P<verb>[a-z_]+):(?P<subject>[a-z0-9]+)(?::(?P<arg>.*))?")


class Tapped(NamedTuple):
    """What a component stands for, and what was chosen: values of a menu, ids of channels or members."""

    verb: str
    subject: str
    arg: str
    values: tuple[str, ...]


def tapped(interaction: discord.Interaction[Any]) -> Tapped | None:
    """Read a tap on one of our components; nothing for another."""
    data: Mapping[str, Any] = interaction.data or {}
    found = CUSTOM_ID.fullmatch(str(data.get("custom_id", "")))
    if found is None:
        return None
    return Tapped(found["verb"], found["subject"], found["arg"] or "", tuple(data.get("values", ())))


def is_genuine(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether what was tapped is there in its message."""
    data: Mapping[str, Any] = interaction.data or {}
    message = interaction.message
    return message is not None and _has(message.components, str(data.get("custom_id", "")))


def _has(components: Iterable[Any], custom_id: str) -> bool:
    """Tell whether one of some components, or one inside of them, has a custom id."""
    for part in components:
        if getattr(part, "custom_id", None) == custom_id:
            return True
        inside = getattr(part, "children", ())
        if inside and _has(inside, custom_id):
            return True
    return False
