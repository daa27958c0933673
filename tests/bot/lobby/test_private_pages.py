"""What stands behind a lobby's buttons: computer players, options, and everything else."""

from __future__ import annotations

import pytest

from bot.tables.lobby import obstacle
from bot.wire.components import STYLES
from games import find_game
from games.core.game import LEVELS
from tests.bot.lobby.test_lobby import seal_in
from tests.bot.people import Stage, custom_ids, options, parts, said
from tests.games.contract import every_game_id

OFFERED = {"bull": 4, "tomoe": 2, "trick3": 2}
"""How many levels these games have; the others have three."""

PAGES = ("options", "computers", "more")


async def test_computer_players_of_any_strength_come_and_go(stage: Stage) -> None:
    """One by one, each as strong as is tapped; the last goes, or all of them."""
    message = await stage.lobby("bull")
    page = await stage.seat(stage.alice, message, "normal", "easy")
    assert [seat.level for seat in stage.opened.seats] == [None, "normal", "easy"]
    await stage.tap(stage.alice, page, "drop")
    assert [seat.level for seat in stage.opened.seats] == [None, "normal"]
    await stage.tap(stage.alice, page, "seat", "hard")
    await stage.tap(stage.alice, page, "clear")
    assert [seat.level for seat in stage.opened.seats] == [None]
    assert "b:clear" not in "".join(custom_ids(page))


@every_game_id
async def test_one_tap_fills_to_a_good_table(stage: Stage, game: str) -> None:
    """As strong as is tapped, each by a name of its own; nobody but the host fills it, and no further.

    Nobody is offered a level that plays as another does, or no better as far as was measured.
    """
    message = await stage.lobby(game)
    refused = await stage.tap(stage.bob, message, "computers")
    assert "Only the host" in said(refused.response)
    page = (await stage.tap(stage.alice, message, "computers")).response
    assert len(custom_ids(page)) <= 9
    for verb in ("fill", "seat"):
        offered = tuple(cid.rpartition(":")[2] for cid in custom_ids(page) if cid.startswith(f"b:{verb}:"))
        assert offered == find_game(game).levels == LEVELS[: OFFERED.get(game, 3)]
    strongest = find_game(game).levels[-1]
    await stage.tap(stage.alice, page, "fill", strongest)
    seats = stage.opened.seats
    assert len(seats) == len({seat.name for seat in seats}) == find_game(game).good_seats
    assert all(seat.level == strongest for seat in seats[1:])
    assert "b:fill" not in "".join(custom_ids(page))
    assert obstacle(stage.opened.game, len(seats), stage.opened.row.options) is None


async def test_what_a_lobby_waits_for_stands_out_and_is_said_once(stage: Stage) -> None:
    """People at first, who are counted once; then the start. Whoever sits is not asked to join in green."""
    message = await stage.lobby("tomoe")
    styles = {part["custom_id"].split(":")[1]: part["style"] for part in parts(message) if part["type"] == 2}
    assert (styles["join"], styles["start"]) == (STYLES["primary"], STYLES["success"])
    assert "2 more players are needed" in said(message)
    assert "free" not in said(message)
    await stage.tap(stage.bob, message, "join")
    await stage.tap(stage.carol, message, "join")
    message = stage.channel.last_message
    styles = {part["custom_id"].split(":")[1]: part["style"] for part in parts(message) if part["type"] == 2}
    assert (styles["join"], styles["start"]) == (STYLES["secondary"], STYLES["success"])


async def test_options_that_make_no_difference_are_not_offered(stage: Stage) -> None:
    """Hands that shrink have no size to begin with; in Tomoefuda nobody is out before the end."""
    message = await stage.lobby("bull")
    page = (await stage.tap(stage.alice, message, "options")).response
    assert "Cards at the start" in said(message)
    await stage.set_option(page, "deal", "down")
    await stage.env.advance_time(3)
    assert all(not cid.endswith(":start") for cid, _ in options(page, "option"))
    assert "Cards at the start" not in said(stage.channel.last_message)
    tomoe = await stage.lobby("tomoe")
    page = (await stage.tap(stage.alice, tomoe, "options")).response
    assert "b:watching" not in "".join(custom_ids(page))


@pytest.mark.parametrize("end", ["start", "cancel"])
async def test_private_pages_end_with_their_lobby(stage: Stage, end: str) -> None:
    """Nothing can be tapped there that a table in play, or one that is closed, would refuse."""
    message = await stage.lobby("bull", 1)
    last = stage.channel.last_message
    pages = [(await stage.tap(stage.alice, last, page)).response for page in PAGES]
    await (stage.tap if end == "start" else stage.tap_more)(stage.alice, message, end)
    await stage.env.advance_time(5)
    assert not any(map(custom_ids, pages))
    assert all("Porker Bull" in said(page) for page in pages)


async def test_private_pages_can_be_closed(stage: Stage) -> None:
    """When all is chosen."""
    message = await stage.lobby("bull", 1)
    for page in PAGES[:2]:
        opened = (await stage.tap(stage.alice, message, page)).response
        await stage.tap(stage.alice, opened, "done")
        assert not custom_ids(opened)


@pytest.mark.parametrize("game", ["bull", "tomoe"])
async def test_one_can_play_at_once(stage: Stage, game: str) -> None:
    """By /help, or by the welcome: a game, and it is dealt, with the seal in the channel."""
    help_ = (await stage.alice.slash(stage.channel, "help")).response
    which = (await stage.tap(stage.alice, help_, "which", "now")).response
    await stage.alice.click(which, custom_id=f"b:now:{game}")
    await stage.env.advance_time(3)
    assert stage.state.game.id == game
    assert [seat.level for seat in stage.state.seats] == [None, *["normal"] * (len(stage.state.seats) - 1)]
    assert len(stage.state.seats) == find_game(game).good_seats
    assert seal_in(stage.message("has begun")) == stage.state.key.seal
