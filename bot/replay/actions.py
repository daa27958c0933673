"""Handlers of replays and reviews, and of the record of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from bot.app import Action, Interaction, Tap
from bot.interactions.replies import acknowledge, answer, reader, update
from bot.interactions.taps import number_in
from bot.refused import Refused
from bot.replay.review_view import ALL, decision_page, overview_page, own_seat, tries
from bot.replay.share import place_here, post_page
from bot.replay.spot import ReplaySpot, closed_game, read_spot
from bot.replay.view import pointing_page, record_page, replay_page, web_file_page
from bot.replay.web import key_of, page_of
from bot.showing.panel_book import tapped_id
from bot.tables.state import TableState
from bot.thinking.reviews import Review
from bot.wire.errors import DiscordError
from bot.wire.messages import File, Page, SentMessage
from storage.errors import StorageError

FOLLOW_SECONDS = 3.0
"""Seconds between two updates of a review in progress."""


async def replay(tap: Tap) -> None:
    """Open the replay of a closed game in a private message."""
    await _open(tap, tap.subject)


async def open_game(tap: Tap) -> None:
    """Open the replay of a game that was chosen from the person's history."""
    await _open(tap, tap.value)


async def goto(tap: Tap) -> None:
    """Show another position of the replay in the tapped message."""
    await _show_spot(tap, tap.arg)


async def jump(tap: Tap) -> None:
    """Show the position of the replay that was chosen in a menu of chapters or turning points."""
    await _show_spot(tap, f"{tap.value}.{tap.arg}")


async def show_hands(tap: Tap) -> None:
    """Show the tapped position of a replay again, after a choice of open hands in its menu."""
    await _show_spot(tap, f"{tap.arg}.{tap.value}")


async def look(tap: Tap) -> None:
    """Open a replay at a given move, in a new private message."""
    await answer(tap.interaction, _replay(tap, *await _pointed(tap, tap.arg)))


async def point(tap: Tap) -> None:
    """Post a public message that shows a position of a replay. Its button opens the replay there."""
    state, spot = await _pointed(tap, tap.arg)
    channel_id, language = await place_here(tap, state)
    await acknowledge(tap.interaction)
    page = pointing_page(state, spot, tap.name, language)
    await post_page(tap, channel_id, page, f"{state.id} {spot.arg} {channel_id}")


async def record(tap: Tap) -> None:
    """Send the record of a finished game, and its replay as a web page."""
    state = await closed_game(tap, tap.subject)
    ended = (state.row.ended_at or tap.app.clock.now_ms()) / 1000
    text = state.record(datetime.fromtimestamp(ended, UTC).date().isoformat())
    file = File(f"{state.game.id}-{state.id}.txt", text.encode())
    words = reader(tap.interaction)
    await answer(tap.interaction, record_page(words, file))
    page = await _replay_file(tap, state)  # takes a second or two, so it joins the record later
    await update(tap.interaction, record_page(words, file, page))


async def take_page(tap: Tap) -> None:
    """Send a replay as a web page, for a game that was chosen from the person's history."""
    state = await closed_game(tap, tap.value)
    words = reader(tap.interaction)
    tap.app.workshop.expect_room(key_of(state), tap.user.id)
    await answer(tap.interaction, web_file_page(words))
    await update(tap.interaction, web_file_page(words, await _replay_file(tap, state)))


async def _replay_file(tap: Tap, state: TableState) -> File:
    """Return the replay of a game as an HTML file.

    Raises:
        Refused: too many replay files are being made.
    """
    page = await tap.app.workshop.file(key_of(state), tap.user.id, partial(page_of, state))
    return File(f"{state.game.id}-{state.id}.html", page)


async def _open(tap: Tap, table_id: str) -> None:
    state = await closed_game(tap, table_id)
    await answer(tap.interaction, _replay(tap, state, ReplaySpot()))


async def _show_spot(tap: Tap, arg: str) -> None:
    await update(tap.interaction, _replay(tap, *await _pointed(tap, arg)))


async def _pointed(tap: Tap, arg: str) -> tuple[TableState, ReplaySpot]:
    state = await closed_game(tap, tap.subject)
    return state, read_spot(arg, moves=state.seq, seats=len(state.seats))


def _replay(tap: Tap, state: TableState, spot: ReplaySpot) -> Page:
    return replay_page(state, spot, reader(tap.interaction).language)


async def review(tap: Tap) -> None:
    """Show the review of the person's decisions in a game. The page is updated until the review is
    complete.
    """
    state, estimates = await _review(tap, tap.value if tap.values else tap.subject)
    await _show_overview(tap, state, estimates, answer)


async def show_decision(tap: Tap) -> None:
    """Show the overview of a review, or the decision that the person has chosen."""
    state, estimates = await _review(tap, tap.subject)
    choice = tap.value if tap.values else tap.arg.partition(".")[0]
    if (follower := estimates.followers.pop(tapped_id(tap.interaction), None)) is not None:
        follower.cancel()
    if choice == ALL:
        await _show_overview(tap, state, estimates, update)
        return
    language = reader(tap.interaction).language
    page = decision_page(state, estimates, _decision_index(estimates, choice), language, is_answered=False)
    await update(tap.interaction, page)


async def show_try(tap: Tap) -> None:
    """Show the value of the move that the reader has chosen in a review.

    If the reader gives up, show the best move.
    """
    state, estimates = await _review(tap, tap.subject)
    number, _, what = tap.arg.partition(".")
    at = _decision_index(estimates, number)
    estimates_to_try = tries(estimates.decisions[at])
    chosen = None if what == "show" else estimates_to_try[number_in(what, len(estimates_to_try))]
    language = reader(tap.interaction).language
    await update(tap.interaction, decision_page(state, estimates, at, language, chosen))


def _decision_index(estimates: Review, number: str) -> int:
    """Return the index of a decision in a review. ``number`` is the number of moves played before it.

    Raises:
        Refused: the review has no such decision.
    """
    numbers = [str(decision.number) for decision in estimates.decisions]
    if number not in numbers:
        raise Refused("stale-button")
    return numbers.index(number)


async def _review(tap: Tap, table_id: str) -> tuple[TableState, Review]:
    """Return a finished table, and the review of the person's own decisions in its game.

    Raises:
        Refused: there is no review for this person.
    """
    state = await closed_game(tap, table_id)
    seat = own_seat(state, tap.user.id)
    if seat is None or state.match is None or state.game.assess is None:
        raise Refused("review-not-yours")
    return state, await tap.app.reviews.of(state, seat, tap.user.id)


async def _show_overview(
    tap: Tap,
    state: TableState,
    estimates: Review,
    show: Callable[[Interaction, Page], Awaitable[SentMessage]],
) -> None:
    """Answer a tap with the overview of a review, and update it until the review is complete.

    ``show`` sends the answer.
    """
    language, all_of_them = reader(tap.interaction).language, len(estimates.decisions)
    seen = estimates.done
    sent = await show(tap.interaction, overview_page(state, estimates, language))

    async def follow() -> None:
        nonlocal seen
        # The person may have closed the message, or may no longer see the game.
        with suppress(DiscordError, Refused):
            while seen < all_of_them:
                await tap.app.clock.sleep(FOLLOW_SECONDS)
                done = estimates.done
                if done > seen:
                    # While the database fails, the next round tries again.
                    with suppress(StorageError):
                        now = await closed_game(tap, state.id)  # a player's name may have been deleted
                        await update(tap.interaction, overview_page(now, estimates, language))
                        seen = done

    if seen < all_of_them:
        message_id = sent.message_id or tapped_id(tap.interaction)
        estimates.followers[message_id] = asyncio.create_task(follow(), name=f"follow {state.id}")


ACTIONS: dict[str, Action] = {
    "replay": replay,
    "open": open_game,
    "goto": goto,
    "jump": jump,
    "look": look,
    "point": point,
    "seen": show_hands,
    "record": record,
    "takepage": take_page,
    "review": review,
    "judged": show_decision,
    "tried": show_try,
}
