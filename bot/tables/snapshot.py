"""Snapshots: everything that one viewer may be shown of a table at one moment.

Every page is a pure function of a snapshot and a language. A snapshot does not change when its table changes.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import msgspec

from bot.tables.crowd import Share
from bot.tables.makers import Cast, renamed, scene_with_numbers
from bot.tables.news import NewsItem, run_of
from bot.tables.table_facts import PublicFacts
from games import find_game
from games.core.moves import Move
from games.core.presentation import Moment, PanelScene, TableScene, Tale
from games.core.reveals import hidden_moment
from games.core.rules import ToAct, View, is_to_act
from games.core.words import Text
from storage.rows import PLAYING, SeatRow, WonTrophy


class OwnView(msgspec.Struct, frozen=True):
    """The part of a snapshot that only one seat may see.

    Attributes:
        view: everything that the seat knows of the position.
        legal: the seat's legal moves.
        verdict: what the last reveal of cards meant for the seat; ``None`` after the seat's next move.
        note: another text for the seat's panel; ``None`` after the seat's next move.
        look: a reveal that the panel still shows: the number of moves at that time, and the content.
        is_puzzle: the game is a puzzle, in which the seat makes only one move.
    """

    seat: int
    view: View
    legal: Sequence[Move]
    verdict: Text | None = None
    note: Text | None = None
    look: tuple[int, Reveal] | None = None
    is_puzzle: bool = False


class Guesser(msgspec.Struct, frozen=True):
    """A spectator's guesses about claims (statements about hidden cards).

    Attributes:
        claim: the claim that the spectator can guess about now, given as the number of moves up to and
            including it; ``None`` if there is none.
        guess: the spectator's guess about the last claim: true for a lie, ``None`` for no guess.
        truth: whether the last claim was a lie; ``None`` if unknown, or if a new claim can be guessed.
        right: number of the spectator's right guesses in this game.
        count: number of the spectator's guesses about claims whose truth is known.
    """

    claim: int | None
    guess: bool | None
    truth: bool | None
    right: int = 0
    count: int = 0


KEPT_SCENES = 256
"""Limit of positions whose scenes (texts and pictures) are cached."""


class Scenes(msgspec.Struct, eq=False):
    """A cache of the scenes (texts and pictures) of one position, for the table and for each seat's panel.

    Only a limited number of positions keep their scenes.
    """

    table: TableScene | None = None
    panels: dict[int, PanelScene] = {}

    def keep(self) -> None:
        """Note that this cache is about to be filled. If there are too many caches, the oldest cache is
        emptied.
        """
        if self.table is None and not self.panels:
            _kept.append(self)
            if len(_kept) > KEPT_SCENES:
                _kept.popleft().forget()

    def forget(self) -> None:
        """Drop all scenes (texts and pictures) of this position."""
        self.table, self.panels = None, {}


_kept: deque[Scenes] = deque()


@dataclass(frozen=True)
class Reveal:
    """A reveal: the position and reactions that are displayed while hidden cards are turned up.

    Attributes:
        view: a spectator's view of the position with the revealed cards.
        players: for each seat the number that stands for its player in texts (see ``Cast``).
        in_suspense: the cards are not shown yet, and the title is a question.
        step: number of steps of the reveal that have been shown.
        reactions: people's reactions, as indexes into ``FACES``.
    """

    view: View
    players: tuple[int, ...]
    in_suspense: bool
    step: int = 0
    reactions: tuple[int, ...] = ()

    @cached_property
    def moment(self) -> Moment:
        """The title, the line and the cards to show during the reveal, independent of language."""
        presenter = find_game(self.view.game).presenter
        moment = presenter.moment(self.view)
        assert moment is not None
        # In the suspense, the cards are hidden and the headline is a question.
        if self.in_suspense:
            question = presenter.suspense(self.view)
            assert question is not None
            moment = hidden_moment(moment, question, self.step)
        # Texts name the players of that time.
        line = None if moment.line is None else renamed(moment.line, self.players)
        board = moment.board if self.in_suspense else moment.board or presenter.table(self.view).board
        headline = renamed(moment.headline, self.players)
        return msgspec.structs.replace(moment, headline=headline, board=board, line=line)


@dataclass(frozen=True)
class Snapshot(PublicFacts):
    """Everything that a spectator or one seat may be shown of a table.

    Attributes:
        mark: fingerprint of the shown content, which tells when a message must be edited.
        seal: hash of everything that decides the deal (docs/FAIRNESS.md).
        seq: number of moves played.
        view: a spectator's view; ``None`` before the game, or if its moves cannot be replayed.
        own: what only the viewer's seat knows; ``None`` for a spectator.
        guesser: the spectator's own guesses about claims (statements about hidden cards).
        hands: the views of all seats, for a person who no longer plays.
        kept_news: the last news, oldest first.
        reveal: the reveal of hidden cards that is shown now; ``None`` if there is none.
        gone_on: seats whose players have tapped *Next* during this reveal.
        share: how many spectators believed the last claim; ``None`` before its cards are revealed.
        best: the greatest feat (remarkable act) of players who still have their seats, if any.
        named_trophy: the trophy to mention in the table's message.
        feats: texts about the greatest feats of a finished game.
        cast: the players whom texts name.
        name_numbers: for each seat the number that stands for its player in texts (see ``Cast``).
        scenes: cache of scenes (texts and pictures), shared by all snapshots of the position.
    """

    mark: str = ""
    seal: str = ""
    seq: int = 0
    view: View | None = None
    own: OwnView | None = None
    guesser: Guesser | None = None
    hands: tuple[View, ...] = ()
    kept_news: tuple[NewsItem, ...] = ()
    reveal: Reveal | None = None
    gone_on: frozenset[int] = frozenset()
    share: Share | None = None
    feats: tuple[Text, ...] = ()
    best: Tale | None = None
    named_trophy: WonTrophy | None = None
    cast: Cast = field(default_factory=lambda: Cast(()))
    name_numbers: tuple[int, ...] = ()
    scenes: Scenes = field(default_factory=Scenes)

    @property
    def to_act(self) -> ToAct:
        return () if self.view is None else self.view.to_act

    @property
    def former_players(self) -> tuple[SeatRow, ...]:
        return self.cast.others

    @property
    def scene(self) -> TableScene:
        """What the table shows to everybody, without texts in a language."""
        scene, view = self.scenes.table, self.view
        if scene is None:
            assert view is not None
            scene = scene_with_numbers(self.game.presenter.table(view), self.name_numbers)
            self.scenes.keep()
            self.scenes.table = scene
        return scene

    @property
    def own_scene(self) -> PanelScene:
        """What the viewer's panel (private message) shows, without texts in a language."""
        own = self.mine
        scene = self.scenes.panels.get(own.seat)
        if scene is None:
            scene = self.game.presenter.panel(own.view, own.legal)
            self.scenes.keep()
            self.scenes.panels[own.seat] = scene
        return scene

    @property
    def moment(self) -> Moment | None:
        """The title, the line and the cards to show while cards are revealed; ``None`` at other times."""
        return None if self.reveal is None else self.reveal.moment

    @property
    def in_suspense(self) -> bool:
        """True while some cards that the last move revealed are still shown face down."""
        return self.reveal is not None and self.reveal.in_suspense

    @property
    def news(self) -> tuple[Text, ...]:
        """The texts of the last moves and events, oldest first."""
        return self._lines(self.kept_news)

    @property
    def run(self) -> tuple[Text, ...]:
        """The texts of all events since the last move that a person made, oldest first."""
        return self._lines(run_of(self.kept_news, self.seats))

    def _lines(self, news: Sequence[NewsItem]) -> tuple[Text, ...]:
        """Return the texts of some news. Each text names the players at the time of its event."""
        say = self.game.presenter.say
        return tuple(
            [
                self.cast.with_players(line, item.players) if item.players else line
                for item in news
                for line in item.lines(say)
            ]
        )

    @property
    def mine(self) -> OwnView:
        """The part of the snapshot that only the viewer's seat may see."""
        assert self.own is not None
        return self.own

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that have to move now; empty during a pause, before a move of chance, and after the
        game.
        """
        can_act = isinstance(self.to_act, tuple) and not self.is_closed and not self.is_paused
        return self.to_act if can_act and isinstance(self.to_act, tuple) else ()

    @property
    def is_waiting(self) -> bool:
        """True if the viewer still plays, but has nothing to decide and no revealed cards to look at."""
        own = self.own
        if own is None or self.row.status != PLAYING or self.is_paused or self.reveal is not None:
            return False
        return not is_to_act(self.to_act, own.seat) and own.seat not in own.view.gone

    @property
    def is_my_turn(self) -> bool:
        return self.own is not None and self.own.seat in self.acting


def seen_with(snapshot: Snapshot, own: OwnView) -> Snapshot:
    """Return a seat's snapshot: the spectators' snapshot together with ``own``, which only the seat may see.

    The field ``mark`` of the result changes when the seat's panel must be drawn again.
    """
    # While the seat has nothing to do, the mark covers only its own knowledge, so moves of others redraw
    # nothing.
    if own.look is not None:
        seq, looked = own.look
        names = [seat.name for seat in snapshot.seats]
        mark = mark_of(["look", seq, own.verdict, names, looked.moment])
        return replace(snapshot, own=own, reveal=looked, seq=seq, gone_on=frozenset(), mark=mark)
    has_gone_on = own.seat in snapshot.gone_on
    reveal = None if has_gone_on and is_to_act(snapshot.to_act, own.seat) else snapshot.reveal
    mark = f"{snapshot.mark}+" if has_gone_on else snapshot.mark
    seen = replace(snapshot, own=own, reveal=reveal, mark=mark)
    return replace(seen, mark=_waiting_mark(seen, own)) if seen.is_waiting else seen


def _waiting_mark(seen: Snapshot, own: OwnView) -> str:
    row = seen.seats[own.seat]
    known: list[object] = ["waiting", own.note, (row.level, row.left, row.away)]
    known.append([seat.name for seat in seen.seats])
    if seen.restart_at is not None:
        known.append(seen.restart_at)
    return mark_of([*known, [own.verdict, seen.game.presenter.tip(own.view), seen.own_scene]])


def mark_of(seen: object) -> str:
    """Return a fingerprint of a JSON-encodable value: a short hash, as text."""
    return hashlib.blake2s(msgspec.json.encode(seen), digest_size=8).hexdigest()
