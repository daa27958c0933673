"""Tests of the function that computes the needed requests from a table's state and its known messages."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import DISCORD_EPOCH_MS
from bot.showing.channels import OLD_MESSAGE_MS, ChannelTracker
from bot.showing.desired import identity_of, is_all_done, needed_requests
from bot.showing.writer import (
    GIVE_UP_SEARCH,
    Changes,
    FoundMessage,
    PostingInputs,
    Request,
    changes_after,
    changes_for_found,
)
from bot.tables import lobby
from bot.tables.clocks import HALF_TIME
from bot.tables.state import TableState
from bot.wire.exchange import Token
from bot.wire.limits import Priority, Route
from bot.wire.messages import SentMessage
from storage.rows import CANCELLED, CHANNEL, THREAD, GatheringRow, InvitationRow, SentRow
from tests.bot.tables.alone import ALICE, BOB, CAROL
from tests.bot.tables.positions import a_game, a_lobby, away, in_reveal, over
from tests.bot.turning import NOON, HandClock

FIRST_ID = (NOON - DISCORD_EPOCH_MS) << 22
"""The id of a message sent at noon."""

TABLE, PING, NOTICE, OTHER = (FIRST_ID + i for i in range(4))
HERE, IN_THREAD = 2, 77


class WriterKnowledge:
    """Facts about a table's messages and channel, for calls of ``needed_requests``."""

    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()
        self.more: dict[str, Any] = {}
        self.channels = ChannelTracker(HandClock(), lambda guild_id: True)
        self.channels.watch(HERE)

    def look(self, state: TableState, row: SentRow, wall: int = NOON) -> dict[str, Request]:
        posted = PostingInputs(self.failures, **self.more)
        requests = list(needed_requests(state, row, posted, self.channels, wall))
        assert len({request.key for request in requests}) == len(requests)
        return {request.key: request for request in requests}


def shown_of(state: TableState, **changes: Any) -> SentRow:
    """Return the row of a table whose messages are all up to date, with some fields changed."""
    pending = state.pending()
    row = SentRow("t1", TABLE, state.fingerprint, call_id=PING if pending else None, called=pending)
    return msgspec.structs.replace(row, **changes)


def adopted(state: TableState, row: SentRow, messages: list[FoundMessage]) -> Changes:
    """Return the changes to the row after a search has found these messages of the table."""
    return changes_for_found(row, {message: identity_of(state, row, message) for message in messages})


def in_thread(state: TableState, thread_id: int | None = None) -> TableState:
    return replace(state, gathering=GatheringRow(THREAD, thread_id))


def asking(*people: int, **how: bool) -> TableState:
    gathering = GatheringRow(CHANNEL, invitations=tuple(InvitationRow(person, **how) for person in people))
    return replace(a_lobby(), gathering=gathering)


MENTION = f"It’s <@{ALICE}>’s turn"


@pytest.fixture
def known() -> WriterKnowledge:
    return WriterKnowledge()


@pytest.mark.parametrize("state", [a_lobby(), a_game(), over(), in_reveal(a_game())], ids=repr)
def test_up_to_date_messages_need_no_request(known: WriterKnowledge, state: TableState) -> None:
    row = shown_of(state)
    assert all(request.at > NOON for request in known.look(state, row).values())
    assert is_all_done(state, row)


class Case:
    def __init__(
        self, state: TableState, key: str, request: Any, known: Any = None, **row_fields: Any
    ) -> None:
        self.state, self.key, self.asked = state, key, request
        self.known, self.sent_row = known or {}, shown_of(state, **row_fields)


NOTED = {"notice": (NOTICE, "")}
TOKEN = Token(99, "t", None, "en", 1)
LOBBY, GAME, OVER, CLOSED = a_lobby(), a_game(), over(), a_lobby().closed(CANCELLED, NOON)
THREADED, UNTHREADED = in_thread(GAME, IN_THREAD), in_thread(GAME)
INVITED, DECLINED = asking(CAROL, is_told=True), asking(CAROL, is_told=True, has_declined=True)
SUSPENSE = in_reveal(OVER, opens=NOON + 9)

SENT, EDITED, NOTICED = (Route.SEND, HERE, None), (Route.EDIT, HERE, TABLE), (Route.EDIT, HERE, NOTICE)
GOES = (None, 0, None)
OLD: dict[str, Any] = {"mark": "old"}
UNSEEN: dict[str, Any] = {"message_id": None}
UNCALLED: dict[str, Any] = {"call_id": None, "called": ()}
UNSURE: dict[str, Any] = {"is_certain": False}

CASES = {
    # --- the table
    "a table is edited in place": Case(GAME, "table", EDITED, **OLD),
    "by the token of a tap while that lives": Case(
        GAME, "table", (Route.BY_TOKEN, 99, TABLE), {"tap_token": TOKEN}, **OLD
    ),
    "and sent where there is none": Case(GAME, "table", SENT, **UNSEEN),
    "in its thread": Case(THREADED, "table", (Route.SEND, IN_THREAD, None), **UNSEEN),
    "not before that is there": Case(UNTHREADED, "table", None, **UNSEEN),
    "one that may stand somewhere is looked for first": Case(GAME, "table", None, UNSURE, **UNSEEN),
    "what was never seen of a closed lobby is left out": Case(CLOSED, "table", None, **UNSEEN),
    "a closed lobby that stands says so": Case(CLOSED, "table", EDITED, **OLD),
    "a result is a message of its own": Case(OVER, "table", SENT, **OLD),
    "once the end has been seen": Case(in_reveal(OVER), "table", EDITED, **OLD),
    "who answers a tap writes alone": Case(GAME, "table", None, {"is_being_written": True}, **OLD),
    "where a result may not be shown it is not": Case(
        OVER, "table", None, {"is_result_refused": True}, **OLD
    ),
    "a table is brought to the bottom": Case(GAME, "table", SENT, {"wants_bottom": True}),
    "a step of a reveal is left out where edits are short": Case(
        SUSPENSE, "table", None, {"is_rate_limited": True}, **OLD
    ),
    "and shown otherwise": Case(SUSPENSE, "table", EDITED, **OLD),
    "or by the token of a tap": Case(
        SUSPENSE, "table", (Route.BY_TOKEN, 99, TABLE), {"is_rate_limited": True, "tap_token": TOKEN}, **OLD
    ),
    "its end is shown": Case(in_reveal(OVER), "table", EDITED, {"is_rate_limited": True}, **OLD),
    # --- calls
    "who is to act is called": Case(GAME, "ping", SENT, **UNCALLED),
    "not before the table shows it": Case(GAME, "ping", None, **OLD, **UNCALLED),
    "unless that fails": Case(GAME, "ping", SENT, {"failures": {"table": 1}}, **OLD, **UNCALLED),
    "not while a call may stand somewhere": Case(GAME, "ping", None, UNSURE, **UNCALLED),
    "a call for nobody goes": Case(away(GAME, 0), "ping", GOES, call_id=PING),
    "a closed table's call goes, whatever is shown": Case(
        GAME.closed(CANCELLED, NOON), "ping", GOES, call_id=PING, **OLD
    ),
    # --- beside the game
    "who is invited is called": Case(asking(CAROL), "invitation", SENT),
    "under the lobby": Case(asking(CAROL), "invitation", None, **UNSEEN),
    "not while the lobby is on its way": Case(asking(CAROL), "invitation", None, {"is_sending": True}),
    "once": Case(INVITED, "invitation", None, call_id=PING),
    "an invitation that is answered goes": Case(DECLINED, "invitation", GOES, call_id=PING),
    "a thread is opened from the notice": Case(
        UNTHREADED, "thread", (Route.THREAD, HERE, NOTICE), message_id=None, posts=NOTED
    ),
    "one thread": Case(THREADED, "thread", None),
    "a notice tells how it stands": Case(GAME, "notice", NOTICED, posts=NOTED),
    "how it ended, too": Case(OVER, "notice", NOTICED, posts=NOTED),
    "but not while everybody is in suspense": Case(SUSPENSE, "notice", None, posts=NOTED),
    "in the channel, wherever the table is": Case(THREADED, "notice", NOTICED, posts=NOTED),
    "one message at a time is deleted": Case(
        GAME, "stale", (Route.DELETE, HERE, OTHER), stale=(OTHER, NOTICE)
    ),
    # --- messages with lost answers
    "what may stand somewhere is looked for": Case(GAME, "lost", (Route.LOOK, HERE, None), UNSURE),
    "not while something is on its way": Case(GAME, "lost", None, {**UNSURE, "is_sending": True}),
    "and given up in the end": Case(GAME, "lost", GOES, {**UNSURE, "failures": {"lost": GIVE_UP_SEARCH}}),
}


@pytest.mark.parametrize("name", CASES)
def test_needed_request_has_its_route_and_message(known: WriterKnowledge, name: str) -> None:
    """In each case the needed request has the expected route, channel and message."""
    case = CASES[name]
    known.more = {**case.known}
    known.failures.update(known.more.pop("failures", {}))
    request = known.look(case.state, case.sent_row).get(case.key)
    if request is not None and request.at > NOON:
        request = None
    target = None if request is None else (request.route, request.channel_id, request.message_id)
    assert target == case.asked


@pytest.mark.parametrize(
    ("state", "key", "priority", "row_fields"),
    [
        (GAME, "ping", Priority.PING, UNCALLED),
        (GAME, "table", Priority.MESSAGE, UNSEEN),
        (LOBBY, "table", Priority.MESSAGE, OLD),
        (GAME, "table", Priority.PICTURE, OLD),
        (GAME, "stale", Priority.TIDYING, {"stale": (OTHER,)}),
    ],
    ids=str,
)
def test_requests_have_their_priority(
    known: WriterKnowledge, state: TableState, key: str, priority: Priority, row_fields: dict[str, Any]
) -> None:
    """Calls have the highest priority, then messages and lobbies, then pictures of games, then deletions."""
    assert known.look(state, shown_of(state, **row_fields))[key].priority is priority


@pytest.mark.parametrize("why", ["somebody talked", "it is old"])
def test_table_is_reposted_for_a_call_or_before_edits_fail(known: WriterKnowledge, why: str) -> None:
    """The table is sent again if people chatted below it before a call, or if its message is old."""
    game = a_game()
    row = shown_of(game, mark="old", called=())
    if why == "somebody talked":
        known.channels.record_message(HERE, OTHER)
        assert known.look(game, msgspec.structs.replace(row, called=game.pending()))["table"].route is (
            Route.EDIT
        )
    else:
        aged = TABLE - ((OLD_MESSAGE_MS + 1000) << 22)
        row = msgspec.structs.replace(row, message_id=aged)
    request = known.look(game, row)["table"]
    assert (request.route, request.stale) == (Route.SEND, (row.message_id,))


def test_half_time_reminder_edits_the_call(known: WriterKnowledge) -> None:
    game = a_game()
    row = shown_of(game)
    request = known.look(game, row)["ping"]
    assert (request.at, request.route, request.people) == (NOON + 22_500, Route.EDIT, ())
    assert request.changes == {"reminded": ((0, game.position.decisions[0], HALF_TIME),)}
    known.channels.record_message(HERE, OTHER)
    request = known.look(game, row)["ping"]
    assert (request.at, request.route, request.message_id) == (NOON + 22_500, Route.EDIT, PING)


NEW_TABLE = {"message_id": TABLE, "mark": "", "pictures": {}}
NEW_CALL = {"call_id": OTHER, "called": ((0, 1),), "stale": ()}
CALL_FOUND = FoundMessage(OTHER, MENTION)

FOUND: dict[str, tuple[dict[str, Any], list[FoundMessage], dict[str, Any]]] = {
    "nothing is lost": ({}, [FoundMessage(TABLE, ""), FoundMessage(PING, MENTION)], {}),
    "known to go": ({"stale": (OTHER,)}, [CALL_FOUND], {}),
    "the newest is the table": (
        {**UNSEEN, **UNCALLED},
        [FoundMessage(OTHER, ""), FoundMessage(TABLE, "")],
        {**NEW_TABLE, "message_id": OTHER, "stale": (TABLE,)},
    ),
    "a call is no table": (
        {**UNSEEN, **UNCALLED},
        [FoundMessage(TABLE, ""), CALL_FOUND],
        NEW_TABLE | NEW_CALL,
    ),
    "a call has called": (UNCALLED, [CALL_FOUND], NEW_CALL),
    "in the place of the old one": ({"called": ()}, [CALL_FOUND], {**NEW_CALL, "stale": (PING,)}),
    "a second call goes": ({}, [CALL_FOUND], {"stale": (OTHER,)}),
    "one for somebody else goes": ({}, [FoundMessage(OTHER, f"<@{BOB}>")], {"stale": (OTHER,)}),
}


@pytest.mark.parametrize("case", FOUND)
def test_messages_found_in_the_channel_are_adopted(case: str) -> None:
    """Search results in a channel become the table's message and call; duplicates are marked for deletion."""
    row, messages, changes = FOUND[case]
    assert adopted(a_game(), shown_of(a_game(), **row), messages) == changes


# --- from any state of the channel the requests come to an end -----------------------------------------


class ChannelModel:
    """A simulated channel that carries out requests; edits of deleted messages fail."""

    def __init__(self, state: TableState, row: SentRow, *, is_certain: bool) -> None:
        self.state, self.sent_row, self.known = state, row, WriterKnowledge()
        self.known.more["is_certain"] = is_certain
        self.standing: dict[int, str] = {}
        self.next_id = FIRST_ID + 100
        self.pings: Counter[tuple[int, tuple[tuple[int, int], ...]]] = Counter()

    def say(self, nonce: str = "") -> int:
        self.next_id += 1
        self.standing[self.next_id] = nonce
        return self.next_id

    def do(self, request: Request) -> None:
        row, sent = self.sent_row, SentMessage(request.message_id)
        changes: dict[str, Any] = {}
        if request.route is Route.LOOK:
            messages = [FoundMessage(message_id, nonce) for message_id, nonce in self.standing.items()]
            changes, self.known.more["is_certain"] = adopted(self.state, row, messages), True
        elif request.route is Route.DELETE:
            self.standing.pop(request.message_id or 0, None)
            changes = {
                "stale": tuple(message_id for message_id in row.stale if message_id != request.message_id)
            }
        elif request.route is Route.THREAD:
            self.state, self.sent_row = in_thread(self.state, IN_THREAD), row
        else:
            if request.route is Route.SEND:
                sent = SentMessage(self.say(" ".join(f"<@{user_id}>" for user_id in request.people)))
                self.pings.update((user_id, self.state.pending()) for user_id in request.people)
            is_there = request.route in (None, Route.SEND) or request.message_id in self.standing
            changes = changes_after(row, request, sent if is_there else None)
        if request.key == "invitation" and request.people:
            self.state = lobby.mark_pinged(self.state, request.people)
        self.sent_row = msgspec.structs.replace(self.sent_row, **changes)
        here = self.sent_row.ids
        stale = tuple(message_id for message_id in self.sent_row.stale if message_id not in here)
        self.sent_row = msgspec.structs.replace(self.sent_row, stale=stale)

    def move_on(self, state: TableState) -> None:
        """Replace the state by a later one; people who were already invited stay marked as invited."""
        invited = tuple(user_id for user_id, pending in self.pings if not pending)
        is_open = state.is_lobby and not state.is_closed
        self.state = lobby.mark_pinged(state, invited) if invited and is_open else state

    def settle(self, choose: Any) -> None:
        """Carry out due requests, picked by ``choose``, until none is left."""
        for _ in range(30):
            due = [
                request
                for request in self.known.look(self.state, self.sent_row).values()
                if request.at <= NOON
            ]
            if not due:
                return
            self.do(choose(due))
        raise AssertionError(f"it never ends: {due}")


STATES = st.one_of(
    st.builds(a_game, st.integers(0, 5)),
    st.sampled_from([a_lobby(), asking(CAROL), asking(CAROL, is_told=True, has_declined=True)]),
    st.sampled_from([in_thread(a_game(), IN_THREAD), in_reveal(a_game(1))]),
    st.sampled_from([away(a_game(), 0), over(), in_reveal(over())]),
    st.sampled_from([a_lobby().closed(CANCELLED, NOON), a_game().closed(CANCELLED, NOON)]),
)


def test_thread_is_opened_before_the_table_is_sent() -> None:
    """The thread is opened first, then the table and the call are sent, then the notice is edited."""
    world = ChannelModel(in_thread(a_game()), SentRow("t1"), is_certain=True)
    world.sent_row = SentRow("t1", posts={"notice": (world.say(), "")})
    done: list[str] = []

    def first(due: list[Request]) -> Request:
        chosen = next(request for request in due if request.key != "notice" or len(due) == 1)
        done.append(chosen.key)
        return chosen

    world.settle(first)
    assert done == ["thread", "table", "ping", "notice"]


def order(state: TableState) -> tuple[bool, bool, int, bool]:
    """Return a sort key for states: lobbies, then games by number of moves, then ended tables."""
    return state.is_closed, state.has_begun, state.seq, any(row.is_away for row in state.seats)


@given(
    states=st.lists(STATES, min_size=2, max_size=4),
    lost=st.lists(st.sampled_from(["", MENTION, f"<@{BOB}>"]), max_size=3),
    deleted=st.sets(st.sampled_from(["message_id", "call_id", "notice_id"])),
    data=st.data(),
)
def test_display_is_complete_despite_lost_messages(
    states: list[TableState], lost: list[str], deleted: set[str], data: st.DataObject
) -> None:
    """After lost and deleted messages the channel shows one table and its call, and no decision is called
    twice.
    """
    before, *others = sorted(states, key=order)
    world = ChannelModel(before, SentRow("t1"), is_certain=not lost)
    world.sent_row = shown_of(before, message_id=world.say(), posts={"notice": (world.say(), "")})
    if world.sent_row.call_id is not None:
        world.sent_row = msgspec.structs.replace(world.sent_row, call_id=world.say())
    for nonce in lost:
        world.say(nonce)
    for name in deleted:
        world.standing.pop(getattr(world.sent_row, name) or 0, None)
    for state in others:
        world.move_on(state)
        world.settle(lambda due: data.draw(st.sampled_from(due)))
        row, was_seen = world.sent_row, world.state.has_begun or not world.state.is_closed
        # A lobby that was deleted need not say that it is closed.
        if row.message_id is not None or was_seen:
            assert row.message_id in world.standing or "message_id" in deleted
            assert row.mark == world.state.fingerprint
        # The notice tells the end of a game only after the table has shown it.
        is_end_hidden = world.state.is_closed and not world.state.may_tell()
        is_current = row.notice_id is None or row.posts["notice"][1] == world.state.notice_fingerprint
        assert is_current or is_end_hidden
        assert set(world.state.pending()) <= set(row.called)
        assert world.standing.keys() <= {*row.ids}
    assert not [user_id for user_id, times in world.pings.items() if times > 1]
