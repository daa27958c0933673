"""What goes on at a table by itself: chance deals, computer players move, time runs out."""

from __future__ import annotations

from collections.abc import Iterator

from bot.chance import Chance
from bot.clock import Clock
from bot.refused import Refused
from bot.tables import holding, lobby, seating, votes
from bot.tables.absence import is_away, is_present
from bot.tables.keeper import Duty
from bot.tables.pauses import paused_until
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.thinkers import Thinkers
from games.core.game import DEFAULT_LEVEL
from games.core.moves import Move
from games.core.rules import CHANCE
from games.core.words import Text
from storage.rows import ITSELF, STAND_IN

FORCED_MS = 1000
"""So long a move that plays itself waits, for people to see how it came to that."""

REMEMBER_MS = 2000
"""A bot that dies within this time shows again what it has shown, and no more."""


class GoingOn(Duty):
    """A moment of truth has stood long enough, or everybody who was to see it has left."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        state = self._table.state
        if state.hold is None:
            return None
        return (
            now if any(map(is_present, state.seats)) and holding.is_seen_by_all(state) else state.hold.until
        )

    async def act(self) -> None:
        await self._table.let_go()


class Dealing(Duty):
    """Chance's moves that are no part of a play: after a moment of truth, or a play that was cut off."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        state = self._table.state
        is_chance = state.is_playing and state.to_act == CHANCE
        return now if is_chance and not state.stands_still else None

    async def act(self) -> None:
        await self._table.deal()


class ComputerMoves(Duty):
    """Moves of computer players, one by one, each after a pause; of those who stand in for people, too.

    A move is thought of during its pause and made at its end, so that the time it takes tells nothing.

    Args:
        table: the table.
        clock: the one clock.
        thinkers: who thinks for them.
        chance: the one source of chance.
        pause: longest pause before a move, in seconds; the shortest is two fifths of it, or three where a
            claim stands that might be challenged.
    """

    def __init__(self, table: Table, clock: Clock, thinkers: Thinkers, chance: Chance, pause: float) -> None:
        super().__init__()
        self._table, self._clock, self._thinkers = table, clock, thinkers
        self._chance, self._pause = chance, pause
        self._turn: tuple[int, int] | None = None
        self._turn_at = 0
        self._thought: Move | None = None

    def due_at(self, now: int) -> int | None:
        state = self._table.state
        seats = state.acting(human=False)
        if not seats:
            return None
        turn = (seats[0], state.decisions[seats[0]])
        if turn != self._turn:
            self._turn, self._thought = turn, None
            pause = 0 if seating.is_left_to_computers(state) else self._pause
            self._turn_at = now + int(1000 * pause * self._share())
        return now if self._thought is None else self._turn_at

    def _share(self) -> float:
        """Draw how much of the longest pause is made, from what all know and before the move is thought of.

        So the pause tells nothing, neither of a hand nor of a decision.
        """
        view = self._table.state.snapshot.view
        shortest = 0.6 if self._table.state.game.presenter.is_tense(view) else 0.4
        return shortest + (1 - shortest) * self._chance.fraction()

    async def act(self) -> None:
        assert self._turn is not None
        seat, decision = turn = self._turn
        now = self._clock.now_ms()
        if self._thought is None:
            patience = (self._turn_at - now) / 1000
            thought = await advised(self._table, seat, self._thinkers, self._chance, patience)
            now = self._clock.now_ms()
            if turn != self._turn or now < self._turn_at:
                self._thought = thought if turn == self._turn else None
                return
        else:
            thought, self._thought = self._thought, None
        made_by = _made_by(self._table.state, seat)
        await self._table.play(seat, thought, decision, made_by=made_by, is_computer=True)


def _made_by(state: TableState, seat: int) -> str | None:
    """Say who makes a move at a seat that a computer player plays, as ``MoveRow`` has it."""
    if not is_away(state.seats[seat]):
        return None
    return STAND_IN if _forced_at(state, seat) is None else ITSELF


class ForcedMoves(Duty):
    """A move that leaves a person no choice, and nothing to be enjoyed, plays itself; the panel tells it."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._turn: tuple[int, int] | None = None
        self._turn_at = 0

    def due_at(self, now: int) -> int | None:
        found = _forced(self._table.state)
        if found is None:
            return None
        turn = found[:2]
        if turn != self._turn:
            self._turn, self._turn_at = turn, now + FORCED_MS
        return self._turn_at

    async def act(self) -> None:
        found = _forced(self._table.state)
        if found is None:
            raise Refused("stale-button")
        seat, decision, move, name = found
        note = Text("panel-forced", {"move": name})
        await self._table.play(seat, move, decision, note=note, made_by=ITSELF)


def _forced(state: TableState) -> tuple[int, int, Move, Text] | None:
    """Find a person's decision that plays itself: seat, decision, move and its name; once for a position."""
    if "forced" not in state.memo:
        state.memo["forced"] = next(_all_forced(state), None)
    found: tuple[int, int, Move, Text] | None = state.memo["forced"]
    return found


def _all_forced(state: TableState) -> Iterator[tuple[int, int, Move, Text]]:
    for seat, decision in state.pending():
        found = _forced_at(state, seat)
        if found is not None:
            yield seat, decision, *found


def _forced_at(state: TableState, seat: int) -> tuple[Move, Text] | None:
    """Find the one move that a seat to act has, and its name, where there is nothing to decide."""
    own, face = state.seen_by(seat).own, state.game.presenter
    assert own is not None
    move = face.forced(own.view, own.legal)
    return None if move is None else (move, face.name(move, own.view))


class Deadlines(Duty):
    """What happens when time is up: a lobby closes; who is late has extra time, or is away (``clocks``)."""

    def __init__(self, table: Table, clock: Clock) -> None:
        super().__init__()
        self._table, self._clock = table, clock

    def due_at(self, now: int) -> int | None:
        state = self._table.state
        if state.is_lobby or state.pending():
            return state.row.deadline
        return None

    async def act(self) -> None:
        table = self._table
        deadline = table.state.row.deadline
        if deadline is None or self._clock.now_ms() < deadline:
            return  # somebody was quicker than the clock, and has new time now
        if table.state.is_lobby:
            await table.change(lobby.closed)
        else:
            await table.run_out()


class Deserted(Duty):
    """A game at which everybody is away stands still, and is closed when nobody has come back in time."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        state = self._table.state
        if not state.is_deserted:
            return None
        return now if state.row.deserted_until is None else state.row.deserted_until

    async def act(self) -> None:
        if self._table.state.row.deserted_until is None:
            await self._table.stand_still()
        else:
            await self._table.abandon()


class PauseEnding(Duty):
    """A pause that nobody ends ends by itself; those who are waited for are called anew."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        state = self._table.state
        return paused_until(state.row) if state.is_paused else None

    async def act(self) -> None:
        after = await self._table.end_pause()
        if not after.is_paused:
            self._table.note(called=())


class Voting(Duty):
    """What enough people are for is done, when others have left or gone away since it was voted on."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        state = self._table.state
        is_due = votes.tidied(state) is not state or votes.carried(state) is not None
        return now if state.is_playing and is_due else None

    async def act(self) -> None:
        await self._table.carry_out()


class CatchingUp(Duty):
    """Take over what the store holds, where it has gone ahead of memory and could not be read at once."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        return now if self._table.is_behind else None

    async def act(self) -> None:
        async with self._table.lock:
            if self._table.is_behind:
                await self._table.reload()


class Remembering(Duty):
    """What people have been shown is written: a little later, so that much of it is written at once."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def due_at(self, now: int) -> int | None:
        since = self._table.unsaved_since
        return None if since is None else since + REMEMBER_MS

    async def act(self) -> None:
        await self._table.remember()


async def advised(table: Table, seat: int, thinkers: Thinkers, chance: Chance, patience: float) -> Move:
    """Ask a computer player for the move of a seat, from that seat's view.

    Args:
        table: the table.
        seat: of the computer player.
        thinkers: who thinks for it.
        chance: the one source of chance.
        patience: seconds until the move is wanted.

    Raises:
        Refused: the seat is not to act any more.
    """
    own = table.state.seen_by(seat).own
    assert own is not None
    if not own.legal:
        raise Refused("stale-button")
    level = table.state.seats[seat].level or DEFAULT_LEVEL
    return await thinkers.advise(table.state.row.game, own.view, own.legal, level, chance.number(), patience)
