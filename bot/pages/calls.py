"""The messages that notify people about a lobby: invitations, a new time, and "Still there?"."""

from __future__ import annotations

from collections.abc import Sequence

from bot import interactions
from bot.language import Localizer, escape, mention
from bot.tables import presence
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, button, button_rows, text_display
from bot.wire.messages import Page, framed
from storage.rows import GatheringRow, Name


def invitation_page(snapshot: Snapshot, people: Sequence[int], language: str) -> Page:
    """Return the message that pings people about a lobby."""
    words = Localizer(language)
    mentioned = _mentioned(people, words)
    if (at := snapshot.gathering.starts_at) is not None:
        time_left = f"<t:{at // 1000}:R>"
        sentence = words("planned-call", people=mentioned, game=_game(snapshot, words), left=time_left)
        cannot = button("cannot", snapshot.id, words("button-cannot"))  # by it a ping is found again
        return framed(text_display(sentence), *button_rows([cannot]), accent=interactions.LOBBY)
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
    return framed(text_display(*lines), *button_rows(answers), accent=interactions.LOBBY)


def presence_page(snapshot: Snapshot, people: Sequence[int], language: str) -> Page:
    """Return the message that asks people whether they are still there, before a lobby begins."""
    words = Localizer(language)
    answers = [_here_button(snapshot, words), button("leave", snapshot.id, words("button-leave"))]
    return framed(
        text_display(_question(snapshot, people, words)),
        *button_rows(answers),
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
        *button_rows(answers),
        accent=interactions.LOBBY,
    )


def when_line(gathering: GatheringRow, words: Localizer) -> str:
    """Return the line with the time of a planned game."""
    when = (gathering.starts_at or 0) // 1000
    key = "planned-weekly" if gathering.weekly else "planned-when"
    return words(key, day=f"<t:{when}:F>", left=f"<t:{when}:R>")


def _question(lobby: Snapshot, people: Sequence[int], words: Localizer) -> str:
    until = (lobby.gathering.answer_until or 0) // 1000
    about = {"host": _host(lobby), "game": _game(lobby, words), "left": f"<t:{until}:R>"}
    return words("presence-call", people=_mentioned(people, words), **about)


def _here_button(lobby: Snapshot, words: Localizer) -> Button:
    return button("here", lobby.id, words("button-tournament-here"), style="success")


def _mentioned(people: Sequence[int], words: Localizer) -> str:
    return words.join([mention(user_id) for user_id in people])


def _host(lobby: Snapshot) -> str:
    host_id = lobby.row.host_id
    return escape(next((seat.name for seat in lobby.seats if seat.user_id == host_id), Name("")))


def _game(lobby: Snapshot, words: Localizer) -> str:
    return words(f"{lobby.game.id}-name")
