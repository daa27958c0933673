"""What may be shown of a table at one moment.

Everything that people see is a pure function of a snapshot and a language. A snapshot is made once and never
looks at its table again, so that what is drawn across many awaits is still of one position.
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
    """What one seat knows by itself.

    Attributes:
        verdict: what the last moment of truth meant for it, until its own next move.
        note: what else it is told until then.
        look: what came to light last, while the seat still looks at it though play has gone on: the number of
            that position, and what it was.
    """

    seat: int
    view: View
    legal: Sequence[Move]
    verdict: Text | None = None
    note: Text | None = None
    look: tuple[int, Moment] | None = None


class Guesser(msgspec.Struct, frozen=True):
    """Somebody who guesses along.

    Attributes:
        claim: the claim that can be guessed now; ``None`` while there is none.
        guess: what they think of it, or thought of the last one; ``None`` for nothing.
        truth: whether the last one was a lie, once everybody knows and until another one stands.
        right: how often they were right in this game.
        count: of how many guesses.
    """

    claim: int | None
    guess: bool | None
    truth: bool | None
    right: int = 0
    count: int = 0


KEPT_SCENES = 256
"""Number of positions whose scenes are cached; those of all would be a quarter of an open table's memory."""


class Scenes(msgspec.Struct, eq=False):
    """What a position looks like: the table, and the panels by their seats.

    Each scene is made once, while people are shown it; the longest made go when there are too many.
    """

    table: TableScene | None = None
    panels: dict[int, PanelScene] = {}

    def keep(self) -> None:
        """Count as one that scenes were just made for."""
        if self.table is None and not self.panels:
            _kept.append(self)
            if len(_kept) > KEPT_SCENES:
                _kept.popleft().forget()

    def forget(self) -> None:
        """Let the scenes go; whoever looks next makes them anew."""
        self.table, self.panels = None, {}


_kept: deque[Scenes] = deque()


class Snapshot(msgspec.Struct, frozen=True):
    """A table at one moment, as a spectator or as one seat may see it.

    Attributes:
        teller: what puts it into words.
        incident: of a table that is set aside, since it cannot be replayed: the number to ask by.
        status: ``lobby``, ``playing``, ``over`` or ``cancelled``.
        has_begun: it was ever more than a lobby.
        clock: how much time a turn has.
        deserted_until: everybody is away, and the game is closed then, unless one comes back.
        commitment: to the secret of the shuffles.
        seal: what fixes all that decides the deal (docs/FAIRNESS.md).
        seq: the position's number: how many moves have been played.
        decisions: number of the decision that each seat faces.
        news: what has happened last, oldest first.
        run: what has happened since a person moved last, oldest first.
        mark: fingerprint of what is shown.
        view: a spectator's view; ``None`` before the game starts, and when its moves cannot be replayed.
        own: the viewer's own knowledge, ``None`` for a spectator.
        moment: the moment of truth that stands alone now, if any; who is to act has seen enough otherwise.
        in_suspense: it has not come to light yet: the moment is what everybody asks.
        gone_on: the seats whose people have seen enough of it.
        gathering: in which channel or thread it is played, and who was asked to come.
        feats: the greatest feats of a finished game, in a line each.
        ratings, places: what it made of each seat's rating, and place, once its result is written.
        free_pause_at: before then another pause takes everybody; ``None`` if there was none yet.
        paused_until: nothing goes on until somebody lets it, or until then; ``None`` while it does.
        watching: who plays no more may see all hands.
        crowd: the host lets who watches guess, where there is something to guess.
        hints: people may ask what a strong player would do.
        votes: the seats that are for an act, by its name (``bot.tables.votes``).
        verdict: how it ended before its end, or was decided.
        evening: the games that it is one of, and their score.
        story: what there is to tell of the evening, once that is over.
        share: how many of those who watch believed the last claim, once everybody knows.
        has_crowd: they may guess now; ``guesser``: the viewer, if it is somebody who does.
        hands: every seat's own view, for somebody who plays no more; empty for everybody else.
        voices: other players whom texts name, by the numbers behind those of the seats.
        told_of: by what number the table's own lines name each seat.
        scenes: what has been made of the position, by whichever of its snapshots was shown first.
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
        """What the channel sees of a game, without any language."""
        scene, view = self.scenes.table, self.view
        if scene is None:
            assert view is not None
            scene = told_by(self.teller.table(view), self.told_of)
            self.scenes.keep()
            self.scenes.table = scene
        return scene

    @property
    def own_scene(self) -> PanelScene:
        """What the viewer's panel shows, without any language."""
        own = self.mine
        scene = self.scenes.panels.get(own.seat)
        if scene is None:
            scene = self.teller.panel(own.view, own.legal)
            self.scenes.keep()
            self.scenes.panels[own.seat] = scene
        return scene

    @property
    def mine(self) -> OwnView:
        """What the viewer knows by itself, who has a seat here."""
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
        """Tell whether the game was played to its end."""
        return self.view is not None and self.view.is_over

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats that have nothing more to decide."""
        return () if self.view is None else self.view.gone

    @property
    def counts(self) -> bool:
        """Tell whether its result is still to be written, and counts among people."""
        return not self.is_closed and not self.is_decided and is_rated(self.seats)

    @property
    def is_decided(self) -> bool:
        """Tell whether a result was written before the end."""
        return self.verdict is not None and self.verdict.moves is not None

    @property
    def is_paused(self) -> bool:
        return self.paused_until is not None

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats to act, none when chance is to act, the game is over or paused."""
        can_act = isinstance(self.to_act, tuple) and not self.is_closed and not self.is_paused
        return self.to_act if can_act and isinstance(self.to_act, tuple) else ()

    @property
    def is_waiting(self) -> bool:
        """Tell whether others play, and the viewer has nothing to decide yet, nor to see at once."""
        own = self.own
        if own is None or self.status != PLAYING or self.is_paused or self.moment is not None:
            return False
        return not is_to_act(self.to_act, own.seat) and own.seat not in own.view.gone

    @property
    def is_my_turn(self) -> bool:
        return self.own is not None and self.own.seat in self.acting


def seen_with(snapshot: Snapshot, own: OwnView) -> Snapshot:
    """Return a table as one seat sees it.

    Its mark tells all that the seat's panel shows, besides what is being chosen there. While the seat waits
    that is nothing but its own, so the mark stays the same while others play.
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
    """Make a fingerprint of whatever is shown: equal marks, equal messages."""
    return hashlib.blake2s(msgspec.json.encode(seen), digest_size=8).hexdigest()
