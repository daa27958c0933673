"""Who knows what (bull.md, What is open)."""

from __future__ import annotations

from tests.games.bull.tables import deal, lose, new, view_of
from tests.games.play import as_json, viewers


def test_a_hand_is_known_to_its_owner_only() -> None:
    """Everybody sees sizes, nobody else's cards; the spectator sees no hand."""
    match = new(3, start="2")
    deal(match, {0: "As Kh", 1: "Qd Jc", 2: "9s 8h"})
    match.play(0, "call single 5")
    assert view_of(match, 1).hand == ("Qd", "Jc")
    assert view_of(match, None).hand == ()
    for seat in (0, 2, None):
        assert "Qd" not in as_json(match.view(seat))
        assert view_of(match, seat).sizes == (2, 2, 2)


def test_calls_and_turn_are_open() -> None:
    """All calls of the round, in order, with who made them."""
    match = new(3)
    deal(match)
    match.play(0, "call single 5")
    match.play(1, "call pair 3")
    for viewer in viewers(match):
        view = view_of(match, viewer)
        assert view.calls == ((0, "call single 5"), (1, "call pair 3"))
        assert view.to_act == (2,)
        assert view.caller == 0
        assert view.round == 1


def test_after_a_challenge_every_hand_of_that_round_is_open() -> None:
    """All hands, whether the call was good, and who lost, to everybody."""
    match = new(3)
    deal(match, {0: "As", 1: "Kh", 2: "Kd"})
    match.play(0, "call pair A")
    match.play(1, "challenge")
    for viewer in viewers(match):
        shown = view_of(match, viewer).shown
        assert shown is not None
        assert shown.hands == (("As",), ("Kh",), ("Kd",))
        assert shown.loser == 0
        assert view_of(match, viewer).calls == ()


def test_shown_hands_stay_in_sight_until_the_next_challenge() -> None:
    """Through the next deal and its calls."""
    match = new(3)
    deal(match, {0: "As", 1: "Kh", 2: "Kd"})
    match.play(0, "call pair A")
    match.play(1, "challenge")
    shown = view_of(match, None).shown
    deal(match, {1: "2s", 2: "3s", 0: "4s 5s"})
    match.play(1, "call single 9")
    assert view_of(match, None).shown == shown
    match.play(2, "challenge")
    assert view_of(match, None).shown != shown


def test_an_eliminated_player_knows_no_more_than_a_spectator() -> None:
    """Its view differs from the spectator's by the seat alone."""
    match = new(3)
    for _ in range(5):
        lose(match, 2)
    deal(match)
    match.play(match.to_act[0], "call single 5")  # type: ignore[arg-type]
    mine, theirs = view_of(match, 2), view_of(match, None)
    assert mine.hand == ()
    assert {name: getattr(mine, name) for name in mine.__struct_fields__ if name != "seat"} == {
        name: getattr(theirs, name) for name in theirs.__struct_fields__ if name != "seat"
    }


def test_everything_is_open_when_the_game_is_over() -> None:
    """The last hands, the last call and the result."""
    match = new(2, end="first")
    for _ in range(5):
        lose(match, 0)
    for viewer in viewers(match):
        view = view_of(match, viewer)
        assert view.is_over
        assert view.result == match.result()
        assert view.shown is not None
        assert [len(hand) for hand in view.shown.hands] == [5, 1]
        assert view.calls
