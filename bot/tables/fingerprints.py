"""Fingerprints of what people are shown: a message is written again when its fingerprint changes."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import msgspec

from bot.tables.positions import SeatNote
from bot.tables.snapshot import CurrentReveal, OwnView, PublicTable, Snapshot, only_waits
from games.core.presentation import Question
from games.core.rules import is_to_act
from storage.rows import LOBBY, InvitationRow


def fingerprint_of(value: object) -> str:
    """Return a fingerprint of a JSON-encodable value: a short hash, as text."""
    return hashlib.blake2s(msgspec.json.encode(value), digest_size=8).hexdigest()


def circumstances_of(table: PublicTable) -> list[object]:
    """Return what a table's public message shows apart from the position, as JSON-encodable values."""
    row = table.row
    gathering = table.gathering
    rules = row.options, row.clock, row.deserted_until, row.watching, row.hints, row.votes, row.paused_at
    ended = row.verdict, row.leavers_watch, row.change_id
    evening = table.evening, table.story is not None
    seen: list[object] = [row.status, row.host_id, rules, ended, row.locale, table.seats, evening]
    if row.status == LOBBY:
        guests = list(map(_shown_facts, gathering.invitations))
        seen += [gathering.venue, gathering.is_rematch, gathering.starts_at, gathering.weekly, guests]
        seen += [gathering.answer_until, table.is_host_gone]
    restart_at = None if table.is_closed else table.restart_at
    return seen + [row.crowd, restart_at, table.thread_id]


def _shown_facts(guest: InvitationRow) -> tuple[object, ...]:
    # The lobby's message names only guests who have answered.
    name = guest.name if guest.has_declined or guest.is_maybe else ""
    return (guest.user_id, name, guest.has_declined, guest.is_maybe, guest.is_removed, guest.remover)


def with_own_view(snapshot: Snapshot, own: OwnView) -> Snapshot:
    """Return a seat's snapshot: the spectators' snapshot and the seat's own view."""
    # The fingerprint changes when the seat's panel must be drawn again.
    # While the seat has nothing to do, the fingerprint covers only its own knowledge, so moves of others
    # redraw nothing. Nor do secret moves of others while several choose at the same time.
    if own.past_reveal is not None:
        seq, reveal = own.past_reveal
        fingerprint = _reveal_fingerprint(snapshot, own, seq, reveal)
        return replace(
            snapshot, own=own, reveal=reveal, seq=seq, seats_ready=frozenset(), fingerprint=fingerprint
        )
    whole = with_note(snapshot.fingerprint, own.note)
    is_ready = own.seat in snapshot.seats_ready
    if is_ready and is_to_act(snapshot.to_act, own.seat):
        shown_reveal = None
    else:
        shown_reveal = snapshot.reveal
    if is_ready:
        fingerprint = f"{whole}+"
    elif snapshot.reveal is not None and not snapshot.in_suspense:
        # The panel may go on showing the reveal after the pause, and stays as it is.
        fingerprint = _reveal_fingerprint(snapshot, own, snapshot.seq, snapshot.reveal)
    else:
        fingerprint = whole
    if only_waits(snapshot, own, shown_reveal):
        fingerprint = _waiting_fingerprint(snapshot, own)
    elif _is_choosing(snapshot, own, shown_reveal):
        fingerprint = _choosing_fingerprint(snapshot, own)
    return replace(snapshot, own=own, reveal=shown_reveal, fingerprint=fingerprint)


def with_note(fingerprint: str, note: SeatNote | None) -> str:
    """Return a fingerprint of the whole table together with the note in a seat's panel."""
    return fingerprint if note is None else f"{fingerprint} {fingerprint_of(note)}"


def _name_fields(snapshot: Snapshot) -> list[object]:
    # The fields that ``bot.pages.people`` makes names of.
    return [(row.name, row.handle, row.level, row.has_left) for row in snapshot.seats]


def _reveal_fingerprint(snapshot: Snapshot, own: OwnView, seq: int, reveal: CurrentReveal) -> str:
    names = _name_fields(snapshot)
    return fingerprint_of(["look", seq, own.consequence, names, reveal.scene, snapshot.share])


def _waiting_fingerprint(snapshot: Snapshot, own: OwnView) -> str:
    contents: list[object] = ["waiting", own.note, _name_fields(snapshot), snapshot.thread_id]
    # A person who is away reads whether the game goes on.
    if snapshot.seats[own.seat].is_away:
        contents.append(["away", snapshot.row.deserted_until])
    if snapshot.restart_at is not None:
        contents.append(snapshot.restart_at)
    tip = snapshot.game.presenter.tip(own.view)
    return fingerprint_of([*contents, [own.consequence, tip, snapshot.scene_for(own)]])


def _is_choosing(snapshot: Snapshot, own: OwnView, reveal: CurrentReveal | None) -> bool:
    # The last one to choose also sees the order of play.
    return reveal is None and own.seat in snapshot.acting and len(snapshot.acting) > 1


def _choosing_fingerprint(snapshot: Snapshot, own: OwnView) -> str:
    # Only what the panel shows at its first question.
    circumstances = snapshot.fingerprint.partition(" ")[0]
    # The aim of the game is for newcomers whose last move is no longer in the news.
    has_own_news = any(item.actor == own.seat for item in snapshot.kept_news)
    question = snapshot.ask_for(own, ())
    tip = snapshot.game.presenter.tip(own.view)
    contents: list[object] = ["choosing", circumstances, snapshot.decisions[own.seat], snapshot.share]
    contents += [own.consequence, own.outcomes, tip, snapshot.claims, snapshot.scene_for(own), question]
    contents += [own.note, has_own_news]
    # Most headlines and strips name those who have not chosen.
    if not (isinstance(question, Question) and question.has_headline):
        contents.append(snapshot.scene.headline)
    if any(each.figures is not None for each in snapshot.strip):
        contents.append(snapshot.strip)
    return fingerprint_of(contents)
