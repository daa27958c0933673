"""Planned lobbies, and the times that people type."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from bot import LANGUAGES
from bot.language import time_words, usual_zone
from bot.refused import Refused
from bot.tables import lobby
from bot.tables.snapshot import Snapshot
from bot.tables.state import SeatDecision, TableState
from games.core.match import ShuffleKey
from storage.rows import CANCELLED, GatheringRow, InvitationRow, Name, Weekly
from storage.scores import seasons
from storage.tables.lifecycle import NextPlannedLobby

# --- planned games ------------------------------------------------------------------------------------------
# Planned lobbies, which open at a set time. Pure functions, like ``bot.tables.lobby``.

PING_MS = 600_000
"""How long before a planned lobby opens the people who have signed up are pinged."""

OPENING_PINGED = (SeatDecision(0, -1),)
"""Value of ``SentRow.called`` after the people who have signed up for a planned lobby were pinged."""

MOST_UNASKED = 20
"""Limit of "maybe" and "cannot come" answers of people who were not invited."""

OPEN_MS = 12 * 3_600_000
"""How long a planned lobby stays open after it has opened."""


def zone_of(name: str | None, language: str) -> ZoneInfo:
    """Return the time zone called ``name``. Without a name, return the usual zone of the language."""
    return seasons.zone_of(name or usual_zone(language))


def opening_time(table: TableState) -> int | None:
    """Return when a planned lobby opens, in Unix milliseconds; ``None`` for any other table."""
    return table.gathering.starts_at if table.is_lobby else None


def answer_maybe(table: TableState, user_id: int, name: Name, guild_id: int) -> TableState:
    """Return the planned lobby with a person's answer "may come".

    Raises:
        Refused: the person cannot answer, or answered on another server.
    """
    table.check_server(guild_id)
    return _answered(table, InvitationRow(user_id, name, is_told=True, is_maybe=True))


def answer_not_coming(table: TableState, user_id: int, name: Name, guild_id: int) -> TableState:
    """Return the planned lobby with a person's answer "cannot come". The person's seat, if any, becomes free.

    Raises:
        Refused: the person cannot answer, or answered on another server.
    """
    table.check_server(guild_id)
    return _answered(table, InvitationRow(user_id, name, is_told=True, has_declined=True))


def _answered(table: TableState, answer: InvitationRow) -> TableState:
    if opening_time(table) is None:
        raise Refused("lobby-closed")
    if table.was_removed(answer.user_id):
        raise Refused("removed-from-lobby")
    after, comes = table, table.seat_of(answer.user_id) is not None
    if comes:
        if len(table.people) == 1:
            raise Refused("planned-alone")
        after = lobby.leave(table, answer.user_id)
    others = tuple(
        invitation for invitation in after.gathering.invitations if invitation.user_id != answer.user_id
    )
    if all(invitation.user_id != answer.user_id for invitation in lobby.guests(table)):
        answer = msgspec.structs.replace(answer, is_unasked=True)
        if sum(invitation.is_unasked for invitation in others) >= MOST_UNASKED:
            if comes:  # their seat is free again; only their name finds no room
                return after
            raise Refused("too-many-answers", most=MOST_UNASKED)
    return after.with_gathering(invitations=(*others, answer))


def has_too_few_players(table: TableState | Snapshot) -> bool:
    """Return whether the table has fewer players than its game needs. Computer players count."""
    return len(table.seats) < max(2, table.game.rules.seats[0])


def open_planned(table: TableState, now: int) -> TableState:
    """Return the planned lobby at its opening time: open, or cancelled if too few people have signed up.

    Raises:
        Refused: the table has no opening time, or the time has not come.
    """
    at = opening_time(table)
    if at is None or now < at:
        raise Refused("lobby-closed")
    if has_too_few_players(table):
        return table.with_row(status=CANCELLED)
    # People who have answered are asked no more; invited people who have not answered still are.
    waited = tuple(
        invitation
        for invitation in table.gathering.invitations
        if not (invitation.is_maybe or invitation.has_declined)
    )
    after = table.with_gathering(starts_at=None, weekly=None, invitations=waited)
    return after.with_row(deadline=now + OPEN_MS)


def next_weekly(table: TableState, table_id: str, seed: bytes, now: int) -> NextPlannedLobby | None:
    """Return the lobby for next week; ``None`` if the table is not weekly.

    Args:
        table_id: the id of the new lobby.
        seed: the secret of the new lobby's shuffles.
        now: Unix milliseconds.
    """
    at, weekly = table.gathering.starts_at, table.gathering.weekly
    if weekly is None or at is None:
        return None
    # The host is first, so that the planned game stays theirs if they may have one more.
    host_candidates = sorted(table.people, key=lambda seat: seat.user_id != table.row.host_id)
    # A new table with the same settings, a new secret and no history.
    row = msgspec.structs.replace(
        table.row,
        id=table_id,
        created_at=now,
        seed=seed,
        commitment=ShuffleKey(seed, "").commitment,
        deadline=None,
        rematch_of=None,
        revision=0,
    )
    starts_at = next_start(weekly, max(at, now))
    gathering = GatheringRow(table.gathering.venue, starts_at=starts_at, weekly=weekly)
    return NextPlannedLobby(row, tuple(host_candidates), gathering)


def next_start(weekly: Weekly, after: int) -> int:
    """Return a weekly table's first start after a time. Both times are Unix milliseconds."""
    zone = zone_of(weekly.zone, "")
    day = datetime.fromtimestamp(after / 1000, zone).date()
    day += timedelta(days=(weekly.weekday - day.weekday()) % 7)
    while (at := to_unix_ms(day, weekly.minute, zone)[0]) <= after:
        day += timedelta(days=7)
    return at


def to_unix_ms(day: date, minutes: int, zone: ZoneInfo) -> tuple[int, ...]:
    """Return a date and time of day in a time zone as Unix milliseconds.

    Args:
        minutes: the time of day, in minutes after midnight.

    Returns:
        One time; two if clocks are put back and show the time twice. If clocks are put forward and skip the
        time, a later one.
    """
    at = datetime.combine(day, time(*divmod(minutes, 60)), zone)
    first, second = (int(at.replace(fold=fold).timestamp() * 1000) for fold in (0, 1))
    return (first, second) if second > first else (first,)


# --- times --------------------------------------------------------------------------------------------------
# Reads times as people write them: ``20:30``, ``in 2 hours``, ``friday 20:00``, ``2時間後``.

_MS = timedelta(milliseconds=1)

MAX_AHEAD = timedelta(days=60)
"""How far ahead a lobby can be planned."""

_WORDS = [time_words(language) for language in LANGUAGES]
_EVERY = re.compile("|".join(f"(?:{words['every']})" for words in _WORDS))
_WEEKDAYS = [
    re.compile("|".join(names)) for names in zip(*(words["weekdays"] for words in _WORDS), strict=True)
]
_DAYS = {name: count for words in _WORDS for name, count in words["days"].items()}
_AHEAD = [(re.compile(pattern), unit) for words in _WORDS for unit, pattern in words["ahead"].items()]
_CLOCKS = [re.compile(words["clock"]) for words in _WORDS]
_FILLERS = re.compile("|".join(words["fillers"] for words in _WORDS))
_ISO_DATE = r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
_DATES = [re.compile(_ISO_DATE), *(re.compile(pattern) for words in _WORDS for pattern in words["dates"])]


class PlannedTime(NamedTuple):
    """A future time in Unix milliseconds; for a weekly planned game also its weekday, time and zone."""

    at: int
    weekly: Weekly | None = None


def read_when(text: str, now: int, zone: ZoneInfo) -> PlannedTime:
    """Return the future time that a person has typed, such as ``friday 20:00``.

    Args:
        now: Unix milliseconds.
        zone: the time zone of the text.

    Raises:
        Refused: the text is unclear, or the time has passed or is too far ahead.
    """
    words = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    every = _EVERY.match(words)
    if every is not None:
        words = words[every.end() :]
    for pattern, unit in _AHEAD:
        relative = pattern.fullmatch(words)
        if relative is not None and every is None:
            # By elapsed time, so a change to summer time makes no difference.
            return PlannedTime(_checked(now + timedelta(**{unit: int(relative[1])}) // _MS, now))
    minute, rest = _time_of_day(words)
    day = _FILLERS.sub(" ", rest).strip()
    if every is None:
        # Of an hour that clocks show twice, the second time may be ahead still.
        found_at = [at for possible in _days(day, now, zone) for at in to_unix_ms(possible, minute, zone)]
        return PlannedTime(_checked(next((at for at in found_at if at > now), found_at[-1]), now))
    weekday = _weekday(day)
    if weekday is None:
        raise Refused("when-unclear")
    weekly = Weekly(weekday, minute, zone.key)
    return PlannedTime(_checked(next_start(weekly, now), now), weekly)


class _TimeOfDay(NamedTuple):
    minute: int  # after midnight
    rest: str  # of the text


def _time_of_day(words: str) -> _TimeOfDay:
    blanked = words
    for pattern in _DATES:  # the numbers of a date are no time of day
        blanked = pattern.sub(lambda longest: " " * len(longest[0]), blanked)
    matches = [match for pattern in _CLOCKS if (match := pattern.search(blanked))]
    if not matches:
        raise Refused("when-unclear")
    longest = max(matches, key=lambda match: len(match[0]))
    parts = longest.groupdict()
    hour, minute = int(longest["hour"]), 30 if parts.get("half") else int(longest["minute"] or 0)
    if parts.get("am") or parts.get("pm"):
        if not hour <= 12:
            raise Refused("when-unclear")
        hour = hour % 12 + (12 if parts.get("pm") else 0)
    if hour > 23 or minute > 59:
        raise Refused("when-unclear")
    return _TimeOfDay(60 * hour + minute, words[: longest.start()] + " " + words[longest.end() :])


def _weekday(day: str) -> int | None:
    return next((number for number, pattern in enumerate(_WEEKDAYS) if pattern.fullmatch(day)), None)


def _days(day: str, now: int, zone: ZoneInfo) -> list[date]:
    """Return the possible dates of a typed date or weekday, earliest first. An empty text means today or
    tomorrow.
    """
    # A weekday has two possible dates, since its time may have passed today.
    today, weekday = datetime.fromtimestamp(now / 1000, zone).date(), _weekday(day)
    if weekday is not None or not day:
        first = today + timedelta(days=0 if weekday is None else (weekday - today.weekday()) % 7)
        return [first, first + timedelta(days=1 if weekday is None else 7)]
    if day in _DAYS:
        return [today + timedelta(days=_DAYS[day])]
    chosen_day = _date(day, today)
    # Far away there are days that have no time in some zones, as the last of the year 9999.
    if chosen_day < today:
        raise Refused("when-past")
    if chosen_day - today > MAX_AHEAD:
        raise Refused("when-too-far")
    return [chosen_day]


def _date(day: str, today: date) -> date:
    date_match = next((match for pattern in _DATES if (match := pattern.fullmatch(day))), None)
    if date_match is None:
        raise Refused("when-unclear")
    try:
        if "year" in date_match.groupdict():
            return date(int(date_match["year"]), int(date_match["month"]), int(date_match["day"]))
        there = date(today.year, int(date_match["month"]), int(date_match["day"]))
        return there if there >= today else there.replace(year=today.year + 1)
    except ValueError:
        raise Refused("when-unclear") from None


def _checked(at: int, now: int) -> int:
    if at <= now:
        raise Refused("when-past")
    if at - now > MAX_AHEAD // _MS:
        raise Refused("when-too-far")
    return at
