"""Tests of lobbies: seats, options, computer players, the host's acts and private pages."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.driving.registry import LOBBY_HOURS
from bot.language import escape
from bot.lobby import PUBLISH_MS
from bot.pages.people import seat_names, texts_of
from bot.simulated import set_languages
from bot.tables.lobby import add_computers, start_obstacle
from bot.wire.components import STYLES
from games import find_game
from games.core.game import LEVELS
from storage.tables.loading import load_table
from storage.upkeep import export_person
from tests.bot.faults import ANSWERING, EDITING, Faults, unavailable
from tests.bot.finding import start_and_leave
from tests.bot.people import (
    Stage,
    custom_ids,
    find_id,
    is_deleted,
    options,
    parts,
    raw_click,
    text_of_message,
    without_emoji,
)
from tests.games.contract import every_game_id


@every_game_id
async def test_lobby_names_game_options_seats_and_host(stage: Stage, game: str) -> None:
    message = await stage.lobby(game)
    assert "Alice" in text_of_message(message)
    assert not message.flags.ephemeral
    verbs = [cid.split(":")[1] for cid in custom_ids(message)]
    has_teams = bool(stage.lobby_state.teams)
    lengths = ["length"] * bool(find_game(game).short_options)
    assert verbs == ["join", "start", "computers", "options_form", "more", *lengths, *["swap"] * has_teams]


def styles(message: Any) -> list[Any]:
    of = {part["custom_id"].split(":")[1]: part["style"] for part in parts(message) if part["type"] == 2}
    return [of["join"], of["start"]]


async def test_start_needs_enough_players_and_then_is_highlighted(stage: Stage) -> None:
    """Start is disabled until there are enough players, and refused for a player who is not the host."""
    message = await stage.lobby("tomoe")
    assert [part["disabled"] for part in parts(message) if "b:start:" in part.get("custom_id", "")] == [True]
    assert styles(message) == [STYLES["primary"], STYLES["success"]]
    assert "2 more players are needed" in text_of_message(message)
    assert "free" not in text_of_message(message)
    for person in (stage.bob, stage.carol):
        await stage.tap(person, stage.channel.last_message, "join")
    assert styles(stage.channel.last_message) == [STYLES["secondary"], STYLES["success"]]
    answer = await stage.tap(stage.bob, stage.channel.last_message, "start")
    assert answer.response.ephemeral
    assert not stage.tables
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert stage.state.game.id == "tomoe"


async def test_leaving_host_is_replaced(stage: Stage) -> None:
    message = await stage.lobby("bull")
    await stage.tap(stage.bob, message, "join")
    answer = await stage.tap_more(stage.alice, stage.channel.last_message, "leave")
    assert "left the table" in text_of_message(answer.response)
    assert stage.lobby_state.row.host_id == stage.bob.id
    await stage.tap_more(stage.bob, stage.channel.last_message, "leave", seconds=3)
    assert not stage.lobbies
    assert stage.channel.history() == [], "a lobby that all have left leaves nothing behind"


async def test_leaving_a_lobby_removes_the_seat(stage: Stage) -> None:
    """A seat is deleted when its player leaves, but kept when the host closes the lobby."""
    message = await stage.lobby("bull")
    table_id = stage.lobby_state.id
    await stage.tap(stage.bob, message, "join")
    for person, others in ((stage.bob, [stage.alice.id]), (stage.alice, [])):
        await stage.tap_more(person, stage.channel.last_message, "leave", seconds=2)
        kept = await stage.bot.store.read(export_person, person.id)
        assert not kept.get("seats")
        stored = await stage.bot.store.read(load_table, table_id)
        assert stored is not None
        assert [seat.user_id for seat in stored.seats] == others
    assert stored.table.status == "cancelled"
    await stage.lobby("bull")
    await stage.tap_more(stage.alice, stage.channel.last_message, "cancel", seconds=2)
    assert len((await stage.bot.store.read(export_person, stage.alice.id))["seats"]) == 1


async def test_fairness_page_shows_the_seal_and_the_readers_own_join(
    stage: Stage,
) -> None:
    """The seal changes with each new player and stays the same at the start.

    *Fair?* shows the seal, the commitment and only the reader's own join, before and after the start.
    """
    message = await stage.lobby("bull")
    before = seal_of(message)
    await stage.tap(stage.bob, message, "join")
    joins = {seat.user_id: str(seat.join_id) for seat in stage.lobby_state.seats}
    commitment, seal = stage.lobby_state.key.commitment, stage.lobby_state.key.seal
    assert before != seal_of(stage.channel.last_message) == seal
    assert seal not in text_of_message(stage.channel.last_message)
    # All readers see the same seal. Of the joins, they see only their own.
    for place in ("lobby", "notice"):
        for person in stage.people:
            tap = stage.tap_more if place == "lobby" else stage.tap
            answer = await tap(person, message, "fair")
            assert answer.response.ephemeral
            text = text_of_message(answer.response)
            assert commitment in text
            assert seal in text
            assert {join for join in joins.values() if join in text} == {joins.get(person.id)} - {None}, place
        if place == "lobby":
            await stage.tap(stage.alice, message, "start", seconds=2)
            message = stage.message("has begun")
    assert seal_in(message) == stage.state.key.seal == seal


async def test_final_seal_is_shown_before_the_deal(stage: Stage) -> None:
    """If the lobby's message cannot show the final seal, the game does not start."""
    message = await stage.lobby("bull", 1)
    faults = Faults(stage.env)
    faults.fail(ANSWERING, unavailable, times=3)
    editing = faults.fail(EDITING, unavailable, times=None)
    await stage.tap(stage.bob, message, "join")  # he sits there, and the message does not show it
    await stage.tap(stage.alice, message, "start", seconds=PUBLISH_MS / 1000)
    assert not stage.tables
    editing.end()
    faults.steps.clear()
    await stage.tap(stage.alice, message, "start", seconds=PUBLISH_MS / 1000)
    assert stage.state.is_playing
    steps = [step for step in faults.steps if step.startswith(("PATCH", "write start_table"))]
    assert steps.index("write start_table") > 0
    assert seal_in(stage.message("has begun")) == stage.state.key.seal


async def test_start_waits_for_a_running_edit_of_the_lobby(stage: Stage) -> None:
    message = await stage.lobby("bull", 1)
    panel = await stage.tap_more(stage.alice, message, "options")
    faults = Faults(stage.env)
    hold = faults.hold(EDITING, times=1)
    await stage.set_option(panel.response, "wild", "twos")
    await stage.env.advance_time(1)
    assert hold.reached.is_set()
    raw_click(stage.alice, message, find_id(message, "b", "start"))
    await stage.env.settle()
    assert not stage.tables
    hold.release()
    await stage.env.advance_time(1)
    assert stage.state.is_playing
    assert "Wild cards: twos" in text_of_message(stage.message("has begun"))


def seal_in(message: Any) -> str:
    """Return the seal in the *Fair?* button of a notice."""
    assert not re.search("[0-9a-f]{64}", text_of_message(message))
    return find_id(message, "b", "fair").rpartition(":")[2]


def seal_of(lobby: Any) -> str:
    """Return the seal in the custom ids of a lobby's message."""
    return find_id(lobby, "b", "more").rpartition(":")[2]


async def test_table_command_shows_an_open_lobby(stage: Stage) -> None:
    message = await stage.lobby("bull")
    await stage.alice.slash(stage.channel, "table")
    await stage.env.advance_time(3)
    assert stage.channel.last_message.id != message.id
    assert "Porker Bull" in text_of_message(stage.channel.last_message)


async def test_host_chooses_the_clock(stage: Stage) -> None:
    """Only the host can choose a clock; the lobby and the notice show the chosen one."""
    message = await stage.lobby("bull", 1)
    assert "Clock: No limit" in text_of_message(message)
    panel = await stage.tap_more(stage.alice, message, "options")
    ((custom_id, values),) = options(panel.response, "clock")
    assert values == ["evening", "blitz", "week", "none"]
    refused = await stage.forge(stage.bob, panel.response, custom_id, "blitz")
    assert "Only the host" in refused
    assert stage.lobby_state.row.clock == "none"
    forged = await stage.forge(stage.alice, panel.response, custom_id, "bullet")
    assert "can’t be chosen" in forged
    await stage.alice.select(panel.response, ["week"], custom_id=custom_id)
    await stage.env.advance_time(2)
    assert "Week · 24 hours a turn" in text_of_message(stage.channel.last_message)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert stage.state.row.deadline == stage.bot.clock.now_ms() + 86_400_000
    assert "Week · 24 hours a turn" in text_of_message(stage.message("has begun"))


async def test_incompatible_options_are_reset_by_a_choice(stage: Stage) -> None:
    """A choice resets incompatible options below it in the list, and menus offer only compatible values.

    If a deck is too small for eight players, the lobby names both options and the reason.
    """
    message = await stage.lobby("trick3", 1)
    panel = await stage.tap_more(stage.alice, message, "options")
    await stage.set_option(panel.response, "length", "mid")
    await stage.set_option(panel.response, "family", "mahjong")
    lobby = stage.lobby_state
    assert lobby.row.options["length"] == "long"
    assert start_obstacle(lobby.game, len(lobby.seats), lobby.row.options) is None
    decks = next(values for cid, values in options(panel.response, "option") if cid.endswith(":deck"))
    assert decks[0] == "auto"
    assert all(deck.startswith("M") for deck in decks[1:])
    await stage.set_option(panel.response, "family", "trump")
    await stage.set_option(panel.response, "deck", "36D1")
    await stage.seat(stage.alice, message, *["normal"] * 6)
    text = text_of_message(stage.channel.last_message)
    assert "too small for 8 players" in text
    assert "36 cards" in text


@pytest.mark.usefixtures("rare_beats")
async def test_abandoned_lobby_closes(stage: Stage) -> None:
    await stage.lobby("bull")
    await stage.env.advance_time(LOBBY_HOURS * 3600 + 5)
    assert not stage.lobbies


@pytest.mark.parametrize("command", ["hand", "table", "resign"])
async def test_commands_without_a_table_are_answered_in_private(stage: Stage, command: str) -> None:
    answer = await stage.carol.slash(stage.channel, command)
    assert answer.response.ephemeral
    assert text_of_message(answer.response)


async def test_host_chooses_successor_and_names_are_escaped(stage: Stage) -> None:
    """A host can appoint another host, whose name is shown without Markdown or links."""
    name = "**Eve** [free](https://example.com) <@1> `x`"
    eve = stage.guild.add_member(stage.env.create_user("eve", global_name=name))
    message = await stage.lobby("bull")
    await stage.tap(eve, message, "join")
    panel = await stage.more(stage.alice, message)
    await stage.choose(stage.alice, panel.response, "host", [str(eve.id)])
    assert stage.lobby_state.row.host_id == eve.id
    text = text_of_message(panel.response)
    assert "is the host now" in text
    assert escape(name) in text
    assert name not in text
    assert "](https" not in text


async def test_two_simultaneous_rematch_taps_open_one_lobby(stage: Stage) -> None:
    over = await start_and_leave(stage, stage.bob, stage.carol)
    faults = Faults(stage.env)
    taps = [
        raw_click(person, over, find_id(over, "b", "rematch"))
        for person in (stage.bob, stage.alice, stage.bob)
    ]
    await stage.env.advance_time(3)
    assert [seat.name for seat in stage.lobby_state.people] == ["Bob", "Alice"]
    assert "You’re in" in text_of_message(taps[2].response), "a lost answer is given again"
    assert "You’re in" in text_of_message(taps[1].response)
    assert len([m for m in stage.channel.history() if f"b:join:{stage.lobby_state.id}" in custom_ids(m)]) == 1
    assert faults.steps.count("write open_table") == 3


async def test_computer_players_have_distinct_names(stage: Stage) -> None:
    """Computer players get different names, also if added at once or if a person has such a name."""
    twin = stage.guild.add_member(stage.env.create_user("twin", global_name="Sora 🤖"))
    lobby = await stage.lobby("bull")
    await stage.tap(twin, lobby, "join")
    lobby = stage.channel.last_message
    names = ["Sora 🤖🔥", "SORA 🤖", "Momo 🤖🦊", "Momo 🤖🦊", "Kuma 🤖🐢"]
    (table,) = stage.lobbies
    await asyncio.gather(
        *(table.change(add_computers, stage.alice.id, names, "normal", max_count=1) for _ in range(2))
    )
    assert [seat.name for seat in table.state.seats[2:]] == ["Momo 🤖🦊", "Kuma 🤖🐢"]
    await stage.seat(stage.alice, lobby, *["normal"] * 4)
    names = [without_emoji(seat.name) for seat in table.state.seats]
    assert len(set(names)) == len(names) == 8


async def test_equal_names_are_distinguished_by_user_name(stage: Stage) -> None:
    """Equal names are shown with the unique user name, also after a restart."""
    twin = stage.guild.add_member(stage.env.create_user("alice2", global_name="Alice"))
    other = stage.guild.add_member(stage.env.create_user("third", global_name="\u0410lice 👑 host"))
    await stage.lobby("bull")
    for person in (twin, stage.bob, other):
        await stage.tap(person, stage.lobby_message, "join")
    seats = [line for line in text_of_message(stage.lobby_message).splitlines() if line.startswith("•")]
    assert seats == ["• Alice \\@alice 🔑 host", "• Alice \\@alice2", "• Bob", "• \u0410lice \\@third"]
    page = (await stage.more(stage.alice, stage.lobby_message)).response
    labels = {option["label"] for part in parts(page) for option in part.get("options", ())}
    assert {"Alice @alice2", "Bob", "\u0410lice @third"} <= labels
    await stage.tap(stage.alice, stage.lobby_message, "start")
    kept = await stage.stored_state()
    assert kept.seats == stage.state.seats
    for state in (stage.state, kept):
        assert texts_of(seat_names(state, "en")) == [
            "Alice @alice",
            "Alice @alice2",
            "Bob",
            "\u0410lice @third",
        ]
    await stage.bot.tables.forget(twin.id)
    assert "alice2" not in str(await stage.stored_table())


OFFERED = {"tomoe": 2, "trick3": 2}
"""The number of levels of these games; the others have three."""


async def test_computer_players_can_be_added_and_removed(stage: Stage) -> None:
    """The page removes the last computer player or all of them, and closes with *Done*."""
    message = await stage.lobby("bull")
    page = await stage.seat(stage.alice, message, "normal", "easy")
    assert [seat.level for seat in stage.lobby_state.seats] == [None, "normal", "easy"]
    await stage.tap(stage.alice, page, "drop")
    assert [seat.level for seat in stage.lobby_state.seats] == [None, "normal"]
    await stage.tap(stage.alice, page, "seat", "hard")
    await stage.tap(stage.alice, page, "clear")
    assert [seat.level for seat in stage.lobby_state.seats] == [None]
    assert "b:clear" not in "".join(custom_ids(page))
    await stage.tap(stage.alice, page, "done")
    assert not custom_ids(page)


def offered_arguments(page: Any, verb: str) -> list[str]:
    """Return the arguments of a page's buttons with this verb."""
    return [cid.rpartition(":")[2] for cid in custom_ids(page) if cid.startswith(f"b:{verb}:")]


@every_game_id
async def test_one_tap_fills_the_table_with_computer_players(stage: Stage, game: str) -> None:
    """One tap adds computer players of a level up to a good table size, with different names.

    Levels without a measured difference are not offered.
    """
    message = await stage.lobby(game)
    for verb in ("computers", "options_form"):
        refused = await stage.tap(stage.bob, message, verb)
        assert "Only the host" in text_of_message(refused.response)
    # The page offers the game's levels, and to fill the table to a good and to the largest size.
    page = (await stage.tap(stage.alice, message, "computers")).response
    assert len(custom_ids(page)) <= 12
    levels, good, most = find_game(game).levels, find_game(game).table_size, find_game(game).rules.seats[1]
    assert levels == LEVELS[: OFFERED.get(game, 3)]
    assert offered_arguments(page, "seat") == [*levels]
    assert offered_arguments(page, "fill") == [
        f"{level}.{count}" for count in sorted({good, most}) for level in levels
    ]
    strongest = levels[-1]
    await stage.tap(stage.alice, page, "fill", f"{strongest}.{good}")
    seats = stage.lobby_state.seats
    assert len(seats) == len({seat.name for seat in seats}) == find_game(game).table_size
    assert all(seat.level == strongest for seat in seats[1:])
    assert start_obstacle(stage.lobby_state.game, len(seats), stage.lobby_state.row.options) is None
    assert bool(offered_arguments(page, "fill")) is (most > good + 1)
    if offered_arguments(page, "fill"):
        await stage.tap(stage.alice, page, "fill", f"{strongest}.{most}")
    assert len(stage.lobby_state.seats) in (good, most)
    assert not offered_arguments(page, "fill")


async def test_game_starts_from_the_page_of_computer_players(stage: Stage) -> None:
    """Once there are enough players the page has *Start*. The host's hand follows the page."""
    message = await stage.lobby("lost")
    page = (await stage.tap(stage.alice, message, "computers")).response
    assert not offered_arguments(page, "start")
    await stage.tap(stage.alice, page, "fill", "normal.4")
    answer = await stage.tap(stage.alice, page, "start", seconds=5)
    assert stage.table.state.is_playing
    (hand,) = answer.followups
    assert hand.ephemeral
    assert "Your turn" in text_of_message(hand)
    assert is_deleted(page)


async def test_options_without_effect_are_not_offered(stage: Stage) -> None:
    """An option without effect, such as the first hand size with shrinking hands, is hidden."""
    message = await stage.lobby("bull")
    assert "Cards at the start" in text_of_message(message)
    page = (await stage.tap_more(stage.alice, message, "options")).response
    await stage.set_option(page, "deal", "down")
    await stage.env.advance_time(3)
    assert all(not cid.endswith(":start") for cid, _ in options(page, "option"))
    assert "Cards at the start" not in text_of_message(stage.channel.last_message)
    tomoe = await stage.lobby("tomoe")
    page = (await stage.tap_more(stage.alice, tomoe, "options")).response
    assert "b:watching" not in "".join(custom_ids(page))


@pytest.mark.parametrize("end", ["start", "cancel"])
async def test_private_pages_become_one_notice_with_the_lobby(stage: Stage, end: str) -> None:
    """When the lobby starts or closes, the newest of a person's private pages says so; others are deleted."""
    message = await stage.lobby("bull", 1)
    last = stage.channel.last_message
    pages = [(await stage.tap(stage.alice, last, verb)).response for verb in ("computers", "more")]
    pages.append((await stage.tap_more(stage.alice, last, "options")).response)
    if end == "start":
        await stage.tap(stage.alice, message, end)
    else:
        # *More*, the newest page, has the button that closes the lobby.
        pages.append((await stage.tap_more(stage.alice, message, end)).response)
    await stage.env.advance_time(5)
    *older, newest = sorted({page.id: page for page in pages}.values(), key=lambda page: page.id)
    assert not custom_ids(newest)
    assert "Porker Bull" in text_of_message(newest)
    assert all(map(is_deleted, older))


@pytest.mark.parametrize("game", ["bull", "tomoe"])
async def test_help_and_welcome_start_a_game_at_once(stage: Stage, game: str) -> None:
    """A button of /help or of the welcome deals a game at once and shows its seal."""
    help_ = (await stage.alice.slash(stage.channel, "help")).response
    which = (await stage.tap(stage.alice, help_, "which", "now")).response
    await stage.alice.click(which, custom_id=f"b:now:{game}")
    if find_game(game).lesson is not None:  # the person's first game of this kind
        await stage.alice.click(which, custom_id=f"b:now:{game}:short")
    await stage.env.advance_time(3)
    assert stage.state.game.id == game
    assert [seat.level for seat in stage.state.seats] == [None, *["normal"] * (len(stage.state.seats) - 1)]
    assert len(stage.state.seats) == find_game(game).table_size
    assert seal_in(stage.message("has begun")) == stage.state.key.seal
    # Nobody who is out waits for the others, if the rules have such an option.
    assert stage.state.options.get("end", "first") == "first"


def length_label(stage: Stage) -> str:
    (label,) = [
        part["label"]
        for part in parts(stage.channel.last_message)
        if "b:length:" in part.get("custom_id", "")
    ]
    return str(label)


@pytest.mark.parametrize(
    ("game", "lengths"),
    [
        ("bull", ["Short game · 9 min", "Whole game · 15 min", "Short game · 10 min"]),
        ("trick3", ["Short game · 10 min", "Whole game · 25 min", "Short game · 15 min"]),
    ],
)
async def test_host_makes_the_friends_game_short_by_one_tap(
    stage: Stage, game: str, lengths: list[str]
) -> None:
    """The lobby's button names the other length and its minutes for these people; only the host can tap."""
    await stage.lobby(game)
    short = dict(find_game(game).short_options)
    assert length_label(stage) == lengths[0]
    refused = await stage.tap(stage.bob, stage.channel.last_message, "length")
    assert "Only the host" in text_of_message(refused.response)
    assert not short.items() <= stage.lobby_state.options.items()
    old = stage.channel.last_message
    await stage.tap(stage.alice, old, "length", seconds=2)
    assert short.items() <= stage.lobby_state.options.items()
    assert length_label(stage) == lengths[1]
    # The second tap of a double click changes nothing.
    await stage.forge(stage.alice, old, f"b:length:{stage.lobby_state.id}:short")
    assert short.items() <= stage.lobby_state.options.items()
    await stage.tap(stage.alice, stage.channel.last_message, "length", seconds=2)
    assert stage.lobby_state.options == find_game(game).rules.default_options
    for person in (stage.bob, stage.carol, *[stage.member(name) for name in ("Dave", "Erin", "Fay")][:2]):
        await stage.tap(person, stage.channel.last_message, "join", seconds=2)
    assert length_label(stage) == lengths[2]


async def test_game_of_one_length_and_slow_clock_suggest_no_length(stage: Stage) -> None:
    """Nothing is suggested in a game of one length, nor where each turn may take a day."""
    lobby = await stage.lobby("netsuzo")
    assert not any("b:length:" in cid for cid in custom_ids(lobby))
    lobby = await stage.lobby("bull")
    page = await stage.tap_more(stage.alice, lobby, "options")
    await stage.choose(stage.alice, page.response, "clock", ["week"])
    await stage.env.advance_time(3)
    assert not any("b:length:" in cid for cid in custom_ids(stage.channel.last_message))


async def test_private_text_names_a_public_button_as_it_reads(stage: Stage) -> None:
    """A Japanese person on an English server reads in Japanese, with the labels of the English buttons."""
    hana = stage.member("Hana")
    stage.guests.append(hana)
    languages = {hana.id: "ja"}
    set_languages(stage.env, languages)
    lobby = await stage.lobby("tomoe")
    await stage.tap(hana, lobby, "join")
    again = await stage.tap(hana, stage.channel.last_message, "join")
    assert "**More…**から参加" in text_of_message(again.response)
    declined = await stage.forge(hana, lobby, f"b:decline:{stage.lobby_state.id}")
    assert "**More…**" in declined
    english = await stage.tap(stage.alice, stage.channel.last_message, "join")
    assert "**More…** lets you leave it" in text_of_message(english.response)
    await stage.tap(stage.bob, stage.channel.last_message, "join", seconds=2)
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=3)
    actor = stage.player_on_turn()
    languages[actor.id] = "ja"
    refused = await actor.slash(stage.channel, "move", move="nonsense")
    assert "手を読み取れませんでした" in text_of_message(refused.response)
    assert "**My hand**" in text_of_message(refused.response)
