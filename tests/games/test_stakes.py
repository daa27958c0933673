"""Tests that the stakes of a decision are what the rules then do, and that every game has a strip of seats.

Random positions of all five games are played on with the rules. The numbers in a line of stakes come from the
viewer's own view, and so hold for all hidden cards.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from bot.language import Localizer
from games import GAMES, Game, find_game
from games.bull.rules import CHALLENGE
from games.core.match import Match, ShuffleKey
from games.core.presentation import Question
from games.core.rules import CHANCE, OVER, find_event
from games.core.words import Text
from games.lost.hands import is_one_away, mask_of
from games.lost.moves import DOUBT, JUDGEMENTS, TRUST, PlaceCard, Play, is_true
from games.lost.possible import may_be_joker, unseen_cards
from games.lost.rules import CardJudged, Eliminated, LostState, Played, judgement_of
from games.netsuzo.hands import DECLARATION_ORDER
from games.netsuzo.rules import ACCEPT, REJECT, Showdown, chips_after
from games.tomoe.rules import TrickWon
from games.trick3.moves import FOLD, AllFolded, Fold
from games.trick3.moves import Showdown as BattleShowdown
from tests.games.contract import every_game, setup_of
from tests.games_under_test import has_part

GAMES_PLAYED = 40
"""Random games of each kind whose positions are examined."""


TRUTHS = ("True False", "False True")
"""A true declaration with which the game goes on, and a lie with which it ends."""


class Decision(NamedTuple):
    """A position with stakes for the seat to act, as one random game reached it."""

    game: Game
    state: Any
    seat: int
    line: Text
    is_loud: bool

    @property
    def args(self) -> dict[str, Any]:
        return dict(self.line.args)

    def after(self, *moves: tuple[int, Any]) -> Any:
        """Return the position after further moves, each of a seat."""
        state = self.state
        for seat, move in moves:
            state = self.game.rules.apply(state, seat, move)
        return state


def to_act(match: Match) -> tuple[int, ...]:
    """Return the seats that are to act."""
    assert isinstance(match.to_act, tuple)
    return match.to_act


def decisions(game_id: str, games: int = GAMES_PLAYED) -> Iterator[Decision]:
    """Yield all decisions with stakes in some random games, mostly with low moves."""
    game = find_game(game_id)
    for seed in range(games):
        rng = random.Random(seed)
        match = Match(game.rules, setup_of(game, seed))
        key = ShuffleKey.from_text(f"stakes {seed}")
        while not match.is_over and len(match.moves) < 250:
            if match.to_act == CHANCE:
                match.play(CHANCE, match.chance_move(key))
                continue
            seat = rng.choice(to_act(match))
            stakes = game.presenter.stakes(match.view(seat))
            if stakes is not None:
                yield Decision(game, match.state, seat, stakes.line, stakes.is_loud)
            legal = game.rules.legal(match.state, seat)
            # Low moves make long rounds; answers are drawn evenly.
            place = int(len(legal) * rng.random() ** (3 if len(legal) > 20 else 1))
            match.play(seat, legal[place])


def random_end(decision: Decision, rng: random.Random, is_end: Callable[[Any], bool]) -> Any:
    """Return the first position that ends what is at stake after random moves; ``None`` if chance comes."""
    state = decision.state
    while state is decision.state or not is_end(state):
        if not isinstance(state.to_act, tuple):
            return None
        seat = rng.choice(state.to_act)
        state = decision.game.rules.apply(state, seat, rng.choice(decision.game.rules.legal(state, seat)))
    return state


# --- one check for each game ------------------------------------------------------------------------------


def check_bull() -> None:
    seen = Counter[str]()
    for decision in decisions("bull"):
        state, seat, args = decision.state, decision.seat, decision.args
        if state.calls:
            after = decision.after((seat, CHALLENGE))
        else:
            follower = next(
                other % len(state.sizes)
                for other in range(seat + 1, seat + 9)
                if state.sizes[other % len(state.sizes)]
            )
            call = decision.game.rules.legal(state, seat)[30]
            after = decision.after((seat, call), (follower, CHALLENGE))
        loser = after.shown.loser
        number = args["own" if loser == seat else "other"]
        is_out = args["is_out" if loser == seat else "is_other_out"]
        if loser == seat or state.calls:
            assert after.losses[loser] == number, decision.line
            assert (loser in after.out) == (is_out != "no"), decision.line
            assert is_out != "end" or decision.game.rules.view(after, None).is_over
            assert loser != seat or (number == args["limit"]) == decision.is_loud == (loser in after.out)
        may_call = any(move != CHALLENGE for move in decision.game.rules.legal(state, seat))
        assert may_call == (args["may_call"] == "yes")
        seen[f"{'own' if loser == seat else 'other'} {is_out}"] += 1
    assert {"own yes", "own no", "own end", "other yes", "other no", "other end"} <= seen.keys(), seen


def check_acceptance(decision: Decision) -> None:
    rules, seat = decision.game.rules, decision.seat
    accepted = decision.after((seat, ACCEPT))
    if accepted.to_act == CHANCE:  # the pile is empty
        return
    assert (accepted.to_act, accepted.stage) == ((seat,), "discard")
    discarded = rules.step(accepted, seat, rules.legal(accepted, seat)[0])
    if discarded.to_act != CHANCE:
        assert (discarded.to_act, discarded.stage) == ((seat,), "declare")
        order = DECLARATION_ORDER.index
        assert all(order[move] > order[decision.state.last] for move in rules.legal(discarded, seat))


def check_discard(decision: Decision) -> None:
    rules, seat = decision.game.rules, decision.seat
    after = decision.after((seat, rules.legal(decision.state, seat)[0]))
    # Chance acts first if the pile is empty.
    if after.to_act != CHANCE:
        assert (after.to_act, after.stage, after.last) == ((seat,), "declare", decision.state.last)


def check_netsuzo() -> None:
    seen = Counter[str]()
    for decision in decisions("netsuzo"):
        state, seat, args = decision.state, decision.seat, decision.args
        if state.stage == "discard":
            check_discard(decision)
            continue
        other = args["seat"].seat
        if state.stage == "answer":
            after = decision.after((seat, REJECT))
        else:
            declaration = random.Random(state.round).choice(decision.game.rules.legal(state, seat))
            after = decision.after((seat, declaration), (other, REJECT))
        showdown = find_event(after.news, Showdown)
        assert showdown is not None
        assert {showdown.caller, showdown.rejecter} == {seat, other}
        if showdown.loser == seat:
            assert after.reds[seat] == args["reds"], decision.line
            assert (seat in after.out) == decision.is_loud == (args["reds"] == 0), decision.line
        else:
            fate = "red"
            if other in after.out:
                fate = "won" if after.to_act == OVER else "out"
            assert args["other"] == fate, decision.line
        if not showdown.is_true:
            assert after.blues[showdown.rejecter] == args["blues"], decision.line
            assert (after.to_act == OVER) == (args["is_won"] == "yes"), decision.line
        seen[f"{state.stage} {showdown.is_true} {after.to_act == OVER}"] += 1
        # The seat that accepts discards next, and then declares something higher.
        is_acceptable = ACCEPT in decision.game.rules.legal(state, seat)
        assert args["may_accept"] == ("no" if state.stage == "answer" and not is_acceptable else "yes")
        if state.stage == "answer" and is_acceptable:
            check_acceptance(decision)
    outcomes = [f"{stage} {truth}" for stage in ("declare", "answer") for truth in TRUTHS]
    assert {*outcomes} <= seen.keys(), seen


def judged(decision: Decision, card: str, answer: Any) -> tuple[CardJudged, LostState]:
    """Return what happens if the card that waits for an answer is this one."""
    state = decision.state
    play = state.play
    state = replace(state, play=Played(play.seat, play.target, play.claim, card))
    after = decision.game.rules.step(state, decision.seat, answer)
    event = find_event(after.news, CardJudged)
    assert event is not None
    return event, after


def check_lost() -> None:
    seen = Counter[str]()
    for decision in decisions("lost"):
        state, seat, args = decision.state, decision.seat, decision.args
        view = decision.game.rules.view(state, seat)
        if decision.line.key in ("lost-stakes-answer", "lost-stakes-answer-joker"):
            total = 0
            outs = dict[Any, list[bool]]()
            for answer, risk in ((TRUST, args["trust"]), (DOUBT, args["doubt"])):
                # The joker is claimed as joker, and waits only where the rules allow it.
                cards = [card for card in unseen_cards(view) if card != "Jk"]
                if state.play.claim == "joker" and may_be_joker(view, state.play.seat, seat):
                    cards.append("Jk")
                assert state.play.card in cards
                ends = [judged(decision, card, answer) for card in cards]
                wrong = [after for event, after in ends if not event.is_right]
                fatal = [after for after in wrong if seat in after.out]
                assert (len(wrong), len(fatal)) == (risk.args["cards"], risk.args["fatal"]), decision.line
                total += len(fatal)
                seen[f"answer {risk.args['how']}"] += 1
                # The joker is of no use to a lie.
                right = [after for event, after in ends if event.is_right and event.card != "Jk"]
                outs[answer] = [state.play.seat in after.out for after in right]
            certain = {answer for answer, all_outs in outs.items() if all_outs and all(all_outs)}
            expected = {"both": {TRUST, DOUBT}, "trust": {TRUST}, "doubt": {DOUBT}}.get(args["outs"], set())
            assert certain == expected, decision.line
            assert certain or any(chain.from_iterable(outs.values())) == (args["outs"] == "some"), (
                decision.line
            )
            seen[f"outs {args['outs']}"] += 1
            assert decision.is_loud == (total > 0)
        elif decision.line.key == "lost-stakes-turn":
            fatal_cards = 0
            near_cards = 0
            is_near = is_one_away(mask_of(state.fields[seat]))
            for card in state.hands[seat]:
                claim = "joker" if card == "Jk" else card[0]
                target = (seat + 1) % len(state.hands)
                assert is_true(card, claim)
                played = decision.game.rules.step(state, seat, Play(card, target, claim))
                after = decision.game.rules.step(played, target, TRUST)
                out = [event for event in after.news if isinstance(event, Eliminated)]
                fatal_cards += any(event.seat == seat and event.reason != "hand" for event in out)
                # A joker that is trusted goes to another hand.
                near_cards += not is_near and is_one_away(mask_of(after.fields[seat]))
            assert near_cards == args["near"], decision.line
            seen["turn near"] += near_cards > 0
            assert (fatal_cards, len(state.hands[seat])) == (args["fatal"], args["cards"]), decision.line
            seen[f"turn {bool(fatal_cards)}"] += 1
            check_lost_claims(decision, seen)
        elif decision.line.key == "lost-stakes-last":
            check_last_card(decision)
            seen["last"] += 1
        else:
            placed = [decision.after((seat, PlaceCard(card))) for card in state.hands[seat]]
            assert sum(seat in after.out for after in placed) == args["fatal"], decision.line
            seen[f"place {args['fatal'] > 0}"] += 1
    kinds = {"answer some", "answer safe", "answer near", "turn True", "turn False", "place False"}
    kinds |= {"turn near", "claim safe, safe", "claim near, safe", "claim safe, out"}
    assert kinds <= seen.keys(), seen


def check_last_card(decision: Decision) -> None:
    # With every move the seat is out, and with it the rivals that are named.
    state, seat = decision.state, decision.seat
    also_out = set[int]()
    for move in decision.game.rules.legal(state, seat):
        after = decision.game.rules.step(state, seat, move)
        ends = (
            [after]
            if after.out
            else [decision.game.rules.step(after, move.target, answer) for answer in JUDGEMENTS]
        )
        assert all(seat in end.out for end in ends), decision.line
        also_out.update(*[end.out for end in ends])
    assert also_out == {seat, *decision.line.args["seats"].seats}, decision.line


def check_lost_claims(decision: Decision, seen: Counter[str]) -> None:
    # The last question, for what the card is claimed to be, has the stakes of this card and this target.
    state, seat = decision.state, decision.seat
    presenter = decision.game.presenter
    view = decision.game.rules.view(state, seat)
    plays = [move for move in decision.game.rules.legal(state, seat) if isinstance(move, Play)]
    for play in [move for move in plays if is_true(move.card, move.claim) and len(state.hands[seat]) > 1]:
        question = presenter.ask(view, (str(play.target), play.card))
        assert isinstance(question, Question)
        assert question.stakes is not None
        outlooks = question.stakes.line.args
        played = decision.game.rules.step(state, seat, play)
        right = decision.game.rules.step(played, play.target, TRUST)
        wrong = decision.game.rules.step(played, play.target, DOUBT)
        is_mine = outlooks["mine"] == "out" and play.card != "Jk"
        assert (seat in right.out) == is_mine == question.stakes.is_loud, question.stakes
        if len(state.hands[play.target]) > 0:
            assert (play.target in wrong.out) == (outlooks["theirs"] == "out"), question.stakes
        seen[f"claim {outlooks['mine']}, {outlooks['theirs']}"] += 1


def check_tomoe() -> None:
    seen = Counter[str]()
    for decision in decisions("tomoe", 8):
        state, seat, args = decision.state, decision.seat, decision.args
        rng = random.Random(len(state.tricks))
        if decision.line.key == "tomoe-stakes-lost":
            # The trick goes to another seat with every card.
            after = random_end(decision, rng, lambda now: find_event(now.news, TrickWon) is not None)
            won = None if after is None else find_event(after.news, TrickWon)
            assert won is not None
            assert won.trick.winner != seat, decision.line
            seen["lost"] += 1
            continue
        # Near the end the seat is compared with the best of the others.
        standing = args["standing"].args
        best = max(total for other, total in enumerate(state.totals) if other != seat)
        assert float(standing["own"].args["points"]) == state.totals[seat], decision.line
        assert {float(standing["best"].args["points"])} == {best} | {
            state.totals[other] for other in standing["seats"].seats
        }
        order = (state.totals[seat] > best) - (state.totals[seat] < best)
        assert standing["kind"] == {1: "ahead", 0: "level", -1: "behind"}[order]
        for _ in range(3):
            after = random_end(decision, rng, lambda now: find_event(now.news, TrickWon) is not None)
            assert after is not None
            won = find_event(after.news, TrickWon)
            assert won is not None
            winner = won.trick.winner
            gain = after.totals[winner] - state.totals[winner]
            assert gain in (args["least"], args["most"]), decision.line
            seen[f"{winner == seat} {gain == args['least']}"] += 1
            is_end = not isinstance(after.to_act, tuple)
            assert is_end == decision.is_loud == (args["last"] != "no"), decision.line
            assert not is_end or (after.number == state.games) == (args["last"] == "match")
    assert {"True True", "False True", "lost"} <= seen.keys(), seen


def check_trick3() -> None:
    seen = Counter[str]()
    for decision in decisions("trick3", 12):
        state, seat, args = decision.state, decision.seat, decision.args
        rng = random.Random(state.battle)
        if state.phase != "play":
            continue
        if decision.line.key == "trick3-stakes-leave":
            plays = [move for move in decision.game.rules.legal(state, seat) if not isinstance(move, Fold)]
            for play in plays:
                assert seat in decision.game.rules.step(state, seat, play).left, decision.line
            seen["leave"] += 1
            continue
        fold = (
            FOLD
            if state.round > 1
            else next(move for move in decision.game.rules.legal(state, seat) if isinstance(move, Fold))
        )
        after = decision.game.rules.step(state, seat, fold)
        if seat not in after.left and find_event(after.news, AllFolded) is None:
            assert count_cards(state, seat) - count_cards(after, seat) == args["cost"], decision.line
            seen["folded"] += 1
        battle = (state.game, state.battle)
        end = random_end(
            decision,
            rng,
            lambda now: any(isinstance(event, BattleShowdown | AllFolded) for event in now.news),
        )
        showdown = None if end is None else find_event(end.news, BattleShowdown)
        if showdown is None or end is None or showdown.battle != battle[1]:
            continue
        if showdown.winners == (seat,):
            assert showdown.each >= args["least"], decision.line
            assert args["exact"] == "no" or showdown.each == args["least"], decision.line
            seen[f"won {args['exact']}"] += 1
        is_shown = any(hand.seat == seat for hand in showdown.hands)
        # At the end of a game the cards that nobody has captured are shared.
        has_lost = is_shown and seat not in (*showdown.winners, *end.left)
        if has_lost and end.to_act not in (CHANCE, OVER):
            assert count_cards(state, seat) - count_cards(end, seat) == args["lost"], decision.line
            seen["lost"] += 1
        if is_shown and decision.is_loud:
            assert seat in end.left or end.to_act in (CHANCE, OVER), decision.line
            seen["last"] += 1
    assert {"folded", "won yes", "won no", "lost", "last", "leave"} <= seen.keys(), seen


def count_cards(state: Any, seat: int) -> int:
    side = state.sides[seat]
    return len(side.hidden) + len(side.exposed) + len(side.stock) + len(side.played)


CHECKS = {
    "bull": check_bull,
    "netsuzo": check_netsuzo,
    "lost": check_lost,
    "tomoe": check_tomoe,
    "trick3": check_trick3,
}


@pytest.mark.parametrize("game", [game.id for game in GAMES if has_part(game, "stakes")])
def test_stakes_are_what_then_happens(game: str) -> None:
    """Each number in a line of stakes is what the rules make of the decision, for either outcome."""
    CHECKS[game]()


def truth_for_lie(reds: Any, blues: Any, caller: int, rejecter: int, *, is_true: bool) -> Any:
    return chips_after(reds, blues, caller, rejecter, is_true=not is_true)


def wrong_for_right(*judged: Any) -> Any:
    judgement = judgement_of(*judged)
    return judgement._replace(is_right=not judgement.is_right)


@pytest.mark.mutants
@pytest.mark.parametrize(
    ("game", "name", "mutant"),
    [
        ("bull", "games.bull.pictures.losses_left", lambda size, hands_grow: 5 - size),
        ("netsuzo", "games.netsuzo.presenter.chips_after", truth_for_lie),
        ("netsuzo", "games.netsuzo.presenter._loss_of", lambda *args, is_end: "red"),
        ("lost", "games.lost.possible.is_made", lambda mask: False),
        ("lost", "games.lost.possible.judgement_of", wrong_for_right),
        ("tomoe", "games.tomoe.presenter.points_for", lambda card, ace: 1.0),
        ("trick3", "games.trick3.stakes.BATTLE_CARDS", 4),
    ],
    ids=[
        "a loss less",
        "truth for lie",
        "never out",
        "no hand",
        "wrong for right",
        "aces of one",
        "a card more",
    ],
)
def test_mutants_are_caught(monkeypatch: pytest.MonkeyPatch, game: str, name: str, mutant: object) -> None:
    """Stakes that differ from the rules are caught."""
    monkeypatch.setattr(name, mutant)
    with pytest.raises(AssertionError):
        CHECKS[game]()


# --- the strip ----------------------------------------------------------------------------------------------


@every_game
def test_strip_has_every_seat_in_order(game: Game) -> None:
    """In every game the strip lists the seats that still play, in the order of play, from the one to act.

    It is made from a spectator's view, and a game that has no strip of its own gets it from its table.
    """
    count = 0
    for seed in range(3):
        rng = random.Random(seed)
        match = Match(game.rules, setup_of(game, seed))
        key = ShuffleKey.from_text(f"strip {seed}")
        while not match.is_over and len(match.moves) < 40:
            if match.to_act == CHANCE:
                match.play(CHANCE, match.chance_move(key))
                continue
            strip = game.presenter.strip(match.view(None))
            seats = [each.seat for each in strip]
            playing = [seat for seat in range(match.setup.seats) if seat not in match.view(None).gone]
            assert {*playing} <= {*seats}
            assert strip[0].is_turn
            # In our games play goes round clockwise.
            around = sorted(seats, key=lambda seat: (seat - seats[0]) % match.setup.seats)
            assert seats == around or game.id not in CHECKS
            assert {each.seat for each in strip if each.is_turn} == {*match.to_act}
            count += 1
            seat = rng.choice(to_act(match))
            match.play(seat, rng.choice(game.rules.legal(match.state, seat)))
    assert count


def test_claims_tell_who_said_what() -> None:
    """After two calls in Porker Bull, the claims are both calls in order, each with its seat."""
    game = find_game("bull")
    match = Match(game.rules, game.rules.setup(3))
    match.play(CHANCE, match.chance_move(ShuffleKey.from_text("said")))
    match.play(0, game.rules.parse("call pair K"))
    match.play(1, game.rules.parse("call twopair K Q"))
    claims = game.presenter.claims(match.view(None))
    words = Localizer("en")
    assert [(claim.seat, words(claim.words)) for claim in claims] == [(0, "pair of Ks"), (1, "Ks and Qs")]
