"""Where something cannot be done, what people read leads on: whose turn it is, their hand, which table."""

from __future__ import annotations

from tests.bot.people import Stage, custom_ids, parts, said
from tests.bot.playing import started


async def test_who_types_out_of_turn_reads_whose_turn_it_is(stage: Stage) -> None:
    """By name, with the way to one's own hand."""
    await started(stage)
    acts = stage.who_acts()
    other = next(person for person in (stage.alice, stage.bob) if person.id != acts.id)
    refused = (await other.slash(stage.channel, "move", move="call single 5")).response
    name = "Alice" if acts is stage.alice else "Bob"
    assert f"It’s **{name}**’s turn, not yours." in said(refused)
    opened = (await stage.tap(other, refused, "hand")).response
    assert "Waiting for your turn" in said(opened)


async def test_what_cannot_be_read_comes_with_the_hand(stage: Stage) -> None:
    """Who types what is no move can tap one."""
    await started(stage)
    acts = stage.who_acts()
    refused = (await acts.slash(stage.channel, "move", move="abracadabra")).response
    opened = (await stage.tap(acts, refused, "hand")).response
    assert any(cid.startswith("b:move:") for cid in custom_ids(opened))


async def test_who_resigns_at_one_of_several_tables_says_at_which(stage: Stage) -> None:
    """Each is told by its game and the people there; nothing is left before that and the answer."""
    await started(stage)
    first = stage.table
    await stage.alice.slash(stage.channel, "play", game="lost")
    await stage.seat(stage.alice, stage.channel.last_message, "easy", "easy")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    await stage.env.advance_time(3)
    asked = (await stage.alice.slash(stage.channel, "resign")).response
    assert sum(cid.startswith("b:askresign:") for cid in custom_ids(asked)) == 2
    labels = [part["label"] for part in parts(asked) if "label" in part]
    assert {label.split(". ")[1] for label in labels} == {"Porker Bull", "Lost Poker"}
    assert all(f"{label} · Alice" in said(asked) for label in labels)
    await stage.alice.click(asked, custom_id=f"b:askresign:{first.id}")
    assert "Leave this game of Porker Bull?" in said(asked)
    await stage.tap(stage.alice, asked, "stay")
    assert len(stage.tables) == 2


async def test_tables_are_told_apart_by_game_and_people(stage: Stage) -> None:
    """What is offered for the table of a command says no code."""
    await started(stage)
    (choice,) = await stage.alice.autocomplete(stage.channel, "hand", "table", "bob")
    assert choice["name"] == "Porker Bull · Alice and Bob"
    assert choice["value"] == stage.table.id
    assert stage.table.id not in said(stage.table_message())
