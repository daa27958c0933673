"""The commands of play, and moves that are typed."""

from __future__ import annotations

import asyncio
import unicodedata
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress
from typing import NamedTuple

from discord import app_commands

from bot import LANGUAGES, interactions
from bot.app import App, Interaction
from bot.caches import cached
from bot.clock import yield_to_loop
from bot.driving.quarantine import restore_state
from bot.driving.table import Table
from bot.interactions import REPOST_MS, answer, autocompletion, command, why_not_brought, words_for
from bot.language import JOINER, SYMBOLS, Localizer, card_text, escape, plain, public_label, rank_text
from bot.pages.people import people_localizer
from bot.pages.table import refused_page
from bot.play.taps import choose_game_page, resignation_page, table_name
from bot.refused import Refused
from bot.tables.lobby import is_in_channel
from bot.tables.state import TableState
from bot.wire.components import button, button_rows, clip, text_display
from bot.wire.messages import Page, framed
from games.core.cards import FAMILIES, MAHJONG, Family, all_but
from games.core.errors import NotationError
from games.core.moves import Move
from games.core.words import Joined, Text, text
from storage.rows import Name
from storage.tables.loading import load_games_of

# --- games view ---------------------------------------------------------------------------------------------
# The list of a person's running games on all servers.

MOST_GAMES = 15
"""Limit of listed games; further ones are only counted."""


class ListedGame(NamedTuple):
    """A game in a list.

    Attributes:
        message_id: the id of its message; ``None`` if it is unknown.
        server: the name of its server; empty if it is unknown.
    """

    state: TableState
    message_id: int | None
    server: str


def running_games_page(
    games: Iterable[ListedGame], user_id: int, ids_with_button: Container[str], language: str
) -> Page:
    """Return the page that lists a person's running games.

    Games in which it is the person's turn come first.

    Args:
        ids_with_button: ids of the tables whose hand can be opened.
    """
    listed = sorted(games, key=lambda game: _sort_key(game.state, user_id))
    words = Localizer(language)
    lines = [words("games-title")]
    buttons = []
    for number, game in enumerate(listed[:MOST_GAMES], 1):
        lines.append(f"{number}. {_game_line(game, user_id, words)}")
        # A hand can be opened only by the process that serves its table.
        if game.state.id in ids_with_button:
            style = "primary" if _is_turn(game.state, user_id) else "secondary"
            buttons.append(button("hand", game.state.id, words("games-hand", number=number), style=style))
    more = len(listed) - MOST_GAMES
    if more > 0:
        lines.append(words("games-more", count=more))
    # The first game is one in which it is the person's turn, if there is any.
    accent = interactions.QUIET
    if listed and _is_turn(listed[0].state, user_id):
        accent = interactions.YOUR_TURN
    return framed(text_display(lines), button_rows(buttons), accent=accent)


def _sort_key(state: TableState, user_id: int) -> tuple[bool, bool, int]:
    # Games in which it is the person's turn come first, then those with an early deadline.
    deadline = state.row.deadline
    return not _is_turn(state, user_id), deadline is None, deadline or state.row.created_at


def _is_turn(state: TableState, user_id: int) -> bool:
    return state.seat_of(user_id) in state.acting(human=True)


def _game_line(game: ListedGame, user_id: int, words: Localizer) -> str:
    # The line says where the game is, and who else plays.
    state = game.state
    names = people_localizer(state, words.language)
    others = [names.name(seat.seat) for seat in state.seats if seat.user_id != user_id or seat.has_left]
    server_path = "@me" if state.is_practice else state.row.guild_id
    address = f"https://discord.com/channels/{server_path}/{state.place_id}"
    if game.message_id is not None:
        address = f"{address}/{game.message_id}"
    server = escape(Name(game.server)) or f"<#{state.place_id}>"
    title = words(
        "games-line",
        emoji=state.game.emoji,
        game=words(f"{state.game.id}-name"),
        address=address,
        others=words.join(others),
        server=words("games-practice") if state.is_practice else server,
    )
    # The turn as the person sees it.
    acting = state.acting(human=True)
    if state.is_paused:
        status = words("games-paused")
    elif _is_turn(state, user_id):
        status = words("games-yours")
    elif acting:
        status = words("games-theirs", names=words.join(map(names.name, acting)))
    else:
        status = words("games-on")
    # A deadline is of interest only while there is a move to make.
    deadline = state.row.deadline
    if acting and deadline is not None:
        until = f" · <t:{deadline // 1000}:R>"
    else:
        until = ""
    return f"{title}\n   {status}{until}"


# --- typing -------------------------------------------------------------------------------------------------
# Reads moves that people type, and suggests moves while they type.

CHOICES = 25
"""Discord's limit of suggestions."""

MOVES_AT_ONCE = 40
"""Number of moves for which names are made before other tasks may run."""

SEVERAL_NAMED = 10
"""Limit of moves that a refusal names."""

EXAMPLES = 3
"""Number of legal moves that a refusal names as examples."""


class NamedMove(NamedTuple):
    """A legal move in notation, and its name in one language."""

    notation: str
    name: str


async def suggest_moves(state: TableState, seat: int, typed: str, language: str) -> list[NamedMove]:
    """Return up to ``CHOICES`` legal moves whose name or notation contains a typed text.

    A reveal hides who is to act after it. Until it is over there are none, except for a player who has
    tapped *Next*.
    """
    if not state.may_tell(seat):
        return []
    text = " ".join(typed.lower().split())
    compact_text = normalized(typed)
    moves = await name_moves(state, seat, language)
    # Moves that begin with the text, then those that contain it.
    beginning: list[NamedMove] = []
    containing: list[NamedMove] = []
    for move in moves:
        # An index of -1 means that the notation or the name does not contain the text.
        indexes = {move.notation.lower().find(text)}
        if compact_text:
            indexes.add(normalized(move.name).find(compact_text))
        if 0 in indexes:
            beginning.append(move)
            if len(beginning) == CHOICES:
                return beginning
        elif max(indexes) > 0:
            containing.append(move)
    return (beginning + containing)[:CHOICES]


@cached(20_000)
def normalized(text: str) -> str:
    """Return a text in lower case without spaces and punctuation, for comparison with other texts."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LNS")


async def name_moves(state: TableState, seat: int, language: str) -> list[NamedMove]:
    """Return all legal moves of a seat with their names in a language."""
    key = (NamedMove, seat, language)
    moves: list[NamedMove] | None = state.memo.get(key)
    if moves is None:
        moves = []
        assert state.match is not None
        view = state.match.view(seat)
        legal = state.match.legal(seat)
        words = people_localizer(state, language)
        presenter = state.game.presenter
        for number, move in enumerate(legal, 1):
            name = partial(presenter.name, move, view)
            name_text = state.attempt("name", lambda: plain(words(name())), str(move))  # noqa: B023
            moves.append(NamedMove(str(move), name_text))
            if number % MOVES_AT_ONCE == 0:
                await yield_to_loop()
        state.memo[key] = moves
    return moves


async def read_move(state: TableState, seat: int, typed: str, language: str) -> str:
    """Return the notation of a move that was typed in notation or by its printed name.

    If it is not the seat's turn, the text is returned unchanged.

    Raises:
        Refused: the text is not exactly one legal move.
    """
    assert state.match is not None
    legal = state.match.legal(seat)
    # Not this seat's turn; the table explains it better.
    if not legal:
        return typed
    # First exact notation, which is never ambiguous.
    notation = _parse(state, typed)
    if notation is not None and notation in legal:
        return str(notation)
    # Next, the name of a move as buttons print it, in the person's language first.
    for spoken in dict.fromkeys((language, *LANGUAGES)):
        moves = await name_moves(state, seat, spoken)
        matches = [move for move in moves if normalized(move.name) == normalized(typed)]
        if len(matches) > 1:
            raise Refused("move-several", moves=_listed_names(matches))
        if matches:
            return matches[0].notation
    # Last, notation with cards as they are printed.
    is_move = notation is not None
    for reading in _notation_readings(state, typed):
        move = _parse(state, reading)
        if move is None:
            continue
        if move in legal:
            return str(move)
        is_move = True
    # The refusal says whether the text is a move at all.
    moves = await name_moves(state, seat, language)
    key = "move-not-legal" if is_move else "move-would-be"
    raise Refused(key, moves=_examples(moves), hand=public_label("button-hand", state.row.locale))


def _examples(moves: Sequence[NamedMove]) -> Joined:
    # The first move, the last one, and moves at equal distances between them.
    count = min(EXAMPLES, len(moves))
    last = len(moves) - 1
    examples = []
    for number in range(count):
        move = moves[number * last // max(1, count - 1)]
        examples.append(text("move-example", typed=move.notation, name=move.name))
    return Joined(tuple(examples))


def _listed_names(moves: list[NamedMove]) -> Joined:
    return Joined(tuple(text("move-named", name=move.name) for move in moves[:SEVERAL_NAMED]))


def _parse(state: TableState, typed: str) -> Move | None:
    try:
        return state.game.rules.parse(typed)
    except NotationError:
        return None


def _notation_readings(state: TableState, typed_text: str) -> Iterator[str]:
    words = unicodedata.normalize("NFKC", typed_text).casefold().split()
    codes = _notation_by_name(state.game.rules.family(state.options).name)
    readings = [codes.get(normalized(word), word) for word in words]
    yield " ".join(readings)
    # Plain numbers may be ranks, and they may be counts or seats.
    for place, word in enumerate(words):
        if word.isdecimal():
            readings[place] = word
    yield " ".join(readings)


@cached(16, of_people=False)
def _notation_by_name(family: str) -> Mapping[str, str]:
    # Names of several cards, ranks or suits are left out.
    codes: dict[str, set[str]] = defaultdict(set)
    for name, code in _printed_names(FAMILIES[family]):
        codes[normalized(name)].add(code)
    return {name: next(iter(code)) for name, code in codes.items() if name and len(code) == 1}


def _printed_names(family: Family) -> Iterator[tuple[str, str]]:
    for card in family.cards:
        rank = family.rank[card]
        suit = family.suit[card]
        spelled = rank_text(rank, family.name)
        for language in LANGUAGES:
            name = card_text(card, family.name, language)
            yield name, card.lower()
            # 赤4 is also understood as 4赤
            yield "".join(reversed(name.split(JOINER))), card.lower()
        yield f"{spelled}{suit}", card.lower()
        if spelled != rank:
            yield spelled, rank.lower()
    for suit in family.suits:
        if family.symbols == "standard":
            yield SYMBOLS[suit], suit
        for language in LANGUAGES:
            for word in Localizer(language)(f"suit-{family.symbols}-{suit}").split():
                yield word, suit
    if family is MAHJONG:
        for number, wind in enumerate("ESWN", 1):
            yield wind, f"{number}z"


# --- commands -----------------------------------------------------------------------------------------------
# The commands /move, /hand, /table and /resign.


def _table_and_seat(
    interaction: Interaction, table_id: str | None, *, prefers_turn: bool = False
) -> tuple[Table, int]:
    user = interaction.user.id
    for table in interaction.client.tables.tables_of(user, interaction.channel_id):
        state = table.state
        # Only running games have hands and moves.
        is_other = table_id is not None and table.id != table_id
        if not state.has_begun or (state.is_closed and state.may_tell()) or is_other:
            continue
        seat = state.seat_of(user)
        # A named table is taken in any case, so that the refusal can say whose turn it is.
        if seat is not None and (
            not prefers_turn or seat in state.acting(human=True) or table_id is not None
        ):
            table.bind_log()
            return table, seat
    # Nobody waits for the person: any of their games will do.
    if prefers_turn and table_id is None:
        return _table_and_seat(interaction, None)
    raise Refused("no-table-of-yours")


@autocompletion
async def complete_table(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Return the person's running tables that match the typed text, as choices."""
    words = words_for(interaction)
    query = current.casefold()
    choices = []
    for state in _running_games(interaction):
        name = clip(table_name(state, words), 100)
        if query in name.casefold() or state.id.startswith(query):
            choices.append(app_commands.Choice(name=name, value=state.id))
    return choices[:CHOICES]


def _running_games(interaction: Interaction) -> list[TableState]:
    seated = interaction.client.tables.tables_of(interaction.user.id, interaction.channel_id)
    states = [table.state for table in seated if table.state.has_begun]
    return [state for state in states if not (state.is_closed and state.may_tell())]


@command("move", "move", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
async def move(interaction: Interaction, move: str, table: str | None = None) -> None:
    """Play a move that the person has typed, in notation or as it is printed on buttons."""
    live, seat = _table_and_seat(interaction, table, prefers_turn=True)
    language = words_for(interaction).language
    knows_outcome = live.state.may_tell(seat)
    try:
        notation = await read_move(live.state, seat, move, language)
        await live.play(seat, notation, by=interaction.user.id)
    except Refused as no:
        # The reason of a refusal would tell who is to act after a reveal.
        reason = no.text if knows_outcome else Text("reveal-first")
        await answer(interaction, refused_page(live.state.snapshot, reason, language))
    else:
        await interaction.client.writer(live).panels.open_hand(interaction, seat)


@move.autocomplete("move")
@autocompletion
async def complete_move(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Return the legal moves that match the typed text by name or notation, as choices."""
    table_id = getattr(interaction.namespace, "table", None)
    try:
        # Without a table there is nothing to suggest.
        table, seat = _table_and_seat(interaction, table_id, prefers_turn=True)
    except Refused:
        return []
    language = words_for(interaction).language
    moves = await suggest_moves(table.state, seat, current, language)
    choices = []
    for move in moves:
        name = clip(f"{move.name} · {move.notation}", 100)
        choices.append(app_commands.Choice(name=name, value=move.notation[:100]))
    return choices


@command("hand", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
async def hand(interaction: Interaction, table: str | None = None) -> None:
    """Open the person's panel, or list their games on all servers if they play at no table here."""
    here = [state for state in _running_games(interaction) if is_in_channel(state, interaction.channel_id)]
    if table is None and not here:
        await _list_games(interaction)
        return
    live, seat = _table_and_seat(interaction, table)
    await interaction.client.writer(live).panels.open_hand(interaction, seat)


async def _list_games(interaction: Interaction) -> None:
    app = interaction.client
    user_id = interaction.user.id
    # Other processes of the bot may serve some of the games.
    open_tables = app.tables.all
    # Tables of this process are in memory. Some are over, and their players may not know it yet.
    here = [table for table in app.tables.tables_of(user_id) if table.state.has_begun]
    games = [_listed_game(app, table.state, table.sent_row.message_id) for table in here]
    for stored in await app.store.read(load_games_of, user_id):
        if stored.table.id not in open_tables:
            state = restore_state(stored)
            if state.is_playing and state.seat_of(user_id) is not None:
                games.append(_listed_game(app, state, stored.sent_row.message_id))
    if not games:
        raise Refused("no-table-of-yours")
    language = words_for(interaction).language
    await answer(interaction, running_games_page(games, user_id, open_tables.keys(), language))


def _listed_game(app: App, state: TableState, message_id: int | None) -> ListedGame:
    guild = app.get_guild(state.row.guild_id)
    return ListedGame(state, message_id, "" if guild is None else guild.name)


@command("table")
@app_commands.guild_only()
async def table_(interaction: Interaction) -> None:
    """Post the messages of this channel's tables again at the bottom."""
    app = interaction.client
    here = app.tables.in_channel(interaction.channel_id or 0)
    if not here:
        raise Refused("no-table-here")
    are_posted = await asyncio.gather(*[app.writer(table).repost(REPOST_MS) for table in here])
    words = words_for(interaction)
    lines = []
    brought = list(compress(here, are_posted))
    if brought:
        lines.append(words("table-brought", count=len(brought)))
    # A table in a thread is posted there, so the answer has links.
    places = [table.state.place_id for table in brought]
    if threads := [f"<#{place}>" for place in places if place != interaction.channel_id]:
        lines.append(words("table-in-thread", threads=" ".join(threads)))
    missing = [table.state.place_id for table in all_but(here, brought)]
    lines += [words(why_not_brought(interaction, place)) for place in missing]
    await answer(interaction, framed(text_display(dict.fromkeys(lines))))


@command("resign", "table")
@app_commands.autocomplete(table=complete_table)
@app_commands.guild_only()
async def resign(interaction: Interaction, table: str | None = None) -> None:
    """Ask to confirm leaving a running game; a computer player then takes the seat."""
    states = _running_games(interaction)
    if table is None and len(states) > 1:
        await answer(interaction, choose_game_page(states, words_for(interaction)))
        return
    live, seat = _table_and_seat(interaction, table)
    await answer(interaction, resignation_page(live.state, seat, words_for(interaction)))


COMMANDS = (move, hand, table_, resign)
