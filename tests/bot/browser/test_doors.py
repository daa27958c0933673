"""Tests of the demo's HTTP pages without a browser: personal addresses and late clicks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from counter_bot import Counter
from discord_page import PATIENCE

from bot.config import Config
from bot.demo import demo, run_demo
from bot.simulated import simulated_client


class PageClient:
    """A client of one person's page that behaves like its script."""

    def __init__(self, http: aiohttp.ClientSession, address: str) -> None:
        self._http = http
        self._origin, self._key = address.split("/#")
        self.page: dict[str, Any] = {}
        self._sequence = 0

    async def look(self) -> None:
        """Load the page's current state."""
        if self.page:
            self.page = await self._ask("GET", "/api/state")
        else:
            self.page = await self._ask("POST", "/api/pages", {})

    async def play(self) -> None:
        """Open a table by slash command and load the page."""
        await self.run("play", game="bull")

    async def commands(self) -> dict[str, Any]:
        """Return the list of commands."""
        return await self._ask("GET", "/api/commands")

    async def run(self, name: str, **options: str) -> None:
        """Use a slash command and load the page."""
        catalog = await self.commands()
        command = next(entry for entry in catalog["entries"] if entry["path"] == [name])
        receipt = await self.do(
            "run_command",
            command_id=command["commandId"],
            path=[name],
            schema_fingerprint=command["schemaFingerprint"],
            options=options,
        )
        assert receipt["settlement"] == "settled", receipt
        await self.look()

    async def click(self, label: str) -> dict[str, Any]:
        """Press the button with this label on the loaded page, which may be outdated; return the answer."""
        button = next(item for item in _dicts(self.page["messages"]) if item.get("label") == label)
        key = button["control_key"]
        return await self.do("click", control_key=key, target_id=key.split(":")[1])

    async def begin_first_game(self) -> None:
        """Choose the short first game, which is the second button."""
        await self.until("Whole game")
        labels = [item.get("label") for item in _dicts(self.page["messages"])]
        await self.click(next(label for label in labels if label and label.startswith("Short game")))

    async def do(self, kind: str, **body: object) -> dict[str, Any]:
        """Send an action for the loaded page; return the answer."""
        self._sequence += 1
        envelope = {
            "protocol_version": 3,
            "sequence": self._sequence,
            "request_id": f"request {self._sequence}",
            "generation": self.page["context"]["generation"],
            "bot_generation": self.page["botGeneration"],
            "published_revision": self.page["publishedRevision"],
            "kind": kind,
        }
        receipt = await self._ask("POST", "/api/action", {**envelope, **body})
        self._sequence = receipt["expectedSequence"]
        return receipt

    async def until(self, text: str) -> None:
        """Load the page until it shows a text."""
        async with asyncio.timeout(PATIENCE):
            while text not in str(self.page):
                await self.look()

    async def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        headers = {"X-Simcord-Capability": self._key}
        if self.page:
            headers["X-Simcord-Context"] = self.page["context"]["id"]
        async with self._http.request(method, self._origin + path, json=body, headers=headers) as answer:
            answer.raise_for_status()
            reply: dict[str, Any] = await answer.json()
            return reply


def _dicts(tree: Any) -> list[dict[str, Any]]:
    parts = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return [
        *([tree] if isinstance(tree, dict) else []),
        *(nested for part in parts for nested in _dicts(part)),
    ]


def _codes(receipt: dict[str, Any]) -> list[str]:
    return [diagnostic["code"] for diagnostic in receipt["diagnostics"]]


async def test_late_click_counts_if_the_button_is_unchanged() -> None:
    """On an outdated page an unchanged button works, and a changed button is refused."""
    async with demo(Counter, port=0, locale="en") as running, aiohttp.ClientSession() as http:
        doors = dict(running.people)
        alice, ken = PageClient(http, doors["Alice"]), PageClient(http, doors["Ken"])
        await alice.look()
        await alice.play()
        await ken.look()
        assert (await alice.click("One"))["settlement"] == "settled"
        await alice.until("After 1")
        assert _codes(await ken.click("After 0")) == ["stale-revision"]
        assert (await ken.click("One"))["settlement"] == "settled"
        await alice.until("Count 2.")
        await ken.look()
        assert (await ken.click("After 2"))["settlement"] == "settled"
        await alice.until("Count 3.")


async def test_simultaneous_clicks_of_two_people_both_count() -> None:
    """Two people's simultaneous clicks are handled one after the other, and none is refused."""
    async with demo(Counter, port=0, locale="en") as running, aiohttp.ClientSession() as http:
        people = [PageClient(http, address) for _, address in running.people]
        for person in people:
            await person.look()
        await people[0].play()
        for person in people:
            await person.until("Count 0.")
        for _ in range(5):
            receipts = await asyncio.gather(*(person.click("One") for person in people))
            assert [receipt["settlement"] for receipt in receipts] == ["settled"] * len(people)
        await people[0].until(f"Count {5 * len(people)}.")


async def test_page_opens_only_with_its_own_key() -> None:
    """Each person's address has a key that opens no other person's page."""
    async with demo(Counter, port=0, locale="ja") as running, aiohttp.ClientSession() as http:
        assert [name for name, _ in running.people] == ["Hana", "Ken", "Alice", "Ben"]
        seen = set()
        for _, address in running.people:
            person = PageClient(http, address)
            await person.look()
            seen.add(person.page["viewerId"])
        assert len(seen) == 4
        (_, first), (_, second), *_ = running.people
        with pytest.raises(aiohttp.ClientResponseError, match="401"):
            await PageClient(http, first.split("#")[0] + "#" + second.split("#")[1]).look()


async def test_first_page_links_to_every_person() -> None:
    """The first page has a key and links to every person with their language."""
    async with demo(Counter, port=0, locale="en") as running, aiohttp.ClientSession() as http:
        async with http.get(running.front) as answer:
            page = await answer.text()
            assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        for name, address in running.people:
            assert f'href="{address}"' in page
            assert f"<strong>{name}</strong>" in page
        assert page.count("reads Japanese") == 2
        assert "<code>/play</code>" in page
        for path in ("/", "/0123456789abcdef01234567"):
            async with http.get(running.front.rsplit("/", 1)[0] + path) as answer:
                assert answer.status == 404


async def test_one_page_is_a_direct_message_with_the_bot(tmp_path: Path) -> None:
    """On the direct message's page /play opens practice, and /daily and /learn work."""
    config = Config(database=str(tmp_path / "t.db"), moments=0, computer_workers=0, card_emoji="off")
    async with (
        demo(lambda clock: simulated_client(config, clock), port=0, locale="en") as running,
        aiohttp.ClientSession() as http,
    ):
        async with http.get(running.front) as answer:
            assert f'href="{running.direct_message}"' in await answer.text()
        alone, beside = PageClient(http, running.direct_message), PageClient(http, running.people[0][1])
        await alone.look()
        await alone.play()
        await alone.until("Your first game of")
        await alone.begin_first_game()
        await alone.until("My hand")
        await alone.run("learn", game="bull")
        await alone.until("In turn, players say what poker hand")
        await alone.run("daily")
        await alone.until("🎴")
        await beside.look()
        assert "Porker Bull" not in str(beside.page["messages"])


async def test_page_shows_pictures_of_other_messages(tmp_path: Path) -> None:
    """A private message that names the table's picture by its address shows the picture."""
    config = Config(database=str(tmp_path / "t.db"), moments=0, computer_workers=0, card_emoji="off")
    async with (
        demo(lambda clock: simulated_client(config, clock), port=0, locale="en") as running,
        aiohttp.ClientSession() as http,
    ):
        alone = PageClient(http, running.direct_message)
        await alone.look()
        await alone.play()
        await alone.begin_first_game()
        # A crowded decision has no line for the turn, but always a hint.
        await alone.until("'Hint'")
        await alone.click("Table")
        await alone.until("Back to my hand")
        pictures = [part for part in _dicts(alone.page["messages"]) if "asset_id" in part]
        assert len(pictures) >= 2
        assert [part for part in pictures if not part["available"]] == []


async def test_commands_are_named_in_each_persons_language(tmp_path: Path) -> None:
    """Lists of commands and mentions have the names that Discord shows a person; both can be used."""
    config = Config(
        database=str(tmp_path / "t.db"), moments=0, computer_workers=0, default_locale="ja", card_emoji="off"
    )
    async with (
        demo(lambda clock: simulated_client(config, clock), port=0, locale="ja") as running,
        aiohttp.ClientSession() as http,
    ):
        for name, (play, about) in {
            "Hana": ("遊ぶ", "ここで卓を開く"),
            "Alice": ("play", "Open a table here"),
        }.items():
            person = PageClient(http, dict(running.people)[name])
            await person.look()
            listed = {entry["invocation"]: entry for entry in (await person.commands())["entries"]}
            assert listed[play]["path"] == ["play"]
            assert listed[play]["description"] == about
            await person.run("help")
            mentions = [part for part in _dicts(person.page["messages"]) if part.get("type") == "command"]
            assert f"/{play}" in [mention["label"] for mention in mentions]


async def test_page_has_its_persons_name_and_a_link_back() -> None:
    """The page shows its person's name and a link to the first page, in the person's language."""
    async with demo(Counter, port=0, locale="ja") as running, aiohttp.ClientSession() as http:
        for name, address in running.people:
            async with http.get(address) as answer:
                page = await answer.text()
            assert (f"You are {name}" if name in ("Alice", "Ben") else f"{name}の画面") in page
            assert f'href="{running.front}"' in page
            assert "SimCord Preview" not in page


@pytest.mark.parametrize(("locale", "named"), [("en", "type /play."), ("ja", "/遊ぶと入力")])
async def test_run_demo_announces_its_address_and_closes_the_bot(locale: str, named: str) -> None:
    """The demo speaks its language in the terminal. After Ctrl-C it closes the bot and frees its ports."""
    lines: list[str] = []
    announced = asyncio.Event()

    def announce(line: str) -> None:
        lines.append(line)
        if "Ctrl-C" in line:
            announced.set()

    bots: list[Counter] = []

    def make_bot(clock: Any) -> Counter:
        bots.append(Counter(clock))
        return bots[-1]

    task = asyncio.create_task(run_demo(make_bot, port=0, locale=locale, announce=announce))
    await asyncio.wait_for(announced.wait(), PATIENCE)
    addresses = [line.split()[-1] for line in lines if "http://127.0.0.1:" in line]
    assert len(addresses) == 1
    assert named in "\n".join(lines)
    # Cancelling the task is what Ctrl-C does.
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert bots[0].is_closed()
    async with aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.ClientConnectionError):
            await http.get(addresses[0])
