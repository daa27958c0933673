"""What one viewer may be shown of a table at one moment."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import msgspec

from bot.tables.fold import BelieverShare, NewsItem, since_last_person
from bot.tables.makers import PlayerNumbers, replace_seats, replace_seats_in_scene
from bot.tables.table_facts import PublicFacts, TableFacts
from games import find_game
from games.core.feats import Feat
from games.core.moves import Move
from games.core.presentation import Moment, PanelScene, PictureStory, Question, TableScene, hidden_moment
from games.core.rules import ToAct, View, is_to_act
from games.core.words import Text
from games.trophies import find_trophy
from storage.rows import PLAYING, SeatRow, WonTrophy

# --- named --------------------------------------------------------------------------------------------------
# Chooses the trophy that the message of a finished game mentions.

METALS = ("gold", "silver", "bronze")


def named_trophy(table: TableFacts) -> WonTrophy | None:
    """Return the rarest trophy won in a finished game; ``None`` if none may be mentioned."""
    # Fewest holders on the server first; among equally rare trophies gold before silver before bronze.
    ranked = []
    for won in table.trophies:
        trophy = find_trophy(won.name)
        if trophy is None or not won.is_named:
            continue
        # A trophy must not reveal a private lie.
        if not (trophy.tells_lie and table.seats[won.seat].user_id in table.discreet):
            ranked.append((won.holders, METALS.index(trophy.metal), won.name, won.seat, won))
    return min(ranked)[-1] if ranked else None


# --- snapshot -----------------------------------------------------------------------------------------------
# Snapshots: everything that one viewer may be shown of a table at one moment.
#
# Every page is a pure function of a snapshot and a language. A snapshot does not change when its table
# changes.


class PastReveal(NamedTuple):
    """A reveal of hidden cards that a panel still shows, although the game goes on."""

    seq: int  # the number of moves made at the reveal
    reveal: CurrentReveal


class OwnView(msgspec.Struct, frozen=True):
    """The part of a snapshot that only one seat may see."""

    seat: int
    view: View  # everything that the seat knows of the position
    legal: Sequence[Move]
    # What the last reveal of cards meant for the seat, and another note. Both end with the seat's next move.
    verdict: Text | None = None
    note: Text | None = None
    past_reveal: PastReveal | None = None
    is_puzzle: bool = False  # the seat makes only one move


class Guesser(msgspec.Struct, frozen=True):
    """A spectator's guesses about claims (statements about hidden cards)."""

    # The open claim, as the number of moves up to and including the claim; None if no claim is open.
    claim: int | None
    guess: bool | None  # about the last claim: True for a lie, None without a guess
    truth: bool | None  # whether the last claim was a lie; None if unknown, or if a claim is open
    right: int = 0  # the number of right guesses in this game
    count: int = 0  # the number of guesses in this game whose truth is known


KEPT_SCENES = 256
"""Limit of positions whose scenes (texts and pictures) are cached."""


class Scenes(msgspec.Struct, eq=False):
    """The cached scenes (texts and pictures) and questions of one position.

    Each position has such a cache. At most ``KEPT_SCENES`` of the caches are filled.
    """

    table: TableScene | None = None
    panels: dict[int, PanelScene] = {}  # by seat
    # The next question or the chosen move, by seat and answers so far.
    questions: dict[tuple[int, tuple[str, ...]], Question | Move | None] = {}

    def keep(self) -> None:
        """Mark this cache as filled. If too many caches are filled, the oldest one is emptied."""
        if self.table is None and not self.panels and not self.questions:
            _kept.append(self)
            if len(_kept) > KEPT_SCENES:
                _kept.popleft().forget()

    def forget(self) -> None:
        """Empty this cache."""
        self.table, self.panels, self.questions = None, {}, {}


_kept: deque[Scenes] = deque()


@dataclass(frozen=True)
class CurrentReveal:
    """A reveal of hidden cards as it is shown now: the position, and people's reactions."""

    view: View  # a spectator's view of the position
    players: tuple[
        int, ...
    ]  # for each seat the number that stands for its player in texts (``PlayerNumbers``)
    in_suspense: bool  # the cards are not shown yet, and the title is a question
    step: int = 0  # the number of steps of the reveal that have been shown
    reactions: tuple[int, ...] = ()  # indexes into ``FACES``

    @cached_property
    def moment(self) -> Moment:
        """The title, the line and the cards of the reveal, independent of language."""
        presenter = find_game(self.view.game).presenter
        moment = presenter.moment(self.view)
        assert moment is not None
        # In the suspense, the cards are hidden and the headline is a question.
        if self.in_suspense:
            question = presenter.suspense(self.view)
            assert question is not None
            moment = hidden_moment(moment, question, self.step)
        # Texts name the players of that time.
        line = None if moment.line is None else replace_seats(moment.line, self.players)
        board = moment.board if self.in_suspense else moment.board or presenter.table(self.view).board
        fact = None if moment.panel_line is None else replace_seats(moment.panel_line, self.players)
        headline = replace_seats(moment.headline, self.players)
        return msgspec.structs.replace(moment, headline=headline, board=board, line=line, panel_line=fact)


class FeatStory(NamedTuple):
    """A feat (remarkable act, such as a bold lie) of a finished game, with its texts and the players."""

    feat: Feat
    tale: PictureStory
    players: tuple[SeatRow, ...]

    @property
    def is_by_person(self) -> bool:
        """True for a feat of a person. False if the person has left, or the person's data was deleted."""
        row = self.players[self.feat.seat]
        return row.user_id is not None and not row.has_left

    @property
    def liar_id(self) -> int | None:
        """User id of the person who lied in this feat; ``None`` if no present person lied."""
        liar = None if self.feat.liar is None else self.players[self.feat.liar]
        return None if liar is None or liar.has_left else liar.user_id


@dataclass(frozen=True)
class Snapshot(PublicFacts):
    """Everything that a spectator or one seat may be shown of a table."""

    fingerprint: str = ""  # fingerprint of the content: a message is edited when it changes
    seal: str = ""  # hash of everything that decides the deal (docs/FAIRNESS.md)
    seq: int = 0  # the number of moves played
    view: View | None = None  # a spectator's view; None before the game, or if moves cannot be replayed
    own: OwnView | None = None  # None for a spectator
    guesser: Guesser | None = None  # the guesses of the spectator
    hands: tuple[View, ...] = ()  # the views of all seats, for a person who no longer plays
    kept_news: tuple[NewsItem, ...] = ()  # oldest first
    reveal: CurrentReveal | None = None  # the reveal of hidden cards that is shown now
    seats_ready: frozenset[int] = frozenset()  # seats whose players have tapped *Next* during the reveal
    share: BelieverShare | None = (
        None  # of spectators who believed the last claim; None before its cards are shown
    )
    feats: tuple[Text, ...] = ()  # remarkable acts in a finished game
    best: PictureStory | None = None  # the greatest of these acts by players who still have their seats
    named_trophy: WonTrophy | None = None  # is mentioned in the table's message
    player_numbers: PlayerNumbers = field(
        default_factory=lambda: PlayerNumbers(())
    )  # the players whom texts name
    name_numbers: tuple[int, ...] = ()  # for each seat its player's number in texts (``PlayerNumbers``)
    scenes: Scenes = field(default_factory=Scenes)  # shared by all snapshots of the position

    @property
    def to_act(self) -> ToAct:
        return () if self.view is None else self.view.to_act

    @property
    def former_players(self) -> tuple[SeatRow, ...]:
        return self.player_numbers.former_players

    @property
    def scene(self) -> TableScene:
        """What the table shows to everybody, independent of language."""
        scene, view = self.scenes.table, self.view
        if scene is None:
            assert view is not None
            scene = replace_seats_in_scene(self.game.presenter.table(view), self.name_numbers)
            self.scenes.keep()
            self.scenes.table = scene
        return scene

    @property
    def own_scene(self) -> PanelScene:
        """What the viewer's private panel shows, independent of language."""
        own = self.mine
        scene = self.scenes.panels.get(own.seat)
        if scene is None:
            scene = self.game.presenter.panel(own.view, own.legal)
            self.scenes.keep()
            self.scenes.panels[own.seat] = scene
        return scene

    def ask(self, answers: tuple[str, ...]) -> Question | Move | None:
        """Return the next question to the viewer after some answers, or the move that the answers select.

        Returns:
            ``None`` if the answers are not possible.
        """
        own, questions = self.mine, self.scenes.questions
        if (own.seat, answers) not in questions:
            question = self.ask(answers[:-1]) if answers else None
            next_step = self.game.presenter.ask(own.view, answers, question)
            self.scenes.keep()
            questions[own.seat, answers] = next_step
        return questions[own.seat, answers]

    @property
    def moment(self) -> Moment | None:
        """The title, the line and the cards to show while cards are revealed; ``None`` at other times."""
        return None if self.reveal is None else self.reveal.moment

    @property
    def is_publicly_closed(self) -> bool:
        """True if the table is closed, and people may know it."""
        return self.is_closed and self.reveal is None

    @property
    def in_suspense(self) -> bool:
        """True while some cards that the last move revealed are still shown face down."""
        return self.reveal is not None and self.reveal.in_suspense

    @property
    def news(self) -> tuple[Text, ...]:
        """The texts of the last moves and events, oldest first."""
        return self._lines(self.kept_news)

    @property
    def recent_events(self) -> tuple[Text, ...]:
        """The texts of all events since the last move that a person made, oldest first."""
        return self._lines(since_last_person(self.kept_news, self.seats))

    def _lines(self, news: Sequence[NewsItem]) -> tuple[Text, ...]:
        # Each text names the players at the time of its event.
        say = self.game.presenter.say
        return tuple(
            [
                self.player_numbers.with_numbers(line, item.players) if item.players else line
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
        """The seats that have to move next, also while revealed cards are shown.

        Empty while the game is paused, before a random move, and after the game.
        """
        can_act = isinstance(self.to_act, tuple) and not self.is_closed and not self.is_paused
        return self.to_act if can_act and isinstance(self.to_act, tuple) else ()

    @property
    def is_waiting(self) -> bool:
        """True if the viewer still plays, and only waits: no decision to make, no revealed cards to see."""
        own = self.own
        if own is None or self.row.status != PLAYING or self.is_paused or self.reveal is not None:
            return False
        return not is_to_act(self.to_act, own.seat) and own.seat not in own.view.gone

    @property
    def is_my_turn(self) -> bool:
        return self.own is not None and self.own.seat in self.acting


def with_own_view(snapshot: Snapshot, own: OwnView) -> Snapshot:
    """Return a seat's snapshot: the spectators' snapshot and the seat's own view."""
    # The fingerprint changes when the seat's panel must be drawn again.
    # While the seat has nothing to do, the fingerprint covers only its own knowledge, so moves of others
    # redraw nothing.
    if own.past_reveal is not None:
        seq, reveal = own.past_reveal
        names = [seat.name for seat in snapshot.seats]
        fingerprint = fingerprint_of(["look", seq, own.verdict, names, reveal.moment])
        return replace(
            snapshot, own=own, reveal=reveal, seq=seq, seats_ready=frozenset(), fingerprint=fingerprint
        )
    is_ready = own.seat in snapshot.seats_ready
    shown_reveal = None if is_ready and is_to_act(snapshot.to_act, own.seat) else snapshot.reveal
    fingerprint = f"{snapshot.fingerprint}+" if is_ready else snapshot.fingerprint
    seen = replace(snapshot, own=own, reveal=shown_reveal, fingerprint=fingerprint)
    return replace(seen, fingerprint=_waiting_fingerprint(seen, own)) if seen.is_waiting else seen


def _waiting_fingerprint(seen: Snapshot, own: OwnView) -> str:
    row = seen.seats[own.seat]
    contents: list[object] = ["waiting", own.note, (row.level, row.has_left, row.is_away)]
    contents.append([seat.name for seat in seen.seats])
    if seen.restart_at is not None:
        contents.append(seen.restart_at)
    return fingerprint_of([*contents, [own.verdict, seen.game.presenter.tip(own.view), seen.own_scene]])


def fingerprint_of(value: object) -> str:
    """Return a fingerprint of a JSON-encodable value: a short hash, as text."""
    return hashlib.blake2s(msgspec.json.encode(value), digest_size=8).hexdigest()
