"""A client that sends requests for a test, through the bot's transport or as plain HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from bot.clock import Clock
from bot.wire.components import button, button_rows, gallery, text_display
from bot.wire.limits import Allowance, Limits
from bot.wire.messages import File, Page, SentMessage, framed
from bot.wire.pings import PingAccount
from bot.wire.transport import ApiRequest, HttpConnection, Transport, Upload
from storage.rows import GuildSettings
from tests.wire.requests import API
from tests.wire.standin import TOKEN, StandIn
from tests.wire.world import APPLICATION, EPHEMERAL, Channel, Interaction, Message

TEXT = {"flags": 1 << 15, "components": [{"type": 10, "content": "hello"}]}
PRIVATE = {**TEXT, "flags": 1 << 15 | EPHEMERAL}
PRIVATELY_LATER = 5
"""The callback type of a private deferred answer, which our bot never uses."""


class StandInReply(NamedTuple):
    """An answer of the stand-in to a request."""

    status: int
    json: Any
    headers: Any

    @property
    def code(self) -> int:
        """Return Discord's error code; 0 if there is none."""
        return int(self.json.get("code", 0))


async def settings_of(guild_id: int) -> GuildSettings:
    """Return the settings of a server that has chosen none."""
    return GuildSettings(guild_id)


class Asker:
    """Sends requests to the stand-in and returns the replies."""

    def __init__(self, standin: StandIn) -> None:
        self.standin = standin
        self.line = HttpConnection(TOKEN, standin.url + API, standin.url)
        limits = Limits(Clock(), Allowance(1000, 1000))
        account = PingAccount(Clock(), settings_of)
        self.transport = Transport(self.line, limits, APPLICATION, APPLICATION, account=account)
        self.user = standin.world.add_user("Ann")

    async def ask(
        self, method: str, path: str, json: Any = None, files: Sequence[Upload] = ()
    ) -> StandInReply:
        body = b"" if json is None else msgspec.json.encode(json)
        is_by_bot = not path.startswith(("/webhooks", "/interactions"))
        reply = await self.line.request(ApiRequest(method, path, body, files, is_by_bot))
        return StandInReply(
            reply.status, msgspec.json.decode(reply.body) if reply.body else {}, reply.headers
        )

    async def send(self, channel: Channel, files: Sequence[Upload] = (), **more: Any) -> StandInReply:
        return await self.ask("POST", f"/channels/{channel.id}/messages", {**TEXT, **more}, files)

    async def edit(self, message: Message, json: Any = TEXT, files: Sequence[Upload] = ()) -> StandInReply:
        return await self.ask("PATCH", path_of(message), json, files)

    async def send_message(self, channel: Channel, page: Page | None = None, nonce: str = "n") -> Message:
        """Send a message through the transport; return it as the channel has it."""
        return (await self.send_with_result(channel, page or tappable("hello"), nonce))[0]

    async def send_with_result(
        self, channel: Channel, page: Page, nonce: str = "n"
    ) -> tuple[Message, SentMessage]:
        """Send a message through the transport; return the channel's message and the transport's result."""
        sent = await self.transport.send(channel.id, page, nonce)
        assert sent.message_id is not None
        return channel.messages[sent.message_id], sent

    def use(self, channel: Channel, source: Message | None = None) -> Interaction:
        """Have a user run a command, or tap the button of ``source``; return the interaction."""
        if source is None:
            return self.standin.interact(2, self.user, channel, {"name": "play"})
        data = {"custom_id": "b:do:abc", "component_type": 2}
        return self.standin.interact(3, self.user, channel, data, source)

    async def answer(
        self, interaction: Interaction, kind: int = 4, *, is_private: bool = False
    ) -> StandInReply:
        """Answer an interaction, with a message if the callback type needs one."""
        data = {"flags": EPHEMERAL} if kind == PRIVATELY_LATER else PRIVATE if is_private else TEXT
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
        return await self.ask("POST", path, {"type": int(kind), "data": data})

    async def use_and_answer(
        self, channel: Channel, kind: int = 4, *, is_private: bool = True
    ) -> Interaction:
        """Have a user run a command, and answer it; return the interaction."""
        interaction = self.use(channel)
        assert (await self.answer(interaction, kind, is_private=is_private)).status == 200
        return interaction

    async def follow_up(self, interaction: Interaction, json: Any = PRIVATE) -> StandInReply:
        return await self.ask("POST", f"/webhooks/{APPLICATION}/{interaction.token}", json)

    async def edit_by(self, interaction: Interaction, which: str = "@original") -> StandInReply:
        path = f"/webhooks/{APPLICATION}/{interaction.token}/messages/{which}"
        return await self.ask("PATCH", path, TEXT)


def path_of(message: Message) -> str:
    return f"/channels/{message.channel.id}/messages/{message.id}"


def tappable(text: str) -> Page:
    """Return a page with one button."""
    return framed(text_display(text), button_rows([button("do", "abc", "Do")]))


def pictured(*names: str) -> Page:
    """Return a page with pictures."""
    files = [File(name, name.encode()) for name in names]
    return framed((gallery(name, name) for name in names), files=files)
