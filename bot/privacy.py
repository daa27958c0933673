"""Privacy: showing, exporting and deleting a person's data."""

from __future__ import annotations

import gzip
import json
from typing import Any, NamedTuple

from discord import app_commands

from bot import interactions
from bot.app import Action, Interaction, Tap
from bot.faces import avatar_of
from bot.interactions import (
    allowed_everywhere,
    answer,
    command_about,
    command_name,
    localised,
    update,
    with_error_answer,
    words_for,
)
from bot.language import Localizer, escape
from bot.pages.messages import sentence_page
from bot.refused import Refused
from bot.wire.components import Item, attached, button, button_rows, text_display
from bot.wire.messages import File, Page, framed
from storage.people import save_discretion, save_titles
from storage.rows import Name
from storage.upkeep import export_person

# --- view ---------------------------------------------------------------------------------------------------
# Pages about a person's stored data.


def stored_data_page(data: dict[str, Any], user_id: int, words: Localizer) -> Page:
    """Return a page with a summary of a person's stored data, as ``export_person`` returns it."""
    title = words("privacy-title")
    # Also people without data can decide what will be shown of them.
    if not data:
        items: list[Item] = [text_display(title, words("privacy-nothing"))]
        items += _switch_items("discreet", SHARING, False, user_id, words)
        items += _switch_items("titles", TITLES, False, user_id, words)
        items += _switch_items("face", FACE, False, user_id, words)
        return framed(items, accent=interactions.QUIET)
    person = data["person"]
    # Numbers only; the export has the data itself.
    subscriptions = len(data["subscriptions"])
    invitations = len(data["invitations"])
    lines = [
        title,
        words("privacy-person", name=escape(person["name"]), id=str(person["user_id"])),
        words("privacy-seats", seats=len(data["seats"]), hosted=len(data["hosted"])),
        words("privacy-moves", moves=len(data["moves"])),
        words("privacy-results", results=len(data["results"]), ratings=len(data["ratings"])),
        words("privacy-finding", subscriptions=subscriptions, invitations=invitations),
        words("privacy-tournaments", count=len(data["tournaments"]), organized=len(data["organized"])),
    ]
    items = [text_display(lines)]
    items += _switch_items("discreet", SHARING, bool(person["is_discreet"]), user_id, words)
    items += _switch_items("titles", TITLES, bool(person["hides_titles"]), user_id, words)
    items += _switch_items("face", FACE, bool(data["face"]), user_id, words)
    items.append(text_display(words("privacy-ways")))
    return framed(items, accent=interactions.QUIET)


class SwitchTexts(NamedTuple):
    """The keys of the texts of a setting that is on or off."""

    sentence_on: str
    sentence_off: str
    button_on: str  # on the button that switches it on
    button_off: str


SHARING = SwitchTexts("privacy-discreet", "privacy-open", "button-be-discreet", "button-be-open")
"""On while others may not share pictures of the person's lies."""

TITLES = SwitchTexts(
    sentence_on="privacy-titles-hidden",
    sentence_off="privacy-titles-shown",
    button_on="button-hide-titles",
    button_off="button-show-titles",
)
"""On while the person's titles are hidden."""

FACE = SwitchTexts("privacy-face-shown", "privacy-face-hidden", "button-show-face", "button-hide-face")
"""On while the person's face is on pictures."""


def _switch_items(verb: str, texts: SwitchTexts, is_on: bool, user_id: int, words: Localizer) -> list[Item]:
    if is_on:
        sentence = words(texts.sentence_on)
        change = button(verb, str(user_id), words(texts.button_off), "no")
    else:
        sentence = words(texts.sentence_off)
        change = button(verb, str(user_id), words(texts.button_on), "yes")
    return [text_display(sentence), *button_rows([change])]


def export_page(file: File, words: Localizer) -> Page:
    """Return the message with the file of a person's stored data."""
    sentence = text_display(words("privacy-export"))
    return framed(sentence, attached(file.filename), accent=interactions.QUIET, files=[file])


def deletion_page(user_id: int, words: Localizer) -> Page:
    """Return the page that asks a person to confirm the deletion of their data."""
    buttons = [
        button("forget", str(user_id), words("button-forget"), style="danger"),
        button("keep", str(user_id), words("button-keep")),
    ]
    return framed(text_display(words("privacy-ask")), button_rows(buttons), accent=interactions.YOUR_TURN)


# --- actions ------------------------------------------------------------------------------------------------
# Handlers of /privacy show, export and delete. Only the person concerned sees the answers.

PLAIN_LIMIT = 8_000_000
"""Greatest size in bytes of an export that is not compressed. Discord takes files of 10 MB."""

privacy = allowed_everywhere(
    app_commands.Group(name=command_name("privacy"), description=command_about("privacy"))
)


@privacy.command(
    name=localised("command-privacy-show", "show"), description=localised("command-privacy-show-about")
)
@with_error_answer
async def show(interaction: Interaction) -> None:
    """Show a summary of the stored data about the person."""
    data = await interaction.client.store.read(export_person, interaction.user.id)
    await answer(interaction, stored_data_page(data, interaction.user.id, words_for(interaction)))


@privacy.command(
    name=localised("command-privacy-export", "export"), description=localised("command-privacy-export-about")
)
@with_error_answer
async def export(interaction: Interaction) -> None:
    """Send all stored data about the person as a file."""
    words = words_for(interaction)
    kept = await interaction.client.store.read(export_person, interaction.user.id)
    if not kept:
        await answer(interaction, stored_data_page(kept, interaction.user.id, words))
        return
    name = f"tefuda-{interaction.user.id}.json"
    data = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    if len(data) > PLAIN_LIMIT:
        name = f"{name}.gz"
        data = gzip.compress(data, mtime=0)
    await answer(interaction, export_page(File(name, data), words))


@privacy.command(
    name=localised("command-privacy-delete", "delete"), description=localised("command-privacy-delete-about")
)
@with_error_answer
async def delete(interaction: Interaction) -> None:
    """Ask to confirm the deletion of the person's data."""
    await answer(interaction, deletion_page(interaction.user.id, words_for(interaction)))


async def delete_data(tap: Tap) -> None:
    """Delete all data of the person."""
    _check_asker(tap)
    await tap.app.tables.forget(tap.user.id)
    tap.app.tournaments.mark_outdated()
    await tap.app.tournaments.load_missing()
    await update(tap.interaction, sentence_page(words_for(tap.interaction)("privacy-forgotten")))


async def keep_data(tap: Tap) -> None:
    """Confirm to the person that their data is kept."""
    _check_asker(tap)
    await update(tap.interaction, sentence_page(words_for(tap.interaction)("privacy-kept")))


async def change_discretion(tap: Tap) -> None:
    """Store whether others may share pictures of the person's lies."""
    _check_asker(tap)
    user = tap.user
    await tap.app.store.write(save_discretion, user.id, Name(user.display_name), tap.arg == "yes")
    data = await tap.app.store.read(export_person, user.id)
    await update(tap.interaction, stored_data_page(data, user.id, words_for(tap.interaction)))


async def change_titles(tap: Tap) -> None:
    """Show or hide the person's titles beside their name."""
    _check_asker(tap)
    user = tap.user
    await tap.app.store.write(save_titles, user.id, Name(user.display_name), tap.arg == "yes")
    data = await tap.app.store.read(export_person, user.id)
    await update(tap.interaction, stored_data_page(data, user.id, words_for(tap.interaction)))


async def change_face(tap: Tap) -> None:
    """Show the person's face on pictures, or delete it."""
    _check_asker(tap)
    user = tap.user
    if tap.arg == "yes":
        await tap.app.faces.show(user.id, Name(user.display_name), avatar_of(user))
    else:
        await tap.app.faces.hide(user.id)
    data = await tap.app.store.read(export_person, user.id)
    await update(tap.interaction, stored_data_page(data, user.id, words_for(tap.interaction)))


def _check_asker(tap: Tap) -> None:
    if tap.subject != str(tap.user.id):
        raise Refused("privacy-not-yours")


COMMANDS: tuple[app_commands.Group, ...] = (privacy,)
ACTIONS: dict[str, Action] = {
    "forget": delete_data,
    "keep": keep_data,
    "discreet": change_discretion,
    "titles": change_titles,
    "face": change_face,
}
