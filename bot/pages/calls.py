"""The messages that notify people about a lobby: invitations, a new time, and "Still there?"."""

from __future__ import annotations

from collections.abc import Sequence

from bot import interactions
from bot.language import Localizer, escape, mention
from bot.tables import lobby, presence
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
