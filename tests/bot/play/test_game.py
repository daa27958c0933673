"""Tests of games in use: typed moves, public buttons, several games, and lists of hands."""

from __future__ import annotations

from contextlib import suppress

import pytest
import simcord
import structlog

from bot.wire.errors import NoAnswer, RequestRejected
from bot.wire.exchange import Exchange
from storage.errors import StorageFailed
from tests.bot.people import Stage, custom_ids, move_ids, parts, text_of_message
from tests.bot.playing import limit_turns


@pytest.fixture
def pictures() -> None:
    """Replace the fixture that lays pictures out without drawing them."""


async def test_other_people_cannot_play_for_player_on_turn(stage: Stage) -> None:
    """A button for a move, as earlier messages of tables had it, refuses other people and plays nothing."""
    await stage.start_two()
    player = stage.player_on_turn()
    other = stage.bob if player is stage.alice else stage.alice
    await stage.move("call single 5", 3)
    before = stage.state.seq
    challenge = f"b:move:{stage.table.id}:{before}:challenge"
    for person in (player, stage.carol):
        await stage.forge(person, stage.table_message(), challenge)
        assert stage.state.seq == before
    await stage.forge(other, stage.table_message(), challenge)
    assert stage.state.seq > before


async def test_moves_are_completed_while_typing(stage: Stage) -> None:
    """Moves are completed by their notation, and tables by the names of players."""
    await stage.start_two()
    choices = await stage.player_on_turn().autocomplete(stage.channel, "move", "move", "call quads")
    assert [choice["value"] for choice in choices][:2] == ["call quads 2", "call quads 3"]
    assert len(choices) == 13
    (choice,) = await stage.alice.autocomplete(stage.channel, "hand", "table", "bob")
    assert choice["name"] == "Porker Bull · Alice and Bob"
    assert choice["value"] == stage.table.id
    assert stage.table.id not in text_of_message(stage.table_message())


@pytest.mark.parametrize(
    "error",
    [
        RequestRejected(404, 10062, "no"),
        RequestRejected(400, 40060, "no"),
        NoAnswer("the line broke"),
        StorageFailed("gone"),
        ValueError(),
    ],
    ids=["late", "second", "broken line", "no database", "bug"],
)
async def test_expired_completion_is_not_logged_as_an_error(
    stage: Stage, error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An expired autocompletion is logged at debug level; a bug is logged with its traceback."""

    async def refuse(*args: object) -> None:
        errors.append(error)
        raise error

    errors = list[Exception]()
    await stage.start_two()
    with monkeypatch.context() as patch, structlog.testing.capture_logs() as log:
        patch.setattr(Exchange, "offer", refuse)
        with suppress(simcord.BackendError):  # there are no choices
            await stage.player_on_turn().autocomplete(stage.channel, "move", "move", "call")
    is_bug = isinstance(error, ValueError)
    assert errors == [error]
    assert [record for record in caplog.records if record.exc_info] == caplog.records[: int(is_bug)]
    assert [line["log_level"] for line in log if "completion" in line["event"]] == ["debug"] * (not is_bug)
    choices = await stage.player_on_turn().autocomplete(stage.channel, "move", "move", "call")
    assert choices


async def test_typing_out_of_turn_names_the_player_on_turn(stage: Stage) -> None:
    """The refusal names the player on turn and has a button for the reader's own hand."""
    await stage.start_two()
    acts = stage.player_on_turn()
    other, name = (stage.bob, "Alice") if acts is stage.alice else (stage.alice, "Bob")
    refused = (await other.slash(stage.channel, "move", move="call single 5")).response
    assert f"It’s **{name}**’s turn, not yours." in text_of_message(refused)
    opened = (await stage.tap(other, refused, "hand")).response
    assert "Not your turn yet" in text_of_message(opened)


@pytest.mark.parametrize("wrong", ["challenge", "call pair", "abracadabra", "deal As"])
async def test_illegal_move_is_explained_and_answered_with_the_hand(stage: Stage, wrong: str) -> None:
    await stage.start_two()
    acts, before = stage.player_on_turn(), stage.state.seq
    refused = (await stage.move(wrong)).response
    assert refused.ephemeral
    assert text_of_message(refused)
    assert stage.state.seq == before
    opened = (await stage.tap(acts, refused, "hand")).response
    assert move_ids(opened)


async def test_resigning_at_several_tables_asks_which(stage: Stage) -> None:
    """The question lists the player's games, and *Play on* keeps the player in all of them."""
    await stage.start_two()
    first = stage.table
    await stage.alice.slash(stage.channel, "play", game="lost")
    await stage.seat(stage.alice, stage.channel.last_message, "easy", "easy")
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=3)
    answer = (await stage.alice.slash(stage.channel, "resign")).response
    labels = [part["label"] for part in parts(answer) if part.get("custom_id", "").startswith("b:askresign:")]
    assert sorted(label.split(". ")[1] for label in labels) == ["Lost Poker", "Porker Bull"]
    assert all(f"{label} · Alice" in text_of_message(answer) for label in labels)
    await stage.tap(stage.alice, answer, "askresign", first.id)
    assert "Leave this game of Porker Bull?" in text_of_message(answer)
    await stage.tap(stage.alice, answer, "stay")
    assert len(stage.tables) == 2


async def test_hand_command_elsewhere_lists_own_games(stage: Stage) -> None:
    """Games in which the person is on turn come first, and a tap opens the hand."""
    await limit_turns(stage, "week")
    await stage.start_two()
    first, mine = stage.table, stage.channel
    stage.channel = stage.guild.create_text_channel("more")
    await stage.start_two()
    second = stage.tables[-1]
    bobs = {
        table: table.state.seats[table.state.acting(human=True)[0]].user_id == stage.bob.id
        for table in (first, second)
    }
    if not any(bobs.values()):  # let one of them wait for Bob
        await first.play(first.state.acting(human=True)[0], "call single 5")
        bobs[first] = True
    listed = (await stage.alice.slash(stage.guild.create_text_channel("elsewhere"), "hand")).response
    assert listed.ephemeral
    order = sorted((first, second), key=bobs.__getitem__)
    assert [cid.split(":")[2] for cid in custom_ids(listed)] == [table.id for table in order]
    for table in order:
        place = f"https://discord.com/channels/{stage.guild.id}/{table.state.place_id}"
        assert f"{place}/{table.sent_row.message_id}" in text_of_message(listed)
        assert f"<t:{table.state.row.deadline // 1000}:R>" in text_of_message(listed)
    assert text_of_message(listed).count("Your turn") == [*bobs.values()].count(False)
    opened = await stage.tap(stage.alice, listed, "hand")
    assert opened.response.ephemeral
    assert f"hand-{order[0].id}" in str(opened.response.components)
    assert "Your games" not in text_of_message((await stage.alice.slash(mine, "hand")).response)


async def test_games_of_other_processes_are_listed(stage: Stage) -> None:
    """A game served by another process is listed with a link, but without a button."""
    await stage.start_two()
    table, club = stage.table, stage.env.create_guild("Other club")
    channel, alice = club.create_text_channel("games"), club.add_member(stage.alice.user)
    assert "Club" in text_of_message((await alice.slash(channel, "hand")).response)
    del stage.bot.tables.all[table.id]  # as if another process had it
    again = (await alice.slash(channel, "hand")).response
    stage.bot.tables.all[table.id] = table
    assert f"/channels/{stage.guild.id}/{stage.channel.id}" in text_of_message(again)
    assert custom_ids(again) == []
    none = await stage.carol.slash(stage.channel, "hand")
    assert "not in a running game" in text_of_message(none.response)


@pytest.mark.parametrize("family", ["trump", "mahjong", "tesca"])
async def test_order_of_hands_is_one_button_away(stage: Stage, family: str) -> None:
    """A private page lists the hands of the chosen deck from strong to weak, with a picture."""
    lobby = await stage.lobby("trick3", 2)
    panel = await stage.tap_more(stage.alice, lobby, "options")
    await stage.set_option(panel.response, "family", family)
    await stage.env.advance_time(2)
    await stage.tap(stage.alice, stage.channel.last_message, "start", seconds=2)
    answer = (await stage.tap(stage.carol, stage.table_message(), "guide")).response
    assert answer.ephemeral
    assert len(answer.attachments) == 1
    assert any(part.get("type") == 12 for part in parts(answer))
    guide = stage.state.game.presenter.guide(stage.match.view(None))
    assert len(guide) >= 8
    assert all(f"{i}." in text_of_message(answer) for i in range(1, len(guide) + 1))
    assert "Equal hands tie" in text_of_message(answer)


@pytest.mark.parametrize("way", ["guide", "rules", "log"])
async def test_what_players_look_up_brings_their_hand_back(stage: Stage, way: str) -> None:
    """A looked-up page pushes the hand up, and has its button; spectators have no hand."""
    message = await stage.start_two()
    hand = f"b:hand:{stage.table.id}"
    page = (await stage.tap(stage.alice, message, way)).response
    assert hand in custom_ids(page)
    if way == "rules":
        chapters = next(custom_id for custom_id in custom_ids(page) if ":chapter:" in custom_id)
        await stage.alice.select(page, ["0"], custom_id=chapters)
        assert hand in custom_ids(page)
    panel = (await stage.alice.click(page, custom_id=hand)).response
    assert "What do you call?" in text_of_message(panel) or "Waiting for" in text_of_message(panel)
    others = (await stage.tap(stage.carol, message, way)).response
    assert hand not in custom_ids(others)
