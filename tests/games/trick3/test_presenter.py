"""How the game looks: rows, panels, menus, words in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.language.catalogue import LANGUAGES, rules_text
from games.core.errors import NotationError
from games.core.presentation import PanelScene, TableScene
from games.core.rules import CHANCE, OVER
from games.core.words import Text
from games.trick3.moves import Play
from games.trick3.presenter import Trick3Presenter
from games.trick3.state import Trick3State
from tests.games.printing import row_line, say
from tests.games.trick3.tables import RULES, at, legal, play, random_states

FACE = Trick3Presenter()


def table_of(state: Trick3State) -> TableScene:
    return FACE.table(RULES.view(state, None))


def panel_of(state: Trick3State, seat: int) -> PanelScene:
    return FACE.panel(RULES.view(state, seat), RULES.legal(state, seat))


def some_states() -> Iterator[Trick3State]:
    """Positions of whole games of each family and end, with one or two games."""
    for seed, (family, end) in enumerate([("trump", "L"), ("mahjong", "S"), ("tesca", "M")]):
        yield from random_states(seed + 3, family=family, end=end, games=str(1 + seed % 2))


def test_every_scene_can_be_printed_in_both_languages() -> None:
    """Whatever happens, every text of tables, panels and events has its message and its arguments."""
    for state in some_states():
        view = RULES.view(state, None)
        scene = table_of(state)
        texts = [scene.headline, *scene.lines, *(line for _, line in scene.seats)]
        texts += [shortcut.label for shortcut in scene.public]
        texts += [told for event in view.news if (told := FACE.say(event, view))]
        assert len(scene.lines) <= 10
        assert sorted(seat for seat, _ in scene.seats) == list(range(view.seats))
        if state.to_act == OVER:
            result = RULES.result(state)
            assert result is not None
            texts += FACE.outcome(view, result)
        for seat in state.to_act if isinstance(state.to_act, tuple) else ():
            panel = panel_of(state, seat)
            texts += [*panel.lines, *(shortcut.label for shortcut in panel.shortcuts)]
        for text in texts:
            assert say(text)
        for board in (scene.board,):
            for row in board.rows if board else ():
                assert row.note
                assert say(row.note)


def test_shortcuts_are_legal_and_few() -> None:
    """At most five, each legal for who sees it; public ones for the seat to act."""
    for state in some_states():
        public = table_of(state).public
        for seat in state.to_act if isinstance(state.to_act, tuple) else ():
            moves = RULES.legal(state, seat)
            panel = panel_of(state, seat)
            assert 1 <= len(panel.shortcuts) <= 5
            for shortcut in (*panel.shortcuts, *public):
                assert RULES.parse(shortcut.move) in moves
                assert shortcut.move == str(RULES.parse(shortcut.move))
        assert public == () or state.to_act not in (CHANCE, OVER)


def test_a_turn_is_two_taps_in_the_common_case() -> None:
    """The first shortcut plays a card, the first of the refill draws to six."""
    state = at("5s 6s 7s Kd 3c 9c | 4s 6h Jd | Ts As", "2h 5h 9s | 4h | 8c")
    first = panel_of(state, 0).shortcuts[0]
    assert RULES.parse(first.move) in RULES.legal(state, 0)
    assert first.move.startswith("play")
    state = play(state, f"0 {first.move}")
    assert panel_of(state, 0).shortcuts[0].move == "refill draw 1"
    assert panel_of(state, 0).shortcuts[-1].move == "refill none"


def test_a_refill_without_exposed_cards_proposes_to_expose() -> None:
    """With no exposed card left the next battle would be lost, so the first proposal exposes some."""
    state = play(at("5s 6s 7s | 4s | Ts As", "2h 5h 9s | 4h | 8c"), "0 fold 4s")
    assert "expose" in panel_of(state, 0).shortcuts[0].move


def test_public_buttons_show_nothing_hidden() -> None:
    """Round 1 has none; round 2 the exposed cards and folding; round 3 folding; a refill its draw."""
    state = at("2s 5s 9h Kd 3c 7c | 4s 6s Jd | Ts As Th", "2h 5h 9s | 4h | 8c")
    assert table_of(state).public == ()
    state = play(state, "0 play 2s up")
    assert [shortcut.move for shortcut in table_of(state).public] == ["refill draw 1", "refill none"]
    state = play(state, "0 refill none", "1 play 2h", "1 refill none")
    moves = [shortcut.move for shortcut in table_of(state).public]
    assert moves == ["play 4s", "play 6s", "play Jd", "fold"]
    assert set(moves) == legal(state, 0)
    state = play(state, "0 play 4s", "0 refill none", "1 play 4h", "1 refill none")
    assert [shortcut.move for shortcut in table_of(state).public] == ["fold"]


def test_table_has_one_row_a_seat_and_the_pot() -> None:
    """Exposed group, played group with backs for face-down cards; the pot above; whose turn is marked."""
    state = play(
        at("2s 5s | 4s 6s | 9s Ts", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", pot="As Ad"), "0 play 2s down"
    )
    board = table_of(state).board
    assert board is not None
    assert board.family == "standard"
    pot, first, second, third = board.rows
    assert [face.card for face in pot.cards] == ["As", "Ad"]
    assert [[face.card for face in group] for group in first.groups] == [["4s", "6s"], [""]]
    assert [row.is_turn for row in (first, second, third)] == [True, False, False]
    assert row_line(first) == "P0*: 4s 6s | ##+ (won 0 · 1+2)"


def test_panel_frames_the_best_hand_and_tells_it() -> None:
    """One's best hands are told, and the cards of the best are framed."""
    state = at("7s Qs | 4h | 3d | 5s 6s", "2h 9c | 4d | 3h | 6d 6h", round_=3, way="up")
    panel = panel_of(state, 0)
    assert panel.board is not None
    hot = [face.card for row in panel.board.rows for face in row.cards if face.mark == "hot"]
    assert sorted(hot) == ["5s", "6s", "7s"]
    lines = [say(line) for line in panel.lines]
    assert any("Straight flush (5s 6s 7s)" in line for line in lines)
    assert any("P1 Three of a kind" in line for line in lines)


def warned_of(state: Trick3State, seat: int) -> set[str]:
    """List the legal moves that carry a warning."""
    view = RULES.view(state, seat)
    return {str(move) for move in RULES.legal(state, seat) if FACE.warning(move, view)}


def test_moves_that_leave_the_game_are_warned_of() -> None:
    """Moves that would end one's game carry a warning, which tells of the battle; others don't."""
    state = at("2s | 4s 6s | ", "2h 5h | 4h | 9h")
    assert warned_of(state, 0) == {"play 2s up", "play 2s down", "fold 2s"}
    warning = FACE.warning(Play("2s", "up"), RULES.view(state, 0))
    assert warning == Text("trick3-warning-leave", {"battle": "lost"})
    assert warning
    assert say(warning)
    state = play(at("2s 5s 9s | 4s | ", "2h 5h | 4h | 9h"), "0 play 2s up")
    assert warned_of(state, 0) == {"refill expose 5s 9s"}
    assert not warned_of(at("2s | 4s 6s | 9d", "2h 5h | 4h | 9h"), 0)
    assert not warned_of(at("2s | 4s 6s | ", "2h 5h | 4h | 9h", round_=2, way="up"), 0)


def test_panel_without_cards() -> None:
    """Who has left sees the points and no menus."""
    state = play(at("2s | 4s 6s | ", "2h 5h | 4h | 9h", "2d 5d | 4d | 9d", end="L"), "0 fold 2s")
    panel = panel_of(state, 0)
    assert panel.board is None
    assert panel.shortcuts == ()
    assert len(panel.lines) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_for_people_fit_a_message(language: str) -> None:
    """At most 3500 characters, with headings; each move in the text is one that the parser knows."""
    text = rules_text("trick3", language)
    assert 500 < len(text) <= 3500
    assert text.startswith("## ")
    assert text.count("\n### ") >= 6
    moves = [
        part for part in text.split("`")[1::2] if part.split()[0] in ("expose", "play", "fold", "refill")
    ]
    assert len(moves) >= 7
    for move in moves:
        RULES.parse(move)
    with pytest.raises(NotationError):
        RULES.parse("play")
