"""Texts in the reader's language: the catalogues, names of people, and the printing of ``Text`` values."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import FluentInt, FluentType

from bot import LANGUAGES
from bot.caches import RecentCache, cached, clear_caches_with_names
from bot.card_emoji import NO_EMOJI, CardEmoji, CardLabel, EmojiSet, known_emoji
from games import GAMES
from games.core.cards import FAMILIES, Card
from games.core.game import LEVELS, TEMPERAMENTS
from games.core.presentation import Colours
from games.core.words import Arg, Cards, Joined, Rank, Seat, Seats, Suit, Text
from storage.rows import Name

# --- catalogue ----------------------------------------------------------------------------------------------
# The catalogues: every text for people in every language, read from the Fluent files in ``locales``.

T = TypeVar("T")

LOCALES = Path(__file__).parent / "locales"
"""A folder for each language: Fluent files, the rules of each game as Markdown, formats of times."""


CACHED_TEXTS = 120_000
"""Number of printed texts cached per language: those that a thousand tables use again between two moves.
Printing takes 20 times as long as a look-up.
"""


Functions = dict[str, Callable[[Any], FluentType]]
"""Functions that texts can call. The library also takes plain strings from them; its types omit that."""


class MissingText(KeyError):
    """Raised if a catalogue lacks a text, or a text lacks an argument. The cause is always a bug."""


def language_of(locale: object, default: str = LANGUAGES[0]) -> str:
    """Return the bot's language for a Discord locale.

    >>> language_of("en-GB")
    'en'
    >>> language_of("fr", default="ja")
    'ja'
    """
    language = str(locale or "").split("-")[0].lower()
    return language if language in LANGUAGES else default


class _WholeNumber(FluentInt):
    def format(self, locale: Any) -> str:
        return _formatted(int(self), locale)


_whole = cached(4096, of_people=False)(_WholeNumber)


@cached(4096, of_people=False)
def _formatted(number: int, locale: Any) -> str:
    return str(FluentInt(number).format(locale))


def capitalized(text: Any) -> str:
    """Return a text with a capital at its beginning."""
    printed = str(text)
    return printed[:1].upper() + printed[1:]


class Catalogue:
    """All texts of one language."""

    def __init__(self, language: str, sources: Iterable[str]) -> None:
        self.language = language
        # Functions that texts can call.
        functions = {
            "RANK": lambda rank: self._rank_word("rank-one", rank),
            "RANKS": lambda rank: self._rank_word("rank-many", rank),
            "CAPITAL": capitalized,
            "COMMAND": self.command,
            "COMMAND_NAME": self.command_name,
        }
        self._bundle = FluentBundle([language], use_isolating=False, functions=cast(Functions, functions))
        self.texts = RecentCache(CACHED_TEXTS)
        self.keys: set[str] = set()
        # All files of the language together.
        for source in sources:
            resource = FluentResource(source)
            self._bundle.add_resource(resource)
            self.keys.update(entry.id.name for entry in resource.body if hasattr(entry, "id"))

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._bundle.has_message(key)

    def format(self, key: str, args: Mapping[str, Any] | None = None) -> str:
        """Return a text with its arguments filled in.

        Raises:
            MissingText: there is no such text, or an argument is missing.
        """
        # with their types: 1 and True are equal keys, but may print differently
        if args:
            key_args = tuple([(name, value, type(value)) for name, value in args.items()])
        else:
            key_args = ()
        return self.texts.get_or_make((key, key_args), lambda: self._print(key, args or {}))

    def command(self, path: Any) -> str:
        """Return a command for a text with Markdown, where a tap on it types it.

        Discord writes the name in the reader's language. If the command's id is not known, the name is that
        of this catalogue's language.

        Args:
            path: the command's English name; for a subcommand also its name, after a space.
        """
        words = str(path)
        command_id = _command_ids.get(words.split()[0])
        if command_id is None:
            return f"`{self.command_name(path)}`"
        return f"</{words}:{command_id}>"

    def command_name(self, path: Any) -> str:
        """Return a command's name, as Discord lists it for readers of this language, for plain text.

        >>> catalogue("ja").command_name("owner servers")
        '/オーナー サーバー一覧'
        """
        name, *subcommands = str(path).split()
        keys = [f"command-{name}-name"]
        keys += [f"command-{name}-{subcommand}" for subcommand in subcommands]
        return "/" + " ".join(map(self.format, keys))

    def _rank_word(self, key: str, rank: Any) -> str:
        text = str(rank)
        return self.format(key, {"rank": int(text) if text.isdecimal() else text})

    def _print(self, key: str, args: Mapping[str, Any]) -> str:
        if not self._bundle.has_message(key):
            raise MissingText(f"{self.language}: {key}")
        pattern = self._bundle.get_message(key).value
        if pattern is None:
            raise MissingText(f"{self.language}: {key} has no value")
        given = dict(args)
        for name, value in args.items():
            if type(value) is int:
                given[name] = _whole(value)
        value, errors = self._bundle.format_pattern(pattern, given)
        if errors:
            raise MissingText(f"{self.language}: {key}: {errors[0]}")
        return str(value)


_command_ids: dict[str, int] = {}
"""The ids of the registered commands by English name. All bots of a process belong to one application."""


def mention_commands(ids: Mapping[str, int]) -> None:
    """Mention these commands by their ids in texts from now on.

    Args:
        ids: ids by the command's English name.
    """
    if ids.items() <= _command_ids.items():
        return
    _command_ids.update(ids)
    # Texts that were printed before have names instead of mentions.
    clear_caches_with_names()


def forget_command_ids() -> None:
    """Show all commands by name in texts."""
    _command_ids.clear()
    clear_caches_with_names()


_folders: tuple[str, ...] = (str(LOCALES),)


def public_label(key: str, locale: str) -> str:
    """Return the label of a button in a public message, for a private text in the reader's own language.

    Args:
        locale: the language of the public message.
    """
    return catalogue(language_of(locale)).format(key)


@contextmanager
def more_texts(folder: Path) -> Iterator[None]:
    """Context manager that adds the texts in a folder. The folder has the structure of ``LOCALES``."""
    global _folders
    before = _folders
    _folders = (*_folders, str(folder))
    try:
        yield
    finally:
        _folders = before


def catalogue(language: str) -> Catalogue:
    """Return all texts of one language."""
    return _loaded(language, _text_folders())


def _text_folders() -> tuple[str, ...]:
    return _folders + GAMES.text_folders


def game_emoji(game_id: str) -> str:
    """Return the emoji of a game, also of one that is no longer installed."""
    return GAMES.find(game_id).emoji if game_id in GAMES.ids else "❔"


def game_name(game_id: str) -> Text:
    """Return the name of a game. A game that is no longer installed has only its id."""
    if game_id in GAMES.ids:
        return Text(f"{game_id}-name")
    return Text("game-not-installed", {"game": game_id})


@cached(64, of_people=False)
def _loaded(language: str, folders: tuple[str, ...]) -> Catalogue:
    paths = list[Path]()
    for folder in folders:
        paths += sorted(Path(folder, language).glob("*.ftl"))
    return Catalogue(language, [path.read_text("utf-8") for path in paths])


RULES_COMMANDS = ("move", "resign")
"""The commands that pages of rules name."""

_COMMAND_AS_CODE = re.compile("`(/[^` ]+)`")


def rules_text(game_id: str, language: str) -> str:
    """Return the rules of a game in Discord's Markdown.

    The files name commands as code, so that they can be read as they are; here each name becomes
    ``Catalogue.command``.

    Raises:
        MissingText: there are no written rules.
    """
    return _rules_text(game_id, language, _text_folders())


@cached(64)
def _rules_text(game_id: str, language: str, folders: tuple[str, ...]) -> str:
    words = catalogue(language)
    commands = {words.command_name(path): path for path in RULES_COMMANDS}
    for folder in folders:
        path = Path(folder, language, f"{game_id}-rules.md")
        if path.exists():
            written = path.read_text("utf-8").strip()
            return _COMMAND_AS_CODE.sub(lambda code: words.command(commands[code[1]]), written)
    raise MissingText(f"{language}: the rules of {game_id}")


@cached(64, of_people=False)
def time_words(language: str) -> Mapping[str, Any]:
    """Return the formats of times in a language, from the file ``times.toml``."""
    return tomllib.loads((LOCALES / language / "times.toml").read_text("utf-8"))


def usual_zone(language: str) -> str:
    """Return the IANA name of the default time zone for servers with this language."""
    return str(time_words(language_of(language))["time_zone"])


# --- names --------------------------------------------------------------------------------------------------
# Makes people's names safe for the places where they are shown.
#
# Discord allows almost any name. Here a name becomes one line of visible characters that cannot reverse,
# hide, link or format the text around it.

NO_BREAK = "\u00a0"
"""A space at which no line is broken."""

ISOLATE = "\u2068"
END = "\u2069"
"""Marks around a name whose direction (left or right) must not affect the rest of the line."""

ROBOT = "🤖"
"""The sign after the names of computer players."""

SIGNS = (ROBOT, "🔑", "👑", "🛡", "🏆", "🥇", "🥈", "🥉", "💤")
"""Signs that only the bot may put beside names: of computer players, hosts, winners, moderators, and players
who are away.

The crown is drawn in pictures of results.
"""

LONGEST = 80
"""Limit of the characters of a name that are shown. Discord's own limit is lower."""

NAMELESS = "?"
"""The text for a name without visible characters."""

MARKS_IN_A_ROW = 3
"""Limit of accents on one letter: enough for every script, too few to reach into other lines."""

_MARKS = ("Mn", "Me")
_JOINER = "\u200d"
_STYLES = "\ufe0e\ufe0f"
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that show nothing. Control characters are not listed: they have a category of their own."""

_HANDLE = re.compile(r"\s@\S*$")
"""A pattern for the user name at the end of a name, which distinguishes people with similar names
(``bot.tables.snapshot.with_user_names``).
"""

_LAST_SIGNS = re.compile(r" (?=[^\w\s]+$)")
_MARKDOWN = re.compile(r"([\\*_`~|>#\[\]()<@:/.-])")
"""Characters that begin or end formatting, mentions, lists, emoji and links."""


@cached(20_000)
def clean(name: Name, keeps_signs: bool = False) -> str:
    """Return a name as one line of visible characters; ``NAMELESS`` if there are none.

    Args:
        keeps_signs: keep the signs that only the bot may write beside a name, such as a robot.
    """
    text = str(name)
    line = ""
    seen = _INVISIBLE.sub("", text)
    while line != seen:  # removing a sign can join two others to a new one
        line = _visible_characters(seen)
        seen = line if keeps_signs else _own_signs_pattern().sub(" ", line)
    line = line[:LONGEST].rstrip(f" {_JOINER}")
    if text and not any(unicodedata.category(char)[0] in "LNPS" or _is_newer_emoji(char) for char in line):
        return NAMELESS
    return _LAST_SIGNS.sub(NO_BREAK, line)


def _visible_characters(name: str) -> str:
    out: list[str] = []
    name = " ".join(name.split())
    for at, char in enumerate(name):
        if _is_accepted(char, out, name[at + 1 : at + 2]):
            out.append(char)
    return " ".join("".join(out).split())


_LOOKS = str.maketrans(
    "асеорхуіјѕԁһԛԝмткнвαορντυικηχ" + "01|$5@ıi",
    "aceopxyijsdhqwmtkhbaopvtuiknx" + "ollssall",
)
"""Letters of other scripts, and signs, that look like a Latin letter, with that letter."""


@cached(1, of_people=False)
def _own_signs_pattern() -> re.Pattern[str]:
    words = list(map(catalogue, LANGUAGES))
    # Words that the bot writes beside names: hosts, levels, temperaments.
    hosts = [texts.format("lobby-seat-host", {"name": ""}).split()[-1] for texts in words]
    levels = list[str]()
    for texts in words:
        levels += [texts.format(f"level-{level}") for level in LEVELS]
    tempers = "|".join(re.escape(temper.sign) for temper in TEMPERAMENTS if temper.sign)
    listed = "|".join(map(re.escape, levels))
    # Longer patterns first, so that none is left over in part.
    return re.compile(
        "|".join(
            [
                rf"(?:{'|'.join(SIGNS)})\ufe0f? (?:{'|'.join(map(re.escape, hosts))})",
                f"{ROBOT}\ufe0f?(?:{tempers})?",
                f"(?:{'|'.join(SIGNS)})\ufe0f?",
                rf"[·・(\[(]\s*(?:{listed})\s*(?:[)\])]|$)",
            ]
        ),
        re.IGNORECASE,
    )


def _is_accepted(char: str, accepted: list[str], after: str) -> bool:
    last = accepted[-1] if accepted else " "
    # Joiners and styles count only beside an emoji.
    if char == _JOINER:
        return _may_be_emoji(last) and _may_be_emoji(after)
    if char in _STYLES:
        return _may_be_emoji(last)
    # Accents only on a letter, and only some.
    kind = unicodedata.category(char)
    if kind in _MARKS:
        run = accepted[-MARKS_IN_A_ROW:]
        is_full = len(run) == MARKS_IN_A_ROW and all(unicodedata.category(mark) in _MARKS for mark in run)
        return last != " " and not is_full
    # No control characters, no other formatting, no line breaks.
    return kind not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _may_be_emoji(char: str) -> bool:
    return bool(char) and (unicodedata.category(char)[0] in "SPN" or char in _STYLES or _is_newer_emoji(char))


def _is_newer_emoji(char: str) -> bool:
    return "\U0001f000" <= char <= "\U0001faff" and unicodedata.category(char) == "Cn"


@cached(20_000)
def skeleton(name: Name) -> str:
    """Return a simplified form of a name, which is equal for names that look alike."""
    flat = unicodedata.normalize("NFKD", _HANDLE.sub("", clean(name)).casefold())
    letters = [char for char in flat if unicodedata.category(char)[0] not in "MZ"]
    return "".join(letters).translate(_LOOKS)


def label(name: Name, keeps_signs: bool = False) -> str:
    """Return a name for places without Markdown, such as buttons and menus.

    Args:
        keeps_signs: as in ``clean``.
    """
    cleaned = clean(name, keeps_signs)
    return _with_direction_marks(cleaned, cleaned)


def escape(name: Name, keeps_signs: bool = False) -> str:
    """Return a name that shows no formatting and mentions nobody in Discord's Markdown.

    Args:
        keeps_signs: as in ``clean``.
    """
    cleaned = clean(name, keeps_signs)
    return _with_direction_marks(cleaned, _MARKDOWN.sub(r"\\\1", cleaned))


def bold(name: Name, keeps_signs: bool = False) -> str:
    """Return a name in bold for Discord's Markdown.

    Args:
        keeps_signs: as in ``clean``.
    """
    cleaned = clean(name, keeps_signs)
    letters = [number for number, char in enumerate(cleaned) if char.isalnum()]
    if not letters:
        return escape(name, keeps_signs)
    first = letters[0]
    last = letters[-1] + 1
    before = _escaped(cleaned[:first])
    inner = _escaped(cleaned[first:last])
    after = _escaped(cleaned[last:])
    return _with_direction_marks(cleaned, f"{before}**{inner}**{after}")


def _escaped(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def _with_direction_marks(name: str, printed: str) -> str:
    is_from_right = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"{ISOLATE}{printed}{END}" if is_from_right else printed


def mention(user_id: int) -> str:
    """Return the Markdown that mentions a user."""
    return f"<@{user_id}>"


LONGEST_QUOTE = 200
"""Limit of a quoted reason, in characters."""


def quote(text: str, limit: int = LONGEST_QUOTE) -> str:
    """Return a person's text on one line, without formatting, links and mentions.

    Args:
        limit: the maximum number of characters.
    """
    words = text[:limit].split()
    return " ".join(filter(None, [escape(Name(word)) for word in words]))


# --- localizer ----------------------------------------------------------------------------------------------
# Prints ``Text`` values, names, cards, ranks and suits in the reader's language.

encoded = msgspec.msgpack.Encoder().encode
"""Encodes a value as bytes, which serve as a key: equal values give equal bytes."""

SYMBOLS = {"s": "♠\ufe0e", "h": "♥\ufe0e", "d": "♦\ufe0e", "c": "♣\ufe0e"}
"""Suit signs. The added variation selector asks for a text sign, as black suits drawn as emoji vanish on a
dark page.
"""
_EMOJI_MARKUP = re.compile(r"<:(\w+):\d+>")

BACK = "🂠"
JOINER = "\u2060"
"""Invisible character that keeps the rank and suit of a card on one line."""


class Localizer:
    """Prints texts in one language.

    Args:
        names: the players' names by seat.
        emoji: the emoji to print cards as. Without any, cards are printed as text: in pictures, their
            descriptions, labels, records and web pages.
        colours: the colours of playing cards at this table.
    """

    def __init__(
        self,
        language: str,
        names: Sequence[str] = (),
        emoji: EmojiSet = NO_EMOJI,
        colours: Colours = "four",
    ) -> None:
        self.language = language
        self._catalogue = catalogue(language)
        self._names = tuple(names)
        self._emoji = emoji
        self._colours = colours
        self._cache_key: Hashable = self._names
        self._nameless_key: Hashable = ()
        if emoji is not NO_EMOJI:
            # Sets of emoji are equal only to themselves.
            self._cache_key = (self._names, emoji, colours)
            self._nameless_key = (emoji, colours)

    def __call__(self, key: str | Text, **args: Arg) -> str:
        if not isinstance(key, Text):
            return self._printed(key, args)
        if not key.args:
            return self._catalogue.format(key.key)
        content = encoded(key)
        # A text that names no seat is the same at all tables.
        names_key = self._cache_key if b"Seat" in content else self._nameless_key
        return self._catalogue.texts.get_or_make(
            (names_key, content), lambda: self._printed(key.key, key.args)
        )

    def to_reader(self, seat: int) -> Localizer:
        """Return a localizer that prints "you" instead of the name of this seat."""

        def make() -> Localizer:
            names = list(self._names)
            names[seat : seat + 1] = [self("reader")]
            return self.with_names(names)

        return self.get_or_make(("reader", seat), make)

    def with_names(self, names: Sequence[str]) -> Localizer:
        """Return a localizer that prints the same texts with other names."""
        return Localizer(self.language, names, self._emoji, self._colours)

    def with_emoji(self, emoji: EmojiSet, colours: Colours) -> Localizer:
        """Return a localizer that prints cards as emoji in the same texts."""
        if emoji is NO_EMOJI:
            return self
        return Localizer(self.language, self._names, emoji, colours)

    @property
    def without_emoji(self) -> Localizer:
        """A localizer that prints the same texts with cards as text."""
        # A localizer that kept itself would be freed only by the garbage collector.
        return self if self._emoji is NO_EMOJI else self._with_cards_as_text

    @cached_property
    def _with_cards_as_text(self) -> Localizer:
        return Localizer(self.language, self._names)

    def emoji_of(self, card: Card, family: str) -> CardEmoji | None:
        """Return the emoji of a card; ``None`` if there is none, or if this localizer prints no emoji.

        Args:
            family: name of the deck.
        """
        return self._emoji.find(card, family, self._colours, self.language)

    def plain(self, text: Text) -> str:
        """Return a text on one line, without Markdown, emoji of cards and invisible characters."""
        return plain(self.without_emoji(text))

    def label(self, text: Text) -> CardLabel:
        """Return a text for a button or a menu, with the emoji of the card that it names.

        A text that names no card or several has no emoji. The emoji replaces a name at the beginning.
        """
        content = encoded(text)
        names_key = self._cache_key if b"Seat" in content else self._nameless_key
        return self._catalogue.texts.get_or_make((names_key, "label", content), lambda: self._label(text))

    def _label(self, text: Text) -> CardLabel:
        printed = self.plain(text)
        cards = list(_single_cards(text.args.values()))
        if len(cards) != 1 or self._emoji is NO_EMOJI:
            return CardLabel(printed)
        (card,) = cards[0].cards
        family = cards[0].family
        emoji = self.emoji_of(card, family)
        if emoji is not None:
            printed = printed.removeprefix(plain(self.without_emoji.cards([card], family))).lstrip()
        return CardLabel(printed, emoji)

    def _printed(self, key: str, args: Mapping[str, Arg]) -> str:
        return self._catalogue.format(key, {name: self._arg(arg) for name, arg in args.items()})

    def get_or_make(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the cached value of a key. If there is none, call ``make`` and cache the result."""
        return self._catalogue.texts.get_or_make((self._cache_key, key), make)

    def has(self, key: str) -> bool:
        """Return whether the catalogue has a text with this key."""
        return key in self._catalogue

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self._names[seat]

    def _arg(self, arg: Arg) -> Any:
        match arg:
            case Text():
                return self(arg)
            case Joined():
                return self.join(map(self, arg.texts))
            case Seat():
                return self._names[arg.seat]
            case Seats():
                return self.join([self._names[seat] for seat in arg.seats])
            case Cards():
                return self.cards(arg.cards, arg.family)
            case Rank():
                return rank_text(arg.rank, arg.family)
            case Suit():
                symbols = FAMILIES[arg.family].symbols
                if arg.is_sign and symbols == "standard":
                    return SYMBOLS[arg.suit]
                return self(f"suit-{symbols}-{arg.suit}")
        return arg

    @property
    def computer_names(self) -> list[str]:
        """The names of computer players, before any is chosen."""
        return [name.strip() for name in self("computer-names").split(",")]

    def join(self, items: Iterable[str]) -> str:
        """Return a list as text, such as "Ann, Bob and Cy"."""
        texts = list(items)
        if len(texts) < 2:
            return "".join(texts)
        comma = self("list-comma")
        last = self("list-last")
        return comma.join(texts[:-1]) + last + texts[-1]

    def cards(self, cards: Sequence[Card], family: str) -> str:
        """Return cards as text, each with its rank and suit.

        Args:
            family: name of the deck.
        """
        if self._emoji is NO_EMOJI or not cards:
            return _cards_text(tuple(cards), family, self.language) or self("no-cards")
        emoji_or_none = [self.emoji_of(card, family) for card in cards]
        # A row in which some cards are words would be hard to read.
        marks = [emoji.markup for emoji in emoji_or_none if emoji is not None]
        if len(marks) == len(cards):
            return " ".join(marks)
        return self.without_emoji.cards(cards, family)


def _single_cards(args: Iterable[Arg]) -> Iterator[Cards]:
    # All groups of cards in a text. A group of several cards counts as several groups.
    for arg in args:
        match arg:
            case Cards():
                for card in arg.cards:
                    yield Cards((card,), arg.family)
            case Text():
                yield from _single_cards(arg.args.values())
            case Joined():
                yield from _single_cards(arg.texts)


def without_emoji(printed: str, language: str) -> str:
    """Return a printed text with its emoji of cards replaced by the cards' texts."""

    def replaced(match: re.Match[str]) -> str:
        card = known_emoji().card_of(match[1])
        if card is None:
            return match[0]
        return _cards_text(card.cards, card.family, language)

    return _EMOJI_MARKUP.sub(replaced, printed)


def rank_text(rank: str, family: str) -> str:
    """Return a rank as it is printed on cards.

    Args:
        family: name of the deck.
    """
    return FAMILIES[family].spell(rank)


def card_text(card: Card, family: str, language: str) -> str:
    """Return a card as a short text. An empty ``card`` is printed as a card's back.

    Args:
        family: name of the deck.
    """
    words = catalogue(language)
    if not card:
        return BACK
    if card == "Jk":
        return f"🃏{NO_BREAK}{words.format('joker')}"
    deck = FAMILIES[family]
    known = deck.symbols
    rank = deck.rank[card]
    suit = deck.suit[card]
    if known == "standard":
        return f"{rank_text(rank, family)}{JOINER}{SYMBOLS[suit]}"
    name = suit or card.lower()
    # honours, and the suit of yin and yang, have a text for each tile or kind
    if known == "mahjong" and suit == "z":
        name = f"{rank}z"
    if known == "tesca" and suit == "y":
        number = int(rank)
        if number == 0:
            name = "taikyoku"
        elif number % 2:
            name = "yang"
        else:
            name = "yin"
    return words.format(f"card-{known}-{name}", {"rank": rank_text(rank, family)})


@cached(20_000, of_people=False)
def _cards_text(cards: tuple[Card, ...], family: str, language: str) -> str:
    texts = [card_text(card, family, language) for card in cards]
    # Names of several words need a comma between them; a joker's sign sets it apart.
    has_long_names = any(NO_BREAK in card for card in texts if "🃏" not in card)
    separator = ", " if has_long_names else " "
    return separator.join(texts)


def flat(line: str) -> str:
    """Return a line without the Markdown mark of a headline.

    >>> flat("## Rules")
    'Rules'
    """
    return line.lstrip("# ")


def first_line(text: str) -> str:
    """Return the first line of a text without the Markdown mark of a headline."""
    return flat(text.partition("\n")[0])


def unmarked(line: str) -> str:
    """Return a line without the Markdown marks of headlines and bold text.

    >>> unmarked("# A **red** card")
    'A red card'
    """
    return flat(line).replace("**", "")


def is_repeated(line: str, lines: Iterable[str]) -> bool:
    """Return whether one of ``lines`` contains a line. Marks of Markdown and the last mark do not count.

    >>> is_repeated("Ken is out.", ["**Ken** is out: no cards left."])
    True
    """
    sentence = unmarked(line).rstrip(" .。!")
    return any(sentence in unmarked(other) for other in lines)


def plain(text: str) -> str:
    """Return a text on one line, without Markdown marks and invisible characters, for labels and pictures."""
    return text.replace(JOINER, "").replace("**", "").replace("\\", "").replace("\n", " ").lstrip("# ")
