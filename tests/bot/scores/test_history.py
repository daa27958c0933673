"""/history: one's own last games, a page at a time."""

from __future__ import annotations

from tests.bot.finished_games import JANUARY, finished
from tests.bot.people import Stage, custom_ids, options, said


async def test_pages_of_the_history(stage: Stage) -> None:
    """Ten games a page, newest first; older ones and the way back are one tap each."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    for number in range(12):
        await finished(stage.bot, stage.guild.id, pair, (1, 2), at=JANUARY + number * 60_000)
    panel = (await stage.alice.slash(stage.channel, "history")).response
    (menu,) = options(panel, "open")
    assert menu[1] == [f"t{number}" for number in range(12, 2, -1)]
    await stage.alice.click(panel, label="Older ▶")
    (menu,) = options(panel, "open")
    assert menu[1] == ["t2", "t1"]
    await stage.alice.click(panel, label="Newest")
    (menu,) = options(panel, "open")
    assert menu[1][0] == "t12"


async def test_games_of_one_kind(stage: Stage) -> None:
    """A menu leaves the games of one kind, and its pages stay of that kind."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    for number in range(24):
        game = "tomoe" if number % 2 else "bull"
        await finished(stage.bot, stage.guild.id, pair, (1, 2), at=JANUARY + number * 60_000, game=game)
    panel = (await stage.alice.slash(stage.channel, "history")).response
    kinds = next(one for one in custom_ids(panel) if one.startswith("s:past:"))
    await stage.alice.select(panel, ["tomoe"], custom_id=kinds)
    assert next(options(panel, "open"))[1] == [f"t{number}" for number in range(24, 4, -2)]
    await stage.alice.click(panel, label="Older ▶")
    assert next(options(panel, "open"))[1] == ["t4", "t2"]
    kinds = next(one for one in custom_ids(panel) if one.startswith("s:past:"))
    await stage.alice.select(panel, ["lost"], custom_id=kinds)
    assert "No finished games yet" in said(panel)


async def test_names_of_others_stay_names(stage: Stage) -> None:
    """A name that tries to be Markdown and a mention is neither."""
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (5, "**<@1>**")], (2, 1))
    text = said((await stage.alice.slash(stage.channel, "history")).response)
    assert "<@1>" not in text
    assert "place 2 of 2" in text
