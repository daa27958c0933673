"""Buttons and menus that outlive restarts: everything they need is in their custom id.

    b:VERB:TABLE[:ARG]     a button
    s:VERB:TABLE[:ARG]     a select menu
    c:VERB:TABLE[:ARG]     a menu of channels
    u:VERB:TABLE[:ARG]     a menu of members

Custom ids of public messages are public: they never name a hidden card. A tap finds the handler of its verb,
which calls the table and renders.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeAlias

import discord

LABEL_LIMIT = 80
OPTION_LIMIT = 100
CUSTOM_ID_LIMIT = 100
DESCRIPTION_LIMIT = 1024
"""Characters of a picture's description."""

CHOICES_LIMIT = 25

CUSTOM_ID = re.compile(r"[bscu]:(?P<verb>[a-z_]+):(?P<subject>[a-z0-9]+)(?::(?P<arg>.*))?")

STYLES = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


def clip(text: str, limit: int) -> str:
    """Cut a text that is too long for Discord, visibly."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def custom_id(kind: str, verb: str, table_id: str, arg: str = "") -> str:
    """Write a custom id."""
    text = f"{kind}:{verb}:{table_id}" + (f":{arg}" if arg else "")
    assert len(text) <= CUSTOM_ID_LIMIT, text
    return text


def table_ids(parts: Iterable[Mapping[str, Any]]) -> set[str]:
    """List the subjects that the custom ids of some components name."""
    ids = (str(part["custom_id"]).split(":") for part in parts if part.get("custom_id"))
    return {words[2] for words in ids if len(words) > 2}


TapButton: TypeAlias = "discord.ui.Button[Any]"
"""A button that knows by its custom id what it does."""


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
    """Tell, once, whether what was tapped is there in its message.

    discord.py would build the whole message once more for each tap, only to find the component in it. The
    message's parts are let go with this: an interaction and its response hold each other, and all that is in
    them waits for the garbage collector.
    """
    data: Mapping[str, Any] = interaction.data or {}
    message = interaction.message
    if message is None:
        return False
    parts, message.components = message.components, []
    return _has(parts, str(data.get("custom_id", "")))


def _has(components: Iterable[Any], custom_id: str) -> bool:
    """Tell whether one of some components, or one inside of them, has a custom id."""
    for part in components:
        if getattr(part, "custom_id", None) == custom_id:
            return True
        inside = (*getattr(part, "children", ()), *filter(None, [getattr(part, "accessory", None)]))
        if inside and _has(inside, custom_id):
            return True
    return False


def button(
    verb: str,
    table_id: str,
    label: str,
    arg: str = "",
    *,
    style: str = "secondary",
    emoji: str | None = None,
    disabled: bool = False,
) -> TapButton:
    """Make a button."""
    return discord.ui.Button(
        style=STYLES[style],
        label=clip(label, LABEL_LIMIT),
        emoji=emoji,
        disabled=disabled,
        custom_id=custom_id("b", verb, table_id, arg),
    )


class Option:
    """One line of a menu."""

    def __init__(self, value: str, label: str, detail: str | None = None, *, chosen: bool = False) -> None:
        self.value, self.label, self.detail, self.chosen = value, label, detail, chosen

    def build(self) -> discord.SelectOption:
        detail = clip(self.detail, OPTION_LIMIT) if self.detail else None
        return discord.SelectOption(
            label=clip(self.label, OPTION_LIMIT), value=self.value, description=detail, default=self.chosen
        )


def menu(
    verb: str,
    table_id: str,
    prompt: str,
    options: Sequence[Option],
    arg: str = "",
    *,
    least: int = 1,
    most: int = 1,
) -> discord.ui.ActionRow[Any]:
    """Make a menu in a row of its own."""
    assert 1 <= len(options) <= CHOICES_LIMIT, f"{verb}: {len(options)} options"
    item: discord.ui.Select[Any] = discord.ui.Select(
        placeholder=clip(prompt, 150),
        options=[option.build() for option in options],
        min_values=least,
        max_values=most,
        custom_id=custom_id("s", verb, table_id, arg),
    )
    return discord.ui.ActionRow(item)


def button_rows(buttons: Sequence[TapButton], width: int = 3) -> list[discord.ui.ActionRow[Any]]:
    """Lay buttons out in rows that read well on a phone."""
    return [discord.ui.ActionRow(*buttons[i : i + width]) for i in range(0, len(buttons), width)]


def text_display(*lines: str, limit: int = 1900) -> discord.ui.TextDisplay[Any]:
    """Print lines, cut to a size that leaves room for the rest of the message."""
    return discord.ui.TextDisplay(clip("\n".join(line for line in lines if line), limit))


class SettledView(discord.ui.LayoutView):
    """A view that changes no more: nothing but the components that its items made.

    A view and its items hold each other, so they would wait for the garbage collector; some thousands of them
    a second keep it busy, and all else waits meanwhile. It does not listen, either: its items know all they
    need by their custom ids, and a view that listens would be kept, with a task, for a quarter of an hour
    after every private answer.

    Args:
        items: what it is made of; they are of no use afterwards.
    """

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            super().add_item(item)
        self._components: list[dict[str, Any]] = super().to_components()  # type: ignore[no-untyped-call]
        self.clear_items()
        for item in items:
            _let_go(item)
        self.stop()

    def add_item(self, item: discord.ui.Item[Any]) -> NoReturn:
        """Refuse: nobody would see it.

        Raises:
            TypeError: always.
        """
        raise TypeError("a settled view changes no more")

    def has_components_v2(self) -> bool:
        """Say that its components are of the newer kind."""
        return True

    def to_components(self) -> list[dict[str, Any]]:
        """Give its components as Discord has them."""
        return self._components


def _let_go(item: Any) -> None:
    """Take what is inside of an item out of it."""
    for inside in getattr(item, "children", ()):
        _let_go(inside)
    if hasattr(item, "clear_items"):
        item.clear_items()


def container_view(*items: discord.ui.Item[Any], accent: int | None = None) -> SettledView:
    """Put items into one framed message without a time-out, except empty texts, which Discord refuses."""
    shown = [item for item in items if not isinstance(item, discord.ui.TextDisplay) or item.content]
    return SettledView(discord.ui.Container(*shown, accent_colour=accent))
