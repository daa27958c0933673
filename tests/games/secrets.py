"""Checks that two plays with only a secret difference look the same to seats that do not know the secret.

A position defines twice what is visible: in its views, and in ``State.card_groups``. If the groups that a
viewer may see are equal in both plays, the viewer's views, legal moves and pages must be equal, too.

``Rules.secret`` says which moves are secret until when. Until then neither views nor card groups may differ.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, takewhile, zip_longest
from typing import Any, NamedTuple

import msgspec

from games import Game
from games.core.cards import CardGroup
from games.core.errors import RulesError
from games.core.match import GameHistory, Match
from games.core.moves import Move
from games.core.rules import CHANCE, OVER, State, View
from tests.games.contract import strings

CHOICES, LISTED, FOLLOWED = 2, 300, 12
"""Limits: other choices tried for a move, legal moves considered, moves whose other choices are followed."""


class Step(NamedTuple):
    """A pair of states: the same moment in two plays, after the move ``cause``."""

    first: State
    second: State
    cause: str


def story_of(match: Match) -> list[State]:
    """Return the positions of a match from its start."""
    return [match.rules.start(match.setup), *[after for *_, after in GameHistory(match).steps()]]


def exchanged(text: str, about: Mapping[str, str]) -> str:
    """Return the text of a move after replacing each word that is a key of ``about`` by its value."""
    return " ".join(about.get(word, word) for word in text.split())


def replay_with_other_move(
    match: Match, states: list[State], at: int, move: str | Move, about: Mapping[str, str]
) -> Iterator[Step]:
    """Replay a match with another move at one point, as far as the later moves stay legal.

    Args:
        match: the match as it was played.
        states: its positions.
        at: the number of the replaced move.
        move: the new move.
        about: words to exchange in later moves that are not legal otherwise.
    """
    rules = match.rules
    again = states[at]
    for number, (actor, recorded) in enumerate(match.moves[at:], at):
        ways = [move] if number == at else [recorded, exchanged(str(recorded), about)]
        for way in ways:
            try:
                again = rules.apply(again, actor, rules.parse(way) if isinstance(way, str) else way)
                break
            except RulesError:
                continue
        else:
            return
        other = f"'{way}'" if number == at or way != recorded else "the same"
        written = f"{'*' if actor == CHANCE else actor} {recorded}"
        played = f"move {number + 1}, '{written}' ({other} in the second play)"
        if number > at:
            played += f", with '{move}' instead of '{match.moves[at][1]}' as move {at + 1}"
        yield Step(states[number + 1], again, played)


def groups_seen_by(state: State, viewer: int | None) -> list[Any]:
    """Return the contents of the card groups that a viewer may see."""
    groups = state.card_groups()
    assert all(isinstance(group, CardGroup) for group in groups), (
        "State.card_groups does not list card groups"
    )
    return [group.cards for group in groups if group.is_open_to(viewer)]


def hidden_difference(first: State, second: State, seat: int) -> set[str]:
    """Return the contents of a seat's card groups that differ between two positions."""
    pairs = zip_longest(groups_seen_by(first, seat), groups_seen_by(second, seat))
    return {word for pair in pairs if pair[0] != pair[1] for word in strings(msgspec.to_builtins(pair))}


def words_exchanged(move: Move, other: Move) -> dict[str, str]:
    """Return the words of two moves that replace each other, in both directions; empty if that is unclear."""
    words, others = Counter(str(move).split()), Counter(str(other).split())
    gone, come = list((words - others).elements()), list((others - words).elements())
    if len(gone) != len(come):
        return {}
    return dict(zip(gone + come, come + gone, strict=True))


def secret_choices(
    match: Match, states: list[State], at: int, rng: random.Random
) -> Iterator[tuple[Move, dict[str, str]]]:
    """Yield moves that would have looked the same to all other seats, with words to exchange afterwards."""
    actor, made = match.moves[at]
    if isinstance(actor, str):
        return
    rules, before, after = match.rules, states[at], states[at + 1]
    # Only moves that name something in the seat's own card groups can be secret.
    own = msgspec.to_builtins([groups_seen_by(before, actor), groups_seen_by(after, actor)])
    if not {*strings(own)}.intersection(str(made).split()):
        return
    eyes = [None, *[seat for seat in range(match.setup.seats) if seat != actor]]
    legal = rules.legal(before, actor)
    others = rng.sample(legal, min(LISTED, len(legal)))
    alike = [(move, about) for move in others if 0 < len(about := words_exchanged(made, move)) <= 4]
    count = 0
    # A choice is secret if all other seats see the same position afterwards.
    for move, about in sorted(alike, key=lambda pair: len(pair[1]))[: 4 * CHOICES]:
        state = rules.apply(before, actor, move)
        is_secret = about.keys() <= hidden_difference(after, state, actor)
        if (
            is_secret
            and after.to_act == state.to_act
            and all(groups_seen_by(after, v) == groups_seen_by(state, v) for v in eyes)
        ):
            yield move, about
            count += 1
            if count == CHOICES:
                return


def secret_moves(game: Game, matches: Iterable[Match]) -> tuple[str, ...]:
    """Return the first words of face-down moves in some matches, such as ``bid`` or ``lost hand``."""
    notations: set[str] = set()
    for number, match in enumerate(matches):
        rng, states = random.Random(number), story_of(match)
        for at, (actor, made) in enumerate(match.moves):
            if isinstance(actor, str):
                continue
            legal = match.rules.legal(states[at], actor)
            others: list[Move] = [legal[0], legal[-1]] if len(states[at].to_act) > 1 else []
            others += [other for other, _ in secret_choices(match, states, at, rng)]
            notations |= {_shared_beginning(str(made), str(other)) for other in others if other != made}
    longer = {text for text in notations if any(text.startswith(f"{other} ") for other in notations)}
    return tuple(sorted(notations - longer))


def _shared_beginning(made: str, other: str) -> str:
    words = made.split()
    pairs = zip(words, other.split(), strict=False)
    return " ".join([word for word, _ in takewhile(lambda pair: pair[0] == pair[1], pairs)]) or words[0]


def check_plays_look_equal(game: Game, steps: Iterator[Step], knowing: set[int | None]) -> int:
    """Compare two plays from every viewer's side, until the game is over.

    Args:
        game: the game.
        steps: the two plays.
        knowing: the seats that know the difference from the start.

    Returns:
        The number of positions compared.

    Raises:
        AssertionError: a viewer who has not been shown the difference can tell the plays apart, or
            has other moves in positions that look the same.
    """
    rules, count = game.rules, 0
    for first, second, cause in steps:
        if OVER in (first.to_act, second.to_act):
            break
        seats = [None, *range(first.setup.seats)]
        knowing |= {
            viewer for viewer in seats if groups_seen_by(first, viewer) != groups_seen_by(second, viewer)
        }
        ignorant = [viewer for viewer in seats if viewer not in knowing]
        count += bool(ignorant)
        for viewer in seats:
            viewer_name = "everybody" if viewer is None else f"seat {viewer}"
            views = rules.view(first, viewer), rules.view(second, viewer)
            is_alike = views[0] == views[1]
            assert is_alike or viewer in knowing, (
                f"a secret is in the view of {viewer_name} after {cause}: {difference(*views)}. {HOW_TO_OPEN}"
            )
            if is_alike and viewer is not None:
                legal = [rules.legal(state, viewer) for state in (first, second)]
                assert len(legal[0]) == len(legal[1]), f"a secret changes the moves of {viewer_name}"
                assert list(legal[0][:200]) == list(legal[1][:200]), (
                    f"a secret changes the moves of {viewer_name}"
                )
        if count == 1 and None in ignorant:  # presenters get only views, so they could leak only from a cache
            scenes = [public_scene(game, state, knowing) for state in (first, second)]
            assert scenes[0] == scenes[1], "a presenter tells a secret"
    return count


HOW_TO_OPEN = (
    "If this is known there, State.card_groups must list it in a group that the viewer may see; a group can "
    "hold values of any type"
)


def difference(first: View, second: View) -> str:
    """Return the first field in which two views differ, with its value in each."""
    for name in first.__struct_fields__:
        values = getattr(first, name), getattr(second, name)
        if values[0] != values[1]:
            return f"the field '{name}' is {values[0]!r} in the first play and {values[1]!r} in the second"
    raise AssertionError("the views are equal")


def check_declared_secrets(game: Game, match: Match, seed: int) -> int:
    """Replace moves that ``Rules.secret`` hides; return the number of positions compared.

    Raises:
        AssertionError: a view or a card group of another viewer shows the move before its time.
    """
    rules, rng, states, count = match.rules, random.Random(seed), story_of(match), 0
    for at, (actor, made) in enumerate(match.moves):
        secret = None if isinstance(actor, str) else rules.secret(states[at], actor, made)
        if secret is None:
            continue
        legal = rules.legal(states[at], actor)
        others = [
            move
            for move in rng.sample(legal, min(LISTED, len(legal)))
            if move != made and rules.secret(states[at], actor, move) == secret
        ]
        for other in others[:CHOICES]:
            length = FOLLOWED if secret.until else len(states[at].to_act) - 1
            for step in islice(replay_with_other_move(match, states, at, other, {}), length):
                news = (*step.first.news, *step.second.news)
                if step.first.to_act == OVER or any(isinstance(event, secret.until) for event in news):
                    break
                _check_hidden(game, step, actor, secret.heard)
                count += 1
    return count


def _check_hidden(game: Game, step: Step, actor: object, heard: str) -> None:
    for viewer in (None, *range(step.first.setup.seats)):
        if viewer == actor:
            continue
        viewer_name = "everybody" if viewer is None else f"seat {viewer}"
        reason = f"'{heard}' is all that others hear by Rules.secret, but after {step.cause}"
        groups = [groups_seen_by(state, viewer) for state in step[:2]]
        assert groups[0] == groups[1], (
            f"{reason} a card group of {viewer_name} is {_first_difference(*groups)}"
        )
        views = [game.rules.view(state, viewer) for state in step[:2]]
        assert views[0] == views[1], f"{reason} the view of {viewer_name} shows it: {difference(*views)}"


def _first_difference(first: list[Any], second: list[Any]) -> str:
    different = next(pair for pair in zip_longest(first, second) if pair[0] != pair[1])
    return f"{different[0]!r} in the first play and {different[1]!r} in the second"


def check_what_is_declared(game: Game, matches: Iterable[Match]) -> None:
    """Compare the moves that card groups hide with those that ``Rules.secret`` hides.

    Raises:
        AssertionError: only one of the two hides a kind of move.
    """
    played = [*matches]
    declared: set[str] = set()
    for match in played:
        states = story_of(match)
        for at, (actor, move) in enumerate(match.moves):
            if not isinstance(actor, str) and match.rules.secret(states[at], actor, move) is not None:
                declared.add(str(move).split()[0])
    hidden = {beginning.split()[0] for beginning in secret_moves(game, played)}
    assert hidden <= declared, f"card groups hide {sorted(hidden - declared)}, which Rules.secret calls open"
    assert declared <= hidden, f"Rules.secret hides {sorted(declared - hidden)}, which card groups show"


def public_scene(game: Game, state: State, knowing: set[int | None]) -> object:
    """Return everything shown in public, after drawing the panels of the seats that know a secret."""
    for seat in knowing:
        game.presenter.panel(game.rules.view(state, seat), ())
    view = game.rules.view(state, None)
    news = [game.presenter.say(event, view) for event in view.news]
    return news, game.presenter.table(view), game.presenter.reveal(view)


def check_choices(game: Game, match: Match, seed: int) -> int:
    """Replace secret moves of a match by other ones; return the number of positions compared.

    Raises:
        AssertionError: as for ``check_plays_look_equal``.
    """
    rng = random.Random(seed)
    states = story_of(match)
    count = 0
    for at in rng.sample(range(len(match.moves)), min(20, len(match.moves))):
        actor = match.moves[at][0]
        for move, about in secret_choices(match, states, at, rng):
            steps = islice(replay_with_other_move(match, states, at, move, about), FOLLOWED)
            assert not isinstance(actor, str)
            count += check_plays_look_equal(game, steps, {actor})
    return count


def check_simultaneous(game: Game, match: Match, seed: int) -> int:
    """Change one seat's simultaneous choice; check that other seats see no change before all have chosen.

    Raises:
        AssertionError: as for ``check_plays_look_equal``.
    """
    rng = random.Random(seed)
    states = story_of(match)
    count = 0
    for at, (actor, _) in enumerate(match.moves):
        waiting = states[at].to_act
        if isinstance(actor, str) or not isinstance(waiting, tuple) or len(waiting) < 2:
            continue
        legal = match.rules.legal(states[at], actor)
        for move in (legal[-1], rng.choice(legal)):
            phase = islice(replay_with_other_move(match, states, at, move, {}), len(waiting) - 1)
            count += check_plays_look_equal(game, phase, {actor})
    return count
