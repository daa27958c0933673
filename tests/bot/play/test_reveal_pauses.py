"""Tests of reveals: suspense, the outcome in every panel, and a pause before play continues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from bot.config import Config
from bot.refused import Refused
from bot.tables import reveals
from bot.tables.state import TableState
from games.bull.rules import Bull
from games.core.rules import CHANCE
from storage.serving import save_heartbeat
from tests.bot.faults import SENDING, Faults
from tests.bot.people import Stage, custom_ids, parts, raw_click, text_of_message
from tests.bot.playing import MakeBot, kill, limit_turns
from tests.bot.tables.alone import acting
from tests.bot.truths import SECONDS, is_anything, is_showdown, show_reveals, truth_texts
from tests.promises import PING_DELAY_MS


@pytest.fixture
def config(config: Config) -> Config:
    return replace(config, moments=1)


@pytest.fixture(autouse=True)
def _truths(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the pause, picture and verdicts of a reveal to every showdown."""
    show_reveals(monkeypatch)
    with truth_texts():
        yield


LATE = 1 << 50
"""A time after all others."""


def verbs(message: Any) -> set[str]:
    """Return the verbs of a message's buttons without reactions."""
    return {custom_id.split(":")[1] for custom_id in custom_ids(message)} - {"react"}


def tells_truth(message: Any) -> bool:
    return "The truth about" in text_of_message(message)


async def play_challenge(stage: Stage) -> tuple[Any, Any]:
    """Make one player call and the other challenge; return the caller's and the challenger's panels."""
    await stage.start_two()
    caller = stage.player_on_turn()
    await stage.move("call single 5", 2)
    challenger = stage.player_on_turn()
    panels = await stage.open_panel(caller), await stage.open_panel(challenger)
    await stage.tap(challenger, panels[1], "move", "challenge", seconds=1.5)
    return panels


def panel_of_player(stage: Stage, panels: tuple[Any, Any], person: Any) -> Any:
    """Return the panel of ``person``, given the panels of the caller and the challenger."""
    _, (caller, _), *_ = stage.match.moves
    return panels[0 if stage.state.seat_of(person.id) == caller else 1]


@pytest.mark.parametrize("seconds_left", [2.0, 0.0], ids=["in it", "at its end"])
async def test_outage_during_a_moment_costs_no_time(
    stage: Stage, make_bot: MakeBot, seconds_left: float
) -> None:
    """After an outage during a reveal, the next player still has a full turn and the extra time."""
    await limit_turns(stage, "blitz")
    await play_challenge(stage)
    hold = stage.state.position.reveal_pause
    await stage.env.advance_time(
        max(0.0, (hold.until - stage.bot.clock.elapsed_ms()) / 1000 - seconds_left - 0.1)
    )
    assert stage.state.position.reveal_pause is not None
    await stage.bot.store.write(save_heartbeat, stage.bot.clock.now_ms())
    await kill(stage, make_bot, away=3600, seconds=4)
    assert stage.state.position.reveal_pause is None
    (seat,) = stage.state.acting(human=True)
    row = stage.state.seats[seat]
    time = (stage.state.row.deadline or 0) - stage.bot.clock.now_ms()
    assert 45_000 - 4_000 <= time <= 45_000 + 1000 * SECONDS
    assert (row.grace, row.is_away) == (None, False)


async def test_outcome_is_shown_alone_before_the_next_round(stage: Stage) -> None:
    """The pause after a showdown shows only the outcome; the next round is dealt after the pause."""
    panels = await play_challenge(stage)
    before, message = stage.state, stage.table_message()
    assert before.to_act == CHANCE
    assert tells_truth(message)
    assert "Nobody had guessed." in text_of_message(message)
    assert "turn" not in text_of_message(message)
    assert message.attachments
    assert stage.table.sent_row.mark == before.fingerprint
    assert sorted("You lost" in text_of_message(panel) for panel in panels) == [False, True]
    assert all(tells_truth(panel) for panel in panels)
    assert all(verbs(shown_message) == {"goon"} for shown_message in (message, *panels))
    await stage.env.advance_time(SECONDS - 2)
    assert stage.state is before
    assert not stage.calls
    await stage.env.advance_time(2)
    assert stage.state.seq == before.seq + 1
    assert isinstance(stage.state.to_act, tuple)
    assert not tells_truth(stage.table_message())
    assert "turn" in text_of_message(stage.table_message())
    assert not stage.calls  # the next player has just tapped, so the panel is enough
    await stage.env.advance_time(PING_DELAY_MS / 1000)
    assert len(stage.calls) == 1


async def test_play_continues_when_all_players_tap(stage: Stage) -> None:
    """The pause ends after taps of both players, and taps of spectators do not count."""
    panels = await play_challenge(stage)
    before, alices = stage.state.seq, panel_of_player(stage, panels, stage.alice)
    await stage.tap(stage.carol, stage.table_message(), "goon")
    await stage.tap(stage.alice, alices, "goon")
    assert stage.state.position.reveal_pause is not None
    assert "Waiting for **Bob**" in text_of_message(alices)
    assert verbs(alices) == set()
    await stage.tap(stage.alice, stage.table_message(), "goon")  # two taps of one person count once
    assert stage.state.position.reveal_pause is not None
    await stage.tap(stage.bob, stage.table_message(), "goon")
    assert stage.state.position.reveal_pause is None
    await stage.env.advance_time(0.5)
    assert stage.state.seq == before + 1


async def test_player_leaves_after_the_reveal(stage: Stage) -> None:
    """No player can leave while cards are shown, since the answer would show whether the game goes on."""
    await play_challenge(stage)
    answer = (await stage.bob.slash(stage.channel, "resign")).response
    assert "still being shown" in text_of_message(answer)
    await stage.env.advance_time(SECONDS + 1)
    await stage.resign(stage.bob, seconds=0.5)
    assert stage.state.seat_of(stage.bob.id) is None


async def test_verdict_stays_until_the_players_own_next_move(stage: Stage) -> None:
    panels = await play_challenge(stage)
    await stage.env.advance_time(SECONDS + 1)
    assert all(
        "You lost" in text_of_message(panel) or "You won" in text_of_message(panel) for panel in panels
    )
    seat = stage.state.seat_of(stage.player_on_turn().id)
    await stage.move("call single 6", 1)
    assert stage.state.seen_by(seat).mine.consequence is None
    assert stage.state.seen_by(1 - seat).mine.consequence is not None


async def test_moment_keeps_its_length_across_a_restart(stage: Stage, make_bot: MakeBot) -> None:
    """After a restart the pause lasts for its remaining time, with the same message."""
    await play_challenge(stage)
    mark, verdicts = (
        stage.state.fingerprint,
        [stage.state.seen_by(seat).mine.consequence for seat in range(2)],
    )
    await kill(stage, make_bot, seconds=1)
    assert stage.state.position.reveal_pause is not None
    assert stage.state.fingerprint == mark == stage.table.sent_row.mark
    assert [stage.state.seen_by(seat).mine.consequence for seat in range(2)] == verdicts
    await stage.env.advance_time(SECONDS)
    assert stage.state.position.reveal_pause is None
    assert stage.state.to_act != CHANCE


async def test_turn_time_starts_after_the_moment(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    show_reveals(monkeypatch, is_anything)
    await limit_turns(stage)
    await stage.start_two()
    await stage.move("call single 5")
    wall, elapsed = stage.bot.clock.now_ms(), stage.bot.clock.elapsed_ms()
    assert stage.state.row.deadline - wall == stage.state.position.reveal_pause.until - elapsed + 45_000
    assert not stage.calls
    await stage.env.advance_time(SECONDS + 44)
    assert all(seat.grace is None for seat in stage.state.seats)
    await stage.env.advance_time(2)
    assert any(seat.grace is not None for seat in stage.state.seats)


async def test_moment_is_posted_below_chat(stage: Stage) -> None:
    await stage.start_two()
    await stage.move("call single 5", 3)
    await stage.carol.send(stage.channel, "hello there")
    await stage.move("challenge", 2)
    assert stage.state.position.reveal_pause is not None
    assert verbs(stage.channel.last_message) == {"goon"}


async def test_next_player_can_end_the_moment_by_playing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a tap the next player's panel offers moves, and a typed move ends the pause."""
    show_reveals(monkeypatch, is_anything)
    await stage.start_two()
    first, second = stage.player_on_turn(), stage.waiting_player
    panel = await stage.open_panel(second)
    await first.slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(1.5)
    assert verbs(panel) == {"goon"}
    await stage.tap(second, panel, "goon")
    assert stage.state.position.reveal_pause is not None
    assert "move" in verbs(panel)
    assert verbs(stage.table_message()) == {"goon"}
    before = stage.state.seq
    await second.slash(stage.channel, "move", move="call single 6")
    assert stage.state.seq == before + 1
    assert stage.state.position.reveal_pause.seats_ready == frozenset()
    show_reveals(monkeypatch)
    await first.slash(stage.channel, "move", move="call single 7")  # without a tap before
    assert stage.state.seq == before + 2
    assert stage.state.position.reveal_pause is None


async def test_result_comes_after_the_last_moment(stage: Stage) -> None:
    """Table and panels show the last showdown before they show the result."""
    await stage.start_two()
    table = stage.table
    panel = await stage.open_panel(stage.alice)
    while not table.state.is_over:
        if table.state.position.reveal_pause is not None:
            await stage.env.advance_time(SECONDS + 1)
            continue
        await table.play(
            acting(table), "challenge" if "challenge" in stage.legal_moves else stage.legal_moves[0]
        )
    await stage.env.advance_time(1.5)
    message = stage.table_message(table)
    assert verbs(message) == verbs(panel) == {"goon"}
    assert "🏆" not in text_of_message(message)
    # A winner reads that first, also in the panel with the last showdown.
    assert text_of_message(panel).startswith("### 🏆 You win!")
    before = message.id
    await stage.env.advance_time(SECONDS)
    message = stage.table_message(table)
    assert message.id > before  # a message of its own, and the other one is gone
    assert before not in {message.id for message in stage.channel.history()}
    assert "rematch" in verbs(message)
    assert "🏆" in text_of_message(message)
    assert "🏆" in text_of_message(panel)
    assert "move" not in verbs(panel)
    await stage.env.advance_time(5)
    assert table.sent_row.settled


def show_consequences_longer(monkeypatch: pytest.MonkeyPatch, suspense: float = 2.0) -> None:
    """Make showdowns have ``suspense`` seconds of suspense, and verdicts last twenty seconds."""

    def seconds(length: float) -> Callable[[Bull, Any], float]:
        return lambda rules, view: length if any(map(is_showdown, view.news)) else 0.0

    monkeypatch.setattr(Bull, "suspense_seconds", seconds(suspense))
    monkeypatch.setattr(Bull, "panel_reveal_seconds", seconds(20.0))


async def test_outcome_is_hidden_during_suspense(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """During two seconds of suspense, no table, panel or log shows the outcome."""
    show_consequences_longer(monkeypatch)
    panels = await play_challenge(stage)
    for message in (stage.table_message(), *panels):
        assert not tells_truth(message)
        assert "You lost" not in text_of_message(message)
        assert "challenge" in text_of_message(message)
        later = [part for part in parts(message) if "custom_id" in part]
        assert later, "buttons have their place already"
        assert all(part["disabled"] for part in later), "nobody goes on before there is anything to see"

    async def log() -> str:
        answer = raw_click(stage.carol, stage.table_message(), f"b:log:{stage.table.id}")
        await stage.env.advance_time(0.1)
        return text_of_message(answer.response)

    before = await log()
    assert "calls" in before
    assert "challenged" not in before
    await stage.env.advance_time(2.5)
    assert all(tells_truth(message) for message in (stage.table_message(), *panels))
    assert all(verbs(panel) == {"goon"} for panel in panels)
    assert "challenged" in await log()


async def test_suspense_with_lost_answer_is_shown_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the response to a sent message is lost during suspense, the message is in the channel once."""
    show_consequences_longer(monkeypatch, suspense=30.0)
    await play_challenge(stage)
    stage.env.backend.create_message(stage.channel.id, stage.alice.id, content="Well?")
    lost = Faults(stage.env).lose(SENDING)
    await stage.bot.writer(stage.table).repost(0)
    await stage.env.advance_time(10)
    assert lost.met == 1
    message_ids = [
        message.id for message in stage.channel.history() if "challenges" in text_of_message(message)
    ]
    assert message_ids == [stage.table.sent_row.message_id]


async def test_involved_players_keep_the_verdict_until_next(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Panels keep the verdict until a tap on *Next*, while the table shows the next turn."""
    show_consequences_longer(monkeypatch)
    panels = await play_challenge(stage)
    await stage.env.advance_time(SECONDS + 3)
    assert stage.state.position.reveal_pause is None
    assert "turn" in text_of_message(stage.table_message())
    assert all(tells_truth(panel) and verbs(panel) == {"goon"} for panel in panels)
    player = stage.player_on_turn()
    mine, others = (
        panel_of_player(stage, panels, player),
        panel_of_player(stage, panels, stage.waiting_player),
    )
    await stage.tap(player, mine, "goon")
    assert not tells_truth(mine)
    assert "move" in verbs(mine)
    assert "You lost" not in text_of_message(mine)
    assert "You won" not in text_of_message(mine)
    assert verbs(others) == {"goon"}, "others look on"
    seat = stage.state.seat_of(player.id)
    assert stage.state.seen_by(seat).mine.consequence is None
    assert stage.state.seen_by(1 - seat).mine.consequence is not None


GO_ON = reveals.confirm_seen


def go_on_for_all(state: TableState, seat: int, seq: int) -> TableState:
    """End the verdict for all players after one player's *Next*; a mutant of ``confirm_seen``."""
    for other in range(len(state.seats)):
        state = GO_ON(state, other, seq)
    return state


@pytest.mark.mutants
@pytest.mark.parametrize(
    ("place", "mutant", "found_by"),
    [
        ("state.without_last_move", lambda news: news, test_outcome_is_hidden_during_suspense),
        (
            "reveals.confirm_seen",
            lambda state, *_: reveals.drop_expired_reveals(state, LATE),
            test_involved_players_keep_the_verdict_until_next,
        ),
        ("reveals.confirm_seen", lambda state, *_: state, test_involved_players_keep_the_verdict_until_next),
        ("reveals.confirm_seen", go_on_for_all, test_involved_players_keep_the_verdict_until_next),
    ],
    ids=["a log that tells at once", "a verdict that comes again", "a deaf *Next*", "a *Next* for all"],
)
async def test_mutants_are_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, place: str, mutant: Any, found_by: Any
) -> None:
    monkeypatch.setattr(f"bot.tables.{place}", mutant)
    with pytest.raises(AssertionError):
        await found_by(stage, monkeypatch)


async def test_verdict_ends_by_itself_also_after_a_restart(
    stage: Stage, make_bot: MakeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A verdict ends after twenty seconds, also in a panel that is opened after a restart."""
    show_consequences_longer(monkeypatch)
    panels = await play_challenge(stage)
    await stage.env.advance_time(SECONDS + 3)
    assert stage.state.position.reveal_pause is None
    assert all(verbs(panel) == {"goon"} for panel in panels)
    await kill(stage, make_bot, seconds=1)
    panel = await stage.open_panel(stage.alice)
    assert tells_truth(panel)
    await stage.env.advance_time(20)
    assert "goon" not in verbs(panel)
    await kill(stage, make_bot, seconds=1)
    assert "goon" not in verbs(await stage.open_panel(stage.alice))


async def test_spectators_guess_until_the_reveal(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators guess until an animation shows the cards, and see only after it whether they were right."""
    show_consequences_longer(monkeypatch, suspense=2.4)
    await stage.start_two()
    watcher = stage.member("Dave")
    panel = (await stage.tap(watcher, stage.table_message(), "guessalong")).response
    await stage.move("call single 5", 3)
    assert "is it true?" in text_of_message(panel)
    await stage.tap(watcher, panel, "guess", "lie", seconds=0.5)
    await stage.move("challenge", 2.5)
    assert stage.state.position.in_suspense
    assert "spectators believed" not in text_of_message(stage.table_message())
    assert "You say: **a lie**" in text_of_message(panel)
    assert "right" not in text_of_message(panel)
    # The animation contains the outcome.
    assert "guess" not in verbs(panel)
    assert "change your mind" not in text_of_message(panel)
    with pytest.raises(Refused, match="guess-late"):
        reveals.add_guess(stage.state, watcher.id, "Dave", stage.state.seq - 1, False)
    await stage.env.advance_time(4)
    assert "👥 0 of 1 spectators believed it" in text_of_message(stage.table_message())
    assert "You were" in text_of_message(panel)
