"""The command ``tefuda doctor``: checks that the real Discord behaves as the bot expects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, TypeAlias

import aiohttp
import discord
import msgspec

from bot import undocumented
from bot.clock import Clock, Signal
from bot.config import CannotRun, check_token
from bot.doctor_run import (
    EMOJI_NAME,
    EMOJI_NUMBER,
    EMOJI_SIZE,
    IS_ANIMATED,
    NAME,
    DoctorRun,
    WatchedConnection,
    describe_application,
    known_id,
    one_colour,
    pictures_of,
    png,
)
from bot.faces import MOST_BYTES, avatar_path
from bot.installed import check_installed_games
from bot.lists import without_key
from bot.pictures.faces import NoFace, face_of
from bot.pictures.moving import ANIMATION, animated_webp
from bot.wire.components import Emoji, button, button_rows, gallery, text_display
from bot.wire.emoji import emoji_body
from bot.wire.errors import (
    ALREADY_ANSWERED,
    ARCHIVED,
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    DiscordError,
    RequestRejected,
)
from bot.wire.messages import COMPONENTS_V2, EPHEMERAL, File, SentMessage, StoredPicture, framed
from bot.wire.registration import ENTRY_POINT
from bot.wire.transport import (
    USER_AGENT,
    ApiConnection,
    CallbackType,
    HttpConnection,
)
from games import GAMES

# --- portal -------------------------------------------------------------------------------------------------
# Checks of the application's settings in the developer portal, as far as Discord's API shows them.
#
# The settings are those of ``GET /applications/@me``. deploy/README.md explains each.

REFUSED = "Discord refuses DISCORD_TOKEN: make a new one in the developer portal"

SERVER = "0"
PERSON = "1"
"""Keys of ``integration_types_config``: installed to a server, installed to a person."""

PRIVILEGED = {
    "Presence Intent": 1 << 12 | 1 << 13,
    "Server Members Intent": 1 << 14 | 1 << 15,
    "Message Content Intent": 1 << 18 | 1 << 19,
}
"""Names of the privileged intents in the portal, and the flags of the application that show that one is on.

Each has a second flag for bots on fewer than 100 servers (resources/application.mdx, *Application Flags*).
"""


async def load(token: str, api: str | None = None, *, with_commands: bool = False) -> Mapping[str, Any]:
    """Return Discord's description of the application that owns a bot token.

    Args:
        with_commands: add its registered commands as ``commands``.

    Raises:
        CannotRun: the token is unusable, or Discord cannot be reached.
    """
    check_token(token)
    connection = HttpConnection(token, api)
    try:
        return await ask(connection, with_commands=with_commands)
    # A refusal lasts until it is mended; a Discord that is only not reached may answer later.
    except RequestRejected as refusal:
        if refusal.status == 401:
            raise CannotRun(REFUSED) from refusal
        raise CannotRun(f"Discord does not describe the application: {refusal}") from refusal
    except (DiscordError, aiohttp.ClientError, OSError) as error:
        raise CannotRun(f"Discord cannot be reached: {error}", is_lasting=False) from error
    finally:
        await connection.close()


async def ask(connection: ApiConnection, *, with_commands: bool = True) -> Mapping[str, Any]:
    """Return Discord's description of the application that owns the connection's bot token.

    Args:
        with_commands: add its registered commands as ``commands``.
    """
    watched = WatchedConnection(connection, Clock())
    if with_commands:
        return await describe_application(watched)
    application: dict[str, Any] = await watched.ask("GET", "/applications/@me")
    return application


def examine_portal(application: Mapping[str, Any], tell: Callable[[str], None]) -> int:
    """Check the settings of the application, and return the number of wrong settings.

    Args:
        tell: prints a sentence about each setting.
    """
    wrong = 0

    def check(is_right: bool, right: str, otherwise: str) -> None:
        nonlocal wrong
        wrong += not is_right
        tell(f"right: {right}" if is_right else f"wrong: {otherwise}")

    # Each of these keeps the bot from working at all.
    check(
        not application.get("interactions_endpoint_url"),
        "commands and taps come over the gateway",
        "an Interactions Endpoint URL is set: the bot would get no command and no tap; empty it",
    )
    check(
        not application.get("bot_require_code_grant"),
        "the invitation needs no code grant",
        "Requires OAuth2 Code Grant is on: the invitation fails; switch it off",
    )
    installs = application.get("integration_types_config") or {SERVER: {}}
    check(
        SERVER in installs,
        "it can be installed to servers",
        "Guild Install is off (page Installation): no server can add the bot; switch it on",
    )

    # The rest is the host's choice.
    for command in application.get("commands", ()):
        if command.get("type") == ENTRY_POINT:
            tell(
                f"note: Activities are on, with the Entry Point command /{command['name']}; the bot has no"
                " Activity, and keeps the command when it registers its own, since Discord demands it"
            )
    flags = int(application.get("flags", 0))
    for name, bits in PRIVILEGED.items():
        if flags & bits:
            tell(f"note: {name} is on; the bot does not use it, so switch it off")
    if PERSON in installs:
        tell("right: people can install it for themselves, and use it in any chat")
    else:
        tell("note: User Install is off (page Installation), so people cannot use it where the bot is not")
    if not application.get("bot_public", True):
        tell("note: Public Bot is off: only its owner can add it to servers")
    for field, name in (
        ("terms_of_service_url", "Terms of Service"),
        ("privacy_policy_url", "Privacy Policy"),
    ):
        if application.get(field):
            tell(f"right: the {name} URL is {application[field]}")
        else:
            tell(f"note: no {name} URL; Discord asks for one when it verifies a bot (deploy/legal)")
    return wrong


def examine_games(tell: Callable[[str], None]) -> int:
    """Try the games of other packages, and return the number of games that are left out.

    Args:
        tell: prints a sentence about each installed game.
    """
    check_installed_games()
    for installed in GAMES.installed.values():
        tell(f"right: {installed.package} brings the game {installed.game.id}")
    for left_out in GAMES.left_out:
        tell(f"wrong: {left_out.package} is left out: {left_out.reason}")
    return len(GAMES.left_out)


# --- taps ---------------------------------------------------------------------------------------------------
# Checks of ``tefuda doctor --listen``: answering a tap, and using the tap's token afterwards.

TAP_SECONDS = 60.0


class ButtonTap(NamedTuple):
    """A tap on the button that ``tefuda doctor --listen`` has posted."""

    interaction_id: int
    token: str


NextTap: TypeAlias = Callable[[float], Awaitable[ButtonTap | None]]
"""Function that waits for a tap for at most some seconds. It returns ``None`` if there was none."""


@asynccontextmanager
async def listening(token: str, clock: Clock) -> AsyncIterator[NextTap]:
    """Context manager that connects to Discord, and yields a function that waits for the next tap."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    undocumented.set_user_agent(client, USER_AGENT)
    taps: list[ButtonTap] = []
    come = Signal()

    # Taps are collected, since one may arrive before it is waited for.
    @client.event
    async def on_interaction(interaction: discord.Interaction) -> None:
        taps.append(ButtonTap(interaction.id, interaction.token))
        come.set()

    async def next_tap(seconds: float) -> ButtonTap | None:
        if not taps:
            await clock.wait(come, seconds)
        if not taps:
            return None
        return taps.pop(0)

    # The connection runs in a task of its own for as long as the caller needs it.
    await client.login(token)
    connecting = asyncio.create_task(client.connect())
    try:
        yield next_tap
    finally:
        await client.close()
        connecting.cancel()
        with suppress(asyncio.CancelledError):
            await connecting


async def try_a_tap(visit: DoctorRun, next_tap: NextTap) -> None:
    """Ask a person to tap a button, and check how Discord handles the answers to the tap."""
    buttons = button_rows([button("tap", "doctor", "Tap me", style="primary")])
    posted = await visit.send(framed(text_display(f"{NAME}: please tap."), buttons), 6)
    visit.tell(f"waiting: somebody please tap the button in the channel, within {TAP_SECONDS:.0f} seconds")
    tap = await next_tap(TAP_SECONDS)
    if tap is None:
        visit.tell("not tried: answers to taps; nobody has tapped")
        return
    pictures = await _try_answers(visit, tap, known_id(posted))
    if pictures:
        await _try_picture_of_another_message(visit, tap, pictures)
    await _try_private_message(visit, tap)


async def _try_answers(visit: DoctorRun, tap: ButtonTap, posted_id: int) -> Mapping[str, StoredPicture]:
    # The tapped message becomes @original, and its answer is taken once only.
    transport = visit.transport
    picture = visit.page("three")
    answered = await transport.answer(*tap, CallbackType.UPDATE, picture)
    visit.check(
        answered.message_id == posted_id and bool(answered.pictures),
        "an update of the tapped message tells its id and its picture's",
        "an update of the tapped message does not tell its id and its picture's",
    )
    code = await visit.code_of(transport.answer(*tap, CallbackType.ACKNOWLEDGED))
    visit.check(
        code == ALREADY_ANSWERED,
        f"a second answer is refused by {ALREADY_ANSWERED}",
        f"a second answer is not refused by {ALREADY_ANSWERED}: whether one arrived is unknown",
    )
    code = await visit.code_of(transport.edit_by_token(*tap, picture, answered.pictures))
    visit.check(
        not code and visit.connection.answer.get("id") == str(posted_id),
        "after an update @original is the tapped message",
        f"after an update @original is not the tapped message ({code})",
    )
    limit = visit.connection.reply.headers.get("X-RateLimit-Limit")
    visit.tell(f"note: by a tap's token so many requests may be made at once: {limit or 'no refusal'}")
    return answered.pictures


async def _try_picture_of_another_message(
    visit: DoctorRun, tap: ButtonTap, pictures: Mapping[str, StoredPicture]
) -> None:
    # A private message shows a picture of the public one without an upload.
    transport = visit.transport
    elsewhere = {name: stored.elsewhere for name, stored in pictures.items()}
    sending = transport.follow_up(visit.channel_id, tap.token, visit.page("three"), elsewhere)
    code = await visit.code_of(sending)
    visit.check(
        not code,
        "a private message shows a picture of a public one by its address",
        f"a private message does not show a picture of a public one by its address ({code}): "
        "each panel will upload its own",
    )
    if not code:
        private_id = int(visit.connection.answer["id"])
        await visit.code_of(transport.delete_by_token(*tap, message_id=private_id))


async def _try_private_message(visit: DoctorRun, tap: ButtonTap) -> None:
    # A private follow-up can be edited by the token, and not by the bot.
    transport = visit.transport
    sent = await transport.follow_up(visit.channel_id, tap.token, visit.page())
    visit.check(
        bool(visit.connection.answer["flags"] & EPHEMERAL),
        "a follow-up is private when it says so",
        "a follow-up is not private although it says so",
    )
    code = await visit.code_of(transport.edit(visit.channel_id, known_id(sent), visit.page()))
    visit.check(
        code == UNKNOWN_MESSAGE,
        "a private message is out of reach for the bot's own token",
        f"a private message is within reach for the bot's own token ({code or 'edited'})",
    )
    await transport.edit_by_token(*tap, visit.page(), message_id=known_id(sent))
    visit.tell("right: a private message is edited by the tap's token")
    await visit.code_of(transport.delete_by_token(*tap, message_id=known_id(sent)))
    code = await visit.code_of(transport.edit_by_token(*tap, visit.page(), message_id=known_id(sent)))
    visit.check(
        code == UNKNOWN_MESSAGE,
        "a private message is deleted by the tap's token",
        f"a private message is still there after its deletion by the tap's token ({code or 'edited'})",
    )


# --- examination --------------------------------------------------------------------------------------------
# The checks of ``tefuda doctor``: whether the real Discord behaves as the bot expects.
#
# docs/DISCORD.md lists the expected facts with their sources. Everything that a check creates is deleted at
# the end.

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
    clock = Clock()
    connection = HttpConnection(token, api)
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
    visit = DoctorRun(connection, channel_id, clock, print_line)
    await _log_in(visit)
    # First the settings, which explain many differences in behaviour.
    visit.failed_checks += examine_portal(visit.application, print_line)
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


async def _log_in(visit: DoctorRun) -> None:
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

    def __init__(self, visit: DoctorRun) -> None:
        self._visit = visit
        self._api = visit.connection
        self._first = SentMessage(None)
        self._left_of_sends = -1
        self._thread_id = 0
        self.steps = (
            ("sending with the same nonce", self.check_nonce),
            ("editing with a kept picture", self.check_kept_picture),
            ("editing with another picture", self.check_changed_pictures),
            ("showing a picture that moves", self.check_animation),
            ("reading the history", self.check_history),
            ("looking for what is gone", self.check_deleted_message),
            ("opening threads", self.check_threads),
            ("archiving a thread", self.check_archived_thread),
            ("uploading an emoji", self.check_emoji),
            ("fetching a person's picture", self.check_face),
        )

    async def check_sending(self) -> None:
        """Check that Discord accepts a message with a picture."""
        visit = self._visit
        self._first = await visit.send(visit.page("one"), 1)
        answer = self._api.answer
        headers = self._api.reply.headers
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
        bucket, limit = list(map(headers.get, names[:2]))
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
        visit = self._visit
        kept = self._first.pictures
        page = self._visit.page("one")
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
        visit = self._visit
        kept = self._first.pictures
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
        # The message keeps the first picture without showing it, and then shows it again.
        unseen = (await visit.edit(self._first, visit.page("two"), both)).pictures
        code = await visit.code_of(visit.edit(self._first, visit.page("one", "two"), unseen))
        visit.check(
            not code,
            "a picture that a message has kept unseen can be remaining again",
            f"a picture that a message has kept unseen cannot be shown again ({code}): it will be uploaded",
        )
        # The new list leaves the first picture out.
        remaining = without_key(both, "one.png")
        await visit.edit(self._first, visit.page("two"), remaining)
        visit.check(
            str(first_id) not in [attachment["id"] for attachment in self._api.answer["attachments"]],
            "a picture that an edit does not list is gone",
            "a picture that an edit does not list stays: they will pile up",
        )

    async def check_animation(self) -> None:
        """Find out whether Discord takes an animated WebP for a picture that moves."""
        visit = self._visit
        file = File(f"moving.{ANIMATION}", animated_webp([one_colour(0), one_colour(1)], 500))
        await visit.send(framed(gallery(file.filename, NAME), files=[file]), 7)
        is_animated = any(picture.get("flags", 0) & IS_ANIMATED for picture in pictures_of(self._api.answer))
        # If it is not, people see the first frame, and then the still picture.
        visit.tell(f"note: an animated WebP is {'' if is_animated else 'not '}marked as a picture that moves")

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
        texts = list[str]()
        for message in own:
            texts += [part.content for part in message.parts]
        visit.check(
            any(NAME in text for text in texts),
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
        visit = self._visit
        message_id = known_id(self._first)
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

    async def check_emoji(self) -> None:
        """Check that the application may have emoji, and that they stand in texts and on buttons."""
        visit = self._visit
        path = f"/applications/{self._visit.application['id']}/emojis"
        made = await self._api.ask("POST", path, emoji_body(EMOJI_NAME, png(0, EMOJI_SIZE)))
        listed = await self._api.ask("GET", path)
        visit.check(
            any(emoji["id"] == made["id"] for emoji in listed["items"]),
            "an uploaded emoji is listed among those of the application",
            "an uploaded emoji is not listed: the bot will print cards as text",
        )
        way = button("doctor", "emoji", "", emoji=Emoji(made["name"], made["id"]), disabled=True)
        text = text_display(f"{NAME} is looking at <:{made['name']}:{made['id']}>.")
        code = await visit.code_of(visit.send(framed(text, button_rows([way])), EMOJI_NUMBER))
        visit.check(
            not code,
            "an emoji of the application stands in a text, and alone on a button",
            f"a button with an emoji and no label is answered by {code}",
        )
        code = await visit.code_of(self._api.ask("DELETE", f"{path}/{made['id']}"))
        visit.check(not code, "an emoji can be deleted", f"deleting an emoji is answered by {code}")
        code = await visit.code_of(visit.send(framed(text, button_rows([way])), EMOJI_NUMBER + 1))
        visit.tell(f"note: a button with a deleted emoji is answered by {code or 'yes'}")

    async def check_face(self) -> None:
        """Check that a person's picture comes as it is asked for. The bot's own picture is tried."""
        visit = self._visit
        me = await self._api.ask("GET", "/users/@me")
        if not me["avatar"]:
            visit.tell("not tried: fetching a person's picture; the bot has none")
            return
        file = await self._api.download(avatar_path(visit.me, me["avatar"]), MOST_BYTES)
        try:
            face_of(file)
            refusal = ""
        except NoFace as error:
            refusal = str(error)
        visit.check(
            not refusal,
            "a person's picture comes as a small PNG file",
            f"a person's picture is no small PNG file, so discs will have letters: {refusal}",
        )

    async def check_archived_thread(self) -> None:
        """Check that an archived thread refuses edits, and that a message reopens it."""
        visit = self._visit
        thread_id = self._thread_id
        path = f"/channels/{self._thread_id}"
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
