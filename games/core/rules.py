"""The contract of a game's rules: a pure function of setup and moves (README.md of the rules).

Few verbs serve every game: who is to act, what is legal, apply, view, result. One judge of legality:
``move in rules.legal(state, seat)``; ``refuse`` only explains a move already known to be illegal.

A position is a value, so what is worked out of it (its legal moves, what everybody may see of it) is worked
out once and stays with it, outside of its fields: it is no part of what the position is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from games.core.cards import STANDARD, Card, Family, Place, find_card
from games.core.errors import IllegalMove, NotationError, Refusal, SetupError
from games.core.events import Event, witnessed
from games.core.feats import Feat
from games.core.moves import (
    CHANCE_MOVES,
    ChanceMove,
    ChanceRequest,
    Move,
    option_text,
    quote,
    shorten,
    words_of,
)
from games.core.results import Result
from games.core.seats import Teams

CHANCE: Literal["chance"] = "chance"
OVER: Literal["over"] = "over"

ClaimState: TypeAlias = Literal["open", "true", "lie"] | None
"""How it stands with what somebody has claimed; ``None`` where nobody has, or nobody else learns it."""

Actor: TypeAlias = int | Literal["chance"]
ToAct: TypeAlias = tuple[int, ...] | Literal["chance", "over"]
"""Who acts: sorted seats (several in a simultaneous phase), ``"chance"``, or ``"over"``."""


class Setup(msgspec.Struct, frozen=True):
    """How a game begins: number of seats, every option with its value, the seat that acts first."""

    seats: int
    options: Mapping[str, str]
    first: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A position; every game adds its own fields.

    Args:
        to_act: who acts.
        setup: how the game began.
        news: what the last move brought about, with nothing hidden left out: only the host sees it.
    """

    to_act: ToAct
    setup: Setup
    news: tuple[Event, ...] = ()

    def places(self) -> tuple[Place, ...]:
        """Say where all that can be seen or hidden lies, and who may look: each card is in one place.

        No view is made from it: it says a second time what lies open, so that the contract suite can compare.
        """
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__module__} state, to act: {self.to_act}>"  # hands never reach a log


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may know; ``seat`` is ``None`` for a spectator. Every game adds its own fields.

    Fields are an allow-list: what a game does not put here, nobody sees. ``news`` holds the events of the
    last move as far as this viewer witnessed them.
    """

    game: str
    seats: int
    seat: int | None
    to_act: ToAct
    options: Mapping[str, str]
    result: Result | None = None
    news: tuple[Event, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.to_act == OVER

    @property
    def is_my_turn(self) -> bool:
        return self.seat is not None and is_to_act(self.to_act, self.seat)

    @property
    def gone(self) -> tuple[int, ...]:
        """The seats that have nothing more to decide until the end, who went first first."""
        return ()

    @property
    def settled(self) -> tuple[int, ...]:
        """Those of them whose place is settled, whatever else happens; the first of them is last of all.

        The seats of a team are settled together.
        """
        return self.gone


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)

History: TypeAlias = Iterable[tuple[S, Actor, Move, S]]
"""Every move of a game with the position before and after it."""


def is_to_act(to_act: ToAct, seat: int) -> bool:
    """Tell whether a seat may move now."""
    return seat in to_act if type(to_act) is tuple else False


SUSPENSE_SECONDS, LOOK_SECONDS = 2.0, 20.0
"""For so long what came of a claim is kept back, and then looked at, where a game does not say otherwise."""


class Rules(ABC, Generic[S, V]):
    """The rules of one game. Instances hold no state of any table."""

    id: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, int]]
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    decisions: ClassVar[Mapping[str, str]] = {}
    """Rules that are ours because the source is silent: a short name and where to read about it."""
    drops_out: ClassVar[bool] = False
    """Whether a seat can have nothing more to decide while others play on (``View.gone``)."""
    ends_open: ClassVar[bool] = False
    """Whether what the last move of a game brought about is shown to everybody, all of it."""

    # --- to be written by each game -------------------------------------------------------------

    @abstractmethod
    def start(self, setup: Setup) -> S:
        """Make the first position of a valid setup."""

    @abstractmethod
    def moves_of(self, state: S, seat: int) -> Sequence[Move]:
        """List what a seat that is to act may do, lazily where that is much."""

    @abstractmethod
    def step(self, state: S, seat: int, move: Move) -> S:
        """Carry out a legal move of a seat."""

    @abstractmethod
    def chance(self, state: S) -> ChanceRequest:
        """Say what chance has to order now; called only when chance is to act."""

    @abstractmethod
    def step_chance(self, state: S, cards: tuple[Card, ...]) -> S:
        """Carry out chance's move with cards that have been checked."""

    @abstractmethod
    def open_view(self, state: S, common: Mapping[str, Any]) -> V:
        """Show what everybody may know.

        Args:
            common: the fields that the views of all games share, ready to be passed on as ``**common``.
        """

    @abstractmethod
    def own_view(self, state: S, seat: int) -> dict[str, object]:
        """Give the fields in which a seat's view differs from everybody's (``news`` is the core's)."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Give the result, or ``None`` while the game goes on."""

    def standing(self, state: S) -> Result | None:
        """Return how the seats stand while the game goes on, by its own scores; ``None`` if it has none.

        Who is out comes last. It tells nothing that not everybody at the table knows.
        """
        return None

    @abstractmethod
    def parse_words(self, words: list[str]) -> Move:
        """Read a player's move from its lower-case words; raise ``NotationError`` when it is none."""

    @abstractmethod
    def refuse(self, state: S, seat: int, move: Move) -> Refusal:
        """Explain why a move that is not legal breaks the rules."""

    def family(self, options: Mapping[str, str]) -> Family:
        """Name the cards that a game with these options is played with; the standard deck by default."""
        return STANDARD

    def check_setup(self, setup: Setup) -> None:
        """Refuse combinations of options that exist one by one but not together (``SetupError``)."""

    def applies(self, name: str, options: Mapping[str, str]) -> bool:
        """True if an option makes a difference beside the values of the others."""
        return True

    def teams(self, seats: int, options: Mapping[str, str]) -> Teams:
        """Return the team of each of so many seats, from 0; empty where everybody plays alone.

        Seats of one team are partners. They share their place and their score (``Result.of_teams``), and
        people may choose their team in the lobby. Teams that are made in the course of a game are in its
        result alone.
        """
        return ()

    def moment_seconds(self, view: V) -> float:
        """Say for how many seconds what the last move brought to light stands alone: 3 to 5, 0 for nothing.

        Such a position is a moment of truth; the presenter words it (``Presenter.moment``).

        Args:
            view: a spectator's view right after the move.
        """
        return 0.0

    def suspense_seconds(self, view: V) -> float:
        """Say for how many seconds nothing is shown yet after a doubt; words by ``Presenter.suspense``."""
        return SUSPENSE_SECONDS if self.claim(view) in ("true", "lie") else 0.0

    def look_seconds(self, view: V) -> float:
        """Say for how many seconds those whom it concerns look at a moment of truth while play goes on."""
        return LOOK_SECONDS if self.claim(view) in ("true", "lie") else 0.0

    def claim(self, view: V) -> ClaimState:
        """Say whether a claim stands, or what everybody learns by the last move of the one before it."""
        return None

    @property
    def has_claims(self) -> bool:
        """Tell whether somebody claims something in this game."""
        return type(self).claim is not Rules.claim

    def facts(self, history: History[S], seats: int) -> tuple[dict[str, int], ...]:
        """Count, per seat, what statistics tell of a finished game (lies, challenges); none by default.

        Over several games they are summed up; of one whose name begins with ``best_`` the greatest counts.
        """
        return tuple({} for _ in range(seats))

    def feats(self, history: History[S], seat: int | None = None) -> tuple[Feat, ...]:
        """Find what is worth telling of a finished game, one of each kind; nothing by default.

        In the order of telling. The presenter shows each in three frames (``Presenter.tale``).

        Args:
            seat: whose feats alone; ``None`` for everybody's greatest.
        """
        return ()

    # --- the same for all -----------------------------------------------------------------------

    def choices(self, name: str, options: Mapping[str, str], seats: int) -> tuple[str, ...]:
        """List the values of an option that go with those before it, for so many seats; the rest give way."""
        names = list(self.options)
        before = {known: options[known] for known in names[: names.index(name)] if known in options}
        return tuple([value for value in self.options[name] if self._fits(seats, {**before, name: value})])

    def fitting(self, options: Mapping[str, str], seats: int) -> dict[str, str]:
        """Let options that do not go together give way to those before them: they get their defaults."""
        fitting: dict[str, str] = {}
        for name, values in self.options.items():
            value = options.get(name, values[0])
            fitting[name] = value if self._fits(seats, {**fitting, name: value}) else values[0]
        return fitting

    def _fits(self, seats: int, options: Mapping[str, str]) -> bool:
        try:
            self.setup(seats, options)
        except SetupError:
            return False
        return True

    def setup(self, seats: int, options: Mapping[str, object] | None = None, first: int = 0) -> Setup:
        """Fill in defaults and check everything.

        Raises:
            SetupError: seats or first out of range, unknown option or value.
        """
        low, high = self.seats
        if type(seats) is not int or not low <= seats <= high:
            count = str(low) if low == high else f"{low} to {high}"
            raise SetupError(f"{self.id} is played by {count} seats, not {quote(seats)}")
        if type(first) is not int or not 0 <= first < seats:
            raise SetupError(f"first must be a seat from 0 to {seats - 1}, not {quote(first)}")
        chosen = {name: values[0] for name, values in self.options.items()}
        for name, value in (options or {}).items():
            if name not in self.options:
                raise SetupError(f"{self.id} has no option {shorten(str(name))!r}")
            text = option_text(value)
            if text not in self.options[name]:
                raise SetupError(f"option {name} of {self.id} cannot be {shorten(text)!r}")
            chosen[name] = text
        setup = Setup(seats, chosen, first)
        self.check_setup(setup)
        return setup

    def parse(self, text: str) -> Move:
        """Read a move, of a player or of chance, from its notation.

        Raises:
            NotationError: the text is no move of this game.
        """
        words = words_of(text)
        if words[0] in CHANCE_MOVES:
            return CHANCE_MOVES[words[0]](tuple(self._chance_card(word) for word in words[1:]))
        try:
            return self.parse_words(words)
        except NotationError as error:
            raise NotationError(f"{shorten(text)!r}: {error}") from None

    def _chance_card(self, word: str) -> Card:
        card = find_card(word, self.families())
        if card is None:
            raise NotationError(f"{shorten(word)!r} is no card of {self.id}")
        return card

    def families(self) -> tuple[Family, ...]:
        """List every family of cards that this game can be played with."""
        return (self.family({name: values[0] for name, values in self.options.items()}),)

    def legal(self, state: S, seat: int) -> Sequence[Move]:
        """List the legal moves of a seat, worked out once for each position; empty when it is not to act."""
        known: dict[Any, Sequence[Move]] = state.__dict__
        moves = known.get(seat)
        if moves is None:
            moves = known[seat] = self.moves_of(state, seat) if is_to_act(state.to_act, seat) else ()
        return moves

    def view(self, state: S, seat: int | None) -> V:
        """Show what a seat, or a spectator (``None``), may know; what all may know is gathered once."""
        shown: V | None = state.__dict__.get("open view")
        if shown is None:
            shown = state.__dict__["open view"] = self.open_view(state, self._common(state))
        if seat is None:
            return shown
        own = self.own_view(state, seat)
        if shown.news is not state.news:
            own["news"] = witnessed(state.news, seat)
        return replace(shown, seat=seat, **own)

    def _common(self, state: S) -> dict[str, Any]:
        news = state.news
        if not (self.ends_open and state.to_act == OVER):
            news = witnessed(news, None)
        return {
            "game": self.id,
            "seats": state.setup.seats,
            "seat": None,
            "to_act": state.to_act,
            "options": state.setup.options,
            "result": self.result(state),
            "news": news,
        }

    def apply(self, state: S, actor: Actor, move: Move) -> S:
        """Check a move and carry it out.

        Raises:
            IllegalMove: the move breaks a rule; the state is a value and stays as it was.
        """
        if actor == CHANCE:
            return self._apply_chance(state, move)
        assert not isinstance(actor, str)
        if move not in self.legal(state, actor):
            raise IllegalMove(self._refuse(state, actor, move))
        return self.step(state, actor, move)

    def _apply_chance(self, state: S, move: Move) -> S:
        if state.to_act != CHANCE:
            raise IllegalMove(Refusal("not-chance", "It is not chance's turn."))
        request = self.chance(state)
        if not isinstance(move, ChanceMove) or CHANCE_MOVES[request.kind] is not type(move):
            raise IllegalMove(Refusal("wrong-chance", f"Chance has to {request.kind} now."))
        if not request.is_answered_by(move.cards):
            said = f"A {request.kind} orders exactly the {len(request.cards)} cards named."
            raise IllegalMove(Refusal("wrong-cards", said))
        return self.step_chance(state, move.cards)

    def _refuse(self, state: S, seat: int, move: Move) -> Refusal:
        if state.to_act == OVER:
            return Refusal("over", "The game is over.")
        if isinstance(move, ChanceMove):
            return Refusal("chance-only", "Only chance deals and shuffles.")
        if not is_to_act(state.to_act, seat):
            return Refusal("not-your-turn", f"Seat {seat} is not to act.")
        return self.refuse(state, seat, move)
