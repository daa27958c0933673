"""The checks of ``tefuda doctor``: whether the real Discord behaves as the bot expects.

docs/DISCORD.md lists the expected facts with their sources. Everything that a check creates is deleted at the
end.
"""

from __future__ import annotations

from collections.abc import Callable

import aiohttp
import discord
import msgspec

from bot.clock import Clock
from bot.config import CannotRun, check_token
from bot.doctor import portal
from bot.doctor.portal import REFUSED
from bot.doctor.taps import NextTap, listening, try_a_tap
from bot.doctor.visit import NAME, Visit, known_id, pictures_of
from bot.wire.connection import ApiConnection, HttpConnection
from bot.wire.errors import (
    ARCHIVED,
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    DiscordError,
    RequestRejected,
)
from bot.wire.messages import COMPONENTS_V2, SentMessage

TAKEN_FOR_GONE = ": the bot would take the channel for gone"


async def run(
    token: str, channel_id: int, print_line: Callable[[str], None], *, listen: bool, api: str | None = None
) -> int:
    """Check Discord's behaviour in a channel, and return the number of failed checks.

    Args:
        print_line: prints a sentence of the report.
        listen: also run the checks for which a person must tap a button.
        api: another address of Discord's API, for tests.

    Raises:
        CannotRun: the token is unusable, or Discord cannot be reached.
    """
    check_token(token)
    clock, connection = Clock(), HttpConnection(token, api)
    try:
        # Without --listen, no connection to the gateway is needed.
        if not listen:
            return await examine(connection, channel_id, clock, print_line)
        async with listening(token, clock) as next_tap:
            return await examine(connection, channel_id, clock, print_line, next_tap)
    except discord.LoginFailure as error:
        raise CannotRun(REFUSED) from error
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        raise CannotRun(f"Discord cannot be reached: {error}", is_lasting=False) from error
    finally:
        await connection.close()


async def examine(
    connection: ApiConnection,
    channel_id: int,
    clock: Clock,
    print_line: Callable[[str], None],
    next_tap: NextTap | None = None,
) -> int:
    """Run all checks, and return the number of failed checks.

    Args:
        print_line: prints a sentence of the report.
        next_tap: waits for a person's tap; ``None`` to skip the checks that need a tap.

    Raises:
        CannotRun: Discord does not admit the bot, or the bot cannot see the channel.
    """
    visit = Visit(connection, channel_id, clock, print_line)
    await _log_in(visit)
    # First the settings, which explain many differences in behaviour.
    visit.failed_checks += portal.examine(visit.application, print_line)
    checks = ChannelChecks(visit)
    try:
        # All further steps use the message of the first one.
        if await visit.try_step("sending a message with a picture", checks.check_sending):
            for name, step in checks.steps:
                await visit.try_step(name, step)
        if next_tap is None:
            print_line(
                "not tried: answers to taps, since nobody can tap for a bot; --listen asks somebody to"
            )
        else:
            await visit.try_step("a tap", lambda: try_a_tap(visit, next_tap))
    # Also after an error, nothing of the doctor stays in the channel.
    finally:
        await visit.tidy()
    return visit.failed_checks


async def _log_in(visit: Visit) -> None:
    try:
        visit.tell(f"right: logged in as {await visit.log_in()}")
    except RequestRejected as refusal:
        if refusal.status == 401:
            raise CannotRun(REFUSED) from refusal
        raise CannotRun(f"the bot sees no channel {visit.channel_id}: {refusal}") from refusal
    except DiscordError as error:
        raise CannotRun(f"Discord cannot be reached: {error}", is_lasting=False) from error


class ChannelChecks:
    """Checks of messages, pictures and threads. Run ``check_sending`` first, then all of ``steps``."""

    def __init__(self, visit: Visit) -> None:
        self._visit, self._api = visit, visit.connection
        self._first, self._left_of_sends = SentMessage(None), -1
        self._thread_id = 0
        self.steps = (
            ("sending with the same nonce", self.check_nonce),
            ("editing with a kept picture", self.check_kept_picture),
            ("editing with another picture", self.check_changed_pictures),
            ("reading the history", self.check_history),
            ("looking for what is gone", self.check_deleted_message),
            ("opening threads", self.check_threads),
            ("archiving a thread", self.check_archived_thread),
        )

    async def check_sending(self) -> None:
        """Check that Discord accepts a message with a picture."""
        visit = self._visit
        self._first = await visit.send(visit.page("one"), 1)
        answer, headers = self._api.answer, self._api.reply.headers
        visit.check(
            "one.png" in self._first.pictures,
            "a picture in a gallery tells its attachment's id",
            "a picture in a gallery does not tell its attachment's id: every edit will upload all pictures",
        )
        visit.tell(
            f"note: files among the attachments of a message that shows one: {len(answer['attachments'])}"
        )
        is_signed = all(f"{name}=" in pictures_of(answer)[0]["url"] for name in ("ex", "is", "hm"))
        visit.tell(f"note: the picture's address is {'signed, and expires' if is_signed else 'not signed'}")
        visit.check(
            not answer["mentions"],
            "nobody is notified whom allowed_mentions does not list",
            "somebody is notified whom allowed_mentions does not list",
        )
        # ``wire/limits.py`` works without these headers, but then it only knows its own count.
        names = [f"X-RateLimit-{name}" for name in ("Bucket", "Limit", "Remaining", "Reset-After")]
        bucket, limit = [headers.get(name) for name in names[:2]]
        visit.check(
            all(name in headers for name in names),
            f"headers tell the limit of sending: {limit}, bucket {bucket}",
            "headers do not tell the limit of sending: the bot goes by its own count alone",
        )

    async def check_nonce(self) -> None:
        """Check that a nonce which was used before sends no second message."""
        visit = self._visit
        # An existing message.
        again = await visit.send(visit.page("one"), 1)
        visit.check(
            again.message_id == self._first.message_id,
            "the same nonce gives the message that was sent",
            "the same nonce makes a second message: a send whose answer is lost will be doubled",
        )
        # A deleted message.
        deleted = await visit.send(visit.page(), 2)
        await visit.transport.delete(visit.channel_id, known_id(deleted))
        code = await visit.code_of(visit.send(visit.page(), 2))
        self._left_of_sends = self._remaining_requests()
        visit.check(
            code == UNKNOWN_MESSAGE,
            f"the nonce of a deleted message is answered by {UNKNOWN_MESSAGE}",
            f"the nonce of a deleted message is answered by {code or 'a new message'}, not {UNKNOWN_MESSAGE}"
            f"{TAKEN_FOR_GONE if code == UNKNOWN_CHANNEL else ''}",
        )

    async def check_kept_picture(self) -> None:
        """Check that an edit can keep a message's picture without uploading it again."""
        visit, kept, page = self._visit, self._first.pictures, self._visit.page("one")
        if not kept:
            visit.tell("not tried: editing with a kept picture, since its id is unknown")
            return
        code = await visit.code_of(visit.edit(self._first, page, kept))
        ids = [picture.get("attachment_id") for picture in pictures_of(self._api.answer)]
        known_id = str(kept["one.png"].attachment_id)
        visit.check(
            not code and ids == [known_id],
            "an edit keeps a picture by its address and its id",
            f"an edit does not keep a picture by its address and its id ({code or ids})",
        )
        are_together = self._remaining_requests() < self._left_of_sends
        visit.tell(f"note: messages and edits seem to be counted {'together' if are_together else 'apart'}")
        # The other way: the page keeps its attachment:// address, and the request lists the attachment's id.
        body = {
            "flags": COMPONENTS_V2,
            "components": msgspec.Raw(page.encoded),
            "attachments": [{"id": known_id}],
        }
        path = f"/channels/{visit.channel_id}/messages/{self._first.message_id}"
        code = await visit.code_of(self._api.ask("PATCH", path, body))
        visit.tell(
            f"note: naming a kept picture by attachment:// {f'is refused ({code})' if code else 'goes, too'}"
        )

    def _remaining_requests(self) -> int:
        return int(self._api.reply.headers.get("X-RateLimit-Remaining", -1))

    async def check_changed_pictures(self) -> None:
        """Check that an edit can add a picture to a message, and remove another."""
        visit, kept = self._visit, self._first.pictures
        if not kept:
            return
        first_id = kept["one.png"].attachment_id
        # The new list of pictures names the one that stays.
        both = (await visit.edit(self._first, visit.page("one", "two"), kept)).pictures
        visit.check(
            set(both) == {"one.png", "two.png"} and both["one.png"].attachment_id == first_id,
            "an edit adds a picture to one that it keeps, if it lists both",
            "an edit that lists both does not add a picture to one that it keeps",
        )
        # The new list leaves the first picture out.
        await visit.edit(self._first, visit.page("two"), both)
        visit.check(
            str(first_id) not in [attachment["id"] for attachment in self._api.answer["attachments"]],
            "a picture that an edit does not list is gone",
            "a picture that an edit does not list stays: they will pile up",
        )

    async def check_history(self) -> None:
        """Check that sent messages are in the channel's history."""
        visit = self._visit
        messages = await visit.transport.history(visit.channel_id, 20)
        # Newest first, and by the bot itself.
        ids = [int(message.id) for message in messages]
        own = [message for message in messages if int(message.id) == self._first.message_id]
        visit.check(
            ids == sorted(ids, reverse=True)
            and [visit.transport.is_by_us(message.author.id) for message in own] == [True],
            "the history shows what was sent, newest first",
            "the history does not show what was sent, newest first: lost messages cannot be found",
        )
        # The bot may read the content of its own messages without a privileged intent.
        visit.check(
            any(NAME in part.content for message in own for part in message.parts),
            "the bot reads its own messages there",
            "the bot does not read its own messages there",
        )

    async def check_deleted_message(self) -> None:
        """Check the errors for editing and deleting a message that no longer exists."""
        visit = self._visit
        gone = await visit.send(visit.page(), 3)
        await visit.transport.delete(visit.channel_id, known_id(gone))
        # Editing and deleting are answered alike.
        codes = {
            await visit.code_of(visit.edit(gone, visit.page())),
            await visit.code_of(visit.transport.delete(visit.channel_id, known_id(gone))),
        }
        codes_found = ", ".join(map(str, sorted(codes)))
        visit.check(
            codes == {UNKNOWN_MESSAGE},
            f"a message that is gone is answered by {UNKNOWN_MESSAGE}",
            f"a message that is gone is answered by {codes_found}, not {UNKNOWN_MESSAGE}"
            f"{TAKEN_FOR_GONE if UNKNOWN_CHANNEL in codes else ''}",
        )

    async def check_threads(self) -> None:
        """Check how threads are opened, with and without a message."""
        visit, message_id = self._visit, known_id(self._first)
        # A thread at a message.
        thread_id = await visit.transport.open_thread(visit.channel_id, message_id, NAME)
        visit.check(
            thread_id == message_id,
            "a thread that is opened from a message has that message's id",
            "a thread that is opened from a message has another id: one that is opened twice cannot be found",
        )
        # The same once more.
        await visit.transport.open_thread(visit.channel_id, message_id, NAME)
        visit.check(
            self._api.code == THREAD_EXISTS,
            f"a second thread from a message is refused by {THREAD_EXISTS}",
            f"a second thread from a message is not refused by {THREAD_EXISTS}: a game may get two",
        )
        # A thread on its own.
        self._thread_id = await visit.transport.open_thread(visit.channel_id, None, NAME)
        visit.tell("right: a thread is opened without a message, too")

    async def check_archived_thread(self) -> None:
        """Check that an archived thread refuses edits, and that a message reopens it."""
        visit, thread_id, path = self._visit, self._thread_id, f"/channels/{self._thread_id}"
        if not thread_id:
            visit.tell("not tried: archived threads, since none was opened")
            return
        inside = known_id(await visit.send(visit.page(), 4, thread_id))
        try:
            await self._api.ask("PATCH", path, {"archived": True})
        except RequestRejected as refusal:
            visit.tell(f"not tried: archived threads; the bot may not archive one ({refusal})")
            return
        # Tables rely on both: an edit is refused, and a new message opens the thread again.
        code = await visit.code_of(visit.transport.edit(thread_id, inside, visit.page()))
        visit.check(
            code == ARCHIVED,
            f"an edit in an archived thread is refused by {ARCHIVED}",
            f"an edit in an archived thread is answered by {code or 'yes'}, not {ARCHIVED}",
        )
        code = await visit.code_of(visit.send(visit.page(), 5, thread_id))
        thread = await self._api.ask("GET", path)
        visit.check(
            not code and not thread["thread_metadata"]["archived"],
            "a message opens an archived thread again",
            f"a message does not open an archived thread again ({code or 'sent'}): a game there cannot go on",
        )
