"""Tests that hidden information stays out of every view, for every game (README.md of the rules, Knowledge).

A game is played twice, the second time with another secret: two cards of a deal are swapped, a die shows
another face, or a face-down choice is replaced (and its card exchanged in later moves). As long as
``State.card_groups`` shows neither to a viewer, all views of that viewer must be equal in both games.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from games import Game, find_game
from games.core.match import Match
from games.core.moves import Roll, RollRequest
from games.core.rules import CHANCE, Event, OpenEvent, Setup, group_by_team
from tests.amounts import EXPLORE
from tests.games.contract import (
    cards_in,
    cards_on_table,
    every_game,
    package_of,
    setup_of,
    story,
    with_seeds,
)
from tests.games.passing import check_passing
from tests.games.play import as_json, play_random, viewers
from tests.games.secrets import (
    check_choices,
    check_declared_secrets,
    check_plays_look_equal,
    check_simultaneous,
    check_what_is_declared,
    replay_with_other_move,
    secret_moves,
    story_of,
)

few = with_seeds(15)

PLAYS = range(15) if EXPLORE else range(8)
"""Seeds of the games in which face-down moves are looked for."""


def play(game: Game, seed: int, limit: int = 60) -> Match:
    """Return a match at a random table after random moves."""
    return play_random(Match(game.rules, setup_of(game, seed)), seed, limit)


def two_places(cards: Sequence[str], rng: random.Random) -> tuple[int, int] | None:
    """Return two places of a deal with different cards, mostly near the top; ``None`` if there are none."""
    if len({*cards}) < 2:
        return None
    reach = rng.choice([len(cards), 1 + len(cards) // 2])
    while True:
        first, second = rng.randrange(reach), rng.randrange(len(cards))
        if cards[first] != cards[second]:
            return first, second


def with_other_face(roll: Roll, request: RollRequest, rng: random.Random) -> Roll:
    """Return a roll in which one die shows another face."""
    dice = [*roll.dice]
    at = rng.randrange(len(dice))
    dice[at] = rng.choice([face for face in range(1, request.faces + 1) if face != dice[at]])
    return Roll(tuple(dice))


def check_deals(game: Game, match: Match, seed: int, count: int = 4) -> None:
    """Swap two cards in some deals of a match, or turn a die, and compare the views.

    Raises:
        AssertionError: as for ``check_plays_look_equal``.
    """
    rng = random.Random(seed)
    states = story_of(match)
    deals = [number for number, (actor, _) in enumerate(match.moves) if actor == CHANCE]
    for at in rng.choices(deals, k=count) if deals else ():
        made = match.moves[at][1]
        if isinstance(made, Roll):
            request = match.rules.chance(states[at])
            assert isinstance(request, RollRequest)
            steps = replay_with_other_move(match, states, at, with_other_face(made, request, rng), {})
            check_plays_look_equal(game, steps, set())
            continue
        kind, *cards = str(match.moves[at][1]).split()
        places = two_places(cards, rng)
        if places is not None:
            first, second = (cards[place] for place in places)
            cards[places[0]], cards[places[1]] = second, first
            about = {first: second, second: first}
            check_plays_look_equal(
                game, replay_with_other_move(match, states, at, " ".join([kind, *cards]), about), set()
            )


@few
def test_unseen_cards_change_no_view(game: Game, seed: int) -> None:
    """Two games that differ in two cards look the same to a viewer who may see neither card."""
    check_deals(game, play(game, seed), seed)


@few
def test_secret_choice_changes_no_other_view(game: Game, seed: int) -> None:
    """A different secret choice changes nothing for other viewers until the rules reveal the choice."""
    check_choices(game, play(game, seed), seed)


@few
def test_simultaneous_choice_stays_hidden(game: Game, seed: int) -> None:
    """While several seats choose, a different choice of one seat changes nothing that the other seats see."""
    check_simultaneous(game, play(game, seed), seed)


@few
def test_declared_secret_stays_hidden_until_its_end(game: Game, seed: int) -> None:
    """What ``Rules.secret`` hides is in no view and no card group of others before one of its events."""
    check_declared_secrets(game, play(game, seed), seed)


@every_game
def test_declared_secrets_are_those_of_card_groups(game: Game) -> None:
    """``Rules.secret`` and ``State.card_groups`` hide the same kinds of moves."""
    check_what_is_declared(game, [play(game, seed) for seed in PLAYS])


@few
def test_hands_are_passed_as_stated(game: Game, seed: int) -> None:
    """Where all hands go on to other seats, these are the seats that ``Rules.passed_by`` names."""
    check_passing(play(game, seed))


@functools.cache
def secrets_of(game: Game) -> tuple[str, ...]:
    """Return the first words of a game's face-down moves."""
    return secret_moves(game, [play(game, seed) for seed in PLAYS])


@pytest.mark.parametrize(
    ("game_id", "secrets"),
    [
        ("bull", ()),
        ("lost", ("field", "lost hand", "play")),
        ("netsuzo", ("discard",)),
        ("trick3", ("expose", "play")),
        ("goofspiel", ("bid",)),
    ],
)
def test_face_down_moves_are_found(game_id: str, secrets: tuple[str, ...]) -> None:
    """Face-down moves are derived from ``State.card_groups``, without a list in each game."""
    assert secrets_of(find_game(game_id)) == secrets


def count_shown_cards(game: Game, setup: Setup, view: str) -> Counter[str]:
    """Count the cards that a view shows."""
    return Counter(cards_in(game, setup, msgspec.json.decode(view)))


@few
def test_card_is_visible_to_all_or_at_most_one_seat(game: Game, seed: int) -> None:
    """After the deal every seat sees the open cards, and at most one seat sees each hidden card."""
    match = play(game, seed, 1)
    public = count_shown_cards(game, match.setup, as_json(match.view(None)))
    seen = [
        count_shown_cards(game, match.setup, as_json(match.view(seat))) for seat in range(match.setup.seats)
    ]
    assert all(not public - hand for hand in seen)
    private = Counter(card for hand in seen for card in hand - public)
    assert not private - Counter(cards_on_table(game, match.setup, match.state))


def event_types(game: Game) -> list[type[Event]]:
    """Return the types of a game's events."""
    package = f"{package_of(game)}."
    kinds = [*Event.__subclasses__(), *OpenEvent.__subclasses__()]
    return [kind for kind in kinds if kind.__module__.startswith(package)]


@every_game
def test_every_event_defines_its_viewers(game: Game) -> None:
    """Every event type defines ``seen_by``. Without it no viewer would see the event."""
    kinds = event_types(game)
    assert kinds, f"{game.id} has no events"
    silent = [kind.__name__ for kind in kinds if kind.seen_by is Event.seen_by]
    assert not silent, f"nobody sees {silent}: define seen_by, or derive from OpenEvent"


class Rumour(Event, frozen=True):
    """An event that does not say which seats may see it."""

    card: str


@few
def test_event_without_viewers_is_hidden_from_all(game: Game, seed: int) -> None:
    """The event is left out of the news of every seat and of the spectator; other events stay."""
    match = play(game, seed, 30)
    if not match.is_over:
        news = (*match.state.news, Rumour("As"))
        changed = msgspec.structs.replace(match.state, news=news)
        for viewer in viewers(match):
            assert game.rules.view(changed, viewer) == match.view(viewer)


@few
def test_views_are_json_with_their_viewer(game: Game, seed: int) -> None:
    """Views are JSON with text keys, contain game, viewer and seats to act, and are repeatable."""
    match = play(game, seed, 50)
    for viewer in viewers(match):
        view = match.view(viewer)
        plain = msgspec.json.decode(as_json(view))
        assert plain["game"] == game.id
        assert plain["seat"] == viewer
        assert plain["seats"] == match.setup.seats
        assert plain["options"] == match.setup.options
        assert plain["to_act"] == (match.to_act if isinstance(match.to_act, str) else list(match.to_act))
        assert match.view(viewer) == view
        assert msgspec.to_builtins(view) == msgspec.to_builtins(match.view(viewer))


@few
def test_spectator_sees_no_card_hidden_from_seat(game: Game, seed: int) -> None:
    """Until the game is over, a spectator sees no card that a seat does not see."""
    match = play(game, seed, 40)
    if not match.is_over:
        public = count_shown_cards(game, match.setup, as_json(match.view(None)))
        for seat in range(match.setup.seats):
            assert not set(public) - set(count_shown_cards(game, match.setup, as_json(match.view(seat))))


@few
def test_repr_of_position_contains_no_card(game: Game, seed: int) -> None:
    match = play(game, seed, 20)
    assert not cards_in(game, match.setup, repr(match.state).replace(",", " ").replace("'", " "))


@few
def test_seat_that_is_gone_never_acts_again(game: Game, seed: int) -> None:
    """``View.gone`` keeps its order and only grows, and no seat in it is ever to act."""
    gone: tuple[int, ...] = ()
    for match in story(game, seed, 250):
        before, gone = gone, match.view(None).gone
        assert gone[: len(before)] == before
        assert {match.view(viewer).gone for viewer in viewers(match)} == {gone}
        assert not isinstance(match.to_act, tuple) or not {*gone} & {*match.to_act}
        teams = match.rules.teams(match.setup.seats, match.setup.options)
        settled = {*match.view(None).settled_seats}
        for side in group_by_team(range(match.setup.seats), teams):
            assert len(settled & {*side}) in (0, len(side)), "the place of half a team is settled"
