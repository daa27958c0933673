"""Tests of text in pictures: missing glyphs, long texts, and pictures of highlights."""

from __future__ import annotations

import unicodedata
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image, ImageDraw

from bot import LANGUAGES
from bot.language import Localizer
from bot.pages.people import PlayerName
from bot.pictures import CardRow, RowTexts
from bot.pictures.drawing import TagText
from bot.pictures.labels import (
    ELLIPSIS,
    MISSING,
    fit,
    font,
    has_glyph,
    initial,
    printable,
    text_length,
    text_mask,
    text_width,
    wrapped_lines,
)
from bot.pictures.pen import Disc, Portrait, StampSprite
from bot.pictures.pieces import WIDTH
from bot.pictures.pixels import PICTURE_WIDTH
from bot.pictures.posters import Comic, ComicScene, comic_layout, draw_comic
from bot.pictures.seats import stamp_piece
from games import GAMES, Game
from games.core.match import GameHistory, Match
from games.core.presentation import Row, faces
from games.core.rules import Rules
from games.core.words import Seat
from games.trick3.hands import HANDS
from games.trick3.pictures import title_name
from tests.games.contract import setup_of
from tests.games.play import play_random


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("ブツダ", "ブツダ"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("한국어", "한국어"),
        ("𝓐𝓵𝓲𝓬𝓮", "Alice"),
        ("phi 🔥 fan", "phi fan"),
        ("Neko 🤖: single 10", "Neko: single 10"),
        ("Neko 🤖’s hand", "Neko’s hand"),
        ("ネコ 🤖の手札", "ネコの手札"),
        ("ネコ 🤖🐢(4): 7", "ネコ(4): 7"),
        ("Neko 🤖🐢 (4): 7", "Neko (4): 7"),
        ("山田 太郎", "山田 太郎"),
        ("👩‍👩‍👧", MISSING),
        ("สวัสดี", MISSING),
        ("Ann สวัสดี", f"Ann {MISSING}"),
        ("Łukasz", "Łukasz"),
        ("Їжак", "Їжак"),
        ("Σωκράτης", "Σωκράτης"),
        ("Nguyễn", "Nguyễn"),
        ("Қалқаман Әуезұлы", "Қалқаман Әуезұлы"),
        ("Ꞓarl", "Carl"),
        ("a\u200b\u202eb", "ab"),
        ("two\nlines\t here", "two lines here"),
        ("Z̷̡͕a̸l̵g̶o̴", "Zalgo"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_printable_replaces_missing_glyphs(name: str, printed: str) -> None:
    assert printable(name) == printed


@pytest.mark.parametrize(
    ("first", "last"),
    [(0xC0, 0x180), (0x1E00, 0x1EFA), (0x386, 0x3CF), (0x400, 0x460)],
    ids=["latin", "latin-additional", "greek", "cyrillic"],
)
def test_letters_of_european_languages_are_printed(first: int, last: int) -> None:
    """Every letter of these blocks is printed as itself, or as the letter without its marks."""
    letters = [chr(code) for code in range(first, last) if unicodedata.category(chr(code))[0] == "L"]
    assert len(letters) > 60
    assert [letter for letter in letters if MISSING in printable(letter)] == []


def test_letters_of_the_second_font_are_as_high_as_others() -> None:
    """Capitals of both fonts have one height and stand on one line."""
    first, second = (text_mask(letter, 90) for letter in "LŁ")
    assert second.y_offset == pytest.approx(first.y_offset, abs=1)
    assert second.mask.height == pytest.approx(first.mask.height, abs=1)


@given(st.text(max_size=60))
@settings(max_examples=150, deadline=None)
def test_printable_text_has_only_glyphs_of_the_font(text: str) -> None:
    """Every character of a printable text has a glyph, and a second call changes nothing."""
    line = printable(text)
    assert all(char == " " or has_glyph(char) for char in line)
    assert printable(line) == line
    assert bool(line) == bool(text.strip())


@given(st.text(st.sampled_from("Wi水・…A 5"), max_size=40).map(printable), st.integers(0, 500))
@settings(max_examples=150, deadline=None)
def test_fit_never_exceeds_the_limit(text: str, limit: int) -> None:
    """A shortened text is the longest beginning that fits together with an ellipsis."""
    short = fit(text, 30, limit)
    assert text_width(short, 30) <= limit
    assert (short == text) == (text_width(text, 30) <= limit)
    if short != text:
        kept = short.removesuffix(ELLIPSIS)
        assert text.startswith(kept)
        longer = text[: len(kept) + 1].rstrip() + ELLIPSIS
        assert (
            not short
            or text_width(longer, 30) > limit
            or longer == short
            or kept == text[: len(kept) + 1].rstrip()
        )


def test_lettering_is_cropped_to_its_ink() -> None:
    """The mask of a text ends at its letters on all sides."""
    mask, _, top = text_mask("Hg", 34)
    assert mask.getbbox() == (0, 0, *mask.size)
    assert top < 0


LETTERS_OF_FIRST_FONT = st.characters(max_codepoint=0xFF) | st.characters(
    min_codepoint=0x3000, max_codepoint=0x9FFF
)


@given(st.text(LETTERS_OF_FIRST_FONT, max_size=40), st.sampled_from([14, 16, 20, 26]))
@settings(max_examples=200)
def test_text_width_is_the_sum_of_its_letters(text: str, size: int) -> None:
    """Widths of letters can be added, since texts are drawn without kerning and ligatures."""
    assert text_length(text, size) == font(size).getlength(text)


@pytest.mark.parametrize("text", ["P3 · 4 tricks", "“AVAToj” g", "10♠-high", "手札が3枚", " ", "龘…"])
@pytest.mark.parametrize("size", [14, 23, 90])
def test_joined_letters_equal_the_text(text: str, size: int) -> None:
    whole = Image.new("L", (60 * size, 3 * size))
    ImageDraw.Draw(whole).text((size, 2 * size), text, fill=255, font=font(size), anchor="ls")
    mask, left, top = text_mask(text, size)
    pasted = Image.new("L", whole.size)
    pasted.paste(mask, (size + left, 2 * size + top))
    assert pasted.tobytes() == whole.tobytes()


LARGEST = 500_000
NAMES = ["Hana Sato", "花子", "🎲", "A" * 40, "<script>", "健太 太郎", "z", "\u200b"]


TOLD = [game for game in GAMES if type(game.rules).highlights is not Rules.highlights]
"""The games with highlights."""


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.id)
@pytest.mark.parametrize("language", ["en", "ja"])
async def test_every_highlight_of_a_game_is_drawn(game: Game, language: str) -> None:
    """A highlight's picture has a fixed width and a limited size, and is the same if drawn again."""
    from bot.replay.share import comic_gallery

    match = play_random(Match(game.rules, setup_of(game, 1)), 1, 3000)
    past = GameHistory(match)
    assert match.highlights()
    for highlight in match.highlights():
        tale = game.presenter.picture_story(highlight, past)
        gallery, picture = comic_gallery(game.id, tale, list(map(PlayerName, NAMES)), language, "x")
        data = await picture.data()
        image = Image.open(BytesIO(data))
        assert (image.format, image.width) == ("PNG", PICTURE_WIDTH)
        assert image.height < 2.6 * image.width
        assert len(data) < LARGEST
        assert data == await picture.data()
        assert gallery.items[0].description.count("\n") >= 3


def test_names_become_initials() -> None:
    """An initial is the first letter or symbol of a name, or a replacement for a missing glyph."""
    initials = [initial(printable(name)) for name in NAMES]
    assert initials == ["H", "花", "〓", "A", "S", "健", "Z", "〓"]


@pytest.mark.parametrize("text", ["word " * 40, "カ" * 60, "x" * 90, "a " + "b" * 60])
def test_long_texts_are_wrapped(text: str) -> None:
    """A long text becomes two or three lines within the width, and the last line ends with an ellipsis."""
    lines = wrapped_lines(printable(text), 28, 300)
    assert 1 < len(lines) <= 3
    assert all(text_width(line, 28) <= 300 for line in lines)
    assert lines[-1].endswith("…")


@pytest.mark.parametrize(
    ("text", "limit", "lines"),
    [
        ("Alice: 9のシングル", 240, ["Alice:", "9のシングル"]),
        ("ハナコの9のシングル", 230, ["ハナコの9の", "シングル"]),
        ("36 points (33 taken + 3 shared)", 440, ["36 points", "(33 taken + 3 shared)"]),
        ("Jのワンペア(キッカーQ)", 260, ["Jのワンペア", "(キッカーQ)"]),
        ("(all of this is in brackets)", 300, ["(all of this is in", "brackets)"]),
        ("カードの勝負はこれから始まります", 240, ["カードの勝負", "はこれから始", "まります"]),
        ("「Qのフォーカード(3)」", 280, ["「Qの", "フォーカード", "(3)」"]),
        ("勝負の行方は『フォーカード』", 290, ["勝負の行方は", "『フォーカード』"]),
        ("全部で10枚を賭けた", 170, ["全部で", "10枚を賭", "けた"]),
    ],
)
def test_lines_end_between_words(text: str, limit: int, lines: list[str]) -> None:
    """A line ends at a space, or between any Japanese characters that do not belong together.

    A katakana word, a number with its counter, and words in brackets that fit on a line stay together. A line
    neither begins with a closing bracket nor ends with an opening one.
    """
    assert wrapped_lines(text, 36, limit) == lines


def test_scene_with_only_a_title_is_drawn() -> None:
    still = ComicScene("Nothing lay there")
    assert draw_comic(Comic("Porker Bull", "手札", "It went through", (still,) * 3))


KENS_ROW = CardRow.of(Row(Seat(0), (faces(("As", "Kd")),)), RowTexts("Ken"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hand", HANDS)
def test_winning_hand_is_stamped_large(language: str, hand: str) -> None:
    """The stamp on a highlight's winning hand has the hand's full name in letters of at least 76 pixels."""
    name = Localizer(language)(title_name(hand))
    row = replace(KENS_ROW, tags=(TagText(name),), is_won=True)
    layout = comic_layout(
        Comic("Three Cards", "手札", "Best hand", (ComicScene("What was there", rows=(row,)),))
    )
    (stamp,) = [op.sprite for op in layout.ops if isinstance(op.sprite, StampSprite)]
    assert stamp.text == name
    assert stamp.size >= 76
    assert name[0] == name[0].upper()


@pytest.mark.parametrize("size", [54, 76, 84, 104, 132])
def test_stamp_has_letters_of_its_size_clear_of_its_frame(size: int) -> None:
    """A short verdict is drawn in letters of the greatest size, and they do not touch the frame."""
    (op,) = stamp_piece("Straight flush", "plain", size, WIDTH).ops
    assert isinstance(op.sprite, StampSprite)
    assert op.sprite.size == size
    inner_edge = 14
    letters = text_mask(op.sprite.text, op.sprite.size).mask
    assert (op.sprite.height - letters.height) // 2 >= inner_edge + 6


def test_player_has_one_disc_in_a_scene_of_theirs() -> None:
    """A scene with a player's disc beside its title draws no second one beside the player's cards."""
    rows = (KENS_ROW,)
    first = ComicScene("What Ken showed", Portrait("K", 0), "Ken", rows=rows)
    scenes = (first, ComicScene("What was there", rows=rows))
    layout = comic_layout(Comic("Three Cards", "手札", "Best hand", scenes))
    assert len([op for op in layout.ops if isinstance(op.sprite, Disc)]) == len(scenes)
