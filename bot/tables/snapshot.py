"""What one viewer may be shown of a table at one moment."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import msgspec
import structlog

from bot.language import skeleton
from bot.lists import not_none
from bot.tables.positions import (
    BelieverShare,
    GuessScore,
    NewsItem,
    SeatNote,
    is_person,
    since_last_person,
)
from games import find_game
from games.core.game import Game
from games.core.highlights import Highlight
from games.core.moves import Move
from games.core.presentation import (
    Board,
    DecisionStakes,
    Face,
    PanelScene,
    PictureStory,
    Presenter,
    Question,
    RevealScene,
    SeatClaim,
    SeatSummary,
    TableScene,
)
from games.core.reveals import boards_before, hidden_reveal
from games.core.rules import OVER as GAME_OVER
from games.core.rules import Teams, ToAct, View, is_to_act
from games.core.words import Arg, Joined, Seat, Seats, Text
from storage.rows import (
    HERE,
    LOBBY,
    PLAYING,
    PRACTICE,
    THREAD,
    EveningRow,
    GatheringRow,
    Name,
    Ratings,
    SeatRow,
    TableRow,
    WonTrophy,
)

log = structlog.get_logger(__name__)

T = TypeVar("T")

# --- names --------------------------------------------------------------------------------------------------
# Names of players in texts. Seats can change hands, so a text may name a player who has left.


def with_user_names(rows: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return seat rows with user names added to players' names that look alike."""
    looks: dict[str, set[int | None]] = {}
    for row in rows:
        looks.setdefault(skeleton(row.name), set()).add(row.user_id)
    named = []
    for row in rows:
        is_ambiguous = len(looks[skeleton(row.name)]) > 1
        named.append(_with_handle(row) if is_ambiguous else row)
    return tuple(named)


def _with_handle(row: SeatRow) -> SeatRow:
    if not (row.name and row.handle):
        return row
    return msgspec.structs.replace(row, name=Name(f"{row.name} @{row.handle}"), handle=Name(""))


def is_same_player(row: SeatRow, other: SeatRow) -> bool:
    """Return whether two seat rows belong to the same player."""
    return (row.user_id, row.name, row.has_left) == (other.user_id, other.name, other.has_left)


class PlayerNumbers:
    """Numbers that stand for players in a table's texts.

    The number of a present player is the player's seat. Former players have larger numbers.

    Args:
        seats: the present players.
        lineups: earlier players; each line-up has one player for each seat.
    """

    def __init__(self, seats: Sequence[SeatRow], lineups: Iterable[Sequence[SeatRow]] = ()) -> None:
        self._seats = tuple(seats)
        self.former_players: tuple[SeatRow, ...] = ()  # in the order of their numbers
        for lineup in lineups:
            if lineup == self._seats:  # nobody has left since
                continue
            for seat, row in enumerate(lineup):
                if not is_same_player(self._seats[seat], row) and row not in self.former_players:
                    self.former_players += (row,)

    def has_players(self, players: Sequence[SeatRow]) -> bool:
        """Return whether all the given players still have their seats.

        Args:
            players: the player of each seat at an earlier time.
        """
        return all(is_same_player(row, now) for row, now in zip(players, self._seats, strict=True))

    def with_numbers(self, text: Text, players: Sequence[SeatRow]) -> Text:
        """Replace each seat in a text by its player's number, so that the text still names that player.

        Args:
            players: the player of each seat when the text was written.
        """
        return replace_seats(text, self.of(players))

    def of(self, players: Sequence[SeatRow]) -> tuple[int, ...]:
        """Return each player's number.

        Args:
            players: the player of each seat at an earlier time.
        """
        seats = self._seats
        if players == seats:
            return tuple(range(len(seats)))
        # Former players are numbered after all seats.
        numbers = []
        for seat, row in enumerate(players):
            if is_same_player(seats[seat], row):
                numbers.append(seat)
            else:
                numbers.append(len(seats) + self.former_players.index(row))
        return tuple(numbers)


def replace_seats(text: Text, numbers: Sequence[int]) -> Text:
    """Return a text with each seat number replaced by ``numbers[seat]``."""
    if all(seat == number for seat, number in enumerate(numbers)):
        return text
    return _replace_seats(text, numbers)


def replace_seats_in_scene(scene: TableScene, numbers: Sequence[int]) -> TableScene:
    """Return a table's scene with each seat number in its texts replaced by ``numbers[seat]``."""
    line = scene.line and replace_seats(scene.line, numbers)
    return msgspec.structs.replace(scene, headline=replace_seats(scene.headline, numbers), line=line)


def without_suggestions(scene: PanelScene) -> PanelScene:
    """Return a panel's scene without frames in the hand, and without the lines about the framed cards."""
    hand = scene.hand
    if hand is not None:
        rows = [msgspec.structs.replace(row, groups=tuple(map(_unframed, row.groups))) for row in hand.rows]
        hand = msgspec.structs.replace(hand, rows=tuple(rows))
    return msgspec.structs.replace(scene, lines=scene.lines[: scene.needed_lines], hand=hand)


def _unframed(group: Sequence[Face]) -> tuple[Face, ...]:
    faces = list(group)
    for index, face in enumerate(faces):
        if face.mark == "hot":
            faces[index] = Face(face.card)
    return tuple(faces)


def _replace_seats(text: Text, numbers: Sequence[int]) -> Text:
    return Text(text.key, {name: _argument(arg, numbers) for name, arg in text.args.items()})


def _argument(arg: Arg, numbers: Sequence[int]) -> Arg:
    match arg:
        case Seat():
            return Seat(numbers[arg.seat])
        case Seats():
            return Seats(tuple([numbers[seat] for seat in arg.seats]))
        case Text():
            return _replace_seats(arg, numbers)
        case Joined():
            return Joined(tuple([_replace_seats(text, numbers) for text in arg.texts]))
    return arg


# --- public table -------------------------------------------------------------------------------------------


def is_rated(seats: Sequence[SeatRow]) -> bool:
    """Return whether a game counts for ratings: it began with two or more players, all of them people."""
    return len(seats) >= 2 and all(seat.level is None or seat.has_left for seat in seats)


def teams_of(game: Game, seats: int, options: Mapping[str, str]) -> Teams:
    """Return the team of each seat, free seats included; an empty tuple if everybody plays alone."""
    return game.rules.teams(max(seats, game.rules.seats[0]), options)


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game of an evening (series of games)."""

    table_id: str
    game: str
    seats: tuple[SeatRow, ...]
    winners: tuple[int, ...]  # seats; none if all seats tie


class EveningHighlight(msgspec.Struct, frozen=True):
    """A line about a memorable act in an evening (series of games)."""

    id: str
    seats: tuple[SeatRow, ...]  # the players whom the text may name
    text: Text


class EveningSummary(msgspec.Struct, frozen=True):
    """The summary of an evening (series of games with mostly the same people)."""

    evening: EveningRow
    ended_at: int
    games: tuple[PlayedGame, ...]
    highlights: tuple[EveningHighlight, ...]


@dataclass(frozen=True)
class PublicTable:
    """What a table and its snapshots have in common: what is no secret, apart from the position.

    Only ``row.seed`` is secret. Snapshots are made without it.
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    gathering: GatheringRow = HERE  # the channel or thread, and the invitations
    ratings: Ratings = ()  # changes by a rated game
    places: tuple[int, ...] = ()  # the final place of each seat; empty without a result
    # The series of games with mostly the same people, and its summary once it is over.
    evening: EveningRow | None = None
    story: EveningSummary | None = None
    champions: frozenset[int] = frozenset()  # user ids of winners of the server's last tournament of the game
    trophies: tuple[WonTrophy, ...] = ()  # won by the game; the rarest on this server first
    incident: str | None = None  # the incident number of a table that is closed because of an error
    restart_at: int | None = None  # the announced restart of the bot, Unix milliseconds
    is_host_gone: bool = False  # the lobby's host has not been seen for ``HOST_GONE_MS``
    server: str = ""  # the server's name; empty until the bot knows it
    faults: set[str] = field(default_factory=set, compare=False)  # kinds of errors that are logged already

    @property
    def former_players(self) -> tuple[SeatRow, ...]:
        """Players who have left their seats but are still named in texts."""
        return ()

    @property
    def id(self) -> str:
        return self.row.id

    @cached_property
    def game(self) -> Game:
        return find_game(self.row.game)

    @cached_property
    def options(self) -> dict[str, str]:
        """The value of every option; the default if the game got the option after the table was opened."""
        return self.game.rules.all_options(self.row.options)

    @property
    def is_lobby(self) -> bool:
        return self.row.status == LOBBY and self.incident is None

    @property
    def is_playing(self) -> bool:
        return self.row.status == PLAYING and self.incident is None

    @property
    def is_practice(self) -> bool:
        """True for a practice table: one person and computer players, in a direct message with the bot."""
        return self.row.guild_id == PRACTICE

    @property
    def is_closed(self) -> bool:
        """True if the table is over, cancelled, or set aside because of an error."""
        return self.incident is not None or self.row.status not in (LOBBY, PLAYING)

    @property
    def has_begun(self) -> bool:
        """True if the table's game has ever started."""
        return self.row.first is not None

    @property
    def thread_id(self) -> int | None:
        """The thread in which the game is played; ``None`` if it has none, or has left it."""
        if self.gathering.venue == THREAD:
            return self.gathering.thread_id
        return None

    @property
    def is_paused(self) -> bool:
        return self.row.paused_at is not None and self.is_playing

    @property
    def is_still_rated(self) -> bool:
        """True if the game counts for ratings and has no result yet."""
        return not self.is_closed and not self.row.is_decided and is_rated(self.seats)

    @property
    def may_spectators_guess(self) -> bool:
        """True if spectators of this table may guess during the game whether claims are lies."""
        return self.row.crowd and self.incident is None and self.game.rules.has_claims

    @property
    def has_hints(self) -> bool:
        """True if players may ask for hints. The default is true for games with computer players."""
        if self.incident is not None or self.game.assess is None:
            return False
        has_computers = any(seat.level is not None and seat.user_id is None for seat in self.seats)
        return has_computers if self.row.hints is None else self.row.hints

    @cached_property
    def people(self) -> tuple[SeatRow, ...]:
        """Rows of the seats that people play now."""
        return tuple(filter(is_person, self.seats))

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat that a user plays now; ``None`` without a seat."""
        return self._seats_by_user.get(user_id)

    @cached_property
    def _seats_by_user(self) -> dict[int | None, int]:
        return {row.user_id: row.seat for row in self.people}

    def voters(self, act: str) -> tuple[int, ...]:
        """Return the seats of the players who have voted for an act such as ``pause``."""
        voters = self.row.votes.get(act, ())
        return tuple(not_none(map(self.seat_of, voters)))

    def attempt(self, kind: str, make: Callable[[], T], instead: T) -> T:
        """Return the result of ``make()``, or ``instead`` if it raises an error.

        Args:
            kind: what is made. The first error of each kind is logged.
        """
        # All texts and pictures are made through this method, so that their errors cannot stop the game.
        try:
            return make()
        except Exception:
            if kind not in self.faults:
                self.faults.add(kind)
                log.exception("something cannot be shown", table=self.id, kind=kind)
            return instead


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
    # The consequence of the last reveal for the seat, and another note. Both end with the seat's next move.
    consequence: Text | None = None
    fact: Text | None = None  # the sentence about the cards that had this consequence
    # The outcomes of reveals since the seat's last decision that the person has not read, the oldest first;
    # of a seat that is out, of those at which others dropped out later.
    outcomes: tuple[Text, ...] = ()
    note: SeatNote | None = None
    past_reveal: PastReveal | None = None
    exit: PastReveal | None = None  # the reveal at which the seat dropped out, once it is not on top
    is_puzzle: bool = False  # the seat makes only one move


class Guesser(msgspec.Struct, frozen=True):
    """A spectator's guesses about claims (statements about hidden cards)."""

    # The open claim, as the number of moves up to and including the claim; None if no claim is open.
    claim: int | None
    guess: bool | None  # about the last claim: True for a lie, None without a guess
    truth: bool | None  # whether the last claim was a lie; None if unknown, or if a claim is open
    right: int = 0  # the number of right guesses in this game
    count: int = 0  # the number of guesses in this game whose truth is known


KEPT_SCENES = 1024
"""Limit of positions whose scenes (texts and pictures) are cached: those of a thousand tables, 6 kB each."""


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
        self.table = None
        self.panels = {}
        self.questions = {}


_kept: deque[Scenes] = deque()


@dataclass(frozen=True)
class CurrentReveal:
    """A reveal of hidden cards as it is shown now: the position, and people's reactions."""

    view: View  # a spectator's view of the position
    players: tuple[
        int, ...
    ]  # for each seat the number that stands for its player in texts (``PlayerNumbers``)
    in_suspense: bool  # the cards are not shown yet, and the title is a question
    frame_ms: int = 0  # milliseconds of each frame of the animation
    reactions: tuple[int, ...] = ()  # indexes into ``FACES``
    before: View | None = None  # a spectator's view of the position before the reveal

    @cached_property
    def claims(self) -> tuple[SeatClaim, ...]:
        """The claims that led to the reveal, the oldest first."""
        if self.before is None or not self._presenter.claims_rise:
            return ()
        # Texts name the players of that time.
        players = self.players
        return tuple(
            [
                SeatClaim(players[claim.seat], replace_seats(claim.words, players))
                for claim in self._presenter.claims(self.before)
            ]
        )

    @cached_property
    def scene(self) -> RevealScene:
        """The title, the line and the cards of the reveal, independent of language."""
        # In the suspense, the cards are hidden and the headline is a question.
        if self.in_suspense:
            question = self._presenter.suspense(self.view)
            assert question is not None
            reveal = hidden_reveal(self._outcome, question)
        else:
            reveal = msgspec.structs.replace(self._outcome, board=self.last_board)
        # Texts name the players of that time.
        if reveal.line is None:
            line = None
        else:
            line = replace_seats(reveal.line, self.players)
        if reveal.panel_line is None:
            fact = None
        else:
            fact = replace_seats(reveal.panel_line, self.players)
        headline = replace_seats(reveal.headline, self.players)
        return msgspec.structs.replace(reveal, headline=headline, line=line, panel_line=fact)

    @cached_property
    def question(self) -> Text | None:
        """The title before the first card is turned face up; ``None`` if no card is turned."""
        if self.earlier_boards:
            question = self._presenter.suspense(self.view)
        else:
            question = None
        if question is None:
            return None
        return replace_seats(question, self.players)

    @cached_property
    def earlier_boards(self) -> tuple[Board, ...]:
        """The pictures before the outcome, with more and more cards face up; empty if no card is turned.

        The last one shows all cards without the outcome.
        """
        return boards_before(self._outcome)

    @property
    def is_animated(self) -> bool:
        """True if cards are turned face up in several steps, which an animation shows."""
        return len(self.earlier_boards) > 2

    @cached_property
    def last_board(self) -> Board | None:
        """The picture of the outcome."""
        return self._outcome.board or self._presenter.table(self.view).board

    @property
    def _presenter(self) -> Presenter[Any]:
        return find_game(self.view.game).presenter

    @cached_property
    def _outcome(self) -> RevealScene:
        reveal = self._presenter.reveal(self.view)
        assert reveal is not None
        return reveal


class HighlightStory(NamedTuple):
    """A highlight (highlight, such as a bold lie) of a finished game, with its texts and the players."""

    highlight: Highlight
    tale: PictureStory
    players: tuple[SeatRow, ...]

    @property
    def is_by_person(self) -> bool:
        """True for a highlight of a person who has not left, and whose data was not deleted."""
        row = self.players[self.highlight.seat]
        return row.user_id is not None and not row.has_left

    @property
    def liar_id(self) -> int | None:
        """User id of the person who lied in this highlight; ``None`` if no present person lied."""
        if self.highlight.liar is None:
            liar = None
        else:
            liar = self.players[self.highlight.liar]
        return None if liar is None or liar.has_left else liar.user_id


@dataclass(frozen=True)
class Snapshot(PublicTable):
    """Everything that a spectator or one seat may be shown of a table."""

    fingerprint: str = ""  # fingerprint of the content: a message is edited when it changes
    seal: str = ""  # hash of everything that decides the deal (docs/FAIRNESS.md)
    seq: int = 0  # the number of moves played
    view: View | None = None  # a spectator's view; None before the game, or if moves cannot be replayed
    # For each seat the number of moves made when its last turn began; -1 before its first turn.
    decisions: tuple[int, ...] = ()
    own: OwnView | None = None  # None for a spectator
    guesser: Guesser | None = None  # the guesses of the spectator
    hands: tuple[View, ...] = ()  # the views of all seats, for a person who no longer plays
    kept_news: tuple[NewsItem, ...] = ()  # oldest first
    reveal: CurrentReveal | None = None  # the reveal of hidden cards that is shown now
    seats_ready: frozenset[int] = frozenset()  # seats whose players have tapped *Next* during the reveal
    share: BelieverShare | None = (
        None  # of spectators who believed the last claim; None before its cards are shown
    )
    highlights: tuple[Text, ...] = ()  # highlights in a finished game
    best: PictureStory | None = None  # the greatest of these acts by players who still have their seats
    # the spectators and eliminated players with the most right guesses in a finished game
    best_guessers: tuple[tuple[Name, GuessScore], ...] = ()
    named_trophies: tuple[WonTrophy, ...] = ()  # the trophy that the table's message mentions, by its winners
    player_numbers: PlayerNumbers = field(
        default_factory=lambda: PlayerNumbers(())
    )  # the players whom texts name
    name_numbers: tuple[int, ...] = ()  # for each seat its player's number in texts (``PlayerNumbers``)
    scenes: Scenes = field(default_factory=Scenes)  # shared by all snapshots of the position

    @property
    def to_act(self) -> ToAct:
        return () if self.view is None else self.view.to_act

    @property
    def is_over(self) -> bool:
        """True if the game was played to its end."""
        return self.to_act == GAME_OVER

    @property
    def gone(self) -> tuple[int, ...]:
        """Seats that are out of the game."""
        return () if self.view is None else self.view.gone

    @property
    def former_players(self) -> tuple[SeatRow, ...]:
        return self.player_numbers.former_players

    @property
    def scene(self) -> TableScene:
        """What the table shows to everybody, independent of language."""
        scene = self.scenes.table
        view = self.view
        if scene is None:
            assert view is not None
            scene = replace_seats_in_scene(self.game.presenter.table(view), self.name_numbers)
            self.scenes.keep()
            self.scenes.table = scene
        return scene

    @property
    def own_scene(self) -> PanelScene:
        """What the viewer's private panel shows, independent of language."""
        return self.scene_for(self.mine)

    def scene_for(self, own: OwnView) -> PanelScene:
        """Return what the private panel of a seat shows, independent of language."""
        scene = self.scenes.panels.get(own.seat)
        if scene is None:
            scene = self.game.presenter.panel(own.view, own.legal)
            self.scenes.keep()
            self.scenes.panels[own.seat] = scene
        # The frame around the best cards would suggest the answer.
        return without_suggestions(scene) if own.is_puzzle else scene

    @cached_property
    def strip(self) -> tuple[SeatSummary, ...]:
        """What a decision needs to know of each seat, in the order of play."""
        view = self.view
        if view is None:
            return ()
        return self.attempt("strip", lambda: self.game.presenter.strip(view), ())

    @cached_property
    def claims(self) -> tuple[SeatClaim, ...]:
        """The claims that the next decision builds on, the oldest first."""
        view = self.view
        if view is None:
            return ()
        return self.attempt("claims", lambda: self.game.presenter.claims(view), ())

    @cached_property
    def own_stakes(self) -> DecisionStakes | None:
        """What the viewer's next decision can win and cost; ``None`` if that is nothing."""
        view = self.mine.view
        return self.attempt("stakes", lambda: self.game.presenter.stakes(view), None)

    def ask(self, answers: tuple[str, ...]) -> Question | Move | None:
        """Return the next question to the viewer after some answers, or the move that the answers select.

        Returns:
            ``None`` if the answers are not possible.
        """
        return self.ask_for(self.mine, answers)

    def ask_for(self, own: OwnView, answers: tuple[str, ...]) -> Question | Move | None:
        """Return what ``ask`` returns for a seat."""
        questions = self.scenes.questions
        if (own.seat, answers) not in questions:
            question = self.ask_for(own, answers[:-1]) if answers else None
            next_step = self.game.presenter.ask(own.view, answers, question)
            self.scenes.keep()
            questions[own.seat, answers] = next_step
        return questions[own.seat, answers]

    @property
    def reveal_scene(self) -> RevealScene | None:
        """The title, the line and the cards to show while cards are revealed; ``None`` at other times."""
        return None if self.reveal is None else self.reveal.scene

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
        presenter = self.game.presenter
        texts: list[Text] = []
        for item in news:
            lines = item.lines(presenter)
            if item.players:
                lines = tuple([self.player_numbers.with_numbers(line, item.players) for line in lines])
            texts += lines
        return tuple(texts)

    @property
    def mine(self) -> OwnView:
        """The part of the snapshot that only the viewer's seat may see."""
        assert self.own is not None
        return self.own

    @cached_property
    def acting(self) -> tuple[int, ...]:
        """The seats that have to move next, also while revealed cards are shown.

        Empty while the game is paused, before a random move, and after the game.
        """
        to_act = self.to_act
        if not isinstance(to_act, tuple) or self.is_closed or self.is_paused:
            return ()
        return to_act

    @cached_property
    def is_out(self) -> bool:
        """True if the viewer's seat has dropped out of a game that is still running."""
        own = self.own
        return own is not None and not self.is_closed and own.seat in own.view.gone

    @cached_property
    def is_waiting(self) -> bool:
        """True if the viewer still plays, and only waits: no decision to make, no revealed cards to see."""
        return self.own is not None and only_waits(self, self.own, self.reveal)

    @cached_property
    def is_my_turn(self) -> bool:
        return self.own is not None and self.own.seat in self.acting


def only_waits(snapshot: Snapshot, own: OwnView, reveal: CurrentReveal | None) -> bool:
    """Return whether a seat only waits.

    Args:
        snapshot: that of spectators, or the seat's own.
        reveal: the reveal of cards that the seat is shown.
    """
    if snapshot.row.status != PLAYING or snapshot.is_paused or reveal is not None:
        return False
    is_out = not snapshot.is_closed and own.seat in own.view.gone
    return not is_to_act(snapshot.to_act, own.seat) and not is_out
