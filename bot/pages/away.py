"""Texts about players who are late or away, and about pauses and restarts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.localizer import Localizer
from bot.language.names import bold
from bot.pages.context import Reminder
from bot.pages.people import stand_in_name
from bot.tables.absence import is_away, paused_until
from bot.tables.clocks import EXTRA_TIME
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, button


def away_lines(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Return lines about late players, and about absent players for whom computer players move."""
    if snapshot.is_closed:
        return []
    # Everybody is away: nothing else matters.
    if snapshot.row.deserted_until is not None:
        counts = "yes" if snapshot.is_still_rated else "no"
        return [words("table-deserted", when=relative_time(snapshot.row.deserted_until), counts=counts)]
    # Who is late, then who is away, with the computer player that moves for them.
    late = [seat for seat in snapshot.acting if _has_extra_time(snapshot, seat)]
    key = "table-idle" if snapshot.row.clock == "none" else "table-extra-time"
    lines = [words(key, seat=words.name(seat)) for seat in late]
    away = [seat.seat for seat in snapshot.seats if is_away(seat)]
    lines += [words("table-away", **_names(snapshot, seat, words)) for seat in away]
    return [*lines, f"-# {words('away-counts')}"] if away else lines


def own_away_lines(snapshot: Snapshot, words: Localizer) -> list[str]:
    """Return a line about the computer player that moves for the reader, or no line."""
    own = snapshot.mine
    if snapshot.is_closed or not is_away(snapshot.seats[own.seat]):
        return []
    return [words("panel-away", standin=_names(snapshot, own.seat, words)["standin"])]


def back_buttons(snapshot: Snapshot, words: Localizer) -> list[Button]:
    """Return the button *I'm back* if any player is absent, otherwise no button."""
    is_needed = not snapshot.is_closed and any(map(is_away, snapshot.seats))
    return [button("back", snapshot.id, words("button-back"), style="success")] if is_needed else []


def call_lines(
    snapshot: Snapshot, seats: Sequence[int], reminder: Reminder | None, words: Localizer
) -> list[str]:
    """Return the lines that ping the players on turn.

    Args:
        seats: the seats on turn.
        reminder: adds how much time is left, and what happens afterwards.
    """
    people = words.join([f"<@{snapshot.seats[seat].user_id}>" for seat in seats])
    game = words(f"{snapshot.game.id}-name")
    # The first call has no time, which only matters later.
    if reminder is None:
        return [words("ping", people=people, game=game)]
    when = relative_time(reminder.until)
    # Extra time has begun; after that the person counts as away.
    if reminder.what == EXTRA_TIME:
        return [words("call-extra-time", people=people, game=game, when=when), f"-# {words('away-counts')}"]
    # Half of the time is over, and what follows depends on whether there will be extra time.
    lines = [words("call-half-time", people=people, game=game, when=when)]
    if all(snapshot.seats[seat].grace is None for seat in seats):
        return [*lines, words("call-then-extra-time")]
    return [*lines, words("call-then-away"), f"-# {words('away-counts')}"]


def pause_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line about a paused game, with the latest end of the pause."""
    until = paused_until(snapshot.row)
    assert until is not None
    if snapshot.row.is_decided:
        return words("ending-for-fun", when=relative_time(until))
    by = [words.name(seat) for seat in snapshot.voters("pause")]
    key = "table-paused-by" if by else "table-paused-now"
    return words(key, names=words.join(by), when=relative_time(until))


def relative_time(at: int) -> str:
    """Return Discord's markup for a relative time such as "in 5 minutes".

    Args:
        at: Unix milliseconds.
    """
    return f"<t:{at // 1000}:R>"


def _has_extra_time(snapshot: Snapshot, seat: int) -> bool:
    row = snapshot.seats[seat]
    return not row.is_away and row.grace is not None and row.grace == snapshot.decisions[seat]


def _names(snapshot: Snapshot, seat: int, words: Localizer) -> dict[str, str]:
    return {"seat": words.name(seat), "standin": bold(stand_in_name(snapshot, seat, words), keeps_signs=True)}


def restart_line(snapshot: Snapshot, words: Localizer) -> str:
    """Return the line that announces a restart of the bot, or an empty line."""
    if snapshot.restart_at is None or snapshot.is_closed:
        return ""
    return f"-# {words('restart-announced', when=f'<t:{snapshot.restart_at // 1000}:t>')}"
