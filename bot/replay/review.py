"""Reviews: what a person's decisions were worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot import interactions
from bot.language import Localizer, plain, unmarked
from bot.pages.boards import board_items, with_hands
from bot.pages.people import people_localizer, player_names, players_localizer
from bot.pages.phone import TABLE, picture_height_beside, rows_of
from bot.pictures import MAX_BOARD_HEIGHT
from bot.replay.replay import ReplaySpot
from bot.tables.state import TableState, last_movers, players_after
from bot.thinking.reviews import FAIR, GOOD, Prospects, Quality, Review, ReviewedDecision, percent
from bot.wire.components import (
    CHOICES_LIMIT,
    ActionRow,
    Button,
    Item,
    button,
    button_rows,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games.core.game import Estimate
from games.core.moves import Move
from games.core.presentation import Question, SeatClaim
from games.core.words import Seat, yes_no

ALL = "all"
"""Last part of the custom id of the button that shows the overview. Other buttons have a decision's number
there.
"""

BAR = 10
LONG_BAR = 20
"""Number of characters of a full bar, and at most if bars of different values would look alike otherwise."""

MOST_COSTLY = 3
"""Limit of decisions in the overview."""


def seat_in_game(state: TableState, user_id: int) -> int | None:
    """Return the seat at which a person played in a game; ``None`` if they did not play."""
    sat = [row.seat for row in state.seats if row.user_id == user_id]
    sat += [sitting.seat for sitting in state.sittings if sitting.user_id == user_id]
    return sat[0] if sat else None


def overview_page(state: TableState, review: Review, language: str) -> Page:
    """Return the overview of a review, with the decisions that have been judged so far."""
    words = people_localizer(state, language)
    if not review.is_done:
        lines = [words("review-running", done=review.done, all=len(review.decisions))]
    else:
        lines = []
    # How many decisions were good, fair and poor so far.
    judged = review.judged
    if judged:
        count = review.qualities
        counts = {"good": count["good"], "fair": count["fair"], "poor": count["poor"]}
        lines.append(words("review-sum", all=len(judged), near=percent(FAIR), **counts))
        # The figures follow, here and in the menu; a strong player's moves have none.
        if count["fair"] or count["poor"]:
            lines.append(_scale_line(state, words))
    elif review.is_done:
        lines.append(words("review-nothing"))
    if review.winning is not None:
        names = players_localizer(state, last_movers(state, review.winning.seq), language)
        lines.append(words("review-winning", headline=names(review.winning.headline)))
    more = _last_lines(state, review, words) + _costly_lines(state, review, words)
    if review.is_done:
        more += _highlight_lines(state, review, words)
    # A menu leads to each decision, buttons to the replay.
    items: list[Item] = [
        text_display(f"-# {_title(state, words)}", lines),
        text_display(more),
    ]
    if judged:
        items.append(_decision_menu(state, review, judged, None, words))
    buttons = []
    if not review.is_done:
        buttons.append(button("judged", state.id, words("button-review-again"), ALL))
    buttons.append(button("look", state.id, words("button-review-replay"), ReplaySpot().arg))
    buttons.append(button("share", state.id, words("button-share")))
    items += button_rows(buttons)
    return framed(items, accent=interactions.QUIET)


def _last_lines(state: TableState, review: Review, words: Localizer) -> list[str]:
    # After an elimination the reader first asks which decision it was, and whether another would have helped.
    lines = []
    for decision in review.judged:
        known = decision.prospects
        if decision.number == review.last and known is not None:
            name = _decision_name(state, review, decision, words.language)
            how = known.quality if known.loss else "best"
            lines.append(words("review-last", decision=name, how=how, cost=_cost_text(decision, words)))
    return lines


def _costly_lines(state: TableState, review: Review, words: Localizer) -> list[str]:
    # The costliest decisions, each with the claim that it was about and its cost. A better move is not named
    # if the reader is asked to look for it first.
    costly = review.costliest
    lines = []
    if len(costly) > MOST_COSTLY:
        lines.append(words("review-worst", count=MOST_COSTLY))
    for decision in costly[:MOST_COSTLY]:
        name = _decision_name(state, review, decision, words.language)
        better = "none"
        why = list[str]()
        if decision.best is not None and not is_worth_a_try(decision):
            better = _move_name(state, decision, decision.best, words)
            why += _reason_lines(state, decision, decision.best.move, words, decision.best)
        # The odds of a claim explain the answer to it, and name no other move.
        if not why and decision.truth is not None:
            why += _reason_lines(state, decision, decision.move, words)
        line = words("review-costly", decision=name, better=better, cost=_cost_text(decision, words))
        lines.append(f"• {line}")
        lines += why
    return lines


def _decision_name(state: TableState, review: Review, decision: ReviewedDecision, language: str) -> str:
    # The number among one's own decisions, the claim that the decision was about, and the move.
    then = players_localizer(state, last_movers(state, decision.number), language)
    numbers = [each.number for each in review.decisions]
    about = "none"
    claim = _claim_to_answer(state, decision)
    if claim is not None and claim.seat != decision.view.seat:
        about = then("review-claim", seat=Seat(claim.seat), claim=claim.words)
    return then(
        "review-decision",
        index=numbers.index(decision.number) + 1,
        about=about,
        move=_move_name(state, decision, None, then),
    )


def _claim_to_answer(state: TableState, decision: ReviewedDecision) -> SeatClaim | None:
    presenter = state.game.presenter
    if presenter.claims_rise:
        claims = presenter.claims(decision.public)
        return claims[-1] if claims else None
    # Where no claim outbids another, the last one in the list may have been answered.
    question = presenter.next_question(decision.view, ())
    is_open = state.game.rules.claim(decision.public) == "open"
    if not is_open or not isinstance(question, Question) or question.about is None:
        return None
    assert state.match is not None
    claimer, _ = state.match.moves[decision.number - 1]
    return SeatClaim(int(claimer), question.about)


def decision_page(
    state: TableState,
    review: Review,
    decision_index: int,
    language: str,
    tried_move: Estimate | None = None,
    *,
    is_answered: bool = True,
) -> Page:
    """Return the page of a reviewed decision: what the player saw, the move, and better moves.

    Args:
        tried_move: the move that the reader has just tried.
        is_answered: rate the played move at once, instead of first asking the reader for a better one.
    """
    decision = review.decisions[decision_index]
    count = len(review.decisions)
    words = players_localizer(state, last_movers(state, decision.number), language)
    place = words("review-place", index=decision_index + 1, all=count)
    # The verdict or, before a better move has been tried, the question for one.
    trial_rows: list[ActionRow] = []
    length = bar_length(decision.best, decision.played, tried_move)
    if is_answered or not is_worth_a_try(decision):
        lines = _verdict_lines(state, decision, words, length)
    else:
        lines, trial_rows = _trial(state, decision, words)
    if tried_move is not None:
        lines[:0] = _trial_lines(state, decision, tried_move, words, length)
    # The figures of the bars stand below what they mean.
    if tried_move is not None or (decision.prospects is not None and not trial_rows):
        lines.insert(0, _scale_line(state, words))
    # With the truth all hands lie open: the game is over.
    truth_lines = [] if trial_rows else _truth_lines(state, decision, words)
    lines += truth_lines
    views = decision.hands if truth_lines else (decision.view,)
    above = text_display(f"-# {_title(state, words)}\n-# {place}", lines)
    assert state.match is not None
    # The board shows what the player saw before the decision: the public table and their own hand.
    presenter = state.game.presenter
    family = state.game.rules.family(state.match.setup.options).name
    board = with_hands(presenter.table(decision.public).board, presenter, views, family)
    names = player_names(state, players_after(state, decision.number), language)
    stem = f"review-{state.id}-{decision.number}"
    spot = ReplaySpot(max(1, decision.number), str(state.match.moves[decision.number][0]))
    # Buttons to the neighbouring decisions, to the overview and to the replay.
    steps = [
        _step_button(state, review, decision_index - 1, "back", words),
        _step_button(state, review, decision_index + 1, "forward", words),
    ]
    steps.append(button("judged", state.id, words("button-review-all"), ALL))
    below: list[Item] = list(trial_rows)
    if not trial_rows:
        below.append(_decision_menu(state, review, review.judged or [decision], decision, words))
        steps.append(button("look", state.id, words("button-review-replay"), spot.arg))
    below += rows_of(steps)
    tall = picture_height_beside([above, *below], (), TABLE, MAX_BOARD_HEIGHT)
    items, files = board_items(board, words, names, stem, tall)
    return framed(above, items, below, accent=interactions.QUIET, files=files)


def _step_button(
    state: TableState, review: Review, decision_index: int, way: str, words: Localizer
) -> Button:
    # Before the first and after the last decision the button leads nowhere.
    last = len(review.decisions) - 1
    nearest = review.decisions[min(max(decision_index, 0), last)]
    is_beyond = not 0 <= decision_index <= last
    label = words(f"button-replay-{way}")
    return button("judged", state.id, label, f"{nearest.number}.{way}", disabled=is_beyond)


def _title(state: TableState, words: Localizer) -> str:
    return words("review-title", emoji=state.game.emoji, game=words(f"{state.game.id}-name"))


def _move_name(
    state: TableState, decision: ReviewedDecision, estimate: Estimate | None, words: Localizer
) -> str:
    move = decision.move if estimate is None else estimate.move
    # Without marks of bold text, since the move is often part of a bold text.
    return unmarked(words(state.game.presenter.name(move, decision.view)))


def bar_length(*estimates: Estimate | None) -> int:
    """Return the length of a full bar at which bars of different values look different, if there is one."""
    shares = {percent(each.expected_share) / 100 for each in estimates if each is not None}
    lengths = range(BAR, LONG_BAR + 1)
    return next(
        (each for each in lengths if len(set(map(partial(_filled, each), shares))) == len(shares)), BAR
    )


def _filled(length: int, share: float) -> int:
    return round(length * min(1.0, share))


def progress_bar(share: float, length: int = BAR) -> str:
    """Return a share from 0 to 1 as a bar made of characters.

    Empty characters would be wider than full ones on some devices, and the bar longer than its share. Only
    an empty bar has one.

    >>> progress_bar(0.3)
    '▰▰▰'
    >>> progress_bar(0.02)
    '▱'
    """
    return "▰" * _filled(length, share) or "▱"


def _verdict_lines(state: TableState, decision: ReviewedDecision, words: Localizer, length: int) -> list[str]:
    best = decision.best
    played = decision.played
    if best is None or played is None:
        return [words("review-unknown", move=_move_name(state, decision, None, words))]
    own_name = _move_name(state, decision, played, words)
    lines = [words("review-played", move=own_name), _worth_line(played, words, length)]
    if _quality(decision) == "good":
        lines.append(words("review-good"))
        return lines
    # Each reason stands below its move. A reason of both moves, such as the odds of a claim, comes last.
    best_name = _move_name(state, decision, best, words)
    own_reason = _reason_lines(state, decision, decision.move, words)
    best_reason = _reason_lines(state, decision, best.move, words)
    if own_reason != best_reason:
        lines += own_reason
    lines += [words("review-best", move=best_name), _worth_line(best, words, length)]
    lines += best_reason
    return lines


def _reason_lines(
    state: TableState,
    decision: ReviewedDecision,
    move: Move,
    words: Localizer,
    estimate: Estimate | None = None,
) -> list[str]:
    # An estimate adds how rarely a bluff is caught, where no bar with that figure stands above.
    reasons = list[str]()
    reason = state.game.presenter.reason(move, decision.view)
    if reason is not None:
        reasons.append(words(reason))
    if estimate is not None:
        reasons += _risk_texts(estimate, words)
    if not reasons:
        return []
    return [f"-# {words('review-reason', reason=' · '.join(reasons))}"]


def _truth_lines(state: TableState, decision: ReviewedDecision, words: Localizer) -> list[str]:
    # The truth is left out if its player keeps the lie private.
    truth = decision.truth
    if truth is None or (truth.is_lie and state.seats[truth.claimer].user_id in state.discreet):
        return []
    key = "review-truth-lie" if truth.is_lie else "review-truth-true"
    return [words(key, seat=Seat(truth.claimer))]


def _scale_line(state: TableState, words: Localizer) -> str:
    one_loser = yes_no(state.game.has_one_loser(state.row.options))
    return f"-# {words('review-scale', opponents=len(state.seats) - 1, one_loser=one_loser)}"


def _worth_line(estimate: Estimate, words: Localizer, length: int) -> str:
    share = percent(estimate.expected_share)
    line = words("review-worth", bar=progress_bar(share / 100, length), percent=share)
    return " · ".join([line, *_risk_texts(estimate, words)])


def _risk_texts(estimate: Estimate, words: Localizer) -> list[str]:
    risk = percent(estimate.risk or 0)
    return [words("review-risk", percent=risk)] if risk else []


def _quality(decision: ReviewedDecision) -> Quality | None:
    if decision.prospects is None:
        return None
    return decision.prospects.quality


def _judgement(decision: ReviewedDecision, words: Localizer) -> str | None:
    if decision.prospects is None:
        return None
    if decision.prospects.quality == "good":
        return words("review-good")
    return _cost_text(decision, words)


def _loss(decision: ReviewedDecision) -> int:
    return 0 if decision.prospects is None else decision.prospects.loss


def _cost_text(decision: ReviewedDecision, words: Localizer) -> str:
    assert decision.prospects is not None
    return words("review-cost", best=decision.prospects.best, played=decision.prospects.played)


# --- trying again -------------------------------------------------------------------------------------------


def is_worth_a_try(decision: ReviewedDecision) -> bool:
    """Return whether the reader should look for a better move first.

    True if the played move was costly, and there are several others: a single one would be the answer.
    """
    others = [estimate for estimate in decision.estimates if estimate.move != decision.move]
    return _quality(decision) == "poor" and len(others) > 1


def offered_moves(decision: ReviewedDecision) -> Sequence[Estimate]:
    """Return the moves that the reader can try in search of a better one, sorted by notation."""
    return sorted(decision.estimates, key=lambda estimate: str(estimate.move))


def _trial(
    state: TableState, decision: ReviewedDecision, words: Localizer
) -> tuple[list[str], list[ActionRow]]:
    played = _move_name(state, decision, None, words)
    lines = [words("review-played", move=played), f"**{words('review-try')}**"]
    buttons = [
        button(
            "tried",
            state.id,
            plain(_move_name(state, decision, estimate, words)),
            f"{decision.number}.{at}",
        )
        for at, estimate in enumerate(offered_moves(decision))
        if estimate.move != decision.move
    ]
    show_button = button(
        "tried", state.id, words("button-review-show"), f"{decision.number}.show", style="primary"
    )
    buttons.append(show_button)
    return lines, button_rows(buttons, 2)


def _trial_lines(
    state: TableState, decision: ReviewedDecision, tried: Estimate, words: Localizer, length: int
) -> list[str]:
    assert decision.prospects is not None
    tried_percent = percent(tried.expected_share)
    if Prospects(decision.prospects.best, tried_percent).quality == "good":
        is_best = decision.best is not None and tried.move == decision.best.move
        how = "found" if is_best else "equal"
    else:
        if tried_percent - decision.prospects.played > percent(GOOD):
            how = "better"
        else:
            how = "worse"
    name = _move_name(state, decision, tried, words)
    lines = [words(f"review-tried-{how}", move=name, bar=_worth_line(tried, words, length))]
    # The reasons of the best move and of the played one stand below these.
    reason = _reason_lines(state, decision, tried.move, words)
    known = [_reason_lines(state, decision, decision.move, words)]
    if decision.best is not None:
        known.append(_reason_lines(state, decision, decision.best.move, words))
    return lines if reason in known else lines + reason


def _highlight_lines(state: TableState, review: Review, words: Localizer) -> list[str]:
    # Highlights name the players of their time.
    lines = list[str]()
    lucky_lines = list[str]()
    for highlight in review.highlights:
        names = players_localizer(state, last_movers(state, highlight.seq), words.language)
        own = highlight.headline.args.get("seat")
        if isinstance(own, Seat):
            names = names.to_reader(own.seat)
        where = lucky_lines if _is_lucky(review, highlight.seq) else lines
        where.append(names(highlight.headline))
    # A move can turn out well although another one was better.
    if lucky_lines:
        lines += lucky_lines
        lines.append(f"-# {words('review-lucky', count=len(lucky_lines))}")
    # The result names the best of the whole game, which may be another's.
    return [words("review-highlights"), *lines] if lines else []


def _is_lucky(review: Review, seq: int) -> bool:
    # A highlight ends with an answer to a claim, and either can be one's own decision.
    own = [decision for decision in review.decisions if decision.number in (seq - 1, seq - 2)]
    return any(_quality(decision) in ("fair", "poor") for decision in own)


def _decision_menu(
    state: TableState,
    review: Review,
    judged: Sequence[ReviewedDecision],
    selected: ReviewedDecision | None,
    words: Localizer,
) -> ActionRow:
    # If there are too many decisions for a menu, the costliest are listed.
    listed = sorted(judged, key=lambda decision: (decision is not selected, -_loss(decision)))[:CHOICES_LIMIT]
    options = [
        option(
            str(decision.number),
            plain(_decision_name(state, review, decision, words.language)),
            _judgement(decision, words),
            chosen=decision is selected,
        )
        for decision in sorted(listed, key=lambda decision: decision.number)
    ]
    return menu("judged", state.id, words("review-choose"), options, "menu")
