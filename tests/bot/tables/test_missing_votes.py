"""Tests that the page of votes tells how many votes an act still takes, and whose."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.language import Localizer
from bot.pages.acts import votes_page
from bot.tables import endings
from bot.tables.state import TableState
from bot.wire.components import TextDisplay, walk
from games import find_game
from tests.bot.playing import undealt_table

NAMES = ("Hana", "Ken", "Yuki", "Bob")


def table(people: int, computers: int) -> TableState:
    """Return a dealt game of some people; without computer players it counts."""
    return undealt_table(find_game("bull"), NAMES[:people], computers=computers).with_deal()


def is_carried(state: TableState, act: str, seats: tuple[int, ...]) -> bool:
    """True if the votes of these seats carry the act out, and those of all but the last do not."""
    for seat in seats:
        user_id = state.seats[seat].user_id
        assert user_id is not None
        if endings.decided_act(state, 0) is not None:
            return False
        state = state.with_row(votes={act: (*state.row.votes.get(act, ()), user_id)})
    return endings.decided_act(state, 0) == act


@pytest.mark.parametrize("computers", [0, 1])
@pytest.mark.parametrize("people", [1, 2, 3, 4])
@pytest.mark.parametrize("act", [endings.PAUSE, endings.END])
def test_missing_votes_are_what_the_rules_then_ask_for(people: int, computers: int, act: str) -> None:
    """As many of the named players as are missing carry an act out, in any choice."""
    state = table(people, computers or int(people == 1))
    for seat in range(people):
        missing = endings.missing_votes(state, act, seat, 0)
        assert is_carried(state, act, (seat,)) == (missing.needed == 0)
        carried = [
            is_carried(state, act, (seat, *others)) for others in combinations(missing.seats, missing.needed)
        ]
        assert all(carried)
        fewer = max(0, missing.needed - 1)
        if missing.needed:
            assert not any(
                is_carried(state, act, (seat, *others)) for others in combinations(missing.seats, fewer)
            )


@pytest.mark.mutants
def test_mutant_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that counts one vote too few is caught."""
    usual = endings.missing_votes

    def too_few(state: TableState, act: str, seat: int, now: int) -> endings.MissingVotes:
        missing = usual(state, act, seat, now)
        return missing._replace(needed=max(0, missing.needed - 1))

    monkeypatch.setattr(endings, "missing_votes", too_few)
    with pytest.raises(AssertionError):
        test_missing_votes_are_what_the_rules_then_ask_for(3, 0, endings.END)


def page_text(state: TableState, seat: int) -> str:
    acts = endings.possible_acts(state)
    missing = {act: endings.missing_votes(state, act, seat, 0) for act in acts}
    page = votes_page(state.snapshot, acts, seat, "en", missing, may_watch=False)
    return "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])


def test_page_says_what_will_happen_to_whom() -> None:
    """The page has a line for each act: what it does, and whose votes it takes."""
    three = page_text(table(3, 0), 0)
    assert (
        "**End the game**: the game is over for everybody. It takes your tap and 2 of **Ken** and **Yuki**."
        in three
    )
    assert "and 1 of **Ken** and **Yuki**." in three
    assert Localizer("en")("acts-again") in three
    # One person decides alone, and has no vote to take back.
    alone = page_text(table(1, 2), 0)
    assert "**End the game**: the game is over for everybody. Your tap is enough." in alone
    assert Localizer("en")("acts-again") not in alone
