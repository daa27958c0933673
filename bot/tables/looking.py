"""What the person at one seat may be shown of a table, and the mark by which two panels are told apart."""

from __future__ import annotations

from msgspec.structs import replace

from bot.tables.marks import mark_of
from bot.tables.snapshot import OwnView, Snapshot
from games.core.rules import is_to_act


def seen_with(snapshot: Snapshot, own: OwnView) -> Snapshot:
    """Return a table as one seat sees it.

    Its mark tells all that the seat's panel shows, besides what is being chosen there. While the seat waits
    that is nothing but its own, so the mark stays the same while others play.

    Args:
        snapshot: what a spectator may be shown.
        own: what the seat knows by itself.
    """
    has_gone_on = own.seat in snapshot.gone_on
    moment = None if has_gone_on and is_to_act(snapshot.to_act, own.seat) else snapshot.moment
    mark = f"{snapshot.mark}+" if has_gone_on else snapshot.mark
    seen = replace(snapshot, own=own, moment=moment, mark=mark)
    return replace(seen, mark=_waiting_mark(seen, own)) if seen.is_waiting else seen


def _waiting_mark(seen: Snapshot, own: OwnView) -> str:
    row = seen.seats[own.seat]
    known: list[object] = ["waiting", own.note, (row.level, row.left, row.away)]
    known.append([seat.name for seat in seen.seats])
    said = [own.verdict, seen.teller.tip(own.view), seen.own_scene]
    return seen.teller.attempt("mark", lambda: mark_of([*known, said]), mark_of(known))
