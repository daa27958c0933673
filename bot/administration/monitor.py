"""``/metrics`` and ``/healthz`` over HTTP, on this machine only."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler
from prometheus_client import ProcessCollector
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from bot import metrics
from bot.app import App
from bot.clock import Clock
from bot.lists import not_none
from storage.errors import StorageError
from storage.upkeep import probe

HOST = "127.0.0.1"
"""Address to listen on; access from elsewhere needs a proxy with authentication."""

PATIENCE = 2.0
"""Seconds after which a test write that has not finished counts as failed."""

FORBIDDEN = 403

LOOP_CHECK_SECONDS = 1.0

LONGEST_LAG = 2.0
"""Seconds of one turn of the event loop above which the bot counts as unhealthy: it cannot answer Discord in
time.
"""


class Monitor(Collector):
    """Collects metrics of a running bot for Prometheus, in addition to the counters in ``bot.metrics``."""

    def __init__(self, client: App) -> None:
        self._client = client
        self._clock = Clock()  # the machine's clock, also where the bot plays by a simulated one
        self._lag = 0.0

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics, such as the number of open tables and the state of the connection."""
        # Before the bot has started there are no tables yet.
        tables = list(self._client.tables.all.values()) if hasattr(self._client, "tables") else []
        now = self._client.clock.elapsed_ms()
        open_tables: Counter[tuple[str, str]] = Counter()
        for table in tables:
            if not table.state.is_closed:
                open_tables[table.state.row.game, table.state.row.status] += 1
        names = ("game", "status")
        family = GaugeMetricFamily("tefuda_open_tables", "Open tables: lobby or playing.", labels=names)
        for labels, number in sorted(open_tables.items()):
            family.add_metric(labels, number)
        yield family
        # Hosts should look at the message that has been outdated for the longest time.
        since = not_none(table.unshown_since for table in tables)
        about = "Age of the oldest change of a table that its message does not show yet."
        oldest = (now - min(since, default=now)) / 1000
        yield GaugeMetricFamily("tefuda_unshown_seconds", about, value=oldest)
        about = "Whether Discord can be heard: 1 or 0."
        yield GaugeMetricFamily("tefuda_connected", about, value=float(self._client.is_connected))

    async def is_writable(self) -> bool:
        """Return whether a test row can be written to the database."""
        if not hasattr(self._client, "tables"):
            return False
        writing = asyncio.ensure_future(self._client.store.write(probe))
        waiting = asyncio.ensure_future(self._clock.sleep(PATIENCE))
        await asyncio.wait({writing, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not writing.done():
            writing.add_done_callback(lambda late: late.cancelled() or late.exception())
            return False
        return not isinstance(writing.exception(), StorageError)

    async def watch_loop(self) -> None:
        """Measure the latency of the event loop at intervals."""
        while True:
            await self._clock.sleep(LOOP_CHECK_SECONDS)
            self._lag = await self._clock.yield_to_loop() / 1000
            metrics.LOOP_LAG.observe(self._lag)

    async def health(self) -> dict[str, bool]:
        """Return for each part of the bot whether it works. Worker processes that have died are restarted."""
        return {
            "discord": self._client.is_connected,
            "database": await self.is_writable(),
            "loop": self._lag < LONGEST_LAG,
            "computers": hasattr(self._client, "thinkers") and self._client.thinkers.restart_workers(),
        }


def host_name(header: str) -> str | None:
    """Return the host name in an HTTP Host header without the port; ``None`` if the header is malformed."""
    try:
        url = urlsplit(f"//{header}")
        return None if "@" in header else url.hostname
    except ValueError:
        return None


@asynccontextmanager
async def serving(client: App, port: int) -> AsyncIterator[int]:
    """Context manager that serves ``/metrics`` and ``/healthz``, and yields the port.

    Args:
        port: 0 chooses a free port.

    Raises:
        OSError: the port is taken.
    """
    monitor = Monitor(client)
    process = ProcessCollector(registry=None)

    async def tell_metrics(request: web.Request) -> web.Response:
        return web.Response(
            body=generate_latest(metrics.REGISTRY), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    async def tell_health(request: web.Request) -> web.Response:
        health = await monitor.health()
        return web.json_response(health, status=200 if all(health.values()) else 503)

    names = {name.strip().lower() for name in client.config.metrics_hosts.split(",")}

    @web.middleware
    async def check_host(request: web.Request, handler: Handler) -> web.StreamResponse:
        # A page in a browser may let a name of its own lead here (DNS rebinding); requests bear that name.
        if host_name(request.headers.get(hdrs.HOST, "")) in names:
            return await handler(request)
        return web.Response(status=FORBIDDEN, text="TEFUDA_METRICS_HOSTS does not list this name\n")

    # Serve on this machine, and measure the loop's latency meanwhile.
    house = web.Application(middlewares=[check_host])
    house.add_routes([web.get("/metrics", tell_metrics), web.get("/healthz", tell_health)])
    runner = web.AppRunner(house, access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    watching = asyncio.create_task(monitor.watch_loop(), name="monitor")
    collectors: tuple[Collector, ...] = (monitor, process)
    for collector in collectors:
        metrics.REGISTRY.register(collector)
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield int(runner.addresses[0][1])
    finally:
        # Another bot in this process, as in tests, registers collectors of its own.
        for collector in collectors:
            metrics.REGISTRY.unregister(collector)
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await runner.cleanup()
