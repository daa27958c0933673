"""Tests of the contract suite itself: each game that breaks the contract on purpose is caught."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games import find_game
from games.core.cards import CardGroup, own_card_groups
from games.core.errors import SetupError
from games.core.game import Game
from games.core.match import Match
from games.core.moves import Move
from games.core.presentation import PanelScene, Question, TableScene
from games.core.rules import OVER, Event, OpenEvent, Rules, Secret, Setup, find_event
from games.core.words import Text
from games.netsuzo.rules import NetsuzoState
from tests.examples import GOOFSPIEL
from tests.examples.goofspiel.presenter import GoofspielPresenter
from tests.examples.goofspiel.rules import BIDS, BidsShown, Goofspiel, GoofspielState, GoofspielView, worth
from tests.games import test_contract, test_contract_knowledge, test_contract_menus, test_contract_presenters
from tests.games.contract import every_game, setup_of
from tests.games.passing import check_passing
from tests.games.play import play_random
from tests.games.secrets import (
    check_choices,
    check_declared_secrets,
    check_simultaneous,
    check_what_is_declared,
)
from tests.games.test_contract_knowledge import check_deals, play, secrets_of
from tests.games.test_contract_options import check_options
from tests.games.test_contract_whole_games import check_whole_games
from tests.games.test_golden import OTHERWISE, USUAL, check_golden

pytestmark = pytest.mark.mutants

SEEDS = 15
"""The number of seeds with which the contract suite plays each game."""

Patch = pytest.MonkeyPatch


def check_secrets(game: Game, seeds: int = SEEDS) -> int:
    """Run the suite's checks for revealed secrets; return the number of comparisons."""
    count = 0
    for seed in range(seeds):
        match = play(game, seed)
        check_deals(game, match, seed)
        count += check_choices(game, match, seed) + check_simultaneous(game, match, seed)
    return count


def variant(rules: Rules[Any, Any], presenter: Any = GOOFSPIEL.presenter) -> Game:
    """Return a game like Goofspiel with other rules or another presenter."""
    return Game(rules=rules, presenter=presenter, advise=GOOFSPIEL.advise, emoji=GOOFSPIEL.emoji)


# --- face-down moves --------------------------------------------------------------------------------


class Said(OpenEvent, frozen=True):
    """A public event that names a move or a card."""

    text: str


def tell(patch: Patch, rules: Rules[Any, Any], say: Callable[[Any, Move], str]) -> None:
    """Patch rules so that every move adds a public event made by ``say``."""
    step = type(rules).step

    def telling(self: Any, state: Any, seat: int, move: Move) -> Any:
        after = step(self, state, seat, move)
        text = say(state, move)
        return replace(after, news=(*after.news, Said(text))) if text else after

    patch.setattr(type(rules), "step", telling)


@every_game
def test_secret_move_named_by_public_event_is_caught(monkeypatch: Patch, game: Game) -> None:
    """For each kind of face-down move, the suite fails if a public event names the move."""
    for beginning in secrets_of(game):
        with monkeypatch.context() as patch:
            tell(patch, game.rules, lambda state, move, begin=beginning: named(move, begin))
            with pytest.raises(AssertionError, match="a secret is in the view of"):
                check_secrets(game)


def named(move: Move, beginning: str) -> str:
    """Return a move's notation if it begins with these words; otherwise an empty string."""
    return str(move) if f"{move} ".startswith(f"{beginning} ") else ""


def last_discard(state: NetsuzoState, move: Move) -> str:
    """Return the last discard of Netsuzo Poker at the next declaration; otherwise an empty string."""
    return state.discards[-1] if state.discards and str(move).startswith("declare") else ""


def hidden_card(state: Any, move: Move) -> str:
    """Return the first hidden card of seat 0; an empty string if there is none."""
    hand = next(place.cards for place in state.card_groups() if place.seen_by == (0,))
    return str(hand[0]) if hand else ""


@pytest.mark.parametrize(
    ("game_id", "say"),
    [
        ("netsuzo", last_discard),
        *((game_id, hidden_card) for game_id in ("bull", "tomoe", "oldmaid")),
    ],
)
def test_secret_named_later_by_public_event_is_caught(
    monkeypatch: Patch, game_id: str, say: Callable[[Any, Move], str]
) -> None:
    """The suite fails if a later event reveals a card that was dealt or laid face down."""
    game = find_game(game_id)
    tell(monkeypatch, game.rules, say)
    with pytest.raises(AssertionError, match="a secret is in the view of"):
        check_secrets(game)


@every_game
def test_open_moves_can_be_named_by_public_event(monkeypatch: Patch, game: Game) -> None:
    """A public event that names an open move reveals no secret."""
    hidden = secrets_of(game)
    tell(monkeypatch, game.rules, lambda state, move: "" if str(move).startswith(hidden) else str(move))
    assert bool(check_secrets(game, 4)) == bool(hidden)


class InTurn(Goofspiel):
    """A game in which bids are laid face down one after the other."""

    def step_chance(self, state: GoofspielState, cards: tuple[str, ...]) -> GoofspielState:
        return one_acts(super().step_chance(state, cards))

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        waiting = tuple([seat for seat, bid in enumerate(state.bids) if not bid])
        return one_acts(super().step(replace(state, to_act=waiting), seat, move))


def one_acts(state: GoofspielState) -> GoofspielState:
    return replace(state, to_act=state.to_act[:1]) if isinstance(state.to_act, tuple) else state


def test_bids_laid_in_turn_are_checked_too(monkeypatch: Patch) -> None:
    """A game with bids in turn passes, and fails if a public event names a bid."""
    game = variant(InTurn())
    assert check_secrets(game, 4) > 50
    tell(monkeypatch, game.rules, lambda state, move: str(move))
    with pytest.raises(AssertionError, match="a secret is in the view of"):
        check_secrets(game)


class Restricted(InTurn):
    """A game in which no bid may equal an earlier hidden bid, so that legal moves reveal the bid."""

    def legal_moves(self, state: GoofspielState, seat: int) -> Sequence[Move]:
        taken = {worth(bid) for bid in state.bids if bid}
        return [BIDS[card] for card in state.hands[seat] if worth(card) not in taken] or super().legal_moves(
            state, seat
        )


def test_secret_that_changes_other_legal_moves_is_caught() -> None:
    """The suite fails if a secret changes another seat's legal moves but no view."""
    with pytest.raises(AssertionError, match="a secret changes the moves of seat"):
        check_secrets(variant(Restricted()))


class Forgetful(GoofspielPresenter):
    """A presenter that draws one seat's cached picture for everybody."""

    last: Text = Text("goofspiel-begin")

    def panel(self, view: GoofspielView, legal: Sequence[Move]) -> PanelScene:
        panel = super().panel(view, legal)
        self.last = panel.lines[0] if view.bid else self.last
        return panel

    def table(self, view: GoofspielView) -> TableScene:
        return replace(super().table(view), line=self.last)


def test_presenter_with_state_is_caught() -> None:
    """The suite fails if a presenter draws equal positions differently after earlier calls."""
    with pytest.raises(AssertionError, match="a presenter tells a secret"):
        check_secrets(variant(Goofspiel(), Forgetful()))


def open_bids(self: GoofspielState) -> tuple[CardGroup, ...]:
    """Return card groups of Goofspiel that call hidden bids open."""
    return (*own_card_groups(self.hands), CardGroup(self.stock), CardGroup((self.bids, self.up), None))


class Loud(Goofspiel):
    """A game that shows all bids at once."""

    def public_view(self, state: GoofspielState, common: Mapping[str, Any]) -> GoofspielView:
        view = super().public_view(state, common)
        return replace(view, spent=tuple([(bid,) for bid in state.bids]))


def test_bid_that_view_and_card_groups_call_open_is_caught(monkeypatch: Patch) -> None:
    """``Rules.secret`` hides a bid, so the suite fails although views and card groups agree to show it."""
    monkeypatch.setattr(GoofspielState, "card_groups", open_bids)
    game = variant(Loud())
    for seed in range(4):  # the other checks believe the card groups
        check_simultaneous(game, play(game, seed), seed)
    with pytest.raises(AssertionError, match=r"after move \d+, '\d bid .*' .* a card group of everybody is"):
        check_declared_secrets(game, play(game, 0), 0)


@pytest.mark.parametrize(
    ("rules", "groups"), [(Loud(), GoofspielState.card_groups), (Goofspiel(), open_bids)]
)
def test_bid_that_view_or_card_groups_call_open_is_caught(
    monkeypatch: Patch, rules: Goofspiel, groups: Callable[[Any], Any]
) -> None:
    """The suite fails if only the view or only the card groups show a secret bid; the message names it."""
    monkeypatch.setattr(GoofspielState, "card_groups", groups)
    with pytest.raises(AssertionError, match=r"'\?' is all that others hear by Rules.secret, but after move"):
        check_declared_secrets(variant(rules), play(variant(rules), 0), 0)


class Undeclared(InTurn):
    """A game in which bids are laid face down in turn, and no declaration says so."""


class Declared(InTurn):
    """The same game with the declaration."""

    def secret(self, state: GoofspielState, seat: int, move: Move) -> Secret:
        return Secret("bid ?", (BidsShown,))


class Overdeclared(Declared):
    """The same game with bids that are declared secret for too long."""

    def secret(self, state: GoofspielState, seat: int, move: Move) -> Secret:
        return Secret("bid ?", (Said,))


def test_declaration_that_differs_from_card_groups_is_caught() -> None:
    """The suite fails if a face-down move is declared open, or secret after it was turned up."""
    matches = [play(variant(Declared()), seed) for seed in range(4)]
    check_what_is_declared(variant(Declared()), matches)
    assert sum(check_declared_secrets(variant(Declared()), match, 0) for match in matches) > 50
    undeclared = [play(variant(Undeclared()), seed) for seed in range(4)]
    with pytest.raises(AssertionError, match=r"card groups hide \['bid'\], which Rules.secret calls open"):
        check_what_is_declared(variant(Undeclared()), undeclared)
    with pytest.raises(AssertionError, match="is all that others hear"):
        check_declared_secrets(variant(Overdeclared()), play(variant(Overdeclared()), 0), 0)


class Passed(Goofspiel):
    """A game in which hands are passed to the next seat clockwise after each round."""

    shift = 1

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        after = super().step(state, seat, move)
        if not find_event(after.news, BidsShown):
            return after
        return replace(after, hands=(*after.hands[-self.shift :], *after.hands[: -self.shift]))

    def passed_by(self, state: GoofspielState) -> int:
        return 1 if find_event(state.news, BidsShown) else 0


class PassedBack(Passed):
    """The same game with hands that go counterclockwise."""

    shift = -1


class PassedUndeclared(Passed):
    """The same game without a statement about hands."""

    def passed_by(self, state: GoofspielState) -> int:
        return 0


class NotPassed(Goofspiel):
    """A game that states a pass and makes none."""

    passed_by = Passed.passed_by


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (PassedBack(), r"move \d+, '\d bid .*': each hand went 1 back \(passed_by = -1\), .* says 1"),
        (PassedUndeclared(), r"move \d+, '\d bid .*': each hand went 1 on clockwise, .* says 0"),
        (NotPassed(), r"move \d+, '\d bid .*': Rules.passed_by says 1, but no hand went on"),
    ],
)
def test_hands_passed_otherwise_than_stated_are_caught(rules: Goofspiel, why: str) -> None:
    """The suite fails if hands go the wrong way, and names the move and the direction."""
    matches = [Match(game.rules, game.rules.setup(3)) for game in (variant(Passed()), variant(rules))]
    for match in matches:
        play_random(match, 1, 20)
    assert check_passing(matches[0]) > 3
    with pytest.raises(AssertionError, match=why):
        check_passing(matches[1])


def test_message_about_leak_names_field_move_and_positions(monkeypatch: Patch) -> None:
    """A reader of the message knows which field shows what after which move, and how to declare it open."""
    tell(monkeypatch, Goofspiel(), lambda state, move: str(move))
    with pytest.raises(AssertionError) as caught:
        check_secrets(GOOFSPIEL, 4)
    matched = re.match(
        r"a secret is in the view of \w.* after move (\d+), '(\d bid ..)' \('bid ..' in the second play\): "
        r"the field 'news' is .*Said.* in the first play and .*Said.* in the second\. "
        r"If this is known there, State\.card_groups must list it",
        str(caught.value),
    )
    assert matched, str(caught.value)


def test_game_without_card_groups_is_caught(monkeypatch: Patch) -> None:
    """Without ``State.card_groups`` an open card cannot be distinguished from a leak, so the suite fails."""
    monkeypatch.setattr(GoofspielState, "card_groups", lambda self: (self.hands, self.up))
    with pytest.raises(AssertionError, match="does not list card groups"):
        check_secrets(GOOFSPIEL)


# --- a game that chance does not begin --------------------------------------------------------------


class Falling(Goofspiel):
    """A game with prizes in falling order, so that no chance move is needed."""

    options = {"prizes": ("falling",)}  # noqa: RUF012


def suite() -> Iterator[Callable[..., None]]:
    """Yield the tests of the contract suite that take a game and a seed."""
    for module in (test_contract, test_contract_knowledge, test_contract_menus, test_contract_presenters):
        for name, test in vars(module).items():
            inner = getattr(getattr(test, "hypothesis", None), "inner_test", None)
            names = inner.__code__.co_varnames[: inner.__code__.co_argcount] if inner else ()
            if name.startswith("test_") and names == ("game", "seed"):
                yield inner


@pytest.mark.parametrize("test", [*suite()], ids=lambda test: test.__name__)
def test_suite_accepts_game_without_deal(test: Callable[..., None]) -> None:
    """A game that begins with a player's move passes the suite."""
    game = variant(Falling())
    assert game.rules.start(setup_of(game, 1)).up == ("Kd",)  # type: ignore[attr-defined]
    for seed in range(4):
        test(game, seed)


# --- games that get stuck, and games that never end --------------------------------------------------


class Ghost(GoofspielPresenter):
    """A presenter whose menu offers a spent card near the end."""

    def next_question(self, view: GoofspielView, answers: tuple[str, ...]) -> Question | Move | None:
        if answers and answers[0] not in view.hand:
            return None
        question = super().next_question(view, answers)
        if isinstance(question, Question) and len(view.hand) == 1 and view.seats == 3:
            assert view.seat is not None
            ghost = view.spent[view.seat][0]
            return Question.among(question.prompt, {ghost: self.name(BIDS[ghost], view)})
        return question


class IllegalGhost(Ghost):
    """A game whose menu and rules both accept a spent card."""

    def next_question(self, view: GoofspielView, answers: tuple[str, ...]) -> Question | Move | None:
        return BIDS[answers[0]] if answers else super().next_question(view, answers)


class Silent(GoofspielPresenter):
    """A presenter that does not offer the last card."""

    def next_question(self, view: GoofspielView, answers: tuple[str, ...]) -> Question | Move | None:
        return None if len(view.hand) == 1 else super().next_question(view, answers)


@pytest.mark.parametrize(
    ("presenter", "why"),
    [(Ghost, "leads nowhere"), (IllegalGhost, "which is not legal"), (Silent, "neither asked")],
)
def test_menu_with_wrong_move_is_caught(presenter: type[GoofspielPresenter], why: str) -> None:
    """The suite fails if the menu is wrong at a single moment of a game."""
    with pytest.raises(AssertionError, match=why):
        check_whole_games(variant(Goofspiel(), presenter()))


class Stuck(Goofspiel):
    """A game that waits for one more bid after the last card if the highest prize is first."""

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        after = super().step(state, seat, move)
        is_stuck = after.to_act == OVER and after.setup.options["prizes"] == "falling"
        return replace(after, to_act=(seat,)) if is_stuck else after


class Endless(Goofspiel):
    """A game of three that restarts without end if no player wins the last prize."""

    def step(self, state: GoofspielState, seat: int, move: Move) -> GoofspielState:
        after = super().step(state, seat, move)
        return self.start(after.setup) if after.to_act == OVER and len(after.bids) == 3 else after


@pytest.mark.parametrize(("rules", "why"), [(Stuck, "is to act and has no move"), (Endless, "does not end")])
def test_game_without_end_is_caught(rules: type[Goofspiel], why: str) -> None:
    """The suite fails if games with one option or one number of players never end."""
    with pytest.raises(AssertionError, match=why):
        check_whole_games(variant(rules()))


class Vain(Goofspiel):
    """A game with an option that has no effect."""

    options = {**Goofspiel.options, "mood": ("merry", "grave")}  # noqa: RUF012


class BarredOption(Goofspiel):
    """A game with an option value that cannot be chosen."""

    def check_setup(self, setup: Setup) -> None:
        if setup.options["prizes"] == "falling":
            raise SetupError("not today")


@pytest.mark.parametrize(
    ("rules", "why"), [(Vain, "no difference whether mood"), (BarredOption, "can never be")]
)
def test_option_without_effect_is_caught(rules: type[Goofspiel], why: str) -> None:
    """The suite fails if an option's value changes no game or can never be chosen."""
    check_options(GOOFSPIEL)
    with pytest.raises(AssertionError, match=why):
        check_options(variant(rules()))


# --- golden games -----------------------------------------------------------------------------------


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """Return a folder with a copy of Goofspiel's golden game."""
    for name in ("told.txt", "golden.txt"):
        text = (Path(__file__).parent / GOOFSPIEL.id / name).read_text("utf-8")
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def without_lines(path: Path, start: str) -> None:
    """Remove the lines that begin with ``start`` from a file."""
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
def test_incomplete_golden_game_is_caught(golden: Path, name: str, start: str, why: str) -> None:
    """The check fails if a file, a text, a seat's view or a move is missing."""
    check_golden(GOOFSPIEL, golden)
    if start:
        without_lines(golden / name, start)
    else:
        (golden / name).unlink()
    with pytest.raises((AssertionError, ValueError), match=why):
        check_golden(GOOFSPIEL, golden)


def test_second_golden_game_with_default_options_is_caught(golden: Path) -> None:
    for usual, otherwise in zip(USUAL, OTHERWISE, strict=True):
        (golden / otherwise).write_text((golden / usual).read_text("utf-8"), "utf-8")
    with pytest.raises(AssertionError, match="default of"):
        check_golden(GOOFSPIEL, golden, OTHERWISE)


class Chatty(GoofspielPresenter):
    """A presenter that describes a hidden bid by another text."""

    def say(self, event: Event, view: GoofspielView) -> Text | None:
        return super().say(event, view) if isinstance(event, OpenEvent) else Text("goofspiel-your-hand")


def test_changed_text_of_golden_game_is_caught(golden: Path) -> None:
    with pytest.raises(AssertionError, match="look at the difference"):
        check_golden(variant(Goofspiel(), Chatty()), golden)
