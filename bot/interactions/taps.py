"""Reads taps on buttons, menus and forms, and checks that the tapped message offers them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import discord

from bot.refused import Refused

TOO_LARGE = 2**63
"""Upper limit (exclusive) of ids and numbers in custom ids. The database cannot store larger ones."""

DIGITS = 19
"""Number of digits of the largest number in a custom id."""

TAPS = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Types of interactions with a custom id: a tap on a button or menu, and a submitted form."""

DAY = "day"
"""Stands in custom ids of a daily puzzle's buttons in place of a table's id, followed by the puzzle's number.

Ids of tables are longer, so the two cannot be confused.
"""
_OF_DAY = re.compile(rf"{DAY}\d{{1,4}}")

CUSTOM_ID = re.compile(r"[bscurm]:(?P<verb>[a-z_]+):(?P<subject>[a-z0-9]+)(?::(?P<arg>.*))?")


class TapContents(NamedTuple):
    """The contents of a tap or a submitted form.

    Attributes:
        verb, subject, arg: parts of the button's custom id.
        values: the choices in a menu, or the entries in a form.
    """

    verb: str
    subject: str
    arg: str
    values: tuple[str, ...]

    @property
    def handler_name(self) -> str:
        """The key of the tap's handler in ``App.verbs``."""
        return f"{DAY}.{self.verb}" if _OF_DAY.fullmatch(self.subject) else self.verb


def tap_of(interaction: discord.Interaction[Any]) -> TapContents | None:
    """Return the contents of a tap on a button, menu or form of the bot; ``None`` for other interactions."""
    data: Mapping[str, Any] = interaction.data or {}
    match = CUSTOM_ID.fullmatch(str(data.get("custom_id", "")))
    if match is None:
        return None
    values = tuple(data.get("values", ())) or tuple(_form_entries(data.get("components", ())))
    return TapContents(match["verb"], match["subject"], match["arg"] or "", values)


def _form_entries(components: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    for part in components:
        field = part.get("component", {})
        chosen = field.get("values") or [field.get("value") or ""]
        yield str(chosen[0])


def is_form(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction is a submitted form of the bot."""
    data: Mapping[str, Any] = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    return interaction.type is discord.InteractionType.modal_submit and custom_id.startswith("m:")


def is_genuine(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the tapped message contains the tapped button or menu. Forms are always genuine."""
    if is_form(interaction):
        return True
    data: Mapping[str, Any] = interaction.data or {}
    message = interaction.message
    return message is not None and _contains(message.components, str(data.get("custom_id", "")))


def are_values_offered(interaction: discord.Interaction[Any]) -> bool:
    """Return whether all chosen values are options of the tapped menu."""
    data: Mapping[str, Any] = interaction.data or {}
    message = interaction.message
    menu = None if message is None else _find(message.components, str(data.get("custom_id", "")))
    # Menus of people and channels list no options.
    if menu is None or getattr(menu, "type", None) is not discord.ComponentType.select:
        return True
    return {*data.get("values", ())} <= {option.value for option in menu.options}


def number_in(text: str, below: int = TOO_LARGE) -> int:
    """Return the whole number in a part of a custom id.

    Raises:
        Refused: the text is no number from 0 to ``below - 1``.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS) or int(text) >= below:
        raise Refused("stale-button")
    return int(text)


def preselected_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the values that were selected in the tapped menu before the tap."""
    data: Mapping[str, Any] = interaction.data or {}
    message = interaction.message
    menu = None if message is None else _find(message.components, str(data.get("custom_id", "")))
    options = getattr(menu, "options", ())
    ids = getattr(menu, "default_values", ())
    return (*(option.value for option in options if option.default), *(str(default.id) for default in ids))


def _contains(components: Iterable[Any], custom_id: str) -> bool:
    return _find(components, custom_id) is not None


def _find(components: Iterable[Any], custom_id: str) -> Any:
    for part in components:
        if getattr(part, "custom_id", None) == custom_id:
            return part
        if (component := _find(getattr(part, "children", ()), custom_id)) is not None:
            return component
    return None
