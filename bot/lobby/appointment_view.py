"""A lobby that opens at a time: who comes, who may, who cannot, and how it ended where too few came."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer
from bot.language.names import escape, mention
from bot.showing.event import tag_of
from bot.tables.snapshot import Snapshot
from bot.wire.components import button, button_rows, text_display
from bot.wire.events import About
from bot.wire.messages import Page, framed
from storage.rows import InvitationRow


def appointment_page(lobby: Snapshot, options: Sequence[str], words: Localizer) -> Page:
    """Render an appointment: when, what, how it is played, and what people say of it."""
    table, gathering = lobby.id, lobby.gathering
    name = words(f"{lobby.game_id}-name")
    when = (gathering.starts_at or 0) // 1000
    if lobby.is_closed:
        came = [escape(seat.name) for seat in lobby.seats]
        said = words("appointment-too-few", emoji=lobby.game.emoji, game=name, names=words.join(came))
        return framed(text_display(said), accent=colours.QUIET)
    key = "appointment-weekly" if gathering.is_weekly else "appointment-when"
    lines = [words(key, day=f"<t:{when}:F>", left=f"<t:{when}:R>")]
    answers = {
        "yes": [escape(seat.name) for seat in lobby.seats],
        "maybe": [escape(one.name) for one in gathering.invitations if one.is_maybe],
        "no": [escape(one.name) for one in gathering.invitations if one.has_declined],
        "asked": [mention(one.user_id) for one in gathering.invitations if _is_silent(one)],
    }
    told = [words(f"appointment-{kind}", names=words.join(names)) for kind, names in answers.items() if names]
    return framed(
        text_display(words("appointment-title", emoji=lobby.game.emoji, game=name), *lines),
        text_display(*told),
        text_display(*options),
        text_display(f"-# {words('appointment-about')}"),
        *button_rows(
            [
                button("join", table, words("button-coming"), style="success"),
                button("maybe", table, words("button-maybe")),
                button("cannot", table, words("button-cannot")),
                button("options", table, words("button-options")),
                button("more", table, words("button-more"), lobby.seal),
            ]
        ),
        accent=colours.LOBBY,
    )


def _is_silent(one: InvitationRow) -> bool:
    return not (one.is_maybe or one.has_declined or one.is_subscriber or one.is_removed)


LASTS_MS = 3 * 3_600_000
"""Discord wants an end of an event; it is over before if the game is."""


def event_about(lobby: Snapshot, guild_id: int, channel_id: int, language: str) -> About:
    """Word the event of an appointment; it names nobody, and where people say that they come."""
    words = Localizer(language)
    at = lobby.gathering.starts_at or 0
    name = words("event-name", emoji=lobby.game.emoji, game=words(f"{lobby.game_id}-name"))
    said = words("event-about", channel=f"<#{channel_id}>")
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return About(name, f"{said}\n{tag_of(lobby.id)}", place, at, at + LASTS_MS)
