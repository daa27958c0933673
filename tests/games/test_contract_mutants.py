"""The test of the contract suite: games that break the contract on purpose, and each of them is caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.errors import SetupError
from games.core.events import Event, OpenEvent
from games.core.game import Game
from games.core.moves import Move
from games.core.presentation import PanelScene, TableScene
from games.core.questions import Question
from games.core.rules import OVER, Rules, Setup
from games.core.words import Text
from games.netsuzo.state import NetsuzoState
from tests.examples import GOOFSPIEL, registered
from tests.examples.goofspiel.moves import BIDS
from tests.examples.goofspiel.presenter import GoofspielPresenter
from tests.examples.goofspiel.rules import Goofspiel
from tests.examples.goofspiel.state import GoofspielState, GoofspielView, worth
from tests.games import test_contract, test_contract_knowledge, test_contract_menus, test_contract_presenters
from tests.games.contract import EVERY, every_game, setup_of
from tests.games.secrets import check_choices, check_simultaneous
from tests.games.test_contract_knowledge import check_deals, play, secrets_of
from tests.games.test_contract_options import check_options
from tests.games.test_contract_whole_games import check_whole_games
from tests.games.test_golden import OTHERWISE, USUAL, check_golden

pytestmark = pytest.mark.mutants

SEEDS = 15
"""As many games as the contract suite plays of each."""

Patch = pytest.MonkeyPatch


def check_secrets(game: Game, seeds: int = SEEDS) -> int:
    """Do what the contract suite does to find out who tells a secret; count what it compares."""
    count = 0
    for seed in range(seeds):
        match = play(game, seed)
        check_deals(game, match, seed)
        count += check_choices(game, match, seed) + check_simultaneous(game, match, seed)
    return count


def variant(rules: Rules[Any, Any], presenter: Any = GOOFSPIEL.presenter) -> Game:
    """Make a game like Goofspiel, with other rules or another presenter."""
    return Game(rules=rules, presenter=presenter, advise=GOOFSPIEL.advise, emoji=GOOFSPIEL.emoji)


# --- secrets that people make -----------------------------------------------------------------------


class Said(OpenEvent, frozen=True):
    """A move, or a card, that everybody is told of."""

    text: str


def tell(patch: Patch, rules: Rules[Any, Any], say: Callable[[Any, Move], str]) -> None:
    """Let rules add to what happens something that everybody sees."""
    step = type(rules).step

    def telling(self: Any, state: Any, seat: int, move: Move) -> Any:
        after = step(self, state, seat, move)
        text = say(state, move)
        return replace(after, news=(*after.news, Said(text))) if text else after

    patch.setattr(type(rules), "step", telling)


@every_game
def test_a_secret_move_that_an_open_event_names_is_caught(monkeypatch: Patch, game: Game) -> None:
    """Each kind of move that is made face down, in each game that has any: everybody's view has the event."""
    for beginning in secrets_of(game):
        with monkeypatch.context() as patch:
            tell(patch, game.rules, lambda state, move, begin=beginning: named(move, begin))
            with pytest.raises(AssertionError, match="a secret is in the view of"):
                check_secrets(game)


def named(move: Move, beginning: str) -> str:
    """Return a move's notation if it begins with some words."""
    return str(move) if f"{move} ".startswith(f"{beginning} ") else ""


def last_discard(state: NetsuzoState, move: Move) -> str:
    """Name a discard of Netsuzo Poker when the next declaration is made."""
    return state.discards[-1] if state.discards and str(move).startswith("declare") else ""


def hidden_card(state: Any, move: Move) -> str:
    """Name the first card that seat 0 holds hidden."""
    hand = next(place.cards for place in state.places() if place.seen_by == (0,))
    return str(hand[0]) if hand else ""


@pytest.mark.parametrize(
    ("game_id", "say"),
    [
        ("netsuzo", last_discard),
        *((game_id, hidden_card) for game_id in ("bull", "tomoe", "oldmaid")),
    ],
)
def test_a_secret_that_an_open_event_names_later_is_caught(
    monkeypatch: Patch, game_id: str, say: Callable[[Any, Move], str]
) -> None:
    """A card that was laid face down before, and one of a deal: everybody's view has the event."""
    game = next(game for game in EVERY if game.id == game_id)
    tell(monkeypatch, game.rules, say)
    with pytest.raises(AssertionError, match="a secret is in the view of"):
        check_secrets(game)


@every_game
def test_what_lies_open_may_be_told(monkeypatch: Patch, game: Game) -> None:
    """The same event about all other moves is no leak."""
    hidden = secrets_of(game)
    tell(monkeypatch, game.rules, lambda state, move: "" if str(move).startswith(hidden) else str(move))
    assert bool(check_secrets(game, 4)) == bool(hidden)


class InTurn(Goofspiel):
    """Bids are laid face down one after the other; whoever is not to act waits."""

    def step_chance(self, state: GoofspielState, cards: tuple[str, ...]) -> GoofspielState:
        return one_acts(super().step_chance(state, cards))

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        waiting = tuple([seat for seat, bid in enumerate(state.bids) if not bid])
        return one_acts(super().step(replace(state, to_act=waiting), seat, move))


def one_acts(state: GoofspielState) -> GoofspielState:
    return replace(state, to_act=state.to_act[:1]) if isinstance(state.to_act, tuple) else state


def test_bids_laid_in_turn_are_watched_too(monkeypatch: Patch) -> None:
    """The game passes; with the card in an open event it does not."""
    game = variant(InTurn())
    assert check_secrets(game, 4) > 50
    tell(monkeypatch, game.rules, lambda state, move: str(move))
    with pytest.raises(AssertionError, match="a secret is in the view of"):
        check_secrets(game)


class Restricted(InTurn):
    """Whoever bids later may not bid as much: what can be chosen tells what was."""

    def legal_moves(self, state: GoofspielState, seat: int) -> Sequence[Move]:
        taken = {worth(bid) for bid in state.bids if bid}
        return [BIDS[card] for card in state.hands[seat] if worth(card) not in taken] or super().legal_moves(
            state, seat
        )


def test_a_secret_that_changes_somebody_else_s_moves_is_caught() -> None:
    """Though no view says it."""
    with pytest.raises(AssertionError, match="a secret changes the moves of seat"):
        check_secrets(variant(Restricted()))


class Forgetful(GoofspielPresenter):
    """It keeps what it has drawn for somebody, and draws it for everybody."""

    last: Text = Text("goofspiel-begin")

    def panel(self, view: GoofspielView, legal: Sequence[Move]) -> PanelScene:
        panel = super().panel(view, legal)
        self.last = panel.lines[0] if view.bid else self.last
        return panel

    def table(self, view: GoofspielView) -> TableScene:
        return replace(super().table(view), line=self.last)


def test_a_presenter_that_remembers_is_caught() -> None:
    """Of two plays that are the same to everybody it makes two tables."""
    with pytest.raises(AssertionError, match="a presenter tells a secret"):
        check_secrets(variant(Goofspiel(), Forgetful()))


def test_a_game_has_to_say_who_may_look_where(monkeypatch: Patch) -> None:
    """Without it nobody could tell a card laid open from one that leaks."""
    monkeypatch.setattr(GoofspielState, "places", lambda self: (self.hands, self.up))
    with pytest.raises(AssertionError, match="does not say who may look where"):
        check_secrets(GOOFSPIEL)


# --- a game that chance does not begin --------------------------------------------------------------


class Falling(Goofspiel):
    """The highest prize first: there is nothing for chance to do."""

    options = {"prizes": ("falling",)}  # noqa: RUF012


def suite() -> Iterator[Callable[..., None]]:
    """List the tests of the contract suite that are given a game and a seed."""
    for module in (test_contract, test_contract_knowledge, test_contract_menus, test_contract_presenters):
        for name, test in vars(module).items():
            inner = getattr(getattr(test, "hypothesis", None), "inner_test", None)
            names = inner.__code__.co_varnames[: inner.__code__.co_argcount] if inner else ()
            if name.startswith("test_") and names == ("game", "seed"):
                yield inner


@pytest.mark.parametrize("test", [*suite()], ids=lambda test: test.__name__)
def test_the_suite_demands_no_deal(test: Callable[..., None]) -> None:
    """A game whose first actor is a player, who sees the first prize, passes."""
    game = variant(Falling())
    assert game.rules.start(setup_of(game, 1)).up == ("Kd",)  # type: ignore[attr-defined]
    with registered(GOOFSPIEL):
        for seed in range(4):
            test(game, seed)


# --- games that get stuck, and games that never end --------------------------------------------------


class Ghost(GoofspielPresenter):
    """Near the end its menu offers a card that has long been bid."""

    def ask(self, view: GoofspielView, chosen: tuple[str, ...]) -> Question | Move | None:
        asked = super().ask(view, chosen)
        if isinstance(asked, Question) and len(view.hand) == 1 and view.seats == 3:
            assert view.seat is not None
            ghost = view.spent[view.seat][0]
            return Question.among(asked.prompt, {ghost: self.name(BIDS[ghost], view)})
        return asked


class IllegalGhost(Ghost):
    """It takes the card, too."""

    def ask(self, view: GoofspielView, chosen: tuple[str, ...]) -> Question | Move | None:
        return BIDS[chosen[0]] if chosen else super().ask(view, chosen)


class Silent(GoofspielPresenter):
    """It does not ask for the last card, and offers nothing instead."""

    def ask(self, view: GoofspielView, chosen: tuple[str, ...]) -> Question | Move | None:
        return None if len(view.hand) == 1 else super().ask(view, chosen)


@pytest.mark.parametrize(
    ("presenter", "why"),
    [(Ghost, "leads nowhere"), (IllegalGhost, "which is not legal"), (Silent, "neither asked")],
)
def test_a_menu_without_a_legal_move_is_caught(presenter: type[GoofspielPresenter], why: str) -> None:
    """Even if it is shown at one moment of a game only."""
    with pytest.raises(AssertionError, match=why):
        check_whole_games(variant(Goofspiel(), presenter()))


class Stuck(Goofspiel):
    """With the highest prize first, one more bid is wanted after the last card."""

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        after = super().step(state, seat, move)
        is_stuck = after.to_act == OVER and after.setup.options["prizes"] == "falling"
        return replace(after, to_act=(seat,)) if is_stuck else after


class Endless(Goofspiel):
    """Three players whose last prize nobody takes begin anew, and again."""

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        after = super().step(state, seat, move)
        return self.start(after.setup) if after.to_act == OVER and len(after.bids) == 3 else after


@pytest.mark.parametrize(("rules", "why"), [(Stuck, "is to act and has no move"), (Endless, "does not end")])
def test_a_game_that_does_not_come_to_its_end_is_caught(rules: type[Goofspiel], why: str) -> None:
    """Even if it is so with one option, or one number of players, only."""
    with pytest.raises(AssertionError, match=why):
        check_whole_games(variant(rules()))


class Vain(Goofspiel):
    """It has an option that is in its views, and that nothing asks for."""

    options = {**Goofspiel.options, "mood": ("merry", "grave")}  # noqa: RUF012


class Barred(Goofspiel):
    """It has a value that nobody can choose."""

    def check_setup(self, setup: Setup) -> None:
        if setup.options["prizes"] == "falling":
            raise SetupError("not today")


@pytest.mark.parametrize(("rules", "why"), [(Vain, "no difference whether mood"), (Barred, "can never be")])
def test_an_option_without_effect_is_caught(rules: type[Goofspiel], why: str) -> None:
    """Each value has to lead to another game."""
    check_options(GOOFSPIEL)
    with pytest.raises(AssertionError, match=why):
        check_options(variant(rules()))


# --- golden games -----------------------------------------------------------------------------------


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """Copy the golden game of Goofspiel."""
    for name in ("told.txt", "golden.txt"):
        text = (Path(__file__).parent / GOOFSPIEL.id / name).read_text("utf-8")
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def without_lines(path: Path, start: str) -> None:
    """Take the lines away that begin with something."""
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([line for line in lines if not line.startswith(start)]), "utf-8")


@pytest.mark.parametrize(
    ("name", "start", "why"),
    [
        ("told.txt", "", "no golden game"),
        ("golden.txt", "", "no golden game"),
        ("told.txt", "#   said: P1 has bid.", "look at the difference"),
        ("golden.txt", "    seat 1: bid", "look at the difference"),
        ("golden.txt", "    ", "look at the difference"),
        ("told.txt", "0 ", "line"),
    ],
)
def test_a_golden_game_that_lacks_something_is_caught(golden: Path, name: str, start: str, why: str) -> None:
    """A file, a text, a seat's view, or moves."""
    with registered(GOOFSPIEL):
        check_golden(GOOFSPIEL, golden)
        if start:
            without_lines(golden / name, start)
        else:
            (golden / name).unlink()
        with pytest.raises((AssertionError, ValueError), match=why):
            check_golden(GOOFSPIEL, golden)


def test_a_second_golden_game_with_usual_options_is_caught(golden: Path) -> None:
    """It is there for what the first one does not show."""
    for usual, otherwise in zip(USUAL, OTHERWISE, strict=True):
        (golden / otherwise).write_text((golden / usual).read_text("utf-8"), "utf-8")
    with registered(GOOFSPIEL), pytest.raises(AssertionError, match="default of"):
        check_golden(GOOFSPIEL, golden, OTHERWISE)


class Chatty(GoofspielPresenter):
    """It says of a bid what it says of a move."""

    def say(self, event: Event, view: GoofspielView) -> Text | None:
        return super().say(event, view) if isinstance(event, OpenEvent) else Text("goofspiel-your-hand")


def test_a_text_that_becomes_another_one_is_caught(golden: Path) -> None:
    """The file has what people were told before."""
    with registered(GOOFSPIEL), pytest.raises(AssertionError, match="look at the difference"):
        check_golden(variant(Goofspiel(), Chatty()), golden)
