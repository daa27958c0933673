"""Tests of tables, panels and reveals, and that every text can be printed."""

from __future__ import annotations

import random
from functools import partial

import pytest
from msgspec.structs import replace

from games.core.presentation import Board
from games.core.rules import PANEL_REVEAL_SECONDS
from games.core.words import Cards, Seat, Text, text
from games.lost import LOST_POKER
from games.lost.hands import has_five_card_hand
from games.lost.moves import TRUST
from games.lost.pictures import NEAR as DANGER
from games.lost.pictures import covered_board, seat_chips
from games.lost.possible import count_pairs_sharing_hand, risk_of_answer, suggested_first_cards
from games.lost.rules import SHORT_SECONDS, CardJudged, LostState
from tests.games import printing
from tests.games.lost.tables import FIELDS, HANDS, RULES, cards, do, events, new_match, position, random_move
from tests.games.printing import (
    board_lines,
    labels,
    panel_lines,
    question,
    row_line,
    say,
    table_lines,
    texts_in,
    whole_line,
)

PRESENTER = LOST_POKER.presenter


# --- hands ------------------------------------------------------------------------------------------


def captions(board: Board | None) -> dict[str, str]:
    """Return the captions in a picture by card."""
    shown_cards = [(face.card, face.caption) for row in board.rows for face in row.cards]
    return {card: say(caption) for card, caption in shown_cards if isinstance(caption, Text)}


def framed(board: Board | None) -> list[str]:
    """Return the framed cards of a picture."""
    return [face.card for row in board.rows for face in row.cards if face.mark == "hot"]


def test_only_cards_that_put_their_player_out_are_framed_in_own_hand() -> None:
    """Each framed card has a caption that says why. An answer plays no card, so that it frames none."""
    state = position(["2s 5h 9c 4d", *HANDS[1:]], ["As 4s 7s", "5c 6d 3c", "2c 5s 9h"])
    panel = PRESENTER.panel(RULES.view(state, 0), ())
    assert captions(panel.board) == {"2s": "out: you"}
    assert framed(panel.hand) == ["2s"]
    claimed = do(
        position(["9c 4d", "2s 5h", HANDS[2]], [FIELDS[0], "As 4s 7s", FIELDS[2]]), "play 9c to 1 as c"
    )
    assert framed(PRESENTER.panel(RULES.view(claimed, 1), ()).hand) == []
    placing = PRESENTER.panel(RULES.view(do(claimed, "lost"), 1), ())
    assert framed(placing.hand) == ["2s"]


def test_picture_at_the_end_frames_the_hand_that_lost() -> None:
    """Other fields have no frames, nor has any if a player has no card left. The hand is not shown."""
    fields = ["2d 3d 4d", "Ad 5d 8d", "2c 5s 9h"]
    lost = do(position(HANDS, fields), "play Td to 1 as 3", "trust")
    ran_out = do(position(["9c", *HANDS[1:]], fields), "play 9c to 1 as c", "doubt")
    for state, out, cards_of_hand in ((lost, (1,), {"Ad", "5d", "8d", "Td"}), (ran_out, (0,), set())):
        assert state.out == out
        for board in (PRESENTER.panel(RULES.view(state, 0), ()).board, reveal(state).board):
            assert {*framed(board)} == cards_of_hand
        assert PRESENTER.panel(RULES.view(state, 0), ()).hand is None


@pytest.mark.parametrize(
    ("before", "move", "expected"),
    [
        ((), "play 4d to 2 as d", "P2 is out if they doubt your true claim"),
        ((), "play 9c to 1 as c", "It goes to P1’s field if they doubt your true claim"),
        ((), "lost hand 9c", "Nothing can come to your field this turn"),
        ((), "lost field As place 9c", "It leaves your field safe"),
        ((), "lost field As place 2s", "Your field is one card away then"),
        (("play 9c to 1 as c",), "lost", "Nobody gets it, and you choose what goes in your field"),
        (("play 9c to 1 as joker",), "lost", None),
        (("play 9c to 1 as c", "lost"), "place 8s", "It leaves your field safe"),
        (("play 9c to 1 as c", "lost"), "place 4c", "Your field is one card away then"),
        (("play 9c to 1 as c",), "doubt", "7 of the 29 cards you can’t see fit “c”"),
        (("play 9c to 1 as 4",), "doubt", "2 of the 29 cards you can’t see fit “4”: 4h 4d"),
    ],
)
def test_hint_has_reason(before: tuple[str, ...], move: str, expected: str | None) -> None:
    """The reason states a play's effect, a placed card's danger, or the number of cards that fit a claim."""
    hands = ["2s 7h 9c 4d", "8s 4c Jk", HANDS[2]]
    state = do(position(hands, ["As 4s 7s", "5c Td 2h", "5h 6d 3c"]), *before)
    seat = state.to_act[0]
    reason = PRESENTER.reason(RULES.parse(move), RULES.view(state, int(seat)))
    assert (reason and say(reason)) == expected


@pytest.mark.parametrize(
    ("holder", "expected"),
    [
        (0, "P0 has the joker: it may be this card"),
        (None, "1 of the 29 cards you can’t see fits “joker”"),
    ],
)
def test_hint_says_if_the_player_is_known_to_have_the_joker(holder: int | None, expected: str) -> None:
    """The hint names a known holder of the joker, since the joker is then not among the unseen cards."""
    state = position(["Jk 7h 9c 4d", *HANDS[1:]], ["As 4s 7s", "5c Td 2h", "5h 6d 3c"], joker_in=holder)
    claimed = do(state, "play 9c to 1 as joker")
    reason = PRESENTER.reason(RULES.parse("trust"), RULES.view(claimed, 1))
    assert reason is not None
    assert say(reason) == expected


# --- table ------------------------------------------------------------------------------------------


def table(state: LostState) -> list[str]:
    return table_lines(PRESENTER.table(RULES.view(state, None)))


def test_panel_shows_fields_and_card_in_play() -> None:
    """A panel lists its player's field last, and the panel of a claiming player shows the played card."""
    state = do(position(HANDS, ["As 4s 7s", *FIELDS[1:]], piles=["3h", "", ""]), "play 5h to 1 as T")
    assert panel_lines(PRESENTER.panel(RULES.view(state, 0), ())) == [
        "Your card: 5h+ (to P1)",
        "Your hand: 2s | Td | 9c (you discarded: 3h)",
    ]
    judge = PRESENTER.panel(RULES.view(state, 1), RULES.legal(state, 1))
    fields = [text("lost-row-field", seat=Seat(seat)) for seat in range(3)]
    own = text("lost-your-field-now")
    assert [row.title for row in judge.table.rows] == [fields[0], fields[2], own]
    public = PRESENTER.table(RULES.view(state, None)).board
    assert judge.table.rows[-1].groups == public.rows[2].groups
    state = position(HANDS, ["As 4s 7s", *FIELDS[1:]], piles=["3h", "", ""])
    turn = PRESENTER.panel(RULES.view(state, 0), RULES.legal(state, 0))
    assert [row.title for row in turn.table.rows] == [fields[1], fields[2], own]


def test_table_without_discards_shows_only_hand_sizes() -> None:
    assert table(position(HANDS, FIELDS, losts=0))[-1] == "P2: 2c | 5s | 9h (3 cards)"


def test_stakes_of_joker_claim_say_where_joker_goes() -> None:
    """The stakes explain that a joker rightly trusted goes to the judge's hand."""
    lines = []
    for claim in ("s", "joker"):
        claimed = do(position(HANDS, FIELDS), f"play 5h to 1 as {claim}")
        stakes = PRESENTER.stakes(RULES.view(claimed, 1))
        assert stakes is not None
        lines.append("joker goes to your hand" in say(stakes.line))
    assert lines == [False, True]


CHANGED = (["2s 5h 9c Td", "3s 6h 8c", "2d 3d 4c"], [FIELDS[0], "Ad 5d 8d", "Ac 5s Jk"])
CHANGES = ("play 9c to 1 as c", "trust", "lost field 5d place 3s")


def said_by(state: LostState, seat: int) -> list[str]:
    """Return the claims and changes of fields that a seat reads, without what was claimed."""
    lines = []
    for each in PRESENTER.claims(RULES.view(state, seat)):
        words = say(each.words)
        lines.append(f"P{each.seat} {words.partition('” ')[2] or words}")
    return lines


ALMOST_FOUR = [FIELDS[0], "4c 4d 4h", "2c 5s 9h"]


def field_row(state: LostState, viewer: int | None) -> tuple[set[str], list[str]]:
    """Return the labels and the framed cards of seat 1's field."""
    table = PRESENTER.table(RULES.view(state, viewer)).board
    row = table.rows[1]
    return {say(tag.text) for tag in row.tags}, [face.card for face in row.cards if face.mark == "hot"]


def test_field_whose_missing_cards_are_gone_is_not_in_the_colour_of_danger() -> None:
    """A card in another field or an open discard comes to no field. A hidden discard may be any card."""
    assert field_row(position(HANDS, ALMOST_FOUR), 0) == ({"one card away", "4"}, ["4h", "4d", "4c"])
    gone = {"one away, none left"}
    by_joker = {"one away, by the joker alone"}
    start = position(HANDS, [*ALMOST_FOUR[:2], "2c 4s 9h"])
    assert field_row(start, None) == (by_joker, [])
    assert field_row(replace(start, joker_in=1), None) == (by_joker, [])
    assert field_row(replace(start, joker_in=2), None) == (gone, [])
    lost = do(position(["2s 4s 9c", *HANDS[1:]], ALMOST_FOUR), "lost hand 4s")
    assert field_row(lost, 0) == (by_joker, [])
    assert field_row(lost, 2) == ({"one card away", "4"}, ["4h", "4d", "4c"])
    tags = PRESENTER.table(RULES.view(lost, 0)).board.rows[1].tags
    assert [tag.mark for tag in tags] == [""]


@pytest.mark.parametrize("seed", range(12))
def test_picture_of_a_covered_card_is_the_same_whether_the_game_ends(seed: int) -> None:
    """Its labels are those before the card is judged, although the end shows all discards."""
    rng = random.Random(seed)
    match = new_match(3 + seed % 2, rng, losts="5")
    while not match.is_over:
        before = match.view(None)
        random_move(match, rng)
        for judged in events(match.state, CardJudged):
            rows = covered_board(match.view(None), judged).rows[1:]
            for seat, row in zip(sorted((judged.seat, judged.target)), rows, strict=True):
                labels = seat_chips(before, seat)
                # Whether the joker may come does not depend on the card.
                assert row.tags == labels or DANGER not in labels + row.tags


# --- the last outcome ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "claim", "answer", "last"),
    [
        ("5h", "s", "doubt", "Last claim: 5h (P0 → P1) · “♠︎” · a lie"),
        ("5h", "5", "trust", "Last claim: 5h (P0 → P1) · “5” · true"),
        ("5h", "s", "lost", "Last claim: ## (P0 → P1) · “♠︎” · discarded face down"),
    ],
)
def test_outcome_of_last_claim_stays_visible(card: str, claim: str, answer: str, last: str) -> None:
    """The table and all panels show the outcome; only the two players of a discarded card see the card."""
    state = do(position(HANDS, FIELDS), f"play {card} to 1 as {claim}", answer)
    board = PRESENTER.table(RULES.view(state, None)).board
    for viewer in range(3):
        panel = PRESENTER.panel(RULES.view(state, viewer), RULES.legal(state, viewer)).last_reveal
        (row,) = panel.rows
        is_seen = answer != "lost" or viewer < 2
        assert whole_line(row) == (last.replace("##", card) if is_seen else last)
        assert row.is_small
    # Until the next play, the outcome is in the middle of the table.
    assert whole_line(board.rows[0]) == last
    nobody = position(HANDS, FIELDS)
    assert PRESENTER.panel(RULES.view(nobody, 0), ()).last_reveal is None


def test_own_decision_tells_how_others_have_changed_their_fields_since_the_last_claim() -> None:
    """A rival's escape stands after the last claim, until the next one has been answered."""
    assert said_by(do(position(*CHANGED), *CHANGES), 0) == ["P0 to P1 (true)", "P1 discarded 5d and laid 3s"]


# --- panel --------------------------------------------------------------------------------------------


def test_discarded_card_is_shown_to_player_who_took_it() -> None:
    """The panel of the player who took the card names it; a third player's panel and the table do not."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "lost")
    taker = PRESENTER.panel(RULES.view(state, 1), RULES.legal(state, 1))
    assert taker.lines[0].key == "lost-panel-taken"
    assert taker.lines[0].args["card"] == Cards(("5h",), "numbers")
    others = PRESENTER.panel(RULES.view(state, 2), ())
    scene = PRESENTER.table(RULES.view(state, None))
    keys = list(texts_in([others.lines, scene.headline, scene.line]))
    assert not any("5h" in arg.cards for text in keys for arg in text.args.values() if isinstance(arg, Cards))
    assert not any("5h" in line for line in board_lines(others.board) + board_lines(scene.board))


def test_discard_is_told_to_player_who_played_the_card() -> None:
    """The panel names the card and who discarded it; once a card is laid for it, a reveal does."""
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s", "lost")
    placed = do(state, "place 3s")
    (line,) = PRESENTER.panel(RULES.view(state, 0), ()).lines
    assert (line.key, line.args["target"]) == ("lost-panel-gone", Seat(1))
    assert line.args["card"] == Cards(("5h",), "numbers")
    assert PRESENTER.panel(RULES.view(placed, 0), ()).lines == ()
    assert RULES.reveal_seconds(RULES.view(placed, None)) == SHORT_SECONDS
    assert RULES.panel_reveal_seconds(RULES.view(placed, None)) == PANEL_REVEAL_SECONDS
    gone = "P1 discarded your 5h: it’s out of the game, and nobody judged your claim."
    assert printing.verdicts(LOST_POKER, placed) == [gone, "", ""]
    scene = reveal(placed)
    assert say(scene.headline) == "P1 discards P0’s card (“s”) unseen."
    assert printing.reveal_line(LOST_POKER, placed) == "P1 pays for the discard: 3s goes to P1’s own field."
    assert "5h" not in {face.card for row in scene.board.rows for face in row.cards}, "nobody else sees it"


def test_discard_says_its_price_and_that_it_fails_with_the_joker() -> None:
    claimed = RULES.view(do(position(HANDS, FIELDS), "play 5h to 1 as s"), 1)
    assert labels(question(LOST_POKER, claimed))["lost"] == "Discard, lay a hand card (3 left)"
    assert PRESENTER.tip(claimed) is None
    state = position(["Jk 7h 9c 4d", *HANDS[1:]], FIELDS)
    joker = RULES.view(do(state, "play Jk to 1 as joker"), 1)
    assert "can’t be discarded" in say(PRESENTER.tip(joker))
    assert PRESENTER.tip(replace(joker, limit=0)) is None


def test_stakes_of_an_answer_say_what_the_worst_card_would_do() -> None:
    """Some of the cards that may come leave the field one card from losing, most do not."""
    view = RULES.view(do(position(HANDS, FIELDS), "play 5h to 1 as s"), 1)
    risk = risk_of_answer(view, TRUST)
    assert 0 < risk.near < risk.cards
    assert not risk.fatal
    assert "to yours (at worst one away)" in say(PRESENTER.stakes(view).line)


def test_stakes_say_what_comes_of_the_last_card_but_one() -> None:
    """The last card puts its player out, which is said while another one is left to choose."""
    state = position(["2s 5h", *HANDS[1:]], FIELDS)
    stakes = PRESENTER.stakes(RULES.view(state, 0))
    for line in (stakes.line, stakes.short_line):
        assert say(line).endswith("Then you have 1 card left: without it you’re out.")
    assert "1 card left" not in say(PRESENTER.stakes(RULES.view(PLAIN, 0)).line)


def test_stakes_of_a_card_that_puts_out_always_say_that_it_may_be_discarded() -> None:
    view = RULES.view(NEAR, 0)
    fatal = PRESENTER.ask(view, ("1", "Td")).stakes
    harmless = PRESENTER.ask(view, ("1", "5h")).stakes
    assert say(fatal.short_line).endswith("P1 is out. P1 may also discard it (3 left).")
    assert "discard" not in say(harmless.short_line)


def test_stakes_name_the_answer_that_cannot_be_wrong() -> None:
    """The seat holds all cards that could make the claim true, or it knows where the joker is."""
    state = position([HANDS[0], "3s 6h", HANDS[2]], ["2s 5h 9c", "Ad 5c 8s", "5s 5d Td"])
    impossible = PRESENTER.stakes(RULES.view(do(state, "play 9c to 1 as 5"), 1))
    assert "Doubt can’t be wrong; Trust can: to yours" in say(impossible.line)
    elsewhere = position(["2s 5h", "3s 6h", "Jk 3d"], FIELDS, joker_in=2)
    lie = PRESENTER.stakes(RULES.view(do(elsewhere, "play 2s to 1 as joker"), 1))
    assert "Doubt: it can’t be the joker, so it goes to P0’s field." in say(lie.line)


@pytest.mark.parametrize("seed", range(6))
def test_advised_opening_fits_the_words_above_the_buttons(seed: int) -> None:
    """The opening that a hint recommends goes together as little as those that are buttons."""
    match = new_match(3, random.Random(seed))
    view = match.view(0)
    best = LOST_POKER.assess(view, match.legal(0), (), random.Random(0))[0].move
    shared = {count_pairs_sharing_hand(three) for three in suggested_first_cards(view.hand)}
    assert count_pairs_sharing_hand(best.cards) <= max(shared)
    assert say(PRESENTER.reason(best, view)).endswith("go together")


# --- automatic moves ------------------------------------------------------------------------------------


def test_only_moves_without_alternative_are_automatic() -> None:
    """A pass and the only card to place are played automatically; real choices are not."""
    placing = do(position([HANDS[0], "3s", HANDS[2]], FIELDS), "play 5h to 1 as s", "lost")
    assert str(PRESENTER.forced_move(RULES.view(placing, 1), RULES.legal(placing, 1))) == "place 3s"
    stuck = position(["Jk", *HANDS[1:]], [FIELDS[0], *["Ad 5d 8d"] * 2], losts=0)
    assert str(PRESENTER.forced_move(RULES.view(stuck, 0), RULES.legal(stuck, 0))) == "pass"
    choice = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    for state in (choice, do(choice, "lost"), position(["Jk", *HANDS[1:]], FIELDS, losts=0)):
        seat = state.to_act[0]
        assert PRESENTER.forced_move(RULES.view(state, seat), RULES.legal(state, seat)) is None


def test_suspense_lasts_while_card_waits_for_answer() -> None:
    state = do(position(HANDS, FIELDS), "play 5h to 1 as s")
    assert PRESENTER.is_tense(RULES.view(state, None))
    for calm in (position(HANDS, FIELDS), do(state, "lost"), do(state, "doubt")):
        assert not PRESENTER.is_tense(RULES.view(calm, None))


def test_replay_shows_hand_by_suit() -> None:
    """A replay names the seat of the hand, and does not mark any of its cards."""
    row = PRESENTER.hand(RULES.view(position(HANDS, ["As 4s 7s", *FIELDS[1:]]), 0))
    assert row is not None
    assert row_line(row) == "P0: 2s | 5h | Td | 9c"
    assert PRESENTER.hand(RULES.view(position(HANDS, FIELDS), None)) is None


# --- reveals ------------------------------------------------------------------------------------


DIAMONDS = [FIELDS[0], "Ad 5d 8d", FIELDS[2]]
"""Fields of which the second is one away, by diamonds."""
PLAIN, NEAR = position(HANDS, FIELDS), position(HANDS, DIAMONDS)
JOKER = position(["2s Jk", *HANDS[1:]], FIELDS)
BOTH_NEAR = position(HANDS, ["2d 3d 4d", *DIAMONDS[1:]])
LAST_CARD = position(["Td", *HANDS[1:]], DIAMONDS)
RUN_OF_FIVE = position(["6h 2c", *HANDS[1:]], [FIELDS[0], "4d 5c 7h 8s", FIELDS[2]])
WRONG = "Wrong, it was"
RIGHT = "You were right: 5h goes to P0’s field."
OUT = "P1 is out: four diamonds (Ad 5d 8d Td)."

reveal = partial(printing.reveal, LOST_POKER)


@pytest.mark.parametrize(
    ("state", "moves", "won", "line", "verdicts"),
    [
        (PLAIN, "play 5h to 1 as h, trust", 2, "",
         f"P1 believed the truth: 5h is in your field now. / {RIGHT} / "),
        (PLAIN, "play 5h to 1 as h, doubt", 1, "",
         f"P1 doubted the truth: 5h is in their field now. / {WRONG} true: 5h is in your field now. / "),
        (PLAIN, "play 5h to 1 as s, trust", 1, "",
         f"P1 fell for your lie: 5h is in their field now. / {WRONG} a lie: 5h is in your field now. / "),
        (PLAIN, "play 5h to 1 as s, doubt", 2, "",
         f"P1 saw through your lie: 5h is in your field now. / {RIGHT} / "),
        (JOKER, "play Jk to 1 as joker, trust", 2, "",
         "P1 believed you: the joker is in their hand now. / "
         "You were right: the joker, as an exception, goes to your hand. / "),
        (JOKER, "play Jk to 1 as joker, lost", 1, "",
         "P1 tried to discard your joker: it’s in P1’s field now. / "
         "It was the joker: your discard doesn’t count, and the joker is in your field. / "),
        (JOKER, "play Jk to 1 as joker, doubt", 1, "",
         f"P1 doubted the truth: Jk is in their field now. / {WRONG} true: Jk is in your field now. / "),
        (NEAR, "play 5h to 1 as 9, doubt", 2, "",
         f"P1 saw through your lie: 5h is in your field now. / {RIGHT} / "),
        (NEAR, "play Td to 1 as 9, doubt", 2, "That was close: P1 would have been out with four diamonds.",
         "P1 saw through your lie: Td is in your field now. / You were right: Td goes to P0’s field. / "),
        (BOTH_NEAR, "play Td to 1 as 3, trust", 1, f"{OUT} P0’s lie did it! Everybody else wins!",
         f"P1 fell for your lie: Td is in their field now. / {WRONG} a lie: Td is in your field now. / "),
        (BOTH_NEAR, "play Td to 1 as d, doubt", 1,
         f"{OUT} And P0 had told the truth! Everybody else wins!",
         f"P1 doubted the truth: Td is in their field now. / {WRONG} true: Td is in your field now. / "),
        (BOTH_NEAR, "play Td to 1 as 3, doubt", 2,
         "P0 is out: four diamonds (2d 3d 4d Td). Beaten with their own card! Everybody else wins!",
         "P1 saw through your lie: Td is in your field now. / You were right: Td goes to P0’s field. / "),
        (LAST_CARD, "play Td to 1 as 3, trust", None,
         f"P0 has no cards left and is out. {OUT} Both at once! P2 wins!",
         f"P1 fell for your lie: Td is in their field now. / {WRONG} a lie: Td is in your field now. / "),
        (RUN_OF_FIVE, "play 6h to 1 as s, trust", 1,
         "P1 is out: four in a row (4d 5c 6h 7h). Even a fifth card fits! "
         "Everybody else wins!",
         f"P1 fell for your lie: 6h is in their field now. / {WRONG} a lie: 6h is in your field now. / "),
    ],
)  # fmt: skip
def test_moment_of_truth_has_verdict_for_each_seat(
    state: LostState, moves: str, won: int | None, line: str, verdicts: str
) -> None:
    """The two players of a claim have verdicts, highlights have a line, the mistaken player no frame."""
    state = do(state, *moves.split(", "))
    assert printing.reveal_line(LOST_POKER, state) == line
    assert printing.verdicts(LOST_POKER, state) == verdicts.split(" / ")
    assert [row.is_won for row in reveal(state).board.rows] == [at == won for at in range(3)]
    # No seat is in danger after the end of the game.
    boards = (reveal(state).board, PRESENTER.table(RULES.view(state, None)).board)
    tags = [tag.text for board in boards if board for row in board.rows for tag in row.tags]
    assert not state.out or text("lost-chip-near") not in tags
    seconds = 5.0 if state.out else 4.0 if line else 3.0
    assert RULES.reveal_seconds(RULES.view(state, None)) == seconds


def test_hand_of_five_on_own_turn_has_extra_line() -> None:
    """The line names four cards of the hand. A hand of five cards adds a remark; a hand of four adds none."""
    own = do(position(["2c Td", *HANDS[1:]], ["Ac 3c 4c 5d Jk", *FIELDS[1:]]), "back 2c Td")
    out = "P0 is out: four clubs (Ac 2c 3c 4c)."
    remark = "Even a fifth card fits!"
    assert say(reveal(own).headline) == "P0 takes the joker back and lays Td 2c in their field."
    assert printing.reveal_line(LOST_POKER, own) == f"{out} {remark} Everybody else wins!"
    four = do(position(["2c Td", *HANDS[1:]], ["Ac 3c 4c 6d Jk", *FIELDS[1:]]), "back 2c Td")
    assert printing.reveal_line(LOST_POKER, four) == f"{out} Everybody else wins!"


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("Ac 2c 3d 4h 5s", True),
        ("Ac 2c 3d 4h 6s", False),
        ("6c 7c 8d 9h Ts", True),
        ("Ac 2c 3d 5h Jk", True),
        ("As 3s 5s 7s Ts", True),
        ("As 3s 5s 7s Td", False),
        ("9s 9h 9d 9c Jk", True),
        ("Jk", False),
    ],
)
def test_hand_of_five_is_straight_flush_or_single_rank(field: str, expected: bool) -> None:
    """The joker can be any card."""
    assert has_five_card_hand(cards(field)) is expected


@pytest.mark.parametrize(
    ("past_claims", "claim", "answer", "key"),
    [
        ((3, 0), "s", "trust", "lost-great-first-lie"),
        ((2, 0), "s", "trust", None),
        ((3, 1), "s", "trust", None),
        ((3, 0), "s", "doubt", None),
        ((3, 0), "h", "doubt", None),
        ((0, 3), "h", "doubt", "lost-great-for-once"),
        ((0, 2), "h", "doubt", None),
        ((1, 3), "h", "doubt", None),
        ((0, 3), "h", "trust", None),
    ],
)
def test_unexpected_lie_or_truth_is_surprise(
    past_claims: tuple[int, int], claim: str, answer: str, key: str | None
) -> None:
    """A believed lie after three truths, or a doubted truth after three lies, is a surprise."""
    before = replace(position(HANDS, FIELDS), told=(past_claims, (0, 0), (0, 0)))
    surprise = reveal(do(before, f"play 5h to 1 as {claim}", answer)).line
    assert (surprise and surprise.key) == key


@pytest.mark.parametrize(
    ("hand", "field", "move", "reason"),
    [
        ("8h Ts", "5s 2h Td", "lost field 5s place 8h", "It leaves your field safe"),
        ("8h Ts", "5s 6d 7c 2h", "lost field 2h place 8h", "Four in your field fit together: you’re out"),
        ("8h Ts", "5s 6d 9c 2h", "lost field 2h place 8h", "Your field is one card away then"),
        ("8h", "5s 6d Tc", "lost field Tc place 8h", "Your hand is empty then: you’re out"),
        ("8h", "5s 6d Tc", "lost hand 8h", "Your hand is empty then: you’re out"),
    ],
)
def test_reason_names_what_puts_its_player_out(hand: str, field: str, move: str, reason: str) -> None:
    """A move after which its player is out says so, and not that the field is one card away or safe."""
    view = RULES.view(position([hand, "3s 6h 8c", "2d 3d 4c"], [field, *FIELDS[1:]]), 0)
    assert say(PRESENTER.reason(RULES.parse(move), view)) == reason
