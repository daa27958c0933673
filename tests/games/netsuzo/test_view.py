"""Who knows what (netsuzo.md, What is open)."""

from __future__ import annotations

import re

from games.core.cards import STANDARD
from games.core.rules import CHANCE
from tests.games.netsuzo.tables import accept_lowest, deal, lose, new, play, state_of, view_of
from tests.games.play import as_json, viewers


def cards_in(view: object) -> set[str]:
    """Find every card named anywhere in a view."""
    return set(re.findall(r'"((?:[A2-9TJQK][shdc])|Jk)"', as_json(view)))


def test_open_is_what_lies_on_the_table() -> None:
    """Chips, open cards, declarations, numbers of cards: the same for everybody."""
    match = new(3, first=1)
    deal(match, {0: "9h", 1: "5s", 2: "Kd"})
    play(match, "declare pair 5 J", "accept")
    for viewer in viewers(match):
        view = view_of(match, viewer)
        assert view.reds == (2, 2, 2)
        assert view.blues == (0, 0, 0)
        assert view.open == ("5h", "Jd", "8c", "2s")
        assert view.declared == ((1, "declare pair 5 J"),)
        assert view.sizes == (1, 1, 2)
        assert (view.pile, view.discards, view.stage) == (53 - 7 - 1, 0, "discard")


def test_a_passed_card_is_known_to_giver_and_receiver_only() -> None:
    """The giver remembers it, the receiver holds it, nobody else hears of it."""
    match = new(4)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare pair 5 J", "accept")
    assert view_of(match, 0).passed == ("5s",)
    assert view_of(match, 1).hand == ("5s", "9h")
    for viewer in (2, 3, None):
        assert not {"5s", "9h", "As", "Ah"} & cards_in(match.view(viewer))
    assert "As" in cards_in(match.view(0))
    assert "As" not in cards_in(match.view(1))


def test_passed_cards_include_those_that_were_received() -> None:
    """Seat 1 passes on the hand of seat 0 with its own."""
    match = new(4)
    deal(match, {0: "5s", 1: "9h", 2: "Kd"}, pile="As Ah Ad Ac")
    play(match, "declare high 7", "accept", "discard 9h", "declare high 8", "accept")
    assert view_of(match, 1).passed == ("5s", "Ah")
    assert view_of(match, 1).last_pass == view_of(match, 1).passed
    assert view_of(match, 0).passed == ("5s",)


def test_a_discard_is_known_to_the_discarder_only() -> None:
    """Not even to the giver, though the card was among two it might guess from."""
    match = new(4)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept", "discard 9h")
    assert view_of(match, 1).tossed == ("9h",)
    for viewer in (0, 2, 3, None):
        assert "9h" not in cards_in(match.view(viewer))
        assert view_of(match, viewer).discards == 1
    other = new(4)
    deal(other, {0: "5s", 1: "9h"}, pile="As Ah")
    play(other, "declare high 7", "accept", "discard 5s")
    assert as_json(match.view(0)) == as_json(other.view(0))


def test_a_drawn_card_is_known_to_who_drew_it() -> None:
    """In the news and in the hand."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"}, pile="As Ah")
    play(match, "declare high 7", "accept", "discard 9h")
    assert "Ah" in cards_in(match.view(1).news)
    assert cards_in(match.view(0).news) == cards_in(match.view(None).news) == set()


def test_a_shown_hand_is_open_until_the_next_one() -> None:
    """Through the next deal and its declarations."""
    match = new(3)
    deal(match, {0: "5s"})
    play(match, "declare pair 5 J", "reject")
    deal(match, {1: "Ks"}, middle="Kd 3h 4h 6d")
    play(match, "declare high 7")
    for viewer in viewers(match):
        shown = view_of(match, viewer).shown
        assert shown is not None
        assert shown.hand == ("5s",)
    play(match, "reject")
    shown = view_of(match, None).shown
    assert shown is not None
    assert shown.hand == ("Ks",)


def test_memory_of_passed_and_discarded_cards_ends_with_the_hand() -> None:
    """The next deal wipes it."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h"})
    play(match, "declare high 7", "accept", "discard 9h", "declare five A", "reject")
    deal(match)
    view = view_of(match, 0)
    assert (view.passed, view.last_pass, view.tossed, view.declared) == ((), (), (), ())


def test_when_the_game_is_over_everything_is_open() -> None:
    """All hands, the pile and the discards, to the spectator too."""
    match = new(3, blues="1")
    lose(match)
    for viewer in viewers(match):
        view = view_of(match, viewer)
        assert view.all_hands == state_of(match).hands
        assert cards_in(view) == set(STANDARD.cards)
        assert view.result is not None


def test_reshuffle_tells_its_number_and_nothing_else() -> None:
    """Whoever discarded a card knows no longer where it is; the number of reshuffles is open."""
    match = new(9)
    deal(match)
    next(state for state in accept_lowest(match) if state.to_act == CHANCE)
    discards = state_of(match).discards
    match.play(CHANCE, " ".join(["reshuffle", *discards]))
    view = view_of(match, None)
    assert view.reshuffles == 1
    assert (view.pile, view.discards) == (len(discards) - 1, 0)
    assert cards_in(view) == set(view.open)
