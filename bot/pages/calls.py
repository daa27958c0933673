"""What tells people of a lobby: invitations, a new time, "Still there?", and its Discord event."""

from __future__ import annotations

from collections.abc import Sequence

from bot import interactions
from bot.language import Localizer, escape, mention
from bot.tables import lobby, presence
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, button, button_rows, text_display
from bot.wire.events import EventDetails
from bot.wire.messages import Page, framed
from storage.rows import GatheringRow, Name

LASTS_MS = 3 * 3_600_000
"""Duration of a Discord event, which Discord requires. The event is completed earlier if the game ends
earlier.
"""


def invitation_page(snapshot: Snapshot, people: Sequence[int], language: str) -> Page:
    """Return the message that pings people about a lobby."""
    words = Localizer(language)
    mentioned = _mentioned(people, words)
    if (at := snapshot.gathering.starts_at) is not None:
        time_left = f"<t:{at // 1000}:R>"
        sentence = words("planned-call", people=mentioned, game=_game(snapshot, words), left=time_left)
        cannot = button("cannot", snapshot.id, words("button-cannot"))  # by it a ping is found again
        return framed(text_display(sentence), button_rows([cannot]), accent=interactions.LOBBY)
    sentence = words("invitation", people=mentioned, host=_host(snapshot), game=_game(snapshot, words))
    lines = [sentence]
    answers = [
        button("join", snapshot.id, words("button-join"), style="success"),
        button("decline", snapshot.id, words("button-not-now")),
    ]
    # This message replaces the one that asks people whether they are still there.
    if silent := presence.asked_ids(snapshot):
        lines.append(_question(snapshot, silent, words))
        answers.append(_here_button(snapshot, words))
    return framed(text_display(lines), button_rows(answers), accent=interactions.LOBBY)


def presence_page(snapshot: Snapshot, people: Sequence[int], language: str) -> Page:
    """Return the message that asks people whether they are still there, before a lobby begins."""
    words = Localizer(language)
    lines = [_question(snapshot, people, words)]
    answers = [_here_button(snapshot, words), button("leave", snapshot.id, words("button-leave"))]
    # This message replaces the one that invites people.
    if invited := lobby.unanswered_ids(snapshot):
        mentioned = _mentioned(invited, words)
        lines.append(words("invitation", people=mentioned, host=_host(snapshot), game=_game(snapshot, words)))
        answers.append(button("join", snapshot.id, words("button-join")))
        answers.append(button("decline", snapshot.id, words("button-not-now")))
    return framed(
        text_display(lines),
        button_rows(answers),
        accent=interactions.YOUR_TURN,
    )


def new_time_page(snapshot: Snapshot, people: Sequence[int], language: str) -> Page:
    """Return the message that tells people of a planned game's new time."""
    words = Localizer(language)
    sentence = words("planned-new-time", people=_mentioned(people, words), game=_game(snapshot, words))
    answers = [
        button("join", snapshot.id, words("button-coming"), style="success"),
        button("cannot", snapshot.id, words("button-cannot")),
    ]
    return framed(
        text_display(sentence, when_line(snapshot.gathering, words)),
        button_rows(answers),
        accent=interactions.LOBBY,
    )


def when_line(gathering: GatheringRow, words: Localizer) -> str:
    """Return the line with the time of a planned game."""
    when = (gathering.starts_at or 0) // 1000
    key = "planned-weekly" if gathering.weekly else "planned-when"
    return words(key, day=f"<t:{when}:F>", left=f"<t:{when}:R>")


def _question(snapshot: Snapshot, people: Sequence[int], words: Localizer) -> str:
    until = (snapshot.gathering.answer_until or 0) // 1000
    about = {"host": _host(snapshot), "game": _game(snapshot, words), "left": f"<t:{until}:R>"}
    return words("presence-call", people=_mentioned(people, words), **about)


def _here_button(snapshot: Snapshot, words: Localizer) -> Button:
    return button("here", snapshot.id, words("button-tournament-here"), style="success")


def _mentioned(people: Sequence[int], words: Localizer) -> str:
    return words.join([mention(user_id) for user_id in people])


def _host(snapshot: Snapshot) -> str:
    host_id = snapshot.row.host_id
    return escape(next((seat.name for seat in snapshot.seats if seat.user_id == host_id), Name("")))


def _game(snapshot: Snapshot, words: Localizer) -> str:
    return words(f"{snapshot.game.id}-name")


def event_details(lobby: Snapshot, guild_id: int, channel_id: int, language: str) -> EventDetails:
    """Return the texts of the Discord event for a planned lobby. The texts name no person."""
    words = Localizer(language)
    at = lobby.gathering.starts_at or 0
    name = words("event-name", emoji=lobby.game.emoji, game=_game(lobby, words))
    sentence = words("event-about", channel=f"<#{channel_id}>")
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return EventDetails(name, f"{sentence}\n{event_tag(lobby.id)}", place, at, at + LASTS_MS)


def event_tag(table_id: str) -> str:
    """Return the text that identifies a table in the description of its Discord event."""
    return f"({table_id})"
