"""A table: one running game and the one path that every play takes.

check -> append to the log -> commit -> only then show. A table handles one move at a time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from bot.clock import Clock
from bot.refused import Refused
from games.core.errors import IllegalMove, NotationError
from games.core.game import Game
from games.core.match import Match, shuffle_move
from games.core.moves import Move
from games.core.record import write_record
from games.core.rules import CHANCE, Actor, Result, State, ToAct, View, is_to_act
from games.core.shuffle import ShuffleKey
from games.core.words import Seat, Text
from storage.errors import SequenceConflict
from storage.rows import MoveRow, Outcome, SeatRow, StoredTable, TableRow
from storage.store import Store

LOG_LINES = 8
"""How many lines of what happened a table keeps for showing."""

SHARED_REFUSALS = ("over", "not-your-turn", "chance-only")
"""What the core of the rules refuses a player in every game alike."""

MISSED_TURNS = 2
"""After so many turns run out in a row, a computer player takes the seat."""


class Table:
    """One running or finished game.

    Args:
        store: where moves are kept.
        clock: the house's clock.
        stored: the table as it is stored; its moves are replayed.
        game: the game played.
        on_change: called after each commit.
        turn_seconds: time for one turn of a human, 0 for no limit.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        stored: StoredTable,
        game: Game,
        on_change: Callable[[Table], None],
        turn_seconds: int = 0,
    ) -> None:
        self._store, self._clock, self._on_change = store, clock, on_change
        self.row: TableRow = stored.table
        self.seats: tuple[SeatRow, ...] = stored.seats
        self.game = game
        self.turn_seconds = turn_seconds
        self.lock = asyncio.Lock()
        self.log: deque[Text] = deque(maxlen=LOG_LINES)
        self.missed: dict[int, int] = {}
        self._opened: dict[int, int] = {}
        setup = game.rules.setup(len(self.seats), self.row.options, self.row.first or 0)
        self.match = Match(game.rules, setup)
        self._note_openings(None, ())
        self._replay(stored.moves)

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.match!r}>"

    # --- what stands ------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def seq(self) -> int:
        """Number of moves played, chance's included."""
        return len(self.match.moves)

    @property
    def to_act(self) -> ToAct:
        return self.match.to_act

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def is_closed(self) -> bool:
        return self.row.status in ("over", "cancelled")

    @property
    def key(self) -> ShuffleKey:
        assert self.row.seed is not None
        return ShuffleKey(self.row.seed, self.id, tuple(str(seat.join_id) for seat in self.seats))

    def seat_of(self, user_id: int) -> int | None:
        """Find the seat that somebody still plays."""
        return next((s.seat for s in self.seats if s.user_id == user_id and self.is_human(s.seat)), None)

    def is_human(self, seat: int) -> bool:
        """Tell whether a person plays this seat now."""
        row = self.seats[seat]
        return row.level is None and not row.left and row.user_id is not None

    def acting(self, *, human: bool) -> tuple[int, ...]:
        """List the seats to act that are played by people, or by computer players."""
        if not isinstance(self.to_act, tuple) or self.is_closed:
            return ()
        return tuple(seat for seat in self.to_act if self.is_human(seat) is human)

    def token(self, seat: int) -> int:
        """Number the decision that a seat faces; a button made for another decision is stale.

        In a simultaneous phase the others' choices do not change it.
        """
        return self._opened.get(seat, -1)

    def view(self, seat: int | None) -> View:
        return self.match.view(seat)

    def legal(self, seat: int) -> Sequence[Move]:
        return self.match.legal(seat)

    def record(self, date: str) -> str:
        """Write the game record; once the game is over it proves its shuffles."""
        headers = {"Table": self.id, "Date": date, "Commitment": self.row.commitment or ""}
        headers["Joins"] = ",".join(self.key.joins)
        headers.update({f"Player{seat.seat}": seat.name for seat in self.seats})
        if self.is_over and self.row.seed is not None:
            headers["Seed"] = self.row.seed.hex()
        return write_record(self.match, headers)

    # --- the one path of a play ---------------------------------------------------------------------

    async def play(self, seat: int, move: str | Move, token: int | None = None) -> Move:
        """Check a move, log it with what chance does next, commit, then show.

        Args:
            seat: who plays.
            move: notation or a move.
            token: the decision that a button was made for; ``None`` for a typed move.

        Raises:
            Refused: not this seat's turn, a stale button, or an illegal move.
        """
        async with self.lock:
            self._check_turn(seat, token)
            try:
                parsed, after = self.match.read(seat, move)
            except IllegalMove as error:
                refusal = error.refusal
                raise Refused("move-refused", why=self._refusal_text(refusal.code, refusal.args)) from None
            except NotationError:
                raise Refused("move-not-understood") from None
            await self._commit([(seat, parsed, after)])
            self.missed.pop(seat, None)
        self._on_change(self)
        return parsed

    async def deal(self) -> None:
        """Let chance act, if it is to act: at the start, or after a restart in between."""
        async with self.lock:
            if self.to_act == CHANCE and not self.is_closed:
                await self._commit([])
        self._on_change(self)

    async def replace(self, seat: int, level: str) -> None:
        """Give a person's seat to a computer player; a table that no person plays is closed."""
        async with self.lock:
            self._still_playing()
            await self._store.replace_seat(self.id, seat, level, self._clock.now_ms())
            rows = [msgspec.structs.replace(s, left=True) if s.seat == seat else s for s in self.seats]
            self.seats = tuple(rows)
            self.log.append(Text("log-replaced", {"seat": Seat(seat)}))
            if not any(self.is_human(s.seat) for s in self.seats):
                await self._store.cancel_table(self.id, self._clock.now_ms())
                self.row = msgspec.structs.replace(self.row, status="cancelled")
        self._on_change(self)

    async def reload(self) -> None:
        """Take over host and seats as the store has them since somebody was forgotten.

        A table that no person plays any more is closed. The caller holds the lock.
        """
        stored = await self._store.load_table(self.id)
        assert stored is not None
        gone = [old.seat for old, new in zip(self.seats, stored.seats, strict=True) if old.left != new.left]
        self.log.extend(Text("log-replaced", {"seat": Seat(seat)}) for seat in gone)
        self.seats = stored.seats
        self.row = msgspec.structs.replace(self.row, host_id=stored.table.host_id)
        if not any(self.is_human(seat.seat) for seat in self.seats):
            await self._store.cancel_table(self.id, self._clock.now_ms())
            self.row = msgspec.structs.replace(self.row, status="cancelled")

    def _check_turn(self, seat: int, token: int | None) -> None:
        self._still_playing()
        if not is_to_act(self.to_act, seat):
            raise Refused("already-played" if token is not None else "not-your-turn")
        if token is not None and token != self.token(seat):
            raise Refused("stale-button")

    def _still_playing(self) -> None:
        if self.is_closed:
            raise Refused("game-is-over")

    def _refusal_text(self, code: str, args: Any) -> Text:
        key = f"refusal-{code}" if code in SHARED_REFUSALS else f"{self.game.id}-refusal-{code}"
        return Text(key, args)

    async def _commit(self, steps: list[tuple[Actor, Move, State]]) -> None:
        """Append moves, and chance's after them, to the log in one transaction; then take them over."""
        steps = self._with_chance(steps)
        if not steps:
            return
        after = steps[-1][2]
        now = self._clock.now_ms()
        deadline = self._deadline(after, now)
        rows = [
            MoveRow(self.seq + i, None if actor == CHANCE else int(actor), str(move), now)
            for i, (actor, move, _) in enumerate(steps)
        ]
        result = self.game.rules.result(after)
        outcome = self._outcome(steps, result, now) if result else None
        try:
            await self._store.append_moves(self.id, rows, deadline=deadline, outcome=outcome)
        except SequenceConflict:
            # The log is ahead of us: an earlier commit went through though its caller was cut off.
            await self._reload()
            raise Refused("stale-button") from None
        for actor, move, state in steps:
            self._take(actor, move, state)
        status = "over" if outcome else self.row.status
        self.row = msgspec.structs.replace(self.row, deadline=deadline, status=status)

    def _with_chance(self, steps: list[tuple[Actor, Move, State]]) -> list[tuple[Actor, Move, State]]:
        rules, state = self.game.rules, steps[-1][2] if steps else self.match.state
        number = sum(1 for actor, _ in self.match.moves if actor == CHANCE)
        out = list(steps)
        while state.to_act == CHANCE:
            move = shuffle_move(rules.chance(state), self.key, number)
            state = rules.apply(state, CHANCE, move)
            out.append((CHANCE, move, state))
            number += 1
        return out

    def _outcome(self, steps: list[tuple[Actor, Move, State]], result: Result, now: int) -> Outcome:
        places = [0] * len(self.seats)
        place = 1
        for group in result.ranking:
            for seat in group:
                places[seat] = place
            place += len(group)
        finished = Match(self.game.rules, self.match.setup)
        finished.moves = [*self.match.moves, *((actor, move) for actor, move, _ in steps)]
        humans = [seat for seat in self.seats if seat.level is None or seat.left]
        rated = len(humans) == len(self.seats) and len(humans) >= 2
        return Outcome(tuple(places), result.scores, now, rated, finished.facts())

    def _deadline(self, after: State, now: int) -> int | None:
        if not self.turn_seconds or not isinstance(after.to_act, tuple):
            return None
        before = self.to_act
        old = self.row.deadline
        if isinstance(before, tuple) and set(after.to_act) < set(before) and old is not None and now < old:
            return old  # the others of a simultaneous phase get no extra time
        if any(self.is_human(seat) for seat in after.to_act):
            return now + self.turn_seconds * 1000
        return None

    # --- taking over what is committed ----------------------------------------------------------------

    def _take(self, actor: Actor, move: Move, after: State) -> None:
        before = self.to_act
        self.match.commit(actor, move, after)
        self._note_openings(before, () if actor == CHANCE else (int(actor),))
        spectator = self.match.view(None)
        for event in spectator.news:
            line = self.game.presenter.say(event, spectator)
            if line is not None:
                self.log.append(line)

    def _note_openings(self, before: ToAct | None, moved: tuple[int, ...]) -> None:
        """Remember at which move each seat's present decision began."""
        if isinstance(self.to_act, tuple):
            for seat in self.to_act:
                if seat in moved or before is None or not is_to_act(before, seat):
                    self._opened[seat] = self.seq

    def _replay(self, moves: Sequence[MoveRow]) -> None:
        for row in moves:
            actor: Actor = CHANCE if row.actor is None else row.actor
            move, after = self.match.read(actor, row.move)
            self._take(actor, move, after)

    async def _reload(self) -> None:
        stored = await self._store.load_table(self.id)
        assert stored is not None
        self._replay(stored.moves[self.seq :])
        self.row, self.seats = stored.table, stored.seats
