"""The stand-in for Discord at one address of this machine."""

from __future__ import annotations

import asyncio
from typing import Any, Self

from aiohttp import web
from PIL import Image

from tests.wire import components
from tests.wire.cdn import Cdn
from tests.wire.gateway import Gateway
from tests.wire.rest import RestApi
from tests.wire.world import Channel, Interaction, Message, StandInWorld, Thread, User

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAx.stand-in.no-secret"
GATEWAY = "/gateway"


class StandIn:
    """Serves HTTP and websockets to a bot and shows messages to people; tests may change its facts."""

    def __init__(self) -> None:
        self.world = StandInWorld()
        self.facts = self.world.facts
        self.gateway = Gateway(self.world, TOKEN)
        self.rest = RestApi(self.world, self.gateway, TOKEN)
        self.cdn = Cdn()
        self.world.me.avatar = "b"
        self.cdn.pictures[self.world.me.id, "b"] = Image.new("RGB", (64, 64))
        self.url = ""
        self._runner: web.ServerRunner | None = None

    async def __aenter__(self) -> Self:
        self._runner = web.ServerRunner(
            web.Server(self._serve, access_log=None), handle_signals=False, shutdown_timeout=0.1
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{port}"
        self.gateway.url = f"ws://127.0.0.1:{port}{GATEWAY}"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._runner is not None
        self.gateway.cut()
        await self._runner.cleanup()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        self.world.traffic.user_agents[request.headers.get("User-Agent", "")] += 1
        if request.path.rstrip("/") == GATEWAY:
            return await self.gateway.serve(request)
        if (picture := self.cdn.serve(request)) is not None:
            return picture
        return await self.rest.serve(request)

    def interact(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: dict[str, Any],
        source: Message | None = None,
        locale: str = "en-US",
    ) -> Interaction:
        """Have a user do something; ``answered`` of the returned interaction waits for the bot's answer.

        A tap on a component that is no longer on the message is dropped, as by Discord.
        """
        interaction = Interaction(self.world.new_id(), kind, user, channel, data, source)
        interaction.is_of_a_user = not channel.guild.has_bot
        self.world.interactions[interaction.id] = self.world.by_token[interaction.token] = interaction
        is_there = source is None or components.has_component(source.parts, data["custom_id"])
        if is_there and self.gateway.has_listener(channel.guild.id):
            self.gateway.emit("INTERACTION_CREATE", interaction.payload(locale), channel.guild.id)
            asyncio.get_running_loop().call_later(self.rest.answers.ack_seconds, interaction.give_up)
        else:
            interaction.give_up()
        return interaction

    def add_bot(self, thread: Thread) -> None:
        """Add the bot to a private thread, as a mention of the bot does."""
        thread.has_bot = True
        self.gateway.emit("THREAD_CREATE", thread.payload(), thread.guild.id)

    def remove_bot(self, thread: Thread) -> None:
        """Remove the bot from a private thread."""
        thread.has_bot = False
        ids = {"id": str(thread.id), "guild_id": str(thread.guild.id), "member_count": 1}
        gone = {"removed_member_ids": [str(self.world.me.id)]}
        self.gateway.emit("THREAD_MEMBERS_UPDATE", {**ids, **gone}, thread.guild.id)

    def speak(self, user: User, channel: Channel, words: str) -> Message:
        """Have a user post a message, which the bot receives without its text."""
        message = Message(self.world.new_id(), channel, user, [], content=words)
        channel.messages[message.id] = message
        data = {**message.payload(), "content": "", "guild_id": str(channel.guild.id)}
        self.gateway.emit("MESSAGE_CREATE", {**data, "member": user.member(named=False)}, channel.guild.id)
        channel.bell.ring()
        return message
