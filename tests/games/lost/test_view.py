"""What lies open and what does not (lost.md, What is open)."""

from __future__ import annotations

import random

import msgspec

from games.lost.events import CardTaken, FieldLaid, HandCardLost
from games.lost.state import LostCard, LostState, Played
from tests.games.lost.tables import FIELDS, HANDS, RULES, do, new_match, play_on, position

VIEWERS = (0, 1, 2, None)


def text_of(state: LostState, viewer: int | None) -> str:
    """Print everything that a viewer gets."""
    return msgspec.json.encode(RULES.view(state, viewer)).decode()


def test_open_before_the_fields_are_up_nothing_shows() -> None:
    """A choice is seen by who made it, also while the others choose; the others see that it was made."""
    match = new_match(3, random.Random(5))
    laid = match.state.hands[1][:3]
    match.play(1, "field " + " ".join(laid))
    own = match.view(1)
    assert own.laid == laid
    assert own.hand == match.state.hands[1]
    for viewer in (0, 2, None):
        view = match.view(viewer)
        assert view.laid == ()
        assert view.fields == ((), (), ())
        assert view.news == (FieldLaid(1),)
        assert not any(f'"{card}"' in text_of(match.state, viewer) for card in laid)
        assert view.to_act == (0, 2)


def test_open_played_card_is_known_to_its_player_only() -> None:
    """Everybody sees who claims what to whom; the card is seen by who played it."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    for viewer in VIEWERS:
        assert ('"5h"' in text_of(state, viewer)) == (viewer == 0)
        play = RULES.view(state, viewer).play
        assert play == Played(0, 1, "s", "5h" if viewer == 0 else "")


def test_open_judged_card_is_seen_by_all() -> None:
    """After trust or doubt the card is up."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "doubt")
    for viewer in VIEWERS:
        assert '"5h"' in text_of(state, viewer)


def test_open_taken_card_is_known_to_its_old_and_new_owner() -> None:
    """A lost shows the card to its taker alone; who played it knows it anyhow."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "lost")
    for viewer in VIEWERS:
        view = RULES.view(state, viewer)
        knows = viewer in (0, 1)
        assert ('"5h"' in text_of(state, viewer)) == knows
        assert view.news == (CardTaken(0, 1, "s", "5h" if knows else ""),)
        assert view.piles[1] == (LostCard("5h" if knows else "", 0),)
    later = do(state, "place 8c", "lost hand 3s")
    assert '"5h"' in text_of(later, 0)
    assert '"5h"' in text_of(later, 1)
    assert '"5h"' not in text_of(later, 2)


def test_open_card_lost_from_the_hand_is_known_to_its_owner() -> None:
    """Nobody else sees it."""
    state = do(position(HANDS, FIELDS), "lost hand 9c")
    for viewer in VIEWERS:
        assert ('"9c"' in text_of(state, viewer)) == (viewer == 0)
        assert RULES.view(state, viewer).news == (HandCardLost(0, "9c" if viewer == 0 else ""),)


def test_open_card_lost_from_the_field_was_seen_by_all() -> None:
    """It stays in every view."""
    state = do(position(HANDS, FIELDS), "lost field 4h place 2s")
    for viewer in VIEWERS:
        assert RULES.view(state, viewer).piles[0] == (LostCard("4h", 0, True),)


def test_open_void_lost_shows_the_joker_to_all() -> None:
    """A lost on the joker is seen by everybody."""
    state = do(position(["2s Jk", *HANDS[1:]], FIELDS), "play Jk to 1 as joker", "lost")
    for viewer in VIEWERS:
        view = RULES.view(state, viewer)
        assert view.fields[1][-1] == "Jk"
        assert view.log == state.log


def test_open_numbers() -> None:
    """Sizes of hands, losts made, and how often each claim was true are open."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "lost", "place 8c", "play 3s to 2 as s", "doubt")
    for viewer in VIEWERS:
        view = RULES.view(state, viewer)
        assert view.sizes == (3, 1, 3)
        assert [view.losts_left(seat) for seat in range(3)] == [3, 2, 3]
        assert view.told == ((0, 0), (1, 0), (0, 0))


def test_open_everything_when_over() -> None:
    """The end shows all hands, piles and the cards that nobody was dealt."""
    match = play_on(new_match(3, random.Random(8)), random.Random(8))
    assert match.is_over
    view = match.view(None)
    assert view.hands == match.state.hands
    assert view.aside == match.state.aside
    assert view.piles == match.state.piles
    assert len(view.aside) == 2
