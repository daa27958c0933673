"""Whatever was shown, lost or deleted: done one after another, the differences come to an end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from bot.showing.desired import Difference, Found, noted, taken
from bot.tables import invitations
from bot.tables.state import TableState
from bot.wire.limits import Route
from bot.wire.messages import Sent
from storage.rows import CANCELLED, ShownRow
from tests.bot.showing.known import FIRST_ID, IN_THREAD, MENTION, Known, asking, in_thread, shown_of
from tests.bot.tables.alone import BOB, CAROL, NOON
from tests.bot.tables.positions import a_game, a_lobby, away, held, over


class World:
    """A channel in which each difference is done, or finds its message gone."""

    def __init__(self, state: TableState, shown: ShownRow, *, is_certain: bool) -> None:
        self.state, self.shown, self.known = state, shown, Known()
        self.known.more["is_certain"] = is_certain
        self.standing: dict[int, str] = {}
        self.next_id = FIRST_ID + 100
        self.pings: Counter[tuple[int, tuple[tuple[int, int], ...]]] = Counter()

    def say(self, said: str = "") -> int:
        self.next_id += 1
        self.standing[self.next_id] = said
        return self.next_id

    def do(self, one: Difference) -> None:
        shown, sent = self.shown, Sent(one.message_id)
        changes: dict[str, Any] = {}
        if one.route is Route.LOOK:
            found = [Found(message_id, said) for message_id, said in self.standing.items()]
            changes, self.known.more["is_certain"] = taken(self.state, shown, found), True
        elif one.route is Route.DELETE:
            self.standing.pop(one.message_id or 0, None)
            changes = {"stale": tuple(left for left in shown.stale if left != one.message_id)}
        elif one.route is Route.THREAD:
            self.state, self.shown = in_thread(self.state, IN_THREAD), shown
        else:
            if one.route is Route.SEND:
                sent = Sent(self.say(" ".join(f"<@{user_id}>" for user_id in one.people)))
                self.pings.update((user_id, self.state.pending()) for user_id in one.people)
            is_there = one.route in (None, Route.SEND) or one.message_id in self.standing
            changes = noted(shown, one, sent if is_there else None)
        if one.key == "invitation" and one.people:
            self.state = invitations.told(self.state, one.people)
        self.shown = msgspec.structs.replace(self.shown, **changes)
        here = (self.shown.message_id, self.shown.call_id, self.shown.notice_id)
        stale = tuple(left for left in self.shown.stale if left not in here)
        self.shown = msgspec.structs.replace(self.shown, stale=stale)

    def settle(self, choose: Any) -> None:
        """Do what is due, in any order, until nothing is."""
        for _ in range(30):
            due = [one for one in self.known.look(self.state, self.shown).values() if one.at <= NOON]
            if not due:
                return
            self.do(choose(due))
        raise AssertionError(f"it never ends: {due}")


STATES = st.one_of(
    st.builds(a_game, st.integers(0, 5)),
    st.sampled_from([a_lobby(), asking(CAROL), asking(CAROL, is_told=True, has_declined=True)]),
    st.sampled_from([in_thread(a_game(), IN_THREAD), held(a_game(1))]),
    st.sampled_from([away(a_game(), 0), over(), held(over())]),
    st.sampled_from([a_lobby().ended(CANCELLED, NOON), a_game().ended(CANCELLED, NOON)]),
)


def test_a_game_in_a_thread_begins_there() -> None:
    """First the thread, then the table in it, then the call; the notice says where."""
    world = World(in_thread(a_game()), ShownRow("t1"), is_certain=True)
    world.shown = ShownRow("t1", notice_id=world.say())
    done: list[str] = []

    def first(due: list[Difference]) -> Difference:
        chosen = next(one for one in due if one.key != "notice" or len(due) == 1)
        done.append(chosen.key)
        return chosen

    world.settle(first)
    assert done == ["thread", "table", "call", "notice"]


def order(state: TableState) -> tuple[bool, bool, int, bool]:
    """What comes after what: lobbies, games by their moves, the end."""
    return state.is_closed, state.has_begun, state.seq, any(row.away for row in state.seats)


@given(
    states=st.lists(STATES, min_size=2, max_size=4),
    lost=st.lists(st.sampled_from(["", MENTION, f"<@{BOB}>"]), max_size=3),
    deleted=st.sets(st.sampled_from(["message_id", "call_id", "notice_id"])),
    data=st.data(),
)
def test_whatever_was_shown_all_is_shown_in_the_end(
    states: list[TableState], lost: list[str], deleted: set[str], data: st.DataObject
) -> None:
    """Some messages are lost and some deleted; one table, one call, one notice are left, and no more.

    Nobody is called twice for a decision, whatever is done first.
    """
    before, *others = sorted(states, key=order)
    world = World(before, ShownRow("t1"), is_certain=not lost)
    world.shown = shown_of(before, message_id=world.say(), notice_id=world.say())
    if world.shown.call_id is not None:
        world.shown = msgspec.structs.replace(world.shown, call_id=world.say())
    for said in lost:
        world.say(said)
    for name in deleted:
        world.standing.pop(getattr(world.shown, name) or 0, None)
    for state in others:
        world.state = state
        world.settle(lambda due: data.draw(st.sampled_from(due)))
        shown, was_seen = world.shown, world.state.has_begun or not world.state.is_closed
        # A lobby that was deleted need not say that it is closed.
        if shown.message_id is not None or was_seen:
            assert shown.message_id in world.standing or "message_id" in deleted
            assert shown.mark == world.state.mark
        assert shown.notice_id is None or shown.notice_mark == world.state.notice_mark
        assert set(world.state.pending()) <= set(shown.called)
        assert world.standing.keys() <= {shown.message_id, shown.call_id, shown.notice_id}
    assert not [one for one, times in world.pings.items() if times > 1]
