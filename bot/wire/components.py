"""Components of a message in Discord's API: frozen values with the field names of Discord's documentation.

A custom id holds everything needed to handle a tap, so components outlive restarts. Its verb chooses the
handler:

    b:VERB:TABLE[:ARG]     a button
    s:VERB:TABLE[:ARG]     a select menu
    c:VERB:TABLE[:ARG]     a menu of channels
    u:VERB:TABLE[:ARG]     a menu of members
    m:VERB:TABLE[:ARG]     a form

Everybody can read the custom ids of a public message, so they never name a hidden card.
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
"""Limit of a picture's description, in characters."""

CHOICES_LIMIT = 25

STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}

TEXT_CHANNEL, VOICE_CHANNEL, FORUM_CHANNEL = 0, 2, 15
"""Discord's types of the channels that a menu of channels may offer."""


class Component(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type"):
    """Base class of all components of a Discord message, such as buttons, texts and pictures."""


class Emoji(msgspec.Struct, frozen=True, gc=False):
    """A Unicode emoji on a button."""

    name: str


class Button(Component, frozen=True, tag=2):
    """A button; ``style`` is one of Discord's numbers (``STYLES``)."""

    style: int
    label: str
    custom_id: str
    emoji: Emoji | None = None
    disabled: bool = False


class SelectOption(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice in a menu."""

    value: str
    label: str
    description: str | None = None
    default: bool = False


class StringSelect(Component, frozen=True, tag=3):
    """A menu with given choices."""

    custom_id: str
    placeholder: str
    options: tuple[SelectOption, ...]
    min_values: int = 1
    max_values: int = 1


class UserSelect(Component, frozen=True, tag=5):
    """A menu of the server's members."""

    custom_id: str
    placeholder: str
    min_values: int = 1
    max_values: int = 1


class ChannelSelect(Component, frozen=True, tag=8):
    """A menu of the server's channels; ``default_values`` are the channels that are selected at first."""

    custom_id: str
    placeholder: str
    channel_types: tuple[int, ...] = ()
    default_values: tuple[dict[str, str], ...] = ()
    min_values: int = 1
    max_values: int = 1


class RoleSelect(Component, frozen=True, tag=6):
    """A menu of the server's roles; ``default_values`` are the roles that are selected at first."""

    custom_id: str
    placeholder: str
    default_values: tuple[dict[str, str], ...] = ()
    min_values: int = 1
    max_values: int = 1


Control: TypeAlias = Button | StringSelect | UserSelect | RoleSelect | ChannelSelect


class ActionRow(Component, frozen=True, tag=1):
    """A row: up to five buttons, or one menu."""

    components: tuple[Control, ...]


class TextDisplay(Component, frozen=True, tag=10):
    """A text in Discord's Markdown."""

    content: str


class Media(msgspec.Struct, frozen=True, gc=False):
    """The location of a picture or file: a URL, or ``attachment://FILENAME`` for an upload."""

    url: str


class MediaItem(msgspec.Struct, frozen=True, gc=False):
    """A picture, with a description for people who cannot see it."""

    media: Media
    description: str


class MediaGallery(Component, frozen=True, tag=12):
    """A gallery of pictures."""

    items: tuple[MediaItem, ...]


class AttachedFile(Component, frozen=True, tag=13):
    """A file to download in a message."""

    file: Media


class Separator(Component, frozen=True, tag=14):
    """A dividing line."""


Item: TypeAlias = ActionRow | TextDisplay | MediaGallery | AttachedFile | Separator


class Container(Component, frozen=True, tag=17):
    """A frame around components. ``accent_color`` is its colour as an RGB number."""

    components: tuple[Item, ...]
    accent_color: int | None = None


# --- forms --------------------------------------------------------------------------------------------------


TITLE_LIMIT = 45
"""Limit of a form's title and of a field's label, in characters."""


class TextInput(Component, frozen=True, tag=4):
    """A text field of a form."""

    custom_id: str
    style: int
    max_length: int
    value: str | None = None


class FormSelect(Component, frozen=True, tag=3):
    """A menu in a form."""

    custom_id: str
    options: tuple[SelectOption, ...]


class Label(Component, frozen=True, tag=18):
    """A text input or menu of a form, with a label."""

    label: str
    component: TextInput | FormSelect


class Form(msgspec.Struct, frozen=True):
    """A form that opens after a tap. Submitting it sends an interaction with ``custom_id``."""

    custom_id: str
    title: str
    components: tuple[Label, ...]


# --- making them --------------------------------------------------------------------------------------------


def clip(text: str, limit: int) -> str:
    """Return a text cut to ``limit`` characters, with an ellipsis if it was longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def custom_id(kind: str, verb: str, table_id: str, arg: str = "") -> str:
    """Return the custom id of a button or menu: kind, verb, table and argument, joined by colons."""
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
    """Return a button. A label that is too long is cut.

    Args:
        verb, table_id, arg: parts of the button's custom id.
        style: the colour, one of ``STYLES``.
        emoji: an emoji to show before the label.
    """
    return Button(
        STYLES[style],
        clip(label, LABEL_LIMIT),
        custom_id("b", verb, table_id, arg),
        None if emoji is None else Emoji(emoji),
        disabled,
    )


def field(label: str, component: TextInput | FormSelect) -> Label:
    """Return a text input or menu of a form with a label. A label that is too long is cut."""
    return Label(clip(label, TITLE_LIMIT), component)


def option(value: str, label: str, detail: str | None = None, *, chosen: bool = False) -> SelectOption:
    """Return an option of a menu. Texts that are too long are cut.

    ``value`` is sent when the option is selected. ``label`` and ``detail`` are the option's two lines of
    text.
    """
    return SelectOption(
        value, clip(label, OPTION_LIMIT), clip(detail, OPTION_LIMIT) if detail else None, chosen
    )


def menu(
    verb: str,
    table_id: str,
    prompt: str,
    options: Sequence[SelectOption],
    arg: str = "",
    *,
    least: int = 1,
    most: int = 1,
) -> ActionRow:
    """Return a menu in a row of its own.

    Args:
        verb, table_id, arg: parts of the menu's custom id.
        prompt: text that is shown while nothing is selected.
        least, most: the minimum and maximum number of selected options.
    """
    assert 1 <= len(options) <= CHOICES_LIMIT, f"{verb}: {len(options)} options"
    placeholder = clip(prompt, PLACEHOLDER_LIMIT)
    select = StringSelect(custom_id("s", verb, table_id, arg), placeholder, tuple(options), least, most)
    return ActionRow((select,))


def member_menu(verb: str, subject: str, prompt: str, *, most: int = 1) -> ActionRow:
    """Return a menu in which members of the server can be selected.

    Args:
        verb, subject: parts of the menu's custom id.
        prompt: text that is shown while nobody is selected.
        most: the maximum number of selected members.
    """
    select = UserSelect(custom_id("u", verb, subject), clip(prompt, PLACEHOLDER_LIMIT), max_values=most)
    return ActionRow((select,))


def reason_field(label: str, limit: int) -> Label:
    """Return a form field with the custom id ``reason``: a text of several lines, with at most ``limit``
    characters.
    """
    return field(label, TextInput("reason", 2, limit))


def button_rows(buttons: Sequence[Button], width: int = 3) -> list[ActionRow]:
    """Return buttons in rows of at most ``width`` buttons. Three buttons in a row are readable on a phone."""
    return [ActionRow(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width)]


def text_display(*lines: str, limit: int = 1900) -> TextDisplay:
    """Return the non-empty lines as one text component of at most ``limit`` characters.

    Lines at the end are left out if the text would be too long. A single long line is cut. The default limit
    leaves room for the rest of the message.
    """
    text = "\n".join([line for line in lines if line])
    if len(text) <= limit:
        return TextDisplay(text)
    # A line cut in the middle could end inside of a link or of bold text.
    whole_lines, _, _ = text[: limit - 1].rpartition("\n")
    return TextDisplay(f"{whole_lines}\n…" if whole_lines else clip(text, limit))


def gallery(filename: str, description: str) -> MediaGallery:
    """Return a component that shows one uploaded picture."""
    return MediaGallery((MediaItem(Media(f"attachment://{filename}"), description[:DESCRIPTION_LIMIT]),))


def attached(filename: str) -> AttachedFile:
    """Return a component that offers an uploaded file for download."""
    return AttachedFile(Media(f"attachment://{filename}"))


def table_ids(custom_ids: Iterable[str]) -> set[str]:
    """Return the table ids that are part of these custom ids."""
    parts = [custom_id.split(":") for custom_id in custom_ids]
    return {words[2] for words in parts if len(words) > 2}


# --- looking at them ----------------------------------------------------------------------------------------


def walk(parts: Iterable[Component]) -> Iterator[Component]:
    """Yield all components in order, including nested components."""
    for part in parts:
        yield part
        if isinstance(part, (Container, ActionRow)):
            yield from walk(part.components)


def is_empty(part: Component) -> bool:
    """Return whether a component is an empty text, which Discord rejects."""
    return isinstance(part, TextDisplay) and not part.content
