"""The gateway: sessions identify, receive events and resume after a broken connection."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections import deque
from itertools import count
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from tests.wire.bells import Bell
from tests.wire.world import APPLICATION, StandInWorld

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
HEARTBEAT_MS = 41_250
GUILD_EVENTS, MESSAGE_EVENTS = 1 << 0, 1 << 9
REMEMBERED = 5000
"""The number of events that are kept for a disconnected session."""
NUMBERS = count(1)

BAD_TOKEN, GO_ON = 4004, 4000


class GatewaySession:
    """The state of one identified session, with the events sent so far."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = f"session-{next(NUMBERS)}"
        self.intents, self.shard = intents, shard
        self.seq = 0
        self.sent_frames: deque[tuple[int, bytes]] = deque(maxlen=REMEMBERED)
        self.line: GatewayConnection | None = None

    def hears(self, event: str, guild_id: int | None) -> bool:
        if event.startswith("MESSAGE_") and not self.intents & MESSAGE_EVENTS:
            return False
        index, count = self.shard
        return (0 if guild_id is None else (guild_id >> 22) % count) == index

    def tell(self, event: str, data: Any) -> None:
        """Send an event, or keep it until the connection is resumed."""
        self.seq += 1
        frame = msgspec.json.encode({"op": DISPATCH, "t": event, "s": self.seq, "d": data})
        self.sent_frames.append((self.seq, frame))
        if self.line is not None:
            self.line.send(frame)


class GatewayConnection:
    """One websocket, which sends messages in order, and compressed if requested."""

    def __init__(self, socket: web.WebSocketResponse, request: web.BaseRequest) -> None:
        self.socket, self._transport = socket, request.transport
        compressed = request.query.get("compress") == "zlib-stream"
        self._zlib = zlib.compressobj(1) if compressed else None
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, frame: bytes) -> None:
        self._waiting.put_nowait(frame)

    def say(self, op: int, data: Any = None) -> None:
        self.send(msgspec.json.encode({"op": op, "d": data}))

    def cut(self) -> None:
        """Break the connection without a close frame."""
        if self._transport is not None:
            self._transport.abort()

    async def write(self) -> None:
        """Send all queued messages until the connection breaks."""
        while True:
            frame = await self._waiting.get()
            try:
                if self._zlib is None:
                    await self.socket.send_str(frame.decode())
                else:
                    packed = self._zlib.compress(frame) + self._zlib.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(packed)
            except ConnectionError:
                return


class Gateway:
    """All sessions of one bot.

    Attributes:
        refuses_resume: sessions end with their connection.
        identified, resumed: how often a session was begun or resumed; the bell rings at each.
        logins: when sessions were begun, by a monotonic clock.
        doubled: sessions that were begun while another of the same shard was connected.
    """

    def __init__(self, world: StandInWorld, token: str) -> None:
        self._world, self._token = world, token
        self.url = ""
        self.sessions: dict[str, GatewaySession] = {}
        self.refuses_resume = False
        self.identified = self.resumed = self.doubled = 0
        self.logins: list[float] = []
        self.bell = Bell()

    def emit(self, event: str, data: Any, guild_id: int | None = None) -> None:
        for session in self.sessions.values():
            if session.hears(event, guild_id):
                session.tell(event, data)

    def is_heard(self, guild_id: int) -> bool:
        """True if the server's session is connected."""
        return any(session.hears("", guild_id) and session.line for session in self.sessions.values())

    def has_listener(self, guild_id: int) -> bool:
        """True if the server's session is connected or can still resume."""
        return any(session.hears("", guild_id) for session in self.sessions.values())

    # --- trouble ------------------------------------------------------------------------------------

    async def close(self) -> None:
        """Close every connection; the bot may resume."""
        for line in self._lines():
            await line.socket.close(code=GO_ON)

    def cut(self) -> None:
        for line in self._lines():
            line.cut()

    def ask_to_reconnect(self) -> None:
        """Ask every session to reconnect, as before maintenance."""
        for line in self._lines():
            line.say(RECONNECT)

    def invalidate(self) -> None:
        """Invalidate every session."""
        for line in self._lines():
            line.say(INVALID, False)
        self.sessions.clear()

    def forget(self) -> None:
        """Forget all sessions after the end of the bot's process; open interactions stay unanswered."""
        self.sessions.clear()
        for interaction in list(self._world.interactions.values()):
            interaction.give_up()

    def _lines(self) -> list[GatewayConnection]:
        return [session.line for session in self.sessions.values() if session.line is not None]

    # --- a connection -------------------------------------------------------------------------------

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=0, compress=False)
        await socket.prepare(request)
        line = GatewayConnection(socket, request)
        writing = asyncio.create_task(line.write())
        session: GatewaySession | None = None
        line.say(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                frame = msgspec.json.decode(message.data)
                # Opcodes: 1 a heartbeat, 2 identify, 6 resume.
                match frame["op"]:
                    case 1:
                        line.say(ACK)
                    case 2 if frame["d"]["token"] != self._token:
                        await socket.close(code=BAD_TOKEN)
                    case 2:
                        session = self._identify(line, frame["d"])
                    case 6:
                        session = self._resume(line, frame["d"])
        finally:
            writing.cancel()
            if session is not None and session.line is line:
                session.line = None
            self.bell.ring()
        return socket

    def _identify(self, line: GatewayConnection, wanted: dict[str, Any]) -> GatewaySession:
        index, count = wanted.get("shard", (0, 1))
        session = GatewaySession(wanted["intents"], (index, count))
        session.line = line
        self.logins.append(time.monotonic())
        self.doubled += any(
            other_session.shard == session.shard and other_session.line
            for other_session in self.sessions.values()
        )
        # A bot has one session for each shard; the one before is gone.
        self.sessions = {
            other_session.id: other_session
            for other_session in self.sessions.values()
            if other_session.shard != session.shard
        }
        self.sessions[session.id] = session
        joined = [guild for guild in self._world.guilds.values() if guild.has_bot]
        guilds = [guild for guild in joined if session.hears("", guild.id)]
        ready = {
            "user": self._world.me.payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": session.shard,
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        session.tell("READY", ready)
        hidden = self._world.facts.members_are_not_listed
        known = (self._world.me, *(() if hidden else self._world.users.values()))
        if session.intents & GUILD_EVENTS:
            for guild in guilds:
                session.tell("GUILD_CREATE", guild.payload(*known))
        self.identified += 1
        self.bell.ring()
        return session

    def _resume(self, line: GatewayConnection, wanted: dict[str, Any]) -> GatewaySession | None:
        session = self.sessions.get(wanted["session_id"])
        if session is None or self.refuses_resume:
            line.say(INVALID, False)
            return None
        session.line = line
        for seq, frame in session.sent_frames:
            if seq > wanted["seq"] and self._world.facts.resumed_session_receives_missed_events:
                line.send(frame)
        session.tell("RESUMED", {})
        self.resumed += 1
        self.bell.ring()
        return session
