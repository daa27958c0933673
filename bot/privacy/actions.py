"""The answer to the question whether somebody shall be forgotten."""

from __future__ import annotations

from bot.app import Action, Tap
from bot.interactions.replies import reader, update
from bot.privacy.view import kept_page, told_page
from bot.refused import Refused
from storage.people.people import save_discretion
from storage.upkeep.privacy import export_person


async def forget(tap: Tap) -> None:
    """Forget the person who taps."""
    _check_asker(tap)
    await tap.app.tables.forget(tap.user.id)
    words = reader(tap.interaction)
    await update(tap.interaction, told_page("privacy-forgotten", words))


async def keep(tap: Tap) -> None:
    """Leave everything as it is."""
    _check_asker(tap)
    words = reader(tap.interaction)
    await update(tap.interaction, told_page("privacy-kept", words))


async def discreet(tap: Tap) -> None:
    """Choose whether pictures of one's lies may be shared."""
    _check_asker(tap)
    user = tap.user
    await tap.app.store.write(save_discretion, user.id, user.display_name, tap.arg == "yes")
    kept = await tap.app.store.read(export_person, user.id)
    await update(tap.interaction, kept_page(kept, user.id, reader(tap.interaction)))


def _check_asker(tap: Tap) -> None:
    if tap.subject != str(tap.user.id):
        raise Refused("privacy-not-yours")


ACTIONS: dict[str, Action] = {"forget": forget, "keep": keep, "discreet": discreet}
