"""Very long hands: the pile runs out in the middle of an acceptance (netsuzo.md, A hand, 4)."""

from __future__ import annotations

from games.core.cards import STANDARD
from games.core.rules import CHANCE
from games.netsuzo import NETSUZO
from tests.games.netsuzo.tables import accept_lowest, actor, all_cards, deal, new, play


def test_reshuffle_ten_players_accepting_run_the_pile_out_twice() -> None:
    """39 cards last 19 acceptances; a giver takes the last card, the taker reshuffles 20 discards."""
    match = new(10)
    deal(match)
    before = match.state
    met = []
    for state in accept_lowest(match):
        assert all_cards(state) == sorted(STANDARD.cards)
        if state.to_act == CHANCE:
            request = NETSUZO.rules.chance(state)
            assert request.kind == "reshuffle"
            assert request.cards == STANDARD.sort(state.discards)
            assert state.pile == ()
            met.append((state.stage, len(state.declared), len(state.discards)))
        elif before.to_act == CHANCE:
            waiting = before.stage == "giver-draws"
            assert state.stage == ("discard" if waiting else "declare")
            assert len(state.pile) == len(before.discards) - 1
            assert state.discards == ()
            drawer = before.turn if waiting else state.turn
            assert len(state.hands[drawer]) == len(before.hands[drawer]) + 1
            if len(met) == 2:
                break
        before = state
    # 39 = 2 * 19 + 1; the new 20 less 1 are used up by 9 acceptances and a giver, as 19 = 2 * 9 + 1.
    assert met == [("taker-draws", 20, 20), ("taker-draws", 30, 10)]


def test_reshuffle_may_come_between_accept_and_discard() -> None:
    """With nine players the pile is even, so a giver's draw finds it empty."""
    match = new(9)
    deal(match)
    for state in accept_lowest(match):
        if state.to_act == CHANCE:
            break
    assert state.stage == "giver-draws"
    giver = state.turn
    taker = (giver + 1) % 9
    assert state.hands[giver] == ()
    assert len(state.hands[taker]) == len(state.declared) + 1
    top = state.discards[0]
    match.play(CHANCE, " ".join(["reshuffle", *state.discards]))
    assert match.state.hands[giver] == (top,)
    assert match.to_act == (taker,)
    assert {str(move).split()[0] for move in match.legal(taker)} == {"discard"}


def test_nothing_is_drawn_when_pile_and_discards_are_empty() -> None:
    """Decision: the giver is left with an empty hand; the taker's own discard comes back, a pile of one."""
    match = new(10)
    deal(match)
    for state in accept_lowest(match):
        assert all_cards(state) == sorted(STANDARD.cards)
        if state.stage == "discard" and not state.hands[state.turn]:
            break
    assert (state.pile, state.discards) == ((), ())
    giver, taker = state.turn, actor(match)
    assert len(state.hands[taker]) + sum(len(h) for s, h in enumerate(state.hands) if s != taker) == 49
    last = str(match.legal(taker)[0]).split()[1]
    play(match, f"discard {last}")
    assert NETSUZO.rules.chance(match.state).cards == (last,)
    match.play(CHANCE, f"reshuffle {last}")
    assert last in match.state.hands[taker]
    assert match.state.hands[giver] == ()
    assert match.to_act == (taker,)


def test_the_longest_hand_ends_with_a_rejection() -> None:
    """Accepting every higher declaration there is: 2761 levels, and five aces cannot be accepted."""
    match = new(3)
    deal(match)
    for state in accept_lowest(match):
        if state.stage in ("deal", "over"):
            break
    assert len(state.declared) == 2761
    assert state.shown.declaration == "declare five A"
