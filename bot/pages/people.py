"""The names of a table and of its players in texts, on buttons and in pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import NamedTuple, Protocol, TypeAlias

import msgspec

from bot.caches import cached
from bot.card_emoji import known_emoji
from bot.known_faces import known_faces
from bot.language import ROBOT, Localizer, bold, catalogue, clean, escape, label, skeleton
from bot.pages.phone import LABEL, SMALL, line_count, text_width
from bot.pictures.colours import colour_numbers_of
from bot.pictures.labels import MISSING, initial, printable
from bot.pictures.pen import Portrait
from bot.tables.lobby import is_computer
from bot.tables.positions import stand_in_number
from bot.tables.snapshot import Snapshot, with_user_names
from bot.wire.components import Button, button
from games import Game
from games.core.words import Text, yes_no
from storage.rows import Name, SeatRow

# --- people -------------------------------------------------------------------------------------------------
# Names of a table's players: people, and the computer players that move for people who left.

NameFormatter: TypeAlias = Callable[[Name, bool], str]
"""Function that prints a name: ``bold``, ``escape`` or ``label``. Its second argument is true for computer
players.
"""


SHORT_NAME = 90
"""Width in points of a shortened name, as on a button."""


class SeatedTable(Protocol):
    """An object with an id and seats, such as a table or a snapshot."""

    @property
    def id(self) -> str: ...

    @property
    def seats(self) -> Sequence[SeatRow]: ...


class WithFormerPlayers(SeatedTable, Protocol):
    """A table or snapshot that also has the players who have left."""

    @property
    def former_players(self) -> Sequence[SeatRow]: ...


def seat_names(table: SeatedTable, language: str) -> list[PlayerName]:
    """Return the players' names for pictures, buttons and menus."""
    return player_names(table, table.seats, language)


def player_texts(table: SeatedTable, players: Sequence[SeatRow], language: str) -> list[str]:
    """Return names of some players as text alone, without their faces. Any thread may call it."""
    words = Localizer(language)
    return [_player_name(table, row, words, label, label) for row in with_user_names(players)]


def player_names(table: SeatedTable, players: Sequence[SeatRow], language: str) -> list[PlayerName]:
    """Return names of some players for pictures, buttons and menus."""

    def make() -> list[PlayerName]:
        words = Localizer(language)
        texts = player_texts(table, players, language)
        fallbacks = [
            _player_name(
                table, msgspec.structs.replace(row, name=row.handle or row.name), words, label, label
            )
            for row in players
        ]
        return list(map(PlayerName, texts, fallbacks))

    names = catalogue(language).texts.get_or_make(("names", table.id, *players), make)
    # A face may become known later.
    return [name._replace(face=_face(row)) for name, row in zip(names, players, strict=True)]


def _face(row: SeatRow) -> bytes:
    # The computer player at the seat of a person who has left is not that person.
    if row.user_id is None or row.has_left:
        return b""
    return known_faces().find(row.user_id)


def with_short_names(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot with long names shortened. Names that would then look alike are not shortened."""
    short = [_short_name(row.name) for row in snapshot.seats]
    if short == [row.name for row in snapshot.seats]:
        return snapshot
    looks = Counter(map(skeleton, short))
    seats = list[SeatRow]()
    for row, name in zip(snapshot.seats, short, strict=True):
        is_unique = looks[skeleton(name)] == 1
        seats.append(msgspec.structs.replace(row, name=name) if is_unique else row)
    return replace(snapshot, seats=tuple(seats))


def _short_name(name: Name) -> Name:
    if text_width(name, LABEL) <= SHORT_NAME:
        return name
    letters = clean(name)
    while letters and text_width(f"{letters}…", LABEL) > SHORT_NAME:
        letters = letters[:-1]
    return Name(f"{letters.rstrip()}…")


def people_localizer(table: WithFormerPlayers, language: str) -> Localizer:
    """Return a localizer with the names of a table's players, escaped for Markdown."""
    return players_localizer(table, (*table.seats, *table.former_players), language)


def page_localizer(snapshot: Snapshot, language: str) -> Localizer:
    """Return a localizer with the names of a table's players that prints cards as the application's emoji."""
    emoji = known_emoji()
    colours = snapshot.game.presenter.colours
    plainly = people_localizer(snapshot, language)
    return plainly.get_or_make(("emoji", emoji, colours), lambda: plainly.with_emoji(emoji, colours))


def players_localizer(table: SeatedTable, players: Sequence[SeatRow], language: str) -> Localizer:
    """Return a localizer with the names of some players of a table, escaped for Markdown."""

    def make() -> Localizer:
        words = Localizer(language)
        named = with_user_names(players)
        return Localizer(language, [_player_name(table, row, words, bold, escape) for row in named])

    # The name of a stand-in (a computer player that moves for a person who left) depends on the table.
    return catalogue(language).texts.get_or_make(("people", table.id, *players), make)


def seat_owner_name(table: SeatedTable, seat: int, language: str, format_name: NameFormatter = label) -> str:
    """Return the name of the person who owns a seat. A computer player may be moving for this person."""
    name = table.seats[seat].name
    if name:
        return format_name(name, is_computer(table.seats[seat]))
    return Localizer(language)("former-player")


def stand_in_name(table: SeatedTable, seat: int, words: Localizer) -> Name:
    """Return the name of the computer player that moves for an absent person."""
    return Name(f"{words('stand-in-name', number=stand_in_number(table.id, seat))} {ROBOT}")


def _player_name(
    table: SeatedTable,
    row: SeatRow,
    words: Localizer,
    format_name: NameFormatter,
    format_leaver: NameFormatter,
) -> str:
    if not row.has_left:
        if row.name:
            return format_name(row.name, is_computer(row))
        return words("former-player")
    name = format_name(stand_in_name(table, row.seat, words), True)
    if row.name:
        return words("seat-for", name=name, who=format_leaver(row.name, False))
    return words("seat-for-nobody", name=name)


# --- names in pictures --------------------------------------------------------------------------------------
# Pictures can draw fewer letters than Discord.


class PlayerName(NamedTuple):
    """A player's name for buttons and menus, and for pictures, which can draw fewer letters."""

    text: str
    fallback: str = ""  # the same with the person's user name; empty if that is unknown
    face: bytes = b""  # the person's face, if it is known and they allow it


def texts_of(names: Iterable[PlayerName]) -> list[str]:
    """Return players' names as texts outside of pictures show them."""
    return [name.text for name in names]


def drawn_names(names: Iterable[PlayerName]) -> tuple[str, ...]:
    """Return players' names as pictures show them: no two look alike.

    A name becomes its fallback if a picture can draw less than half of it, or if it would look like another
    name. Names that still look alike get numbers.
    """
    return _drawn_names(tuple(names))


@cached(1024)
def _drawn_names(names: tuple[PlayerName, ...]) -> tuple[str, ...]:
    drawn = list(map(_drawn_name, names))
    looks = Counter(map(_look, drawn))
    for at, name in enumerate(names):
        if looks[_look(drawn[at])] > 1:
            drawn[at] = name.fallback or drawn[at]
    return _numbered(drawn)


def _drawn_name(name: PlayerName) -> str:
    line = printable(name.text)
    if MISSING not in line:
        return name.text
    letters = _letter_count(name.text)
    if letters and 2 * _letter_count(line) >= letters:
        return " ".join(line.replace(MISSING, " ").split())
    return name.fallback or name.text


def _letter_count(name: str) -> int:
    # The user name that follows a display name in use twice is no part of it.
    display_name = name.rpartition(" @")[0] or name
    return sum(map(str.isalnum, display_name))


def _look(name: str) -> str:
    # ``skeleton`` leaves out a user name after a space, but here it distinguishes people.
    return skeleton(Name(printable(name).replace(" @", "@")))


def _numbered(names: Sequence[str]) -> tuple[str, ...]:
    numbered = list[str]()
    looks = set[str]()
    for name in names:
        distinct = name
        number = 1
        while _look(distinct) in looks:
            number += 1
            distinct = f"{name} {number}"
        looks.add(_look(distinct))
        numbered.append(distinct)
    return tuple(numbered)


@cached(1024)
def _portraits(names: tuple[PlayerName, ...]) -> tuple[Portrait, ...]:
    colour_numbers = colour_numbers_of(tuple(texts_of(names)))
    letters = disc_letters([printable(name) for name in _drawn_names(names)])
    portraits = list[Portrait]()
    # Of players who share a colour only the first has a face, since faces are numbered by the colours.
    coloured = set[int]()
    for name, colour_number, on_disc in zip(names, colour_numbers, letters, strict=True):
        face = b"" if colour_number in coloured else name.face
        coloured.add(colour_number)
        portraits.append(Portrait(on_disc, colour_number, face))
    return tuple(portraits)


def portraits_of(names: Iterable[PlayerName]) -> tuple[Portrait, ...]:
    """Return what the players' discs show: their faces, or letters of which no two are alike."""
    return _portraits(tuple(names))


def disc_letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return the letters on players' discs: the initial, and a second letter where initials look alike.

    The order of the names does not matter.

    >>> disc_letters(["Ken", "Kim", "Hana"])
    ('Ke', 'Ki', 'H')
    >>> disc_letters(["Ken", "Ken 2"])
    ('Ke', 'K2')
    """
    initials = [initial(name) for name in names]
    counts = Counter(map(_look, initials))
    letters = dict[int, str]()
    for place, first in enumerate(initials):
        if counts[_look(first)] == 1:
            letters[place] = first
    unclear = [place for place in range(len(names)) if place not in letters]
    # A letter that no other of these names has comes first, so it distinguishes best.
    for place in sorted(unclear, key=lambda place: (not _own_letters(names, place, unclear), names[place])):
        looks = set(map(_look, letters.values()))
        numbers = (str(number) for number in count(1))
        seconds = chain(_own_letters(names, place, unclear), _after_initial(names[place]), numbers)
        candidates = (initials[place] + second for second in seconds)
        letters[place] = next(pair for pair in candidates if _look(pair) not in looks)
    return tuple([letters[place] for place in range(len(names))])


def _after_initial(name: str) -> list[str]:
    return [letter for letter in name if letter.isalnum()][1:]


def _own_letters(names: Sequence[str], place: int, rivals: Sequence[int]) -> list[str]:
    others = set[str]()
    for rival in rivals:
        if rival != place:
            others |= {_look(letter) for letter in _after_initial(names[rival])}
    return [letter for letter in _after_initial(names[place]) if _look(letter) not in others]


# --- titles -------------------------------------------------------------------------------------------------
# The title of a table: its game, and the options that differ from their defaults.


def table_title(snapshot: Snapshot, words: Localizer) -> str:
    """Return the name of a table's game, followed by its place in a tournament if it has one."""
    title = words("table-title", emoji=snapshot.game.emoji, game=words(f"{snapshot.game.id}-name"))
    if snapshot.gathering.paired:
        return " · ".join([title, tournament_place(snapshot, words)])
    return title


def tournament_place(snapshot: Snapshot, words: Localizer) -> str:
    """Return the round and table number in a tournament as text. For ordinary tables, the text is empty."""
    paired = snapshot.gathering.paired
    if paired is None:
        return ""
    is_final = yes_no(paired.is_final)
    return words("tournament-place", round=paired.round, table=paired.number, final=is_final)


def title_line(snapshot: Snapshot, words: Localizer, nearby_text: Text | None = None) -> str:
    """Return the name of a table's game and its special options.

    Args:
        nearby_text: a text near the title. Options that it mentions are left out.
    """
    return " · ".join([table_title(snapshot, words), *special_options(snapshot, words, nearby_text)])


def short_title(snapshot: Snapshot, words: Localizer, nearby_text: Text | None = None) -> str:
    """Return the name of a table's game, with its special options if everything fits in one line.

    Args:
        nearby_text: a text near the title. Options that it mentions are left out.
    """
    line = title_line(snapshot, words, nearby_text)
    if line_count(line, SMALL) == 1:
        return line
    return table_title(snapshot, words)


def special_options(snapshot: Snapshot, words: Localizer, nearby_text: Text | None = None) -> list[str]:
    """Return texts for options that have an effect and differ from their defaults.

    Args:
        nearby_text: a text near the options. Options that it mentions are left out.
    """
    game = snapshot.game
    mentioned = _argument_names(nearby_text)
    special = {}
    for option, value in snapshot.options.items():
        default = game.rules.options[option][0]
        is_special = value != default and game.rules.has_effect(option, snapshot.options)
        if is_special and option not in mentioned:
            special[option] = value
    return option_texts(game, special, words)


def announced_options(snapshot: Snapshot) -> dict[str, str]:
    """Return the options that matter before a game: numbers, and what differs from the usual."""
    rules = snapshot.game.rules
    announced = {}
    for option, value in snapshot.options.items():
        # All values of an amount, such as that of the games, are whole numbers.
        is_amount = all(map(str.isdecimal, rules.options[option]))
        matters = is_amount or value != rules.options[option][0]
        if matters and rules.has_effect(option, snapshot.options):
            announced[option] = value
    return announced


def _argument_names(text: Text | None) -> set[str]:
    names = set[str]()
    if text is not None:
        names |= text.args.keys()
        for arg in text.args.values():
            if isinstance(arg, Text):
                names |= _argument_names(arg)
    return names


def option_value(game_id: str, option: str, value: str, words: Localizer) -> str:
    """Return the text of an option's value. Numbers without texts of their own share one text."""
    key = f"{game_id}-option-{option}-{value.replace('.', '_')}"
    if words.has(key):
        return words(key)
    return words(f"{game_id}-option-{option}-number", number=value)


def option_texts(game: Game, options: Mapping[str, str], words: Localizer) -> list[str]:
    """Return the names of options with their values."""
    return [
        words(
            "table-option",
            option=words(f"{game.id}-option-{option}"),
            value=option_value(game.id, option, value, words),
        )
        for option, value in options.items()
    ]


def aim_lines(game: Game, words: Localizer, options: Mapping[str, str] = {}) -> list[str]:
    """Return the aim of a game in small letters; an empty list if the game does not tell it."""
    aim = aim_text(game, options)
    return [f"-# {words('game-aim', aim=words(aim))}"] if words.has(aim.key) else []


def first_game_lines(game: Game, words: Localizer, options: Mapping[str, str]) -> list[str]:
    """Return the lines for a person who has never played a game: what it is, and its aim with these options.

    They ask whether to show the game in its lesson.
    """
    sentence = words(
        "first-game",
        emoji=game.emoji,
        game=words(f"{game.id}-name"),
        pitch=words(f"{game.id}-pitch"),
        difficulty=game.difficulty or "unknown",
    )
    return [sentence, *aim_lines(game, words, options)]


def lesson_button(game: Game, words: Localizer) -> Button:
    """Return the button that begins a game's lesson, for a person who has never played the game."""
    return button("learn", game.id, words("button-lesson-first"), style="primary")


def aim_text(game: Game, options: Mapping[str, str] = {}) -> Text:
    """Return the text of a game's aim, which some options change.

    Args:
        options: the table's options. Those left out have their defaults.
    """
    values = {name: choices[0] for name, choices in game.rules.options.items()}
    values |= options
    args = {name: int(value) if value.isdecimal() else value for name, value in values.items()}
    return Text(f"{game.id}-aim", args)


def outcome_of_options(table: Snapshot, words: Localizer) -> str:
    """Return what a lobby's options make of its game: how long it is, and with what it is played.

    Empty if there is nothing to say.
    """
    seats = _expected_seats(table)
    computers = sum(seat.level is not None for seat in table.seats)
    facts = []
    minutes = expected_minutes(table, table.options)
    if minutes:
        facts.append(words("lobby-minutes", minutes=minutes, people=seats - computers, computers=computers))
    equipment = table.game.presenter.equipment(seats, table.options)
    if equipment is not None:
        facts.append(words(equipment))
    return " · ".join(facts)


def expected_minutes(table: Snapshot, options: Mapping[str, str]) -> int:
    """Return about how many minutes a lobby's game would last with other options; 0 if that is not known."""
    # A game in which each turn may take a day has no minutes.
    if table.row.clock == "week":
        return 0
    seats = _expected_seats(table)
    computers = sum(seat.level is not None for seat in table.seats)
    return table.game.minutes_with(options, seats, seats - computers)


class OtherLength(NamedTuple):
    """The short form of a lobby's game, or the whole game if the lobby has the short form."""

    is_short: bool
    options: dict[str, str]
    minutes: int


def other_length(table: Snapshot) -> OtherLength | None:
    """Return the other length that a lobby's game can have; ``None`` if there is none that was measured."""
    rules = table.game.rules
    chosen = dict(table.game.short_options)
    is_short = not chosen.items() <= table.options.items()
    if not is_short:
        chosen = {name: rules.default_options[name] for name in chosen}
    options = {**table.options, **chosen}
    minutes = expected_minutes(table, options)
    if not chosen or not minutes or rules.fit_options(options, _expected_seats(table)) != options:
        return None
    # Options without effect make no other game.
    if minutes == expected_minutes(table, table.options):
        return None
    return OtherLength(is_short, chosen, minutes)


def _expected_seats(table: Snapshot) -> int:
    # While people are missing, the table is taken to fill up as usual.
    if len(table.seats) < table.game.rules.seats[0]:
        return table.game.table_size
    return len(table.seats)


def in_menu_order(values: Sequence[str]) -> tuple[str, ...]:
    """Return an option's values, of which the first is the default, in the order of menus: numbers ascend."""
    are_numbers = all(value.isdecimal() for value in values)
    return tuple(sorted(values, key=int)) if are_numbers else tuple(values)
