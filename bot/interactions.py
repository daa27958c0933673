"""Interactions (commands and taps): reading them, checking permissions, answering."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeAlias, TypeVar
from urllib.parse import urlencode

import aiohttp
import discord
import msgspec
import structlog
from discord import app_commands
from discord.app_commands import locale_str

from bot import LANGUAGES, metrics, undocumented
from bot.clock import Signal
from bot.language import Localizer, catalogue, language_of, mention_commands
from bot.refused import Refused
from bot.wire.components import Form
from bot.wire.errors import UNKNOWN_MEMBER, DiscordError, RequestRejected
from bot.wire.exchange import Exchange
from bot.wire.limits import Limits, Priority, Route
from bot.wire.messages import Page, SentMessage
from bot.wire.registration import register_commands, register_server_commands
from bot.wire.transport import Transport
from games import GAMES
from games.core.words import Joined, Text
from storage import Store
from storage.engine.database import get_meta, set_meta
from storage.errors import StorageError
from storage.rows import NOTHING

log = structlog.get_logger(__name__)


# --- colours ------------------------------------------------------------------------------------------------
# Accent colours of messages.

LOBBY = 0x3B82C4
PLAYING = 0x2E9E6B
YOUR_TURN = 0xE0A030
OVER = 0x8A63D2
QUIET = 0x747F8D

# --- permissions --------------------------------------------------------------------------------------------
# Whether the bot may write in a channel, and what a person can do if it may not.
#
# All features that post messages ask here: tables, tournaments, shared moments and results, settings.
# Three things decide:
#
# - the permissions, which come with each interaction, or with the server;
# - what Discord has refused lately (``ChannelTracker.is_refused``), for reasons that permissions do not show;
# - for a private thread, whether the bot is a member. The permissions look complete even if it is not.

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
IN_THREADS = ("view_channel", "send_messages_in_threads", "attach_files", "read_message_history")

FOR_THREADS = ("create_public_threads", "send_messages_in_threads")
"""Permissions for playing in a thread made for the game."""

READ_SECONDS = 1.0
"""Longest wait for the answer whether the bot can read a private thread."""

FOR_EVENTS = ("create_events",)
"""Permissions for announcing a planned lobby as a server event. If they are missing the lobby is planned
without one.
"""


def is_hosted(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from a server that the bot has joined."""
    guild_id = interaction.guild_id
    if guild_id is None:
        return False
    return interaction.is_guild_integration() or interaction.client.get_guild(guild_id) is not None


def may_practise(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from a direct message with the bot, where people can practise."""
    return interaction.guild_id is None and not interaction.context.private_channel


async def check_writable(interaction: discord.Interaction[Any], allowed: Sequence[int]) -> discord.Guild:
    """Check that the bot may post about games in the interaction's channel, and return its server.

    Args:
        allowed: ids of the server's channels for games; empty if all are allowed.

    Raises:
        Refused: the bot may not write there; the reason says what to do.
    """
    guild = check_channel(interaction, allowed)
    channel = interaction.channel
    advice = advice_on_refusal(interaction.client, guild, interaction.channel_id or 0)
    if advice is None and isinstance(channel, discord.Thread) and _is_private(channel):
        if await _can_read(interaction, channel.id):
            advice = None
        else:
            advice = _join_advice(interaction.client)
    if advice is not None:
        raise Refused("cannot-write", advice=advice)
    return guild


REPOST_MS = 2000
"""How long a command waits for a message to be posted. Discord expects an answer within three seconds."""


def why_not_brought(interaction: discord.Interaction[Any], channel_id: int, what: str = "table") -> Text:
    """Return why the message of a table or a tournament is not posted again yet."""
    advice = advice_on_refusal(interaction.client, interaction.guild, channel_id)
    if advice is None:
        return Text(f"{what}-coming")
    return Text(f"{what}-not-brought", {"advice": advice})


def advice_on_refusal(client: Any, guild: discord.Guild | None, channel_id: int) -> Text | None:
    """Return what a person can do if Discord refuses the bot's messages in a channel.

    Returns:
        ``None`` if no refusal is known.
    """
    thread = None if guild is None else guild.get_thread(channel_id)
    if thread is not None and _is_locked_for_bot(thread):
        return Text("cannot-write-locked")
    if not client.channels.is_refused(channel_id):
        return None
    # A private thread that the bot cannot see is not among the channels and threads that it knows.
    is_known = thread is not None or (guild is not None and guild.get_channel(channel_id) is not None)
    if not is_known or (thread is not None and _is_private(thread)):
        return _join_advice(client)
    return Text("cannot-write-refused")


def _is_locked_for_bot(thread: discord.Thread) -> bool:
    is_moderator = thread.parent is not None and thread.permissions_for(thread.guild.me).manage_threads
    return thread.locked and not is_moderator


def _is_private(thread: discord.Thread) -> bool:
    return thread.type is discord.ChannelType.private_thread


def _join_advice(client: Any) -> Text:
    return Text("cannot-write-private", {"bot": f"<@{client.user.id}>"})


async def _can_read(interaction: discord.Interaction[Any], thread_id: int) -> bool:
    # Members and moderators of a private thread can read it, and nobody else.
    channels = interaction.client.channels
    transport = interaction.client.transport_to(interaction.guild_id)
    if channels.is_readable(thread_id):
        return True

    async def read() -> None:
        try:
            async with transport.permit(Priority.PING, Route.LOOK, thread_id):
                await transport.history(thread_id, 1)
        except RequestRejected as refusal:
            channels.note_refused(thread_id, refusal)
            raise
        channels.note_readable(thread_id)

    # Discord waits three seconds for an answer. Without one here, nothing is known against the thread.
    is_over = Signal()
    reading = asyncio.create_task(read())
    reading.add_done_callback(lambda _: is_over.set())
    await interaction.client.clock.wait(is_over, READ_SECONDS)
    if not reading.done():
        reading.cancel()
        return True
    error = reading.exception()
    if error is not None and not isinstance(error, DiscordError):
        raise error
    return not isinstance(error, RequestRejected)


def check_channel(interaction: discord.Interaction[Any], allowed: Sequence[int]) -> discord.Guild:
    """Check that games may be played in the interaction's channel, and return its server.

    This covers the server's settings and the permissions. Before the bot posts there, ``check_writable``
    checks the rest.

    Args:
        allowed: ids of the server's channels for games; empty if all are allowed.

    Raises:
        Refused: this is no server, a permission is missing, or the channel is not allowed.
    """
    guild = interaction.guild
    channel = interaction.channel
    if guild is None or channel is None:
        raise Refused("only-in-servers")
    names = IN_THREADS if isinstance(channel, discord.Thread) else NEEDED
    _expect(interaction, names)
    if isinstance(channel, discord.Thread):
        parent = channel.parent_id
    else:
        parent = None
    if NOTHING in allowed:
        raise Refused("setting-unreadable")
    if allowed and channel.id not in allowed and parent not in allowed:
        raise Refused("not-in-this-channel")
    return guild


def has_threads(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the interaction's channel is of a kind that can have threads."""
    return isinstance(interaction.channel, discord.TextChannel)


def can_have_thread(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot may open a thread in the interaction's channel."""
    return has_threads(interaction) and _missing(interaction.app_permissions, FOR_THREADS) is None


def check_threads(interaction: discord.Interaction[Any]) -> None:
    """Check that the bot may open a thread in the interaction's channel.

    Raises:
        Refused: a permission is missing, or the channel has no threads.
    """
    if not has_threads(interaction):
        raise Refused("no-threads-here")
    _expect(interaction, FOR_THREADS)


def why_not_updated(interaction: discord.Interaction[Any]) -> Text | None:
    """Return why the bot cannot update its messages in the channel, and what to do; ``None`` if it can."""
    # In a direct message there are no permissions, and only some of them are listed as given.
    if interaction.guild_id is None:
        return None
    if isinstance(interaction.channel, discord.Thread):
        names = IN_THREADS
    else:
        names = NEEDED
    missing = _missing(interaction.app_permissions, names)
    if missing is None:
        advice = advice_on_refusal(interaction.client, interaction.guild, interaction.channel_id or 0)
        if advice is None:
            return None
        return Text("shut-out-refused", {"advice": advice})
    can_give = interaction.permissions.manage_roles or interaction.permissions.manage_channels
    return Text("shut-out-yours" if can_give else "shut-out", {"permissions": missing})


def _expect(interaction: discord.Interaction[Any], names: Sequence[str]) -> None:
    if (missing := _missing(interaction.app_permissions, names)) is not None:
        raise Refused("missing-permissions", permissions=missing)


def why_not_posted(interaction: discord.Interaction[Any], channel_id: int) -> Text | None:
    """Return why the bot cannot post in a channel chosen in a menu; ``None`` if nothing is known."""
    permissions = _permissions_in(interaction, channel_id)
    if permissions is None:
        missing = None
    else:
        missing = _missing(permissions, NEEDED)
    if missing is not None:
        return Text("settings-closed", {"channel": f"<#{channel_id}>", "permissions": missing})
    advice = advice_on_refusal(interaction.client, interaction.guild, channel_id)
    if advice is None:
        return None
    return Text("settings-refused", {"channel": f"<#{channel_id}>", "advice": advice})


def _permissions_in(interaction: discord.Interaction[Any], channel_id: int) -> discord.Permissions | None:
    # Discord sends the bot's permissions with a chosen channel. They are newer than what the bot remembers.
    data: Mapping[str, Any] = interaction.data or {}
    chosen = data.get("resolved", {}).get("channels", {}).get(str(channel_id), {})
    if "app_permissions" in chosen:
        return discord.Permissions(int(chosen["app_permissions"]))
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel(channel_id)
    if guild is None or channel is None:
        return None
    return channel.permissions_for(guild.me)


def _missing(permissions: discord.Permissions, names: Sequence[str]) -> Joined | None:
    missing = [name for name in names if not getattr(permissions, name)]
    if not missing:
        return None
    return Joined(tuple(Text(f"permission-{name.replace('_', '-')}") for name in missing))


# --- links --------------------------------------------------------------------------------------------------
# Addresses that add the bot to a server, or install it for a person.

AUTHORIZE = "https://discord.com/oauth2/authorize"
PERSON = "1"
"""Discord's number for an installation to a person."""


def permissions() -> discord.Permissions:
    """Return the permissions that the bot asks for when it is added to a server."""
    return discord.Permissions(**dict.fromkeys((*NEEDED, *IN_THREADS, *FOR_THREADS, *FOR_EVENTS), True))


def server_link(application_id: int) -> str:
    """Return the address that adds the bot to a server.

    >>> server_link(1)
    'https://discord.com/oauth2/authorize?client_id=1&scope=bot+applications.commands&permissions=17901423791104'
    """
    return _link(application_id, scope="bot applications.commands", permissions=permissions().value)


def person_link(application_id: int) -> str:
    """Return the address at which a person installs the application for themselves."""
    return _link(application_id, scope="applications.commands", integration_type=PERSON)


def _link(application_id: int, **query: object) -> str:
    return f"{AUTHORIZE}?{urlencode({'client_id': application_id, **query})}"


# --- requests -----------------------------------------------------------------------------------------------
# Applies the bot's rate limits to the requests that discord.py itself sends (login, commands, choices).

TOO_MANY = 429

UNREACHED = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Errors of the requests that discord.py makes: Discord refuses them, or cannot be reached."""


def trace_with_limits(limits: Limits) -> aiohttp.TraceConfig:
    """Return an aiohttp configuration that makes discord.py's requests obey the bot's rate limits."""

    async def begin(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        # requests without the token (answers to interactions) have limits of their own
        context.turn = AsyncExitStack()
        if "Authorization" in request.headers:
            await context.turn.enter_async_context(limits.permit(Priority.PING))

    async def end(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        metrics.count_request("library", request.response.status)
        if request.response.status == TOO_MANY and "Authorization" in request.headers:
            seconds = float(request.response.headers.get("Retry-After") or 1)
            limits.note_refusal(None, 0, round(1000 * seconds), is_global=True)
        await context.turn.aclose()

    async def fail(
        session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        metrics.count_request("library", 0)
        await context.turn.aclose()

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begin)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


# --- members ------------------------------------------------------------------------------------------------
# Asks Discord whether a person is still a member of a server.


async def has_left(client: discord.Client, guild_id: int, user_id: int) -> bool:
    """Return whether a person has left a server; ``False`` if Discord does not answer."""
    if (guild := client.get_guild(guild_id)) is None:
        return False
    try:
        await guild.fetch_member(user_id)
    except UNREACHED as error:
        if isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MEMBER:
            return True
        log.info("unknown who is a member", why=str(error))
    return False


# --- replies ------------------------------------------------------------------------------------------------
# Answers to interactions, in the language of the person who tapped.


def exchange_of(interaction: discord.Interaction[Any]) -> Exchange:
    """Return the object that sends all answers to an interaction. The first call creates it."""
    exchange: Exchange | None = interaction.extras.get(Exchange)
    if exchange is None:
        exchange = interaction.extras[Exchange] = Exchange(
            interaction.client.transport_to(interaction.guild_id or 0),
            interaction.id,
            interaction.token,
            interaction.locale.value,
            interaction.client.clock.elapsed_ms(),
            interaction.channel_id or 0,
        )
    return exchange


def words_for(interaction: discord.Interaction[Any]) -> Localizer:
    """Return a localizer for the language of the person who used a command or button."""
    return Localizer(language_of(interaction.locale))


async def answer(interaction: discord.Interaction[Any], page: Page) -> SentMessage:
    """Answer with a new message that only this person can see."""
    return await exchange_of(interaction).send_private(page)


async def announce(interaction: discord.Interaction[Any], page: Page) -> SentMessage:
    """Answer a command with a message that everybody in the channel can see."""
    return await exchange_of(interaction).announce(page)


async def update(interaction: discord.Interaction[Any], page: Page) -> SentMessage:
    """Answer a tap by replacing the content of the tapped message."""
    return await exchange_of(interaction).update(page)


async def acknowledge(interaction: discord.Interaction[Any]) -> None:
    """Acknowledge a tap without a visible answer. An answer may follow later."""
    await exchange_of(interaction).acknowledge()


async def ask(interaction: discord.Interaction[Any], form: Form) -> None:
    """Answer a tap by opening a form (a modal dialog)."""
    await exchange_of(interaction).ask(form)


# --- taps ---------------------------------------------------------------------------------------------------
# Checks that the tapped message offers a button, and reads its parts.

TOO_LARGE = 2**63
"""Upper limit (exclusive) of ids and numbers in custom ids. The database cannot store larger ones."""

DIGITS = 19
"""Number of digits of the largest number in a custom id."""

TAPS = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Types of interactions with a custom id: a tap on a button or menu, and a submitted form."""

DAY = "day"
"""Stands in custom ids of a daily puzzle's buttons in place of a table's id, followed by the puzzle's number.

Ids of tables are longer, so the two cannot be confused.
"""


def custom_id_of(interaction: discord.Interaction[Any]) -> str:
    """Return the custom id of the tapped button or menu, or of the form; empty for a command."""
    data: Mapping[str, Any] = interaction.data or {}
    return str(data.get("custom_id", ""))


def is_genuine(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the tapped message contains the tapped button or menu. Forms are always genuine."""
    if interaction.type is discord.InteractionType.modal_submit:
        return custom_id_of(interaction).startswith("m:")
    return _tapped_component(interaction) is not None


def are_values_offered(interaction: discord.Interaction[Any], values: Iterable[str]) -> bool:
    """Return whether all chosen values are options of the tapped menu."""
    menu = _tapped_component(interaction)
    # Menus of people and channels list no options, and neither do forms.
    if menu is None or menu.type is not discord.ComponentType.select:
        return True
    return set(values) <= {option.value for option in menu.options}


def number_in(text: str, below: int = TOO_LARGE) -> int:
    """Return the whole number in a part of a custom id.

    Raises:
        Refused: the text is no number from 0 to ``below - 1``.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS) or int(text) >= below:
        raise Refused("stale-button")
    return int(text)


def preselected_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the values that were selected in the tapped menu before the tap."""
    menu = _tapped_component(interaction)
    options = getattr(menu, "options", ())
    ids = getattr(menu, "default_values", ())
    values = [option.value for option in options if option.default]
    values += [str(default.id) for default in ids]
    return tuple(values)


def custom_ids_in(message: discord.Message) -> list[str]:
    """Return the custom ids of a message's buttons and menus, at any depth."""
    return [part.custom_id for part in _parts_of(message) if getattr(part, "custom_id", None)]


def _tapped_component(interaction: discord.Interaction[Any]) -> Any:
    # The tapped component as its message shows it. A form is not part of a message.
    custom_id = custom_id_of(interaction)
    if interaction.message is None:
        return None
    parts = _parts_of(interaction.message)
    return next((part for part in parts if getattr(part, "custom_id", None) == custom_id), None)


def _parts_of(message: discord.Message) -> Iterator[Any]:
    parts: list[Any] = list(message.components)
    while parts:
        part = parts.pop()
        yield part
        parts += getattr(part, "children", ())


# --- commands -----------------------------------------------------------------------------------------------
# Creates the bot's commands, with texts in every language and a common handling of errors.

P = ParamSpec("P")
CommandT = TypeVar("CommandT", bound="app_commands.Command[Any, ..., Any] | app_commands.Group")
AnyCommand: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.Group"


def localised(key: str, text: str | None = None) -> locale_str:
    """Return a text that discord.py translates into each language.

    Args:
        key: the text's key in the catalogues.
        text: the English text; ``None`` to take it from the catalogue.
    """
    return locale_str(text or catalogue(LANGUAGES[0]).format(key), key=key)


def command_name(name: str) -> locale_str:
    """Return the localised name of a command."""
    return localised(f"command-{name}-name", name)


def command_about(name: str) -> locale_str:
    """Return the localised description of a command."""
    return localised(f"command-{name}-description")


def add_game_choices(command: AnyCommand) -> AnyCommand:
    """Offer all games as choices of a command's parameter ``game``, if it has this parameter."""
    if isinstance(command, app_commands.Command) and command.get_parameter("game") is not None:
        choices = [app_commands.Choice(name=localised(f"{game.id}-name"), value=game.id) for game in GAMES]
        app_commands.choices(game=choices)(command)
    return command


COMMANDS_META = "commands"
"""Key under which the last ``Registration`` is stored in the database. For the commands of one server, the
server's id is appended.
"""


class Registration(msgspec.Struct, frozen=True):
    """What the bot has registered with Discord.

    Attributes:
        fingerprint: a fingerprint of all that was sent.
        ids: the ids that Discord gave the commands, by name. Texts mention commands by them.
    """

    fingerprint: str = ""
    ids: dict[str, int] = {}


async def sync_if_changed(
    tree: app_commands.CommandTree[Any],
    store: Store,
    transport: Transport,
    guild: discord.Object | None = None,
    *,
    is_new: bool = False,
) -> None:
    """Register the bot's commands with Discord if they have changed since the last registration.

    From then on texts mention the commands.

    Args:
        guild: a server whose own commands are registered; ``None`` for the commands of all servers.
        is_new: register the commands even if they have not changed.

    Raises:
        CommandsRefused: Discord refuses the commands of all servers.
        DiscordError: Discord was not reached, or refuses the commands of one server.
    """
    # Everything that Discord would be sent, in all languages.
    translator = CatalogueTranslator()
    client = tree.client
    payload: list[Any] = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands(guild=guild)
    ]
    # The application's id is part of it, since one database may be used with another application later.
    text = json.dumps([payload, client.application_id], sort_keys=True, default=str)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    key = COMMANDS_META if guild is None else f"{COMMANDS_META} {guild.id}"
    stored = await store.read(get_meta, key)
    former = _read_registration(stored)
    mention_commands(former.ids)
    if is_new or former.fingerprint != fingerprint:
        if guild is None:
            ids = await register_commands(transport, payload, were_registered=stored is not None)
        else:
            ids = await register_server_commands(transport, guild.id, payload)
        mention_commands(ids)
        registration = msgspec.json.encode(Registration(fingerprint, ids)).decode()
        await store.write(set_meta, key, registration)


def _read_registration(stored: str | None) -> Registration:
    # Versions before wrote only the fingerprint. The ids are not known then, so the commands are sent again.
    try:
        return msgspec.json.decode(stored or "{}", type=Registration)
    except msgspec.MsgspecError:
        return Registration()


class CatalogueTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands for discord.py."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the translation of a command's text; ``None`` to use the English text."""
        language = language_of(locale, default="")
        key = string.extras.get("key")
        if language in ("", LANGUAGES[0]) or key is None:
            return None
        return catalogue(language).format(key)


def with_error_answer(callback: Callable[P, Awaitable[None]]) -> Callable[P, Coroutine[Any, Any, None]]:
    """Wrap a command callback, so that an exception is answered with a sentence."""

    @functools.wraps(callback)
    async def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        interaction: Any = args[0]
        await interaction.client.handle_interaction(interaction, functools.partial(callback, *args, **kwargs))

    return wrapped


Complete: TypeAlias = Callable[[Any, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def autocompletion(find: Complete) -> Complete:
    """Return an autocompletion callback for discord.py that offers the choices returned by ``find``."""

    @functools.wraps(find)
    async def complete(interaction: Any, current: str) -> list[app_commands.Choice[str]]:
        choices: list[app_commands.Choice[str]] = []
        try:
            choices = await find(interaction, current)
            await exchange_of(interaction).offer([choice.to_dict() for choice in choices])
        except (DiscordError, StorageError) as error:
            log.debug("a completion was not wanted any more, or could not be had", why=repr(error))
        # The library would answer the interaction once more, over a connection of its own.
        undocumented.count_as_answered(interaction)
        return choices

    return complete


ON_SERVERS = app_commands.AppInstallationType(guild=True, user=False)
"""Where commands are installed by default. ``allowed_everywhere`` adds installations for persons."""


def allowed_everywhere(command: CommandT) -> CommandT:
    """Make a command available in all servers, group chats and direct messages."""
    installs = app_commands.AppInstallationType(guild=True, user=True)
    contexts = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
    command.allowed_installs = installs
    command.allowed_contexts = contexts
    return command


def command(
    name: str, *parameters: str
) -> Callable[[Callable[P, Awaitable[None]]], app_commands.Command[Any, ..., Any]]:
    """Return a decorator that turns a function into a command, with texts from the catalogues.

    Args:
        parameters: names of the parameters that people fill in.
    """

    def decorate(callback: Callable[P, Awaitable[None]]) -> app_commands.Command[Any, ..., Any]:
        about = {parameter: localised(f"command-{name}-{parameter}-about") for parameter in parameters}
        named = {parameter: localised(f"command-{name}-{parameter}", parameter) for parameter in parameters}
        described: Any = app_commands.describe(**about)(
            app_commands.rename(**named)(with_error_answer(callback))
        )
        return app_commands.command(name=command_name(name), description=command_about(name))(described)

    return decorate


IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""Where the menus on people and messages exist: their entries concern the members of one server."""


def context_menu(
    name: str,
) -> Callable[[Callable[[Any, Any], Awaitable[None]]], app_commands.ContextMenu]:
    """Return a decorator that turns a function into an entry of Discord's menu on people or on messages.

    The annotation of the function's second parameter decides: ``discord.Member`` or ``discord.Message``.

    Args:
        name: the text ``menu-<name>`` of the catalogues is the entry's name.
    """

    def decorate(callback: Callable[[Any, Any], Awaitable[None]]) -> app_commands.ContextMenu:
        return app_commands.ContextMenu(
            name=localised(f"menu-{name}"),
            callback=with_error_answer(callback),
            allowed_contexts=IN_SERVERS,
        )

    return decorate
