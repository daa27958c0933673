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
from typing import TypeAlias, TypeVar

import msgspec

T = TypeVar("T")

LABEL_LIMIT = 80
OPTION_LIMIT = 100
CUSTOM_ID_LIMIT = 100
PLACEHOLDER_LIMIT = 150
DESCRIPTION_LIMIT = 1024
"""Limit of a picture's description, in characters."""

CHOICES_LIMIT = 25

TEXTS_LIMIT = 4000
"""Limit of all texts of a message together, in characters. The markup of an emoji counts in full."""

STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}

TEXT_CHANNEL = 0
VOICE_CHANNEL = 2
FORUM_CHANNEL = 15
"""Discord's types of the channels that a menu of channels may offer."""


class Component(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type"):
    """Base class of the parts of a Discord message, such as buttons, texts and pictures."""


class Emoji(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An emoji on a button or in a menu: a character, or an emoji of the application by its name and id."""

    name: str
    id: str | None = None


class Button(Component, frozen=True, tag=2):
    """A button. It has a label, an emoji, or both."""

    style: int
    custom_id: str
    label: str = ""
    emoji: Emoji | None = None
    disabled: bool = False


class SelectOption(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice in a menu."""

    value: str
    label: str
    description: str | None = None
    default: bool = False
    emoji: Emoji | None = None


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
    """A menu of the server's channels."""

    custom_id: str
    placeholder: str
    channel_types: tuple[int, ...] = ()
    default_values: tuple[dict[str, str], ...] = ()
    min_values: int = 1
    max_values: int = 1


class RoleSelect(Component, frozen=True, tag=6):
    """A menu of the server's roles."""

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
    """A frame around components.

    Attributes:
        accent_color: an RGB number.
    """

    components: tuple[Item, ...]
    accent_color: int | None = None


# --- forms --------------------------------------------------------------------------------------------------


TITLE_LIMIT = 45
"""Limit of a form's title and of a field's label, in characters."""

ONE_LINE = 1
SEVERAL_LINES = 2
"""Discord's styles of a text field."""


class TextInput(Component, frozen=True, tag=4):
    """A text field of a form."""

    custom_id: str
    style: int
    max_length: int
    value: str | None = None
    required: bool = True


class FormSelect(Component, frozen=True, tag=3):
    """A menu in a form."""

    custom_id: str
    options: tuple[SelectOption, ...]


class RadioGroup(Component, frozen=True, tag=21):
    """Two to ten choices in a form, all visible, of which exactly one is chosen."""

    custom_id: str
    options: tuple[SelectOption, ...]


class CheckboxGroup(Component, frozen=True, tag=22):
    """One to ten choices in a form, all visible, of which any number is checked."""

    custom_id: str
    options: tuple[SelectOption, ...]
    required: bool = True
    min_values: int | None = None


FIELDS_LIMIT = 5
"""Limit of the fields of a form."""

GROUP_LIMIT = 10
"""Limit of the choices of a radio group or a group of checkboxes."""

Field: TypeAlias = TextInput | FormSelect | UserSelect | RadioGroup | CheckboxGroup


class Label(Component, frozen=True, tag=18):
    """A field of a form, with a label above it.

    Attributes:
        description: an explanation of the field, above or below it.
    """

    label: str
    component: Field
    description: str | None = None


class Form(msgspec.Struct, frozen=True):
    """A form (modal dialog). Submitting it sends an interaction with its custom id."""

    custom_id: str
    title: str
    components: tuple[Label | TextDisplay, ...]


# --- making them --------------------------------------------------------------------------------------------


def clip(text: str, limit: int) -> str:
    """Return a text cut to a number of characters, with an ellipsis if it was longer."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def clip_lines(text: str, limit: int) -> str:
    """Return a text without its last lines if it has too many characters, with an ellipsis in their place.

    A single line that is too long is cut as ``clip`` does.
    """
    if len(text) <= limit:
        return text
    # A line cut in the middle could end inside of a link, of bold text or of an emoji.
    whole_lines, _, _ = text[: limit - 1].rpartition("\n")
    if not whole_lines:
        return clip(text, limit)
    return f"{whole_lines}\n…"


def custom_id(kind: str, verb: str, table_id: str, arg: str = "") -> str:
    """Return the custom id of a button or menu.

    >>> custom_id("b", "join", "abcdefgh")
    'b:join:abcdefgh'
    """
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
    emoji: str | Emoji | None = None,
    disabled: bool = False,
) -> Button:
    """Return a button.

    Args:
        verb, table_id, arg: parts of the button's custom id.
        label: empty if the emoji says all.
        style: the colour, one of ``STYLES``.
    """
    return Button(
        STYLES[style],
        custom_id("b", verb, table_id, arg),
        clip(label, LABEL_LIMIT),
        Emoji(emoji) if isinstance(emoji, str) else emoji,
        disabled,
    )


def field(label: str, component: Field, about: str = "") -> Label:
    """Return a field of a form, with a label above it.

    Args:
        about: an explanation of the field.
    """
    return Label(clip(label, TITLE_LIMIT), component, clip(about, OPTION_LIMIT) if about else None)


def checkbox_field(label: str, name: str, options: Sequence[SelectOption]) -> Label:
    """Return a field of a form with checkboxes, of which any number may be checked.

    Args:
        name: the field's custom id.
    """
    # Discord demands at least one checked box unless both are set.
    return field(label, CheckboxGroup(name, tuple(options), required=False, min_values=0))


def option(
    value: str,
    label: str,
    detail: str | None = None,
    *,
    chosen: bool = False,
    emoji: Emoji | None = None,
) -> SelectOption:
    """Return an entry of a menu.

    Args:
        value: what Discord sends if the entry is chosen.
        label, detail: the entry's two lines of text.
    """
    return SelectOption(
        value, clip(label, OPTION_LIMIT), clip(detail, OPTION_LIMIT) if detail else None, chosen, emoji
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
    """Return a menu.

    Args:
        verb, table_id, arg: parts of the menu's custom id.
        prompt: text while nothing is chosen.
        least, most: limits of the number of chosen entries.
    """
    assert 1 <= len(options) <= CHOICES_LIMIT, f"{verb}: {len(options)} options"
    placeholder = clip(prompt, PLACEHOLDER_LIMIT)
    select = StringSelect(custom_id("s", verb, table_id, arg), placeholder, tuple(options), least, most)
    return ActionRow((select,))


def member_menu(verb: str, subject: str, prompt: str, *, most: int = 1) -> ActionRow:
    """Return a menu of the server's members.

    Args:
        verb, subject: parts of the menu's custom id.
        prompt: text of the menu before a choice.
        most: limit of the number of chosen members.
    """
    select = UserSelect(custom_id("u", verb, subject), clip(prompt, PLACEHOLDER_LIMIT), max_values=most)
    return ActionRow((select,))


def reason_field(label: str, limit: int) -> Label:
    """Return a field of a form in which a person types several lines.

    Args:
        limit: maximum number of characters.
    """
    return field(label, TextInput("reason", 2, limit))


def button_rows(buttons: Sequence[Button], width: int = 3) -> list[ActionRow]:
    """Return buttons in rows. Three buttons in a row are readable on a phone."""
    return [ActionRow(tuple(buttons[i : i + width])) for i in range(0, len(buttons), width)]


def text_display(*lines: str | Iterable[str]) -> TextDisplay:
    """Return lines as one text component.

    Args:
        lines: single lines and lists of lines. Empty lines are left out.
    """
    all_lines = list[str]()
    for line in lines:
        all_lines += [line] if isinstance(line, str) else line
    return TextDisplay("\n".join(filter(None, all_lines)))


def gallery(filename: str, description: str) -> MediaGallery:
    """Return a component that shows an uploaded picture."""
    return MediaGallery((MediaItem(Media(f"attachment://{filename}"), description[:DESCRIPTION_LIMIT]),))


def attached(filename: str) -> AttachedFile:
    """Return a component that offers an uploaded file for download."""
    return AttachedFile(Media(f"attachment://{filename}"))


def table_ids(custom_ids: Iterable[str]) -> set[str]:
    """Return the table ids that these custom ids contain."""
    parts = [custom_id.split(":") for custom_id in custom_ids]
    return {words[2] for words in parts if len(words) > 2}


# --- looking at them ----------------------------------------------------------------------------------------


def walk(parts: Iterable[T]) -> Iterator[T]:
    """Yield the components of a page or of a received message, and the components nested in them."""
    for part in parts:
        yield part
        yield from walk(getattr(part, "components", ()))


def is_empty(part: Component) -> bool:
    """Return whether a component is an empty text, which Discord rejects."""
    return isinstance(part, TextDisplay) and not part.content
