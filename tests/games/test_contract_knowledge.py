"""What nobody may know stays out of every view, for every game (README.md of the rules, Knowledge).

The method: play a game, then play it again with two cards of a deal exchanged (and exchanged in the moves
too, where a move names one of them). As long as a viewer has not been shown one of the two, the two games
look the same to that viewer: so no view depends on a card that this viewer could not see, in any way.
"""

from __future__ import annotations

import random
from collections import Counter

import msgspec
from hypothesis import given, settings

from games import Game
from games.core.errors import RulesError
from games.core.events import Event, OpenEvent
from games.core.match import Match
from games.core.rules import CHANCE, Actor, Setup
from tests.games.contract import cards_in, every_game, package_of, seeds, setup_of
from tests.games.play import as_json, play_random, viewers

few = settings(max_examples=15, deadline=None)

Story = list[dict[int | None, str]]
"""The views of everybody after each move, as programs get them."""


def exchanged(text: str, one: str, other: str) -> str:
    """Write a move with two cards changed about."""
    about = {one: other, other: one}
    return " ".join(about.get(word, word) for word in text.split())


def look(match: Match) -> dict[int | None, str]:
    return {viewer: as_json(match.view(viewer)) for viewer in viewers(match)}


def tell(match: Match) -> tuple[Match, Story]:
    """Play a match again and look after each move."""
    again = Match(match.rules, match.setup)
    story = [look(again)]
    for actor, move in match.moves:
        again.play(actor, move)
        story.append(look(again))
    return again, story


def swap(match: Match, at: int, places: tuple[int, int]) -> list[Match]:
    """Play a match with two places of the deal at move ``at`` exchanged, as far as the moves stay legal.

    Returns:
        The matches from the exchanged deal on, one for each move.
    """
    again = Match(match.rules, match.setup)
    after = []
    cards = str(match.moves[at][1]).split()[1:]
    one, other = (cards[place] for place in places)
    cards[places[0]], cards[places[1]] = other, one
    for number, (actor, move) in enumerate(match.moves):
        text = str(move)
        if number < at:
            again.play(actor, move)
            continue
        ways = [text, exchanged(text, one, other)]
        if number == at:
            ways = [" ".join([text.split()[0], *cards])]
        for written in ways:
            try:
                again.play(actor, written)
                break
            except RulesError:
                continue
        else:
            break
        copy = Match(match.rules, match.setup)
        copy.state = again.state
        after.append(copy)
    return after


def a_deal(match: Match, rng: random.Random) -> int:
    """Choose one of the deals of a match."""
    return rng.choice([number for number, (actor, _) in enumerate(match.moves) if actor == CHANCE])


def two_places(match: Match, at: int, rng: random.Random) -> tuple[int, int]:
    """Choose two places of a deal with different cards, near the top more often (the rest may stay away)."""
    cards = str(match.moves[at][1]).split()[1:]
    if len(set(cards)) == 1:
        return 0, 0
    reach = rng.choice([len(cards), 1 + len(cards) // 2])
    while True:
        one, other = rng.randrange(reach), rng.randrange(len(cards))
        if cards[one] != cards[other]:
            return one, other


def shown(game: Game, setup: Setup, view: str) -> Counter[str]:
    """Count the cards that a view shows."""
    return Counter(cards_in(game, setup, msgspec.json.decode(view)))


@every_game
@given(seed=seeds)
@few
def test_unseen_cards_do_not_change_a_view(game: Game, seed: int) -> None:
    """Two games that differ in two cards look the same to a viewer until one of the two is shown.

    What a spectator is shown everybody is shown; what else is shown, one card to one seat at a time.
    """
    rng = random.Random(seed)
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 60)
    _, story = tell(match)
    for _ in range(4):
        at = a_deal(match, rng)
        places = two_places(match, at, rng)
        one, other = (str(match.moves[at][1]).split()[1 + place] for place in places)
        knowing: set[int | None] = set()
        for number, again in enumerate(swap(match, at, places), at + 1):
            views = look(again)
            newly = {
                viewer
                for viewer in viewers(match)
                if viewer not in knowing and views[viewer] != story[number][viewer]
            }
            for viewer in newly:
                cards = [shown(game, match.setup, view) for view in (story[number][viewer], views[viewer])]
                assert cards[0] != cards[1] or cards[0][one] or cards[0][other], (viewer, number)
            knowing |= newly
            if None in newly:
                assert knowing == set(viewers(match))
            elif None not in knowing:
                assert len(newly) <= 2, (number, places)


@every_game
@given(seed=seeds)
@few
def test_legal_moves_are_a_function_of_the_view(game: Game, seed: int) -> None:
    """Where two games look the same to a seat, it has the same moves in both."""
    rng = random.Random(seed)
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 60)
    positions = [Match(match.rules, match.setup)]
    for actor, move in match.moves:
        copy = Match(match.rules, match.setup)
        copy.state = positions[-1].state
        copy.play(actor, move)
        positions.append(copy)
    for _ in range(4):
        at = a_deal(match, rng)
        places = two_places(match, at, rng)
        for before, again in zip(positions[at + 1 :], swap(match, at, places), strict=False):
            for seat in before.to_act if isinstance(before.to_act, tuple) else ():
                if as_json(before.view(seat)) == as_json(again.view(seat)):
                    assert list(before.legal(seat))[:200] == list(again.legal(seat))[:200]
                    assert len(before.legal(seat)) == len(again.legal(seat))


@every_game
@given(seed=seeds)
@few
def test_a_card_of_a_deal_is_seen_by_all_by_one_or_by_nobody(game: Game, seed: int) -> None:
    """Right after a deal: what lies open everybody sees; no card is in two hands; somebody holds some."""
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 1)
    deck = Counter(str(match.moves[0][1]).split()[1:])
    public = shown(game, match.setup, as_json(match.view(None)))
    seen = [shown(game, match.setup, as_json(match.view(seat))) for seat in range(match.setup.seats)]
    assert all(not public - hand for hand in seen)
    private = Counter(card for hand in seen for card in hand - public)
    assert private
    assert all(count <= deck[card] for card, count in private.items())


def event_types(game: Game) -> list[type[Event]]:
    """List the events that a game has."""
    package = f"{package_of(game)}."
    kinds = [*Event.__subclasses__(), *OpenEvent.__subclasses__()]
    return [kind for kind in kinds if kind.__module__.startswith(package)]


@every_game
def test_every_event_says_who_may_see_it(game: Game) -> None:
    """One that does not would be shown to nobody."""
    kinds = event_types(game)
    assert kinds
    assert not [kind.__name__ for kind in kinds if kind.seen_by is Event.seen_by]


class Rumour(Event, frozen=True):
    """An event of which nobody has said who may see it."""

    card: str


@every_game
@given(seed=seeds)
@few
def test_an_unknown_event_is_shown_to_nobody(game: Game, seed: int) -> None:
    """It is left out of the news of every seat and of the spectator; the others stay."""
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 30)
    if not match.is_over:
        news = (*match.state.news, Rumour("As"))
        told = msgspec.structs.replace(match.state, news=news)
        for viewer in viewers(match):
            assert game.rules.view(told, viewer) == match.view(viewer)


@every_game
@given(seed=seeds)
@few
def test_a_choice_made_at_the_same_time_as_others_stays_unknown(game: Game, seed: int) -> None:
    """While several seats choose, another choice by one of them changes nothing that the others see."""
    rng = random.Random(seed)
    match = Match(game.rules, setup_of(game, seed))
    for _ in range(40):
        if not isinstance(match.to_act, tuple) or len(match.to_act) < 2:
            if match.is_over:
                break
            play_random(match, rng.random(), 1)
            continue
        seat = rng.choice(match.to_act)
        legal = match.legal(seat)
        choices: list[dict[int | None, str]] = []
        for move in (legal[0], legal[-1], rng.choice(legal)):
            after = match.played(seat, move).state
            copy = Match(match.rules, match.setup)
            copy.state = after
            choices.append(look(copy))
        for viewer in viewers(match):
            if viewer != seat:
                assert len({views[viewer] for views in choices}) == 1
        actor: Actor = seat
        match.play(actor, rng.choice(legal))


@every_game
@given(seed=seeds)
@few
def test_views_are_plain_data_that_say_whose_they_are(game: Game, seed: int) -> None:
    """JSON with text keys; the game, the viewer and who is to act; the same when asked again."""
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 50)
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


@every_game
@given(seed=seeds)
@few
def test_no_view_shows_a_card_more_often_than_it_lies_where_the_viewer_may_look(
    game: Game, seed: int
) -> None:
    """A spectator sees no card that a seat does not see as well, until the game is over."""
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 40)
    if not match.is_over:
        public = shown(game, match.setup, as_json(match.view(None)))
        for seat in range(match.setup.seats):
            assert not set(public) - set(shown(game, match.setup, as_json(match.view(seat))))


@every_game
@given(seed=seeds)
@few
def test_hands_never_reach_a_log(game: Game, seed: int) -> None:
    """The repr of a position names no card."""
    match = play_random(Match(game.rules, setup_of(game, seed)), seed, 20)
    assert not cards_in(game, match.setup, repr(match.state).replace(",", " ").replace("'", " "))


@every_game
@given(seed=seeds)
@few
def test_who_is_gone_decides_nothing_any_more(game: Game, seed: int) -> None:
    """Who is gone stays so, in the same order, and is never to act again: such people may see all hands."""
    match = Match(game.rules, setup_of(game, seed))
    gone: tuple[int, ...] = ()
    for number in range(250):
        if match.is_over:
            break
        play_random(match, f"{seed} {number}", 1)
        before, gone = gone, match.view(None).gone
        assert gone[: len(before)] == before
        assert {match.view(viewer).gone for viewer in viewers(match)} == {gone}
        assert not isinstance(match.to_act, tuple) or not {*gone} & {*match.to_act}
