"""Snapshots: everything that may be shown of a table at one moment.

Every page is a pure function of a snapshot and a language. A snapshot never looks at its table again, so a
page that is drawn across several awaits still shows one position.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Mapping, Sequence

import msgspec

from bot.tables.crowd import Share
from bot.tables.makers import told_by
from bot.tables.reading import is_rated
from bot.tables.table_facts import Story
from bot.tables.teller import Teller
from games import find_game
from games.core.game import Game
from games.core.moves import Move
from games.core.presentation import Moment, PanelScene, TableScene
from games.core.rules import ToAct, View, is_to_act
from games.core.words import Text
from storage.rows import (
    CANCELLED,
    HERE,
    LOBBY,
    OVER,
    PLAYING,
    EveningRow,
    GatheringRow,
    Ratings,
    SeatRow,
    Verdict,
)


class OwnView(msgspec.Struct, frozen=True):
    """What only one seat knows.

    Attributes:
        verdict: what the last moment of truth meant for it, until its next move.
        note: another text in its panel until then.
        look: the last moment of truth, while the seat still looks at it: number of the position, and the
            moment.
    """

    seat: int
    view: View
    legal: Sequence[Move]
    verdict: Text | None = None
    note: Text | None = None
    look: tuple[int, Moment] | None = None


class Guesser(msgspec.Struct, frozen=True):
    """A spectator who guesses along.

    Attributes:
        claim: the claim that can be guessed now, if any.
        guess: their guess about it, or about the last one.
        truth: whether the last claim was a lie, from when it is known until the next claim.
        right: number of their right guesses in this game.
        count: number of their guesses.
    """

    claim: int | None
    guess: bool | None
    truth: bool | None
    right: int = 0
    count: int = 0


KEPT_SCENES = 256
"""Number of positions whose scenes are cached; more would take much of an open table's memory."""


class Scenes(msgspec.Struct, eq=False):
    """Cached scenes of a position: the table's, and the panels' by seat.

    Each scene is made once. The oldest ones are dropped when there are too many.
    """

    table: TableScene | None = None
    panels: dict[int, PanelScene] = {}

    def keep(self) -> None:
        """Register this object in the cache, before its first scene is made."""
        if self.table is None and not self.panels:
            _kept.append(self)
            if len(_kept) > KEPT_SCENES:
                _kept.popleft().forget()

    def forget(self) -> None:
        """Drop the scenes; they are made again when needed."""
        self.table, self.panels = None, {}


_kept: deque[Scenes] = deque()


class Snapshot(msgspec.Struct, frozen=True):
    """Everything that may be shown of a table to a spectator or to one seat.

    Attributes:
        teller: makes texts and scenes by the game's presenter.
        incident: incident number if the table is set aside.
        status: ``lobby``, ``playing``, ``over`` or ``cancelled``.
        has_begun: it was ever more than a lobby.
        clock: name of the clock.
        deserted_until: everybody is away, and the game is closed then; Unix milliseconds.
        commitment: commitment to the secret of the shuffles.
        seal: seal of everything that decides the deal (docs/FAIRNESS.md).
        seq: number of moves played.
        decisions: number of the decision that each seat faces.
        news: the last events as texts, oldest first.
        run: events since a person moved last, oldest first.
        mark: fingerprint of what is shown.
        view: a spectator's view; ``None`` before the game, or if its moves cannot be replayed.
        own: what only the viewer's seat knows; ``None`` for a spectator.
        moment: the moment of truth, if there is one now and the viewer has not seen enough of it.
        in_suspense: the moment is still the question before it comes to light.
        gone_on: seats whose people have seen enough of it.
        gathering: channel or thread, and invited people.
        feats: texts about the greatest feats of a finished game.
        ratings: changes of the seats' ratings, once the result is written.
        places: places of the seats, once the result is written.
        free_pause_at: until then another pause takes all votes; ``None`` if there was no pause yet.
        paused_until: end of the pause; ``None`` without one.
        watching: people who no longer play may see all hands.
        crowd: spectators may guess, if the game has claims.
        hints: players may ask for hints.
        votes: seats that voted for an act, by its name (``bot.tables.votes``).
        verdict: how the game ended early, or was decided.
        evening: the evening of the table, and its score.
        story: the story of the evening, once it is over.
        share: share of spectators who believed the last claim, once its truth is known.
        has_crowd: spectators may guess now.
        guesser: the viewer, if they guess along.
        hands: views of all seats, only for a person who no longer plays.
        voices: former players whom texts name, by the numbers after those of the seats.
        told_of: number by which the table's own lines name each seat.
        scenes: cache of scenes, shared by all snapshots of the position.
    """

    id: str
    game_id: str
    teller: Teller
    status: str
    has_begun: bool
    options: Mapping[str, str]
    host_id: int | None
    commitment: str
    seats: tuple[SeatRow, ...]
    seq: int
    to_act: ToAct
    decisions: tuple[int, ...]
    news: tuple[Text, ...]
    mark: str
    view: View | None = None
    own: OwnView | None = None
    run: tuple[Text, ...] = ()
    moment: Moment | None = None
    gone_on: frozenset[int] = frozenset()
    clock: str = "none"
    deserted_until: int | None = None
    gathering: GatheringRow = HERE
    feats: tuple[Text, ...] = ()
    ratings: Ratings = ()
    places: tuple[int, ...] = ()
    paused_until: int | None = None
    free_pause_at: int | None = None
    watching: bool = True
    crowd: bool = True
    hints: bool = False
    votes: Mapping[str, tuple[int, ...]] = {}
    verdict: Verdict | None = None
    seal: str = ""
    incident: str | None = None
    in_suspense: bool = False
    evening: EveningRow | None = None
    story: Story | None = None
    share: Share | None = None
    has_crowd: bool = False
    guesser: Guesser | None = None
    hands: tuple[View, ...] = ()
    scenes: Scenes = msgspec.field(default_factory=Scenes)
    voices: tuple[SeatRow, ...] = ()
    told_of: tuple[int, ...] = ()

    @property
    def game(self) -> Game:
        return find_game(self.game_id)

    @property
    def scene(self) -> TableScene:
        """The public scene of the game, without language."""
        scene, view = self.scenes.table, self.view
        if scene is None:
            assert view is not None
            scene = told_by(self.teller.table(view), self.told_of)
            self.scenes.keep()
            self.scenes.table = scene
        return scene

    @property
    def own_scene(self) -> PanelScene:
        """The scene of the viewer's panel, without language."""
        own = self.mine
        scene = self.scenes.panels.get(own.seat)
        if scene is None:
            scene = self.teller.panel(own.view, own.legal)
            self.scenes.keep()
            self.scenes.panels[own.seat] = scene
        return scene

    @property
    def mine(self) -> OwnView:
        """What only the viewer's seat knows."""
        assert self.own is not None
        return self.own

    @property
    def is_lobby(self) -> bool:
        return self.status == LOBBY and self.incident is None

    @property
    def is_closed(self) -> bool:
        return self.status in (OVER, CANCELLED) or self.incident is not None

    @property
    def is_over(self) -> bool:
        """True if the game was played to its end."""
        return self.view is not None and self.view.is_over

    @property
    def gone(self) -> tuple[int, ...]:
        """Seats that have dropped out."""
        return () if self.view is None else self.view.gone

    @property
    def counts(self) -> bool:
        """True if the game counts for ratings and its result is not written yet."""
        return not self.is_closed and not self.is_decided and is_rated(self.seats)

    @property
    def is_decided(self) -> bool:
        """True if a result was written before the end."""
        return self.verdict is not None and self.verdict.moves is not None

    @property
    def is_paused(self) -> bool:
        return self.paused_until is not None

    @property
    def acting(self) -> tuple[int, ...]:
        """Seats to act; empty if chance is to act, or the game is over or paused."""
        can_act = isinstance(self.to_act, tuple) and not self.is_closed and not self.is_paused
        return self.to_act if can_act and isinstance(self.to_act, tuple) else ()

    @property
    def is_waiting(self) -> bool:
        """True if others are to act, and the viewer has nothing to decide or see."""
        own = self.own
        if own is None or self.status != PLAYING or self.is_paused or self.moment is not None:
            return False
        return not is_to_act(self.to_act, own.seat) and own.seat not in own.view.gone

    @property
    def is_my_turn(self) -> bool:
        return self.own is not None and self.own.seat in self.acting


def seen_with(snapshot: Snapshot, own: OwnView) -> Snapshot:
    """Return the snapshot for one seat.

    Its mark covers everything in the seat's panel except the answers chosen so far. While the seat waits,
    that is only its own knowledge, so the mark does not change while others play.
    """
    if own.look is not None:
        seq, looked = own.look
        names = [seat.name for seat in snapshot.seats]
        seen = msgspec.structs.replace(snapshot, own=own, moment=looked, seq=seq, gone_on=frozenset())
        return msgspec.structs.replace(seen, mark=mark_of(["look", seq, own.verdict, names, looked]))
    has_gone_on = own.seat in snapshot.gone_on
    moment = None if has_gone_on and is_to_act(snapshot.to_act, own.seat) else snapshot.moment
    mark = f"{snapshot.mark}+" if has_gone_on else snapshot.mark
    seen = msgspec.structs.replace(snapshot, own=own, moment=moment, mark=mark)
    return msgspec.structs.replace(seen, mark=_waiting_mark(seen, own)) if seen.is_waiting else seen


def _waiting_mark(seen: Snapshot, own: OwnView) -> str:
    row = seen.seats[own.seat]
    known: list[object] = ["waiting", own.note, (row.level, row.left, row.away)]
    known.append([seat.name for seat in seen.seats])
    said = [own.verdict, seen.teller.tip(own.view), seen.own_scene]
    return seen.teller.attempt("mark", lambda: mark_of([*known, said]), mark_of(known))


def mark_of(seen: object) -> str:
    """Return a fingerprint of encodable values; equal fingerprints mean equal pages."""
    return hashlib.blake2s(msgspec.json.encode(seen), digest_size=8).hexdigest()
