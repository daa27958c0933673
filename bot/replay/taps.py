"""Taps that open and turn replays, reviews and records."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from bot.app import Action, Tap
from bot.interactions import answer, ask, number_in, update, words_for
from bot.publishing import publish
from bot.refused import Refused
from bot.replay.replay import (
    LONGEST_NOTE,
    ReplaySpot,
    closed_game,
    note_form,
    parse_spot,
    position_key,
    record_page,
    replay_page,
    shared_position_page,
    web_file_page,
)
from bot.replay.review import ALL, decision_page, offered_moves, overview_page, seat_in_game
from bot.replay.share import sharing_place
from bot.replay.web import cache_key, table_web_page
from bot.showing.panels import tapped_id
from bot.tables.state import TableState
from bot.thinking.reviews import Review
from bot.wire.errors import DiscordError
from bot.wire.messages import File, Page
from storage.errors import StorageError
from storage.people import MOST_NOTES, load_note, save_note

FOLLOW_SECONDS = 3.0
"""Seconds between two updates of a review in progress."""


async def open_replay(tap: Tap) -> None:
    """Open the replay of a closed game in a private message."""
    await _open(tap, tap.subject)


async def open_chosen_replay(tap: Tap) -> None:
    """Open the replay of a game chosen from the person's history."""
    await _open(tap, tap.value)


async def show_position(tap: Tap) -> None:
    """Show another position of the replay in the tapped message."""
    await _show_spot(tap, tap.arg)


async def show_chosen_position(tap: Tap) -> None:
    """Show the position that was chosen in a menu of chapters or turning points."""
    await _show_spot(tap, f"{tap.value}.{tap.arg}")


async def show_hands(tap: Tap) -> None:
    """Show the same position of the replay again, with the hands that were chosen in a menu face up."""
    await _show_spot(tap, f"{tap.arg}.{tap.value}")


async def open_position(tap: Tap) -> None:
    """Open a replay at a given position in a new private message."""
    await answer(tap.interaction, await _replay(tap, *await _position(tap, tap.arg)))


async def post_position(tap: Tap) -> None:
    """Post a position of a replay in the channel, with a button that opens the replay there."""
    state, spot = await _position(tap, tap.arg)
    place = await sharing_place(tap, state)
    note = await tap.app.store.read(load_note, tap.user.id, state.id, spot.number)
    page = shared_position_page(state, spot, tap.name, place.language, note)
    await publish(tap.interaction, place, position_key(state, spot), page)


async def open_note_form(tap: Tap) -> None:
    """Open the form in which a person writes about the shown position."""
    state, spot = await _position(tap, tap.arg)
    note = await tap.app.store.read(load_note, tap.user.id, state.id, spot.number)
    await ask(tap.interaction, note_form(state, spot, words_for(tap.interaction), note))


async def write_note(tap: Tap) -> None:
    """Store what the person has written about a position, and show the position again."""
    state, spot = await _position(tap, tap.arg)
    text = " ".join(tap.entry("note").split())[:LONGEST_NOTE]
    if not await tap.app.store.write(save_note, tap.user.id, tap.name, state.id, spot.number, text):
        raise Refused("replay-notes-full", most=MOST_NOTES)
    await _show_spot(tap, tap.arg)


async def send_record(tap: Tap) -> None:
    """Send the record of a finished game, and its replay as a web page."""
    state = await closed_game(tap, tap.subject)
    ended = (state.row.ended_at or tap.app.clock.now_ms()) / 1000
    text = state.record(datetime.fromtimestamp(ended, UTC).date().isoformat())
    file = File(f"{state.game.id}-{state.id}.txt", text.encode())
    words = words_for(tap.interaction)
    await answer(tap.interaction, record_page(words, file))
    page = await _replay_file(tap, state)  # takes a second or two, so it joins the record later
    await update(tap.interaction, record_page(words, file, page))


async def send_web_page(tap: Tap) -> None:
    """Send the replay of a game chosen from the person's history, as a web page."""
    state = await closed_game(tap, tap.value)
    words = words_for(tap.interaction)
    tap.app.workshop.expect_room(cache_key(state), tap.user.id)
    await answer(tap.interaction, web_file_page(words))
    await update(tap.interaction, web_file_page(words, await _replay_file(tap, state)))


async def _replay_file(tap: Tap, state: TableState) -> File:
    page = await tap.app.workshop.file(cache_key(state), tap.user.id, partial(table_web_page, state))
    return File(f"{state.game.id}-{state.id}.html", page)


async def _open(tap: Tap, table_id: str) -> None:
    state = await closed_game(tap, table_id)
    await answer(tap.interaction, await _replay(tap, state, ReplaySpot()))


async def _show_spot(tap: Tap, arg: str) -> None:
    await update(tap.interaction, await _replay(tap, *await _position(tap, arg)))


async def _position(tap: Tap, arg: str) -> tuple[TableState, ReplaySpot]:
    state = await closed_game(tap, tap.subject)
    return state, parse_spot(arg, move_count=state.seq, seat_count=len(state.seats))


async def _replay(tap: Tap, state: TableState, spot: ReplaySpot) -> Page:
    number = max(1, min(spot.number, state.seq))
    note = await tap.app.store.read(load_note, tap.user.id, state.id, number)
    return replay_page(state, spot, words_for(tap.interaction).language, note)


async def show_review(tap: Tap) -> None:
    """Show the review of the person's decisions in a game, and update it until it is complete."""
    state, estimates = await _review(tap, tap.value if tap.values else tap.subject)
    await _show_overview(tap, state, estimates, is_new=True)


async def show_decision(tap: Tap) -> None:
    """Show the decision that was chosen in a review's menu, or the review's overview (``ALL``)."""
    state, estimates = await _review(tap, tap.subject)
    choice = tap.value if tap.values else tap.arg.partition(".")[0]
    if (follower := estimates.followers.pop(tapped_id(tap.interaction), None)) is not None:
        follower.cancel()
    if choice == ALL:
        await _show_overview(tap, state, estimates, is_new=False)
        return
    language = words_for(tap.interaction).language
    page = decision_page(state, estimates, _decision_index(estimates, choice), language, is_answered=False)
    await update(tap.interaction, page)


async def show_tried_move(tap: Tap) -> None:
    """Rate the move that the reader has tried in a review. If the reader gives up, show the best move."""
    state, estimates = await _review(tap, tap.subject)
    number, _, what = tap.arg.partition(".")
    at = _decision_index(estimates, number)
    estimates_to_try = offered_moves(estimates.decisions[at])
    if what == "show":
        chosen = None
    else:
        chosen = estimates_to_try[number_in(what, len(estimates_to_try))]
    language = words_for(tap.interaction).language
    await update(tap.interaction, decision_page(state, estimates, at, language, chosen))


def _decision_index(estimates: Review, number: str) -> int:
    # ``number`` is the number of moves played before the decision.
    numbers = [str(decision.number) for decision in estimates.decisions]
    if number not in numbers:
        raise Refused("stale-button")
    return numbers.index(number)


async def _review(tap: Tap, table_id: str) -> tuple[TableState, Review]:
    state = await closed_game(tap, table_id)
    seat = seat_in_game(state, tap.user.id)
    if seat is None or state.match is None or state.game.assess is None:
        raise Refused("review-not-yours")
    return state, await tap.app.reviews.find_or_start(state, seat, tap.user.id)


async def _show_overview(tap: Tap, state: TableState, estimates: Review, *, is_new: bool) -> None:
    seen = estimates.done
    page = overview_page(state, estimates, words_for(tap.interaction).language)
    sent = await (answer if is_new else update)(tap.interaction, page)
    if seen < len(estimates.decisions):
        following = asyncio.create_task(_follow(tap, state.id, estimates, seen), name=f"follow {state.id}")
        estimates.followers[sent.message_id or tapped_id(tap.interaction)] = following


async def _follow(tap: Tap, table_id: str, estimates: Review, seen: int) -> None:
    # The person may have closed the message, or may no longer see the game.
    with suppress(DiscordError, Refused):
        while seen < len(estimates.decisions):
            await tap.app.clock.sleep(FOLLOW_SECONDS)
            done = estimates.done
            if done > seen:
                # While the database fails, the next round tries again.
                with suppress(StorageError):
                    state = await closed_game(tap, table_id)  # a player's name may have been deleted
                    page = overview_page(state, estimates, words_for(tap.interaction).language)
                    await update(tap.interaction, page)
                    seen = done


ACTIONS: dict[str, Action] = {
    "replay": open_replay,
    "open": open_chosen_replay,
    "goto": show_position,
    "jump": show_chosen_position,
    "look": open_position,
    "point": post_position,
    "note": open_note_form,
    "noted": write_note,
    "seen": show_hands,
    "record": send_record,
    "takepage": send_web_page,
    "review": show_review,
    "judged": show_decision,
    "tried": show_tried_move,
}
