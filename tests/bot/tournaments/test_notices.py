"""Tests of the function that computes the requests that a tournament's messages need."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import DISCORD_EPOCH_MS
from bot.showing.channels import OLD_MESSAGE_MS, ChannelTracker
from bot.showing.writer import (
    GIVE_UP_SEARCH,
    PING,
    FoundMessage,
    Identity,
    PostingInputs,
    Request,
    changes_after,
    changes_for_found,
)
from bot.tables.fingerprints import fingerprint_of
from bot.tournaments import acts
from bot.tournaments.live import INVITED, SUBSCRIBED, SUMMONED
from bot.tournaments.notices import NoticeInputs, PresencePing, identity_of, needed_requests
from bot.tournaments.pages import invitation_page, presence_page, subscribers_page, tournament_page
from bot.tournaments.state import TournamentState
from bot.wire.limits import Route
from bot.wire.messages import Page, SentMessage
from storage.rows import SentRow
from tests.bot.rendering import on_wire
from tests.bot.tournaments.states import over, playing, tournament
from tests.bot.turning import NOON, HandClock
from tests.promises import PLANNED_PING_MS

FIRST_ID = (NOON - DISCORD_EPOCH_MS) << 22
"""The id of a message sent at noon."""

MESSAGE, PING_ID, OTHER = (FIRST_ID + i for i in range(3))
GUEST, FRIEND = 50, 51

SIGN_UP = tournament()
HERE = SIGN_UP.row.channel_id
PLAYED = playing(acts.begin(SIGN_UP, NOON), (1, 2), (3, 4))
OVER = over(acts.begin(SIGN_UP, NOON))
CANCELLED = acts.cancel(SIGN_UP, "host", NOON)
PLANNED = tournament(starts_at=NOON + PLANNED_PING_MS)
ASKING = acts.invite(SIGN_UP, [GUEST, FRIEND])


def mark_of(state: TournamentState) -> str:
    return fingerprint_of([state.fingerprint, []])


def shown_of(state: TournamentState, **changes: Any) -> SentRow:
    """Return the row of a tournament whose message is up to date, with some fields changed."""
    return msgspec.structs.replace(SentRow("c1", MESSAGE, mark_of(state)), **changes)


def look(
    state: TournamentState, row: SentRow, posted: PostingInputs | None = None, **inputs: Any
) -> dict[str, Request]:
    inputs = {"shown_rounds": len(state.rounds), **inputs}
    channels = ChannelTracker(HandClock(), lambda guild_id: True)
    requests = list(
        needed_requests(state, row, posted or PostingInputs(Counter()), NoticeInputs(**inputs), channels)
    )
    assert len({request.key for request in requests}) == len(requests)
    return {request.key: request for request in requests}


@pytest.mark.parametrize("state", [SIGN_UP, PLAYED, OVER, CANCELLED], ids=repr)
def test_up_to_date_messages_need_no_request(state: TournamentState) -> None:
    assert look(state, shown_of(state)) == {}


class NoticeCase:
    def __init__(
        self,
        state: TournamentState,
        key: str,
        request: Any,
        posted: Any = None,
        inputs: Any = None,
        **row: Any,
    ) -> None:
        self.state, self.key, self.asked = state, key, request
        self.posted, self.inputs = PostingInputs(**{"failures": Counter(), **(posted or {})}), inputs or {}
        self.sent_row = shown_of(state, **row)


SENT, EDITED, GOES = (Route.SEND, HERE, None), (Route.EDIT, HERE, MESSAGE), (None, 0, None)
OLD: dict[str, Any] = {"mark": "old"}
UNSEEN: dict[str, Any] = {"message_id": None}
UNSURE: dict[str, Any] = {"is_certain": False}
FOUND_HIGHLIGHT: dict[str, Any] = {"highlight": ""}
NOTED = {INVITED: (PING_ID, "")}
SUBSCRIBERS: dict[str, Any] = {"subscribers": (GUEST,)}
PRESENCE: dict[str, Any] = {"next_ping": PresencePing(0, (10, 11))}

CASES = {
    # --- the message
    "a sign-up is edited in place": NoticeCase(SIGN_UP, "tournament", EDITED, **OLD),
    "and sent where there is none": NoticeCase(SIGN_UP, "tournament", SENT, **UNSEEN),
    "a new round moves it to the bottom": NoticeCase(
        PLAYED, "tournament", SENT, None, {"shown_rounds": 0}, **OLD
    ),
    "the same round does not": NoticeCase(PLAYED, "tournament", EDITED, **OLD),
    "a person's wish does": NoticeCase(SIGN_UP, "tournament", SENT, {"wants_bottom": True}),
    "the end is a new message": NoticeCase(OVER, "tournament", SENT, None, FOUND_HIGHLIGHT, **OLD),
    "once the winner's best act is known": NoticeCase(OVER, "tournament", None, **OLD),
    "which is looked for first": NoticeCase(OVER, "highlight", GOES, **OLD),
    "a correction after the end edits it": NoticeCase(
        OVER, "tournament", EDITED, None, {**FOUND_HIGHLIGHT, "is_end_shown": True}, **OLD
    ),
    "an end that was shown is not posted again": NoticeCase(
        OVER, "tournament", None, None, {**FOUND_HIGHLIGHT, "is_end_shown": True}, **UNSEEN
    ),
    "nor one that was cancelled unseen": NoticeCase(CANCELLED, "tournament", None, **UNSEEN),
    "a refused end is left": NoticeCase(
        OVER, "tournament", None, {"is_result_refused": True}, FOUND_HIGHLIGHT, **OLD
    ),
    # --- calls
    "subscribers are called": NoticeCase(SIGN_UP, "ping", SENT, None, SUBSCRIBERS),
    "under the sign-up": NoticeCase(SIGN_UP, "ping", None, None, SUBSCRIBERS, **UNSEEN),
    "once": NoticeCase(SIGN_UP, "ping", None, None, SUBSCRIBERS, called=(SUBSCRIBED,)),
    "people are called before the start": NoticeCase(PLANNED, "ping", SENT, None, PRESENCE),
    "a call is of no use once it has begun": NoticeCase(PLAYED, "ping", GOES, call_id=PING_ID),
    # --- invitations
    "invited people are called": NoticeCase(ASKING, "invite", SENT),
    "and marked": NoticeCase(
        ASKING, "invite", GOES, None, {"unpinged": frozenset({GUEST, FRIEND})}, posts=NOTED
    ),
    "nobody's invitation goes": NoticeCase(SIGN_UP, "invite", GOES, posts=NOTED),
    "so does that of an ended tournament": NoticeCase(
        acts.cancel(ASKING, "host", NOON), "invite", GOES, posts=NOTED
    ),
    # --- messages with lost answers
    "one message at a time is deleted": NoticeCase(
        SIGN_UP, "stale", (Route.DELETE, HERE, OTHER), stale=(OTHER, PING_ID)
    ),
    "what may stand somewhere is looked for": NoticeCase(SIGN_UP, "lost", (Route.LOOK, HERE, None), UNSURE),
    "before anything is sent": NoticeCase(SIGN_UP, "tournament", None, UNSURE, **UNSEEN),
    "not while something is on its way": NoticeCase(SIGN_UP, "lost", None, {**UNSURE, "is_sending": True}),
    "and given up in the end": NoticeCase(
        SIGN_UP, "lost", GOES, {**UNSURE, "failures": Counter(lost=GIVE_UP_SEARCH)}
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_needed_request_has_its_route_and_message(name: str) -> None:
    """In each case the needed request has the expected route, channel and message."""
    case = CASES[name]
    request = look(case.state, case.sent_row, case.posted, **case.inputs).get(case.key)
    target = None if request is None else (request.route, request.channel_id, request.message_id)
    assert target == case.asked


def test_old_message_is_replaced_before_edits_fail() -> None:
    aged = MESSAGE - ((OLD_MESSAGE_MS + 1000) << 22)
    request = look(SIGN_UP, shown_of(SIGN_UP, message_id=aged, mark="old"))["tournament"]
    assert (request.route, request.stale) == (Route.SEND, (aged,))


def test_people_are_pinged_by_the_message_of_their_inviter() -> None:
    """One message pings those whom one person has invited, except those who need no ping."""
    request = look(ASKING, shown_of(ASKING), inviters={GUEST: 1, FRIEND: 2})["invite"]
    assert request.pings is not None
    assert (request.people, request.pings.by) == ((GUEST,), 1)
    request = look(ASKING, shown_of(ASKING), unpinged=frozenset({GUEST}))["invite"]
    assert request.pings is not None
    assert (request.people, request.pings.by, request.pings.tournament) == ((FRIEND,), None, ASKING.id)


def test_presence_call_waits_for_its_time() -> None:
    request = look(PLANNED.with_row(starts_at=NOON + 2 * PLANNED_PING_MS), shown_of(PLANNED), **PRESENCE)[
        "ping"
    ]
    assert (request.at, request.people) == (NOON + PLANNED_PING_MS, (10, 11))


def test_outdated_calls_are_deleted_and_nothing_else() -> None:
    """An invitation that is sent while the calls are tidied up is not forgotten."""
    asking = acts.invite(PLAYED, [GUEST])
    row = shown_of(asking, call_id=PING_ID, posts={INVITED: (OTHER, ""), "call2": (OTHER + 1, "")})
    request: Request | None = look(asking, row)["ping"]
    row = msgspec.structs.replace(row, posts={**row.posts, INVITED: (OTHER + 2, "")})
    while request is not None:
        row = msgspec.structs.replace(row, **changes_after(row, request, SentMessage(None)))
        request = look(asking, row).get("ping")
    assert row.posts == {INVITED: (OTHER + 2, "")}
    assert row.call_id is None
    assert sorted(row.stale) == [PING_ID, OTHER + 1]


# --- messages that were found -----------------------------------------------------------------------------


def message_with(page: Page, message_id: int = OTHER) -> FoundMessage:
    parts = on_wire(page)
    content = "\n".join([part["content"] for part in parts if "content" in part])
    return FoundMessage(
        message_id, content, tuple([part["custom_id"] for part in parts if "custom_id" in part])
    )


IDENTITIES = {
    "the sign-up": (tournament_page(SIGN_UP, "en"), Identity()),
    "the sign-up, which mentions invited people": (tournament_page(ASKING, "en"), Identity()),
    "the sign-up, which asks for presence": (tournament_page(PLANNED, "ja"), Identity()),
    "the standings": (tournament_page(PLAYED, "en"), Identity()),
    "the end": (tournament_page(OVER, "en"), Identity()),
    "an invitation": (invitation_page(ASKING, "en"), Identity(INVITED)),
    "a call of subscribers": (
        subscribers_page(SIGN_UP, (GUEST,), "en"),
        Identity(PING, (SUBSCRIBED,)),
    ),
    "a call before the start": (
        presence_page(PLANNED, (10, 11), 0, "en"),
        Identity(PING, (SUMMONED,)),
    ),
    "a further one": (presence_page(PLANNED, (10, 11), 1, "ja"), Identity("call2", ((0, -2),))),
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_each_message_is_recognised(name: str) -> None:
    """Custom ids and mentions tell what a message is; a list of invited people is no ping."""
    page, identity = IDENTITIES[name]
    message = message_with(page)
    assert message.is_about(SIGN_UP.id)
    assert identity_of(message) == identity


def test_found_messages_are_adopted() -> None:
    """The newest message of each kind is used, and what was pinged counts as pinged."""
    messages = [
        message_with(tournament_page(SIGN_UP, "en"), 1),
        message_with(tournament_page(SIGN_UP, "en"), 2),
        message_with(invitation_page(ASKING, "en"), 3),
        message_with(presence_page(PLANNED, (10,), 0, "en"), 4),
        message_with(presence_page(PLANNED, (11,), 1, "en"), 5),
    ]
    row = SentRow("c1", call_id=PING_ID, posts=NOTED)
    changes = changes_for_found(row, {message: identity_of(message) for message in messages})
    after = msgspec.structs.replace(row, **changes)
    assert (after.message_id, after.mark, after.call_id) == (2, "", 4)
    assert after.posts == {INVITED: (3, ""), "call2": (5, "")}
    assert after.called == (SUMMONED, (0, -2))
    assert sorted(after.stale) == [1, PING_ID, PING_ID]


# --- from any state of the channel the requests come to an end ---------------------------------------------

STATES = st.sampled_from([SIGN_UP, PLANNED, ASKING, PLAYED, OVER, CANCELLED])


@given(state=STATES, lost=st.lists(st.sampled_from([*range(4)]), max_size=4), data=st.data())
def test_display_is_complete_despite_lost_messages(
    state: TournamentState, lost: list[int], data: st.DataObject
) -> None:
    """After lost messages the channel shows one message, and nobody is called twice."""
    pages = (
        tournament_page(SIGN_UP, "en"),
        invitation_page(ASKING, "en"),
        subscribers_page(SIGN_UP, (GUEST,), "en"),
        presence_page(PLANNED, (10, 11), 0, "en"),
    )
    standing = {OTHER + 1 + at: pages[kind] for at, kind in enumerate(lost)}
    row, is_certain, next_id, sent_keys = SentRow("c1"), not lost, OTHER + 100, list[tuple[int, ...]]()
    unpinged: frozenset[int] = frozenset()
    for _ in range(30):
        next_ping = None if SUMMONED in row.called else PresencePing(0, (10, 11))
        inputs = {"highlight": "", "unpinged": unpinged, "subscribers": (99,), "next_ping": next_ping}
        requests = look(state, row, PostingInputs(Counter(), is_certain), **inputs)
        if not requests:
            break
        request = data.draw(st.sampled_from([*requests.values()]))
        changes: dict[str, Any] = {}
        if request.route is Route.LOOK:
            messages = [message_with(page, message_id) for message_id, page in standing.items()]
            identities = {message: identity_of(message) for message in messages if message.is_about(state.id)}
            for message, identity in identities.items():
                unpinged |= message.mentions if identity.slot == INVITED else frozenset()
            changes, is_certain = changes_for_found(row, identities), True
        elif request.route is Route.DELETE:
            standing.pop(request.message_id or 0)
            changes = {"stale": tuple(kept for kept in row.stale if kept != request.message_id)}
        elif request.route is None and request.people:
            state = acts.mark_pinged(state, request.people)
        else:
            sent = SentMessage(request.message_id)
            if request.route is Route.SEND:
                assert request.make_page is not None
                next_id += 1
                standing[next_id], sent = request.make_page(), SentMessage(next_id)
                sent_keys.append(request.people)
                unpinged |= {*request.people} if request.key == "invite" else set()
            changes = changes_after(row, request, sent)
        row = msgspec.structs.replace(row, **changes)
    else:
        raise AssertionError("no end in sight")
    # A tournament that was cancelled before being shown needs no message.
    if row.message_id is not None or state != CANCELLED:
        assert row.message_id in standing
        assert row.mark == mark_of(state)
    assert standing.keys() == {*row.ids}
    pinged = [user_id for people in sent_keys for user_id in people]
    assert len(pinged) == len({*pinged})
