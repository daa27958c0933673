"""Tests that /metrics and /healthz are correct and contain no data of people."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
import structlog
import yaml

from bot import metrics
from bot.administration.monitor import HOST, Monitor, serving
from bot.clock import Clock
from bot.database import Outage
from bot.thinking.thinkers import Thinkers
from games import GAMES
from storage import open_store
from storage.errors import StorageFailed
from storage.tables.gathering import save_shown
from storage.tables.lifecycle import append_moves, save_acts
from tests.bot.faults import EDITING, Faults, disk_full, unavailable
from tests.bot.finished_games import play_out
from tests.bot.people import Stage
from tests.games.play import new_match, play_random
from tests.storage.helpers import replace_function

DEPLOY = Path(__file__).parents[3] / "deploy"
DASHBOARD, ALERTS = DEPLOY / "grafana.json", DEPLOY / "alerts.yml"
WELL = dict.fromkeys(("discord", "database", "loop", "computers"), True)


def value(name: str, **labels: str) -> float:
    """Return a metric's value, or 0 if the metric was never counted."""
    return metrics.REGISTRY.get_sample_value(name, labels) or 0.0


class Rise:
    """The increase of a metric since this object was created."""

    def __init__(self, name: str, **labels: str) -> None:
        self._name, self._labels = name, labels
        self._before = value(name, **labels)

    def __call__(self) -> float:
        return value(self._name, **self._labels) - self._before


@asynccontextmanager
async def page_requests(stage: Stage) -> AsyncIterator[Any]:
    """Serve the bot's metrics; yield a function that requests a page and returns its status and text."""
    async with serving(stage.bot, 0) as port, aiohttp.ClientSession(f"http://{HOST}:{port}") as session:

        async def ask(page: str, host: str | None = None) -> tuple[int, str]:
            async with session.get(page, headers={} if host is None else {"Host": host}) as answer:
                return answer.status, await answer.text()

        yield ask


SLOW = property(lambda monitor: 2.5, lambda monitor, lag: None)
FAULTS: dict[str, Callable[[Stage, pytest.MonkeyPatch], object]] = {
    "database": lambda stage, patch: Faults(stage.env).fail("write probe", disk_full),
    "discord": lambda stage, patch: patch.setattr(stage.bot.ws, "open", False),
    "computers": lambda stage, patch: patch.setattr(stage.bot.thinkers, "restart_workers", lambda: False),
    "loop": lambda stage, patch: patch.setattr(Monitor, "_lag", SLOW, raising=False),
}


@pytest.mark.parametrize("part", FAULTS)
async def test_health_check_names_the_failing_part(stage: Stage, part: str) -> None:
    """/healthz answers 503 and names the failing part, and answers 200 after the part has recovered."""
    with pytest.MonkeyPatch.context() as patch:
        FAULTS[part](stage, patch)
        async with page_requests(stage) as ask:
            status, body = await ask("/healthz")
            assert (status, json.loads(body)) == (503, {**WELL, part: False})
            assert f"tefuda_connected {0.0 if part == 'discord' else 1.0}" in (await ask("/metrics"))[1]
    async with page_requests(stage) as ask:
        status, body = await ask("/healthz")
    assert (status, json.loads(body)) == (200, WELL)


@pytest.mark.parametrize("page", ["/metrics", "/healthz"])
@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:9464", 200),
        ("localhost", 200),
        ("LOCALHOST:9464", 200),
        ("tefuda.internal:9464", 403),
        ("evil.example", 403),
        ("evil.example:9464", 403),
        ("127.0.0.1.evil.example", 403),
        ("localhost@evil.example", 403),
        ("[::1", 403),
        ("", 403),
    ],
)
async def test_foreign_host_names_are_refused(stage: Stage, page: str, host: str, status: int) -> None:
    """A request with a foreign host name is refused, which prevents DNS rebinding."""
    async with page_requests(stage) as ask:
        answered, body = await ask(page, host)
    assert answered == status
    assert (status == 200) == ("tefuda_connected" in body or '"discord"' in body)


async def test_host_names_in_the_setting_are_accepted(stage: Stage) -> None:
    """Host names from the setting, such as a proxy's name, are accepted."""
    stage.bot.config = msgspec.structs.replace(stage.bot.config, metrics_hosts="tefuda.internal, ::1")
    async with page_requests(stage) as ask:
        hosts = ("Tefuda.Internal", "tefuda.internal:80", "[::1]:9464", "localhost", "evil.example")
        assert [(await ask("/healthz", host))[0] for host in hosts] == [200, 200, 200, 403, 403]


async def test_moves_games_and_taps_are_counted_anonymously(stage: Stage) -> None:
    """Moves are counted by game and kind of player, taps by outcome, transactions by kind.

    The labels have few values and contain no person, server, table, token or move.
    """
    answered, refused, database = (
        Rise("tefuda_interactions_total", outcome=outcome) for outcome in ("answered", "refused", "database")
    )
    timed = Rise("tefuda_answer_seconds_count")
    plays = Rise("tefuda_plays_total", game="bull", by="person")
    games = Rise("tefuda_games_total", game="bull", end="over")
    writes = Rise("tefuda_database_seconds_count", kind="write")
    # A whole game is counted move by move.
    table = await play_out(stage, [stage.alice, stage.bob])
    assert plays() == sum(isinstance(actor, int) for actor, _ in table.match.moves)
    assert games() == 1
    assert writes() >= plays()
    # A refused command counts as refused, a good one as answered, and a full disk as a database error.
    before = (answered(), refused(), timed())
    await stage.alice.slash(stage.channel, "hand")
    assert (answered(), refused(), timed()) == (before[0], before[1] + 1, before[2] + 1)
    await stage.alice.slash(stage.channel, "help")
    assert answered() == before[0] + 1
    Faults(stage.env).fail("write open_table", disk_full)
    await stage.alice.slash(stage.channel, "play", game="bull")
    assert database() == 1
    # The page has neither a person nor a label with many values.
    async with page_requests(stage) as ask:
        _, metrics_text = await ask("/metrics")
    hidden = {table.id, str(stage.alice.id), str(stage.guild.id), str(stage.channel.id), "Alice"}
    assert not {secret for secret in hidden if secret in metrics_text}
    ours = [line for line in metrics_text.splitlines() if re.match("tefuda_(?!build)", line)]
    labels = {label for line in ours for label in re.findall(r'(\w+)="', line)}
    assert labels <= {"game", "by", "end", "status", "outcome", "kind", "step", "le"}


async def test_open_tables_and_age_of_unshown_changes_are_measured(stage: Stage) -> None:
    """Open tables are counted by game and status; the age of a change grows until players see the change."""
    await stage.lobby("bull", 1)
    faults = Faults(stage.env)
    async with page_requests(stage) as ask:
        assert 'tefuda_open_tables{game="bull",status="lobby"} 1.0' in (await ask("/metrics"))[1]
        assert figure((await ask("/metrics"))[1], "tefuda_unshown_seconds") == 0
        editing = faults.fail(EDITING, unavailable, times=None)
        (table,) = stage.lobbies
        await table.change(lambda state: state.with_row(options={**state.row.options, "wild": "twos"}))
        await stage.env.advance_time(30)
        age = figure((await ask("/metrics"))[1], "tefuda_unshown_seconds")
        assert 30 <= age < 40
        editing.end()
        await stage.env.advance_time(90)
        assert figure((await ask("/metrics"))[1], "tefuda_unshown_seconds") == 0


def figure(metrics_text: str, name: str) -> float:
    (number,) = re.findall(rf"^{name} (\S+)$", metrics_text, re.MULTILINE)
    return float(number)


async def test_failed_transactions_are_counted(tmp_path: Path) -> None:
    """Failed transactions are counted by kind; an exception of the bot's own code is not counted."""
    read, write = (Rise("tefuda_database_failures_total", kind=kind) for kind in ("read", "write"))
    async with await open_store(tmp_path / "tefuda.db") as store:
        store.watch = Outage(Clock()).watch
        with pytest.raises(StorageFailed):
            await store.write(lambda conn: conn.execute("INSERT INTO nowhere VALUES (1)"))
        with pytest.raises(ZeroDivisionError):
            await store.write(lambda conn: 1 // 0)
    assert (read(), write()) == (0, 1)


async def test_computer_players_are_timed_and_counted() -> None:
    """Each computer move is timed and counted with its outcome."""
    chosen = Rise("tefuda_computer_moves_total", outcome="chosen")
    timed = Rise("tefuda_computer_seconds_count")
    match = play_random(new_match(GAMES[0]), 1, limit=1)
    (seat,) = match.to_act
    await Thinkers(0).advise(GAMES[0].id, match.view(seat), match.legal(seat), "normal", 1)
    assert (chosen(), timed(), value("tefuda_computer_queue")) == (1, 1, 0)


async def test_requests_are_counted_by_kind(stage: Stage) -> None:
    """Requests are counted by kinds that contain neither tokens nor channel ids."""
    kinds = ("answer", "panel", "send", "edit", "delete")
    counts = {kind: Rise("tefuda_discord_requests_total", kind=kind, status="200") for kind in kinds}
    counts["delete"] = Rise("tefuda_discord_requests_total", kind="delete", status="204")
    await stage.start_two()
    for move in ("call single 5", "challenge"):
        await stage.player_on_turn().slash(stage.channel, "move", move=move)
        await stage.env.advance_time(3)
    await stage.tap(stage.alice, stage.table_message(), "hand")
    await stage.player_on_turn().slash(stage.channel, "move", move="call single 5")
    await stage.env.advance_time(3)
    assert all(count() > 0 for count in counts.values())
    samples = [sample for family in metrics.REGISTRY.collect() for sample in family.samples]
    counted_kinds = {
        sample.labels["kind"] for sample in samples if sample.name == "tefuda_discord_requests_total"
    }
    assert counted_kinds <= {
        *kinds,
        "commands",
        "direct",
        "emoji",
        "event",
        "followup",
        "history",
        "panel delete",
        "thread",
        "library",
    }


def known_metrics(stage: Stage) -> tuple[set[str], set[str]]:
    """Return the names of all metrics in Prometheus' format, and those of their families."""
    families = [*metrics.REGISTRY.collect(), *Monitor(stage.bot).collect()]
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "info": ("_info",)}
    names = {family.name + end for family in families for end in endings.get(family.type, ("",))}
    return names, {family.name for family in families}


def test_every_metric_of_the_alerts_exists(stage: Stage) -> None:
    (group,) = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"]
    known, _ = known_metrics(stage)
    for rule in group["rules"]:
        used = set(re.findall(r"\btefuda_\w+", rule["expr"]))
        assert used <= known, rule["alert"]
        assert used or 'up{job="tefuda"}' in rule["expr"]
        assert {"summary", "action"} <= set(rule["annotations"])


def test_version_is_a_metric() -> None:
    (build,) = (family for family in metrics.REGISTRY.collect() if family.name == "tefuda_build")
    assert build.samples[0].labels["version"] == version("tefuda")


def test_every_metric_of_the_dashboard_exists(stage: Stage) -> None:
    known, families = known_metrics(stage)
    board = json.loads(DASHBOARD.read_text("utf-8"))
    expressions = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    assert len(expressions) > 10
    used = {name for query in expressions for name in re.findall(r"\btefuda_\w+", query)}
    assert used <= known
    plain = {re.sub("_(bucket|count|sum|total|info)$", "", name) for name in used}
    missing = families - plain
    assert not missing, "a metric that no panel shows"


async def test_table_and_number_of_moves_are_logged_during_acts(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Log lines during a tap, a command or an automatic step contain the table and its move number."""
    await stage.lobby("bull", 1)
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    table = stage.table
    seen: list[dict[str, Any]] = []

    async def note(*_: object, **__: object) -> None:
        seen.append(structlog.contextvars.get_contextvars())
        raise StorageFailed("no")

    for act in (append_moves, save_shown, save_acts):
        replace_function(monkeypatch, act, note)
    seq = table.state.seq
    await stage.resign(stage.alice)
    await stage.tap(stage.alice, stage.table_message(), "hand")
    table.update_sent_later(stale=())
    await stage.env.advance_time(10)
    assert len(seen) >= 2
    assert {(line["table"], line["seq"]) for line in seen} == {(table.id, seq)}
