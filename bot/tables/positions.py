"""A position: a match with the news, reveals, guesses and decision counts that follow from its moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bot.clock import Elapsed
from bot.language import escape, quote
from bot.lists import not_none
from games.core.cards import Card
from games.core.game import Game
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import Presenter
from games.core.rules import CHANCE, Actor, ClaimState, State, ToAct, View, is_to_act, replace_at
from games.core.rules import OVER as GAME_OVER
from games.core.words import Cards, Text
from storage.rows import ITSELF, STAND_IN, GuessRow, MoveRow, Name, SeatRow, TableRow

# --- crowd --------------------------------------------------------------------------------------------------
# Guesses of spectators about whether claims (statements about hidden cards) are true.

KNOWN_OUTCOMES = ("true", "lie")
"""States of a claim (statement about hidden cards) whose truth is known."""


class BelieverShare(msgspec.Struct, frozen=True):
    """How many people guessed about a claim (statement about hidden cards), and how many believed it."""

    believed: int
    count: int


class GuessScore(msgspec.Struct, frozen=True):
    """A spectator's number of right guesses, and the number of right and wrong guesses together."""

    right: int = 0
    count: int = 0


NO_SCORE = GuessScore()


class SpectatorGuesses(msgspec.Struct, frozen=True):
    """All guesses of a game's spectators about claims (statements about hidden cards): true or a lie.

    A claim is identified by the number of moves up to and including it.
    """

    guesses: tuple[GuessRow, ...] = ()  # ``is_lie=None`` marks a person who has seen all hands
    lies: Mapping[int, bool] = {}  # whether a claim was a lie, for each claim whose truth is known
    revealed: int | None = None  # the last claim, if its truth is known

    def after(self, claim: ClaimState, seq: int) -> SpectatorGuesses:
        """Return the guesses after one more move.

        Args:
            claim: the state of the last claim.
            seq: the number of moves made.
        """
        if claim in KNOWN_OUTCOMES:
            lies = dict(self.lies)
            lies[seq - 1] = claim == "lie"
            return replace(self, lies=lies, revealed=seq - 1)
        if claim == "open" and self.revealed is not None:
            return replace(self, revealed=None)
        return self

    def with_guess(self, guess: GuessRow) -> SpectatorGuesses:
        """Add a guess, which replaces the person's earlier guess about the same claim."""
        guesses = {(known.seq, known.user_id): known for known in self.guesses}
        guesses[guess.seq, guess.user_id] = guess
        return replace(self, guesses=tuple([guesses[key] for key in sorted(guesses)]))

    def guess_of(self, user_id: int, claim: int | None) -> bool | None:
        """Return whether a person guessed that the claim is a lie; ``None`` without a guess."""
        for guess in self.guesses:
            if guess.user_id == user_id and guess.seq == claim:
                return guess.is_lie
        return None

    def has_seen_all(self, user_id: int) -> bool:
        """Return whether a person has been shown all hands, and so can no longer guess."""
        return any(guess.user_id == user_id and guess.is_lie is None for guess in self.guesses)

    @property
    def share(self) -> BelieverShare | None:
        """The guesses about the last claim; ``None`` if its truth is unknown or nobody guessed."""
        lies = not_none(guess.is_lie for guess in self.guesses if guess.seq == self.revealed)
        if lies:
            return BelieverShare(lies.count(False), len(lies))
        return None

    def scores(self, except_claim: int | None = None) -> dict[int, GuessScore]:
        """Return each person's score, by user id. Guesses about the claim ``except_claim`` do not count."""
        tallies: dict[int, GuessScore] = {}
        for known_guess in self.guesses:
            if (
                known_guess.is_lie is not None
                and known_guess.seq in self.lies
                and known_guess.seq != except_claim
            ):
                before = tallies.get(known_guess.user_id, NO_SCORE)
                is_right = known_guess.is_lie is self.lies[known_guess.seq]
                tallies[known_guess.user_id] = GuessScore(before.right + is_right, before.count + 1)
        return tallies


NO_GUESSES = SpectatorGuesses()
"""The guesses of a game without guessing spectators."""

# --- news ---------------------------------------------------------------------------------------------------
# News: what happened at a table, for the lines below its picture.
#
# Items of news keep the events. The text of an event is made when it is shown.

NEWS_MOVES = 24
"""Number of latest moves whose news is kept."""


class SeatNote(msgspec.Struct, frozen=True):
    """A note in a seat's private panel, such as a hint."""

    text: Text
    moves: tuple[str, ...] = ()  # the moves that a hint recommends, in notation


SeatNotes = tuple[SeatNote | None, ...]
"""For each seat a note in its private panel, or ``None``."""


class NewsItem(msgspec.Struct, eq=False):
    """The news about a move, or about another event, such as a new host."""

    # Of a move:
    view: View | None = None  # a spectator's view after the move; None once ``words`` is set
    actor: Actor | None = None
    made_by: str | None = None  # a value of ``MoveRow.made_by``
    players: tuple[SeatRow, ...] = ()  # of all seats at that time; empty if no seat has changed hands
    # Of another event, and of a move after its texts have been made:
    texts: tuple[Text, ...] = ()
    words: tuple[Text, ...] = ()

    def lines(self, presenter: Presenter[Any]) -> tuple[Text, ...]:
        """Return the texts of the news. The game's presenter makes them once; then they are cached."""
        if (view := self.view) is not None:
            self.words = tuple(not_none(presenter.say(event, view) for event in view.news))
            self.view = None
        return self.words or self.texts


def append_news(news: tuple[NewsItem, ...], item: NewsItem) -> tuple[NewsItem, ...]:
    """Return the news with an item added. Only news of the last ``NEWS_MOVES`` moves is kept."""
    moves = [place for place, item in enumerate(news) if item.actor is not None]
    start = moves[1 - NEWS_MOVES] if len(moves) >= NEWS_MOVES else 0
    return (*news[start:], item)


def closing_news(name: Name, reason: str) -> NewsItem:
    """Return the news that a moderator has closed the table.

    Args:
        name: the moderator's name; empty if their data was deleted.
        reason: may be empty.
    """
    by = escape(name) or Text("former-player")
    if not reason:
        return NewsItem(texts=(Text("log-closed-for-server", {"name": by}),))
    return NewsItem(texts=(Text("log-closed-because", {"name": by, "reason": quote(reason)}),))


class ShownReveal(NamedTuple):
    """A reveal of hidden cards, and its meaning for each seat."""

    position: State  # with the revealed cards
    moved: frozenset[int]  # seats that have moved since the reveal
    # Cached texts on what the reveal meant, by seat; under -1 the sentence about the cards, under -2 minus
    # the seat that about the outcome.
    consequences: dict[int, Text | None]
    seq: int  # the number of moves made at the reveal
    until: Elapsed | None = None  # the time at which panels stop showing the reveal; None if they do not
    seen: frozenset[int] = frozenset()  # seats whose players have tapped *Next*
    reactions: Mapping[int, int] = {}  # indexes into ``FACES`` by user id; not stored in the database
    eliminated: frozenset[int] = frozenset()  # seats that dropped out of the game at the reveal
    was_in_panels: bool = False  # private panels have shown the reveal
    before: View | None = None  # a spectator's view before the reveal, with the claims that led to it

    def consequence(self, seat: int, game: Game) -> Text | None:
        """Return a text that tells a seat's player what the reveal meant for the seat.

        Returns:
            ``None`` if there is no text, and once the seat has moved again.
        """
        if seat in self.moved:
            return None
        if seat not in self.consequences:
            self.consequences[seat] = game.presenter.consequence(game.rules.view(self.position, seat))
        return self.consequences[seat]

    def fact(self, game: Game) -> Text | None:
        """Return the sentence about the revealed cards; ``None`` if the game has none."""
        if -1 not in self.consequences:
            scene = game.presenter.reveal(game.rules.view(self.position, None))
            self.consequences[-1] = None if scene is None else scene.panel_line
        return self.consequences[-1]

    def outcome(self, game: Game, seat: int) -> Text | None:
        """Return the outcome of the reveal for a seat in one sentence; ``None`` if the game has none.

        A player who has tapped *Next* has read the outcome, but not what was done before the claim.
        """
        key = -2 - seat
        if key not in self.consequences:
            view = game.rules.view(self.position, seat)
            self.consequences[key] = game.presenter.aftermath(view, self.before)
        outcome = self.consequences[key]
        if outcome is None or seat not in self.seen:
            return outcome
        return Text(f"{outcome.key}-short", outcome.args) if "earlier" in outcome.args else None


REVEALS_PER_SEAT = 2
"""Number of latest reveals that are kept, for each seat: more than there are between two moves of a seat.

Those at which a seat dropped out are kept until the end.
"""


def reveals_after(
    reveals: tuple[ShownReveal, ...],
    match: Match,
    moved_seats: Sequence[int],
    eliminated: frozenset[int],
    before: View | None,
) -> tuple[ShownReveal, ...]:
    """Return the latest reveals of hidden cards after one more move, oldest first.

    Args:
        eliminated: seats that dropped out of the game with the move.
        before: a spectator's view before the move.
    """
    if not reveals and not match.reveal_seconds:
        return reveals
    earlier_reveals = tuple([reveal._replace(moved=reveal.moved.union(moved_seats)) for reveal in reveals])
    if not match.reveal_seconds:
        return earlier_reveals
    reveal = ShownReveal(match.state, frozenset(), {}, len(match.moves), eliminated=eliminated, before=before)
    others = len(earlier_reveals) + 1 - REVEALS_PER_SEAT * match.setup.seats
    kept = [known for place, known in enumerate(earlier_reveals) if place >= others or known.eliminated]
    return (*kept, reveal)


class RevealPause(msgspec.Struct, frozen=True):
    """A pause of the game in which hidden cards are revealed. Times are monotonic milliseconds."""

    until: Elapsed
    lasts: int  # the length of the pause in milliseconds; after a restart of the bot, the time left
    opens: Elapsed | None = None  # when the suspense ends, and words tell the outcome; None after it
    seats_ready: frozenset[int] = frozenset()  # seats whose players have tapped *Next*
    frame_ms: int = 0  # milliseconds from one step of the reveal to the next

    @property
    def began(self) -> Elapsed:
        """The time at which the pause began, or the bot was restarted in it."""
        return self.until - self.lasts


def without_last_move(news: Sequence[NewsItem]) -> Sequence[NewsItem]:
    """Return the news without the news of the last move."""
    last = max((place for place, item in enumerate(news) if item.actor is not None), default=None)
    return [item for place, item in enumerate(news) if place != last]


def since_last_person(news: Sequence[NewsItem], seats: Sequence[SeatRow]) -> Sequence[NewsItem]:
    """Return the news since the last move that a person made."""
    for number in reversed(range(len(news))):
        actor = news[number].actor
        is_own = news[number].made_by != STAND_IN
        if isinstance(actor, int) and is_person(seats[actor]) and is_own:
            return news[number + 1 :]
    return news


def is_person(seat: SeatRow) -> bool:
    """Return whether a seat belongs to a person. The person may be away."""
    return seat.level is None and not seat.has_left and seat.user_id is not None


class ClaimTruth(NamedTuple):
    """Whether a claim that waits for an answer is true, for people who may know it: after the game."""

    claimer: int  # a seat
    is_lie: bool
    view: View  # a spectator's view after an answer that reveals the cards


def claim_truth(match: Match, seat: int, answers: Iterable[Move] = ()) -> ClaimTruth | None:
    """Return the truth about the claim that a seat has to answer; ``None`` if it answers no claim.

    Args:
        answers: moves to try first.
    """
    rules = match.rules
    state = match.state
    if rules.claim(match.view(None)) != "open":
        return None
    claimer = next(int(actor) for actor, _ in reversed(match.moves) if actor != CHANCE)
    for move in chain(answers, match.legal(seat)):
        view = rules.view(rules.apply(state, seat, move), None)
        outcome = rules.claim(view)
        if outcome in KNOWN_OUTCOMES:
            return ClaimTruth(claimer, outcome == "lie", view)
    return None


# --- absence ------------------------------------------------------------------------------------------------
# People who are away keep their seats. A computer player moves for them until they return.

STAND_INS = 10
"""Number of names for computer players that move for absent people, one for each seat."""


class DecisionCounts(NamedTuple):
    """The numbers of decisions at a seat: by its player, and by a computer player in the player's place.

    A move without an alternative is not a decision.
    """

    by_player: int = 0
    by_computer: int = 0

    @property
    def is_absent(self) -> bool:
        """True if a computer player made more decisions than the player. This counts as leaving the game."""
        return self.by_player < self.by_computer


def count_decision(
    counts: tuple[DecisionCounts, ...], actor: Actor, made_by: str | None
) -> tuple[DecisionCounts, ...]:
    """Return the decision counts of all seats after one more move.

    Args:
        made_by: who chose the move, as in ``MoveRow``; ``None`` for the seat's own player.
    """
    # Random and automatic moves are no decisions.
    if actor == CHANCE or made_by == ITSELF:
        return counts
    by_player, by_computer = counts[int(actor)]
    new = DecisionCounts(by_player + (made_by is None), by_computer + (made_by is not None))
    return replace_at(counts, int(actor), new)


def is_present(seat: SeatRow) -> bool:
    """Return whether a person plays a seat and is not away."""
    return is_person(seat) and not seat.is_away


def is_away(seat: SeatRow) -> bool:
    """Return whether a seat's person is away. A computer player then moves for them."""
    return is_person(seat) and seat.is_away


def is_deserted(seats: tuple[SeatRow, ...]) -> bool:
    """Return whether people sit at the table and all of them are away."""
    people = [seat for seat in seats if is_person(seat)]
    return bool(people) and all(seat.is_away for seat in people)


def stand_in_number(table_id: str, seat: int) -> int:
    """Return the digit in the name of the computer player that moves for an absent person."""
    return (sum(map(ord, table_id)) + seat) % STAND_INS


DAY_MS = 86_400_000


def paused_until(row: TableRow) -> int | None:
    """Return when the pause ends by itself, in Unix milliseconds; ``None`` if the game is not paused."""
    if row.paused_at is None:
        return None
    return row.paused_at + (7 * DAY_MS if row.clock == "week" else DAY_MS)


def free_pause_at(row: TableRow) -> int | None:
    """Return the time from which a majority of votes is enough for another pause, in Unix milliseconds.

    Returns:
        ``None`` if there has been no pause yet.
    """
    if row.pause_ended_at is None:
        return None
    return row.pause_ended_at + DAY_MS


# --- position -----------------------------------------------------------------------------------------------
# Live play, restarts, replays and reviews all use ``Position.after``.


class Position(msgspec.Struct, frozen=True):
    """A match after some moves, and all that a table derives from these moves."""

    match: Match | None = None  # must not be changed; None before the game
    seq: int = 0  # the number of moves played, including moves of chance
    to_act: ToAct = ()
    view: View | None = None  # a spectator's view; None before the game
    # For each seat the number of moves made when its last turn began; -1 before its first turn.
    decisions: tuple[int, ...] = ()
    decision_counts: tuple[DecisionCounts, ...] = ()  # for each seat
    notes: SeatNotes = ()
    news: tuple[NewsItem, ...] = ()  # of the last moves, oldest first
    reveals: tuple[ShownReveal, ...] = ()  # the last reveals of hidden cards, oldest first
    reveal_pause: RevealPause | None = None  # the present pause for revealed cards
    guesses: SpectatorGuesses = NO_GUESSES  # guesses of spectators
    stand_in_moves: frozenset[int] = frozenset()  # numbers of moves that a computer made for an absent person
    state: State | None = None  # as in ``match``, which may have been played on since
    drawn: tuple[tuple[Card, ...], ...] = ()  # for each seat the cards that it drew in its last turn

    @property
    def absences(self) -> tuple[bool, ...]:
        """For each seat, true if its player made too few decisions, and so counts as absent."""
        return tuple([made.is_absent for made in self.decision_counts])

    @classmethod
    def first(cls, match: Match) -> Position:
        """Return the position of a match before its first move."""
        seats = match.setup.seats
        return cls(
            match,
            to_act=match.to_act,
            view=match.view(None),
            decisions=_decision_numbers(match.to_act, None, (), 0, (-1,) * seats),
            decision_counts=(DecisionCounts(),) * seats,
            notes=(None,) * seats,
            state=match.state,
            drawn=((),) * seats,
        )

    def after(self, match: Match, made_by: str | None) -> Position:
        """Return the position after the last move of ``match``, which ends the pause for revealed cards.

        Args:
            match: this position's match after one more move. It may be the same object.
            made_by: who chose the move, as in ``MoveRow``; ``None`` for the seat's own player.
        """
        actor, _ = match.moves[-1]
        moved = () if actor == CHANCE else (int(actor),)
        seq = len(match.moves)
        view = match.view(None)
        return Position(
            match,
            seq,
            match.to_act,
            view,
            _decision_numbers(match.to_act, self.to_act, moved, seq, self.decisions),
            count_decision(self.decision_counts, actor, made_by),
            # Beside cards that are dealt next, a note would seem to be about them.
            (None,) * len(self.notes) if actor == CHANCE else replace_at(self.notes, int(actor), None),
            append_news(self.news, NewsItem(view, actor, made_by)),
            reveals_after(self.reveals, match, moved, _dropped_out(self.view, view), self.view),
            None,
            self.guesses.after(match.rules.claim(view), seq),
            self.stand_in_moves | {seq - 1} if made_by == STAND_IN else self.stand_in_moves,
            match.state,
            self._drawn_after(match),
        )

    def _drawn_after(self, match: Match) -> tuple[tuple[Card, ...], ...]:
        actor, _ = match.moves[-1]
        if actor == CHANCE:
            return ((),) * len(self.drawn)
        seat = int(actor)
        cards = match.rules.drawn(self.state, match.state, seat, self.drawn[seat])
        return replace_at(self.drawn, seat, cards)

    def drawn_by(self, seat: int) -> tuple[Text, ...]:
        """Return which cards a seat that is to act has drawn in its last turn, as a line."""
        if self.match is None or not self.drawn[seat] or not is_to_act(self.to_act, seat):
            return ()
        family = self.match.rules.family(self.match.setup.options)
        return (Text("panel-drew", {"cards": Cards(self.drawn[seat], family.name)}),)

    def exit_of(self, seat: int) -> ShownReveal | None:
        """Return the reveal at which a seat dropped out of the game; ``None`` if there is none."""
        return next((reveal for reveal in self.reveals if seat in reveal.eliminated), None)

    def exits_after(self, end: ShownReveal) -> list[ShownReveal]:
        """Return the later reveals at which seats dropped out, oldest first."""
        return [reveal for reveal in self.reveals if reveal.seq > end.seq and reveal.eliminated]

    @property
    def last_reveal(self) -> ShownReveal | None:
        """The last reveal of hidden cards; ``None`` if there is none."""
        return self.reveals[-1] if self.reveals else None

    @property
    def in_suspense(self) -> bool:
        """True while some cards that the last move revealed are still shown face down."""
        return self.reveal_pause is not None and self.reveal_pause.opens is not None

    def may_tell(self, seat: int | None = None) -> bool:
        """Return whether people may know what the last move has led to: the result, the end, the next player.

        This is the one answer for all features. It is false while the table shows cards that the last move
        has revealed.

        Args:
            seat: the seat whose player is meant; ``None`` for everybody. A player who has tapped *Next* has
                seen the reveal, and may go on before the others.
        """
        return self.reveal_pause is None or seat in self.reveal_pause.seats_ready


BEFORE_GAME = Position()
"""The position of a table whose game has not begun."""


class LoggedMove(NamedTuple):
    """A move, its seat (or chance), and the kind of player that chose the move."""

    actor: Actor
    move: str | Move
    made_by: str | None = None  # a value of ``MoveRow.made_by``; None if the seat's player moved


def play_moves(start: Position, moves: Iterable[LoggedMove]) -> Iterator[Position]:
    """Play moves one by one, and yield the position after each move. All positions share one match object.

    Raises:
        RulesError: a move cannot be played.
    """
    position = start
    match = start.match
    assert match is not None
    for actor, move, made_by in moves:
        match.play(actor, move)
        position = position.after(match, made_by)
        yield position


def replay_log(start: Position, log: Iterable[MoveRow]) -> Position:
    """Return the position after all moves of a stored log.

    Raises:
        RulesError: a move cannot be played.
    """
    position = start
    for after in play_moves(start, map(_logged_move, log)):
        position = after
    return position


def _logged_move(row: MoveRow) -> LoggedMove:
    actor = CHANCE if row.actor is None else row.actor
    return LoggedMove(actor, row.move, row.made_by)


def replay_match(match: Match) -> Iterator[Position]:
    """Replay a match, and yield the position after each move. All positions share one match object."""
    start = Position.first(Match(match.rules, match.setup))
    return play_moves(start, (LoggedMove(actor, move) for actor, move in match.moves))


def _dropped_out(before: View | None, after: View) -> frozenset[int]:
    # Seats that are out of the game only after the move.
    if before is None:
        return frozenset(after.gone)
    return frozenset(after.gone).difference(before.gone)


def _decision_numbers(
    to_act: ToAct,
    to_act_before: ToAct | None,
    moved_seats: tuple[int, ...],
    move_count: int,
    previous_numbers: tuple[int, ...],
) -> tuple[int, ...]:
    """Return for each seat the number of moves made when its last turn began; -1 before its first turn."""
    numbers = list(previous_numbers)
    if to_act != CHANCE and to_act != GAME_OVER:
        for seat in to_act:
            if seat in moved_seats or to_act_before is None or not is_to_act(to_act_before, seat):
                numbers[seat] = move_count
    return tuple(numbers)
