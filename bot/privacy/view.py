"""Pages about a person's stored data."""

from __future__ import annotations

from typing import Any

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import escape
from bot.wire.components import Item, attached, button, button_rows, text_display
from bot.wire.messages import File, Page, framed


def stored_data_page(data: dict[str, Any], user_id: int, words: Localizer) -> Page:
    """Return a page with a summary of a person's stored data, as ``export_person`` returns it."""
    title = words("privacy-title")
    # Also people without data can decide what will be shown of them.
    if not data:
        nothing = text_display(title, words("privacy-nothing"))
        switches = *_sharing_setting(False, user_id, words), *_titles_setting(False, user_id, words)
        return framed(nothing, *switches, accent=colours.QUIET)
    person = data["person"]
    # Numbers only; the export has the data itself.
    return framed(
        text_display(
            title,
            words("privacy-person", name=escape(person["name"]), id=str(person["user_id"])),
            words("privacy-seats", seats=len(data["seats"]), hosted=len(data["hosted"])),
            words("privacy-moves", moves=len(data["moves"])),
            words("privacy-results", results=len(data["results"]), ratings=len(data["ratings"])),
            words(
                "privacy-finding",
                subscriptions=len(data["subscriptions"]),
                invitations=len(data["invitations"]),
            ),
            words("privacy-tournaments", count=len(data["tournaments"]), organized=len(data["organized"])),
        ),
        *_sharing_setting(bool(person["is_discreet"]), user_id, words),
        *_titles_setting(bool(person["hides_titles"]), user_id, words),
        text_display(words("privacy-ways")),
        accent=colours.QUIET,
    )


def _sharing_setting(is_discreet: bool, user_id: int, words: Localizer) -> list[Item]:
    sentence = words("privacy-discreet" if is_discreet else "privacy-open")
    label = words("button-be-open" if is_discreet else "button-be-discreet")
    change = button("discreet", str(user_id), label, "no" if is_discreet else "yes")
    return [text_display(sentence), *button_rows([change])]


def _titles_setting(are_hidden: bool, user_id: int, words: Localizer) -> list[Item]:
    sentence = words("privacy-titles-hidden" if are_hidden else "privacy-titles-shown")
    label = words("button-show-titles" if are_hidden else "button-hide-titles")
    change = button("titles", str(user_id), label, "no" if are_hidden else "yes")
    return [text_display(sentence), *button_rows([change])]


def export_page(file: File, words: Localizer) -> Page:
    """Return the message with the file of a person's stored data."""
    items = text_display(words("privacy-export")), attached(file.filename)
    return framed(*items, accent=colours.QUIET, files=[file])


def deletion_page(user_id: int, words: Localizer) -> Page:
    """Return the page that asks a person to confirm the deletion of their data."""
    buttons = [
        button("forget", str(user_id), words("button-forget"), style="danger"),
        button("keep", str(user_id), words("button-keep")),
    ]
    return framed(text_display(words("privacy-ask")), *button_rows(buttons), accent=colours.YOUR_TURN)
