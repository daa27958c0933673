"""Components of a message as Discord has them on the wire: frozen values with the names of its documentation.

What can be tapped knows all that it needs by its custom id, so that it outlives restarts:

    b:VERB:TABLE[:ARG]     a button
    s:VERB:TABLE[:ARG]     a select menu
    c:VERB:TABLE[:ARG]     a menu of channels
    u:VERB:TABLE[:ARG]     a menu of members

Custom ids of public messages are public: they never name a hidden card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec

LABEL_LIMIT = 80
OPTION_LIMIT = 100
CUSTOM_ID_LIMIT = 100
PLACEHOLDER_LIMIT = 150
DESCRIPTION_LIMIT = 1024
"""Characters of a picture's description."""

CHOICES_LIMIT = 25

STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}

TEXT_CHANNEL, VOICE_CHANNEL, FORUM_CHANNEL = 0, 2, 15
"""Discord's types of the channels that a menu of channels may offer."""


class Part(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type"):
    """A component of whatever type."""


class Emoji(msgspec.Struct, frozen=True, gc=False):
    """A Unicode emoji on a button."""

    name: str


class Button(Part, frozen=True, tag=2):
    """A button; ``style`` is Discord's number."""

    style: int
    label: str
    custom_id: str
    emoji: Emoji | None = None
    disabled: bool = False


class Option(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of a menu."""

    value: str
    label: str
    description: str | None = None
    default: bool = False


class StringSelect(Part, frozen=True, tag=3):
    """A menu of lines."""

    custom_id: str
    placeholder: str
    options: tuple[Option, ...]
    min_values: int = 1
    max_values: int = 1


class UserSelect(Part, frozen=True, tag=5):
    """A menu of the server's members."""

    custom_id: str
    placeholder: str
    min_values: int = 1
    max_values: int = 1


class ChannelSelect(Part, frozen=True, tag=8):
    """A menu of the server's channels; the chosen ones are ``default_values``."""

    custom_id: str
    placeholder: str
    channel_types: tuple[int, ...] = ()
    default_values: tuple[dict[str, str], ...] = ()
    min_values: int = 1
    max_values: int = 1


class RoleSelect(Part, frozen=True, tag=6):
    """A menu of the server's roles; the chosen ones are ``default_values``."""

    custom_id: str
    placeholder: str
    default_values: tuple[dict[str, str], ...] = ()
    min_values: int = 1
    max_values: int = 1


Control: TypeAlias = Button | StringSelect | UserSelect | RoleSelect | ChannelSelect


class ActionRow(Part, frozen=True, tag=1):
    """A row: up to five buttons, or one menu."""

    components: tuple[Control, ...]


class TextDisplay(Part, frozen=True, tag=10):
    """A text in Discord's Markdown."""

    content: str


class Media(msgspec.Struct, frozen=True, gc=False):
    """Where a picture is: ``attachment://FILENAME`` for one that is uploaded with the message."""

    url: str


class MediaItem(msgspec.Struct, frozen=True, gc=False):
    """A picture, and the same in words for who cannot see it."""

    media: Media
    description: str


class MediaGallery(Part, frozen=True, tag=12):
    """Pictures."""

    items: tuple[MediaItem, ...]


class Attached(Part, frozen=True, tag=13):
    """A file to be taken along."""

    file: Media


class Separator(Part, frozen=True, tag=14):
    """A line between two parts."""


Item: TypeAlias = ActionRow | TextDisplay | MediaGallery | Attached | Separator


class Container(Part, frozen=True, tag=17):
    """The frame around a message; ``accent_color`` is an RGB number."""

    components: tuple[Item, ...]
    accent_color: int | None = None


# --- making them --------------------------------------------------------------------------------------------


def clip(text: str, limit: int) -> str:
    """Cut a text that is too long for Discord, visibly."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def custom_id(kind: str, verb: str, table_id: str, arg: str = "") -> str:
    """Write a custom id."""
    text = f"{kind}:{verb}:{table_id}" + (f":{arg}" if arg else "")
    assert len(text) <= CUSTOM_ID_LIMIT, text
    return text


def button(
    verb: str,
    table_id: str,
    label: str,
    arg: str = "",
    *,
    style: str = "secondary",
    emoji: str | None = None,
    disabled: bool = False,
) -> Button:
    """Make a button."""
    return Button(
        STYLES[style],
        clip(label, LABEL_LIMIT),
        custom_id("b", verb, table_id, arg),
        None if emoji is None else Emoji(emoji),
        disabled,
    )


def option(value: str, label: str, detail: str | None = None, *, chosen: bool = False) -> Option:
    """Make a line of a menu."""
    return Option(value, clip(label, OPTION_LIMIT), clip(detail, OPTION_LIMIT) if detail else None, chosen)


def menu(
    verb: str,
    table_id: str,
    prompt: str,
    options: Sequence[Option],
    arg: str = "",
    *,
    least: int = 1,
    most: int = 1,
) -> ActionRow:
    """Make a menu in a row of its own."""
    assert 1 <= len(options) <= CHOICES_LIMIT, f"{verb}: {len(options)} options"
    placeholder = clip(prompt, PLACEHOLDER_LIMIT)
    select = StringSelect(custom_id("s", verb, table_id, arg), placeholder, tuple(options), least, most)
    return ActionRow((select,))


def button_rows(buttons: Sequence[Button], width: int = 3) -> list[ActionRow]:
    """Lay buttons out in rows that read well on a phone."""
    return [ActionRow(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width)]


def text_display(*lines: str, limit: int = 1900) -> TextDisplay:
    """Print lines, cut to a size that leaves room for the rest of the message."""
    return TextDisplay(clip("\n".join([line for line in lines if line]), limit))


def gallery(filename: str, description: str) -> MediaGallery:
    """Show one uploaded picture."""
    return MediaGallery((MediaItem(Media(f"attachment://{filename}"), description[:DESCRIPTION_LIMIT]),))


def attached(filename: str) -> Attached:
    """Hand out an uploaded file."""
    return Attached(Media(f"attachment://{filename}"))


def table_ids(custom_ids: Iterable[str]) -> set[str]:
    """List the subjects that some custom ids name."""
    parts = [custom_id.split(":") for custom_id in custom_ids]
    return {words[2] for words in parts if len(words) > 2}


# --- looking at them ----------------------------------------------------------------------------------------


def walk(parts: Iterable[Part]) -> Iterator[Part]:
    """Go through components in order, nested ones too."""
    for part in parts:
        yield part
        if isinstance(part, (Container, ActionRow)):
            yield from walk(part.components)


def is_empty(part: Part) -> bool:
    """Tell whether a component is a text that says nothing, which Discord refuses."""
    return isinstance(part, TextDisplay) and not part.content
