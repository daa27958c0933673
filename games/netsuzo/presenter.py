"""How Netsuzo Poker is shown: menus, reveals, boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from typing import TypeAlias

from msgspec.structs import replace

from games.core.bluffs import bluff_lines, bluff_measures, bluff_story, claimer_and_answerer
from games.core.cards import STANDARD
from games.core.highlights import Highlight
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.poker import RANKS, SUITS, by_rank
from games.core.presentation import (
    BidTree,
    Choice,
    DecisionStakes,
    Measure,
    PanelScene,
    PictureStory,
    Presenter,
    Question,
    RevealScene,
    Row,
    SeatClaim,
    TableScene,
    faces,
)
from games.core.rules import Event, Result, find_event, next_active_seat
from games.core.words import Rank, Seat, Suit, Text, text, yes_no
from games.netsuzo.hands import (
    BY_NOTATION,
    DECLARATION_ORDER,
    JOKER,
    KINDS,
    CardCounts,
    Declare,
    best,
    count_cards,
    deciding_cards,
    is_true,
)
from games.netsuzo.narrowing import HandQuestions, HandRange
from games.netsuzo.pictures import (
    CLOTH,
    brief_declaration_text,
    cards_of,
    chips_signs,
    chips_text,
    covered_board,
    declaration_text,
    fact_text,
    hand_board,
    hand_size_at,
    last_showdown_board,
    short_declaration_text,
    showdown_board,
    showdown_text,
    table_board,
)
from games.netsuzo.possible import (
    count_matching,
    matching_cards,
    possible_kinds,
    requires_exact_hand,
    suggested_declarations,
    suggested_discards,
)
from games.netsuzo.rules import (
    ACCEPT,
    DISCARDS,
    REJECT,
    Accepted,
    Declared,
    Discard,
    Discarded,
    Drawn,
    Eliminated,
    HandDealt,
    NetsuzoView,
    NothingToDraw,
    Reshuffled,
    Showdown,
    chips_after,
    story_of,
)

# --- menus --------------------------------------------------------------------------------------------------
# The questions that lead to a declaration (netsuzo.md, section "Declarations") or to a discard.
#
# A player first chooses the kind of hand, then its ranks, the most important first. An answer may stand for
# several ranks, so any declaration takes at most five taps (``narrowing.py``). A shortcut chooses the
# highest declaration that fits the answers so far.

_PROMPTS = {
    "high": ("top",),
    "pair": ("pair", "kicker"),
    "twopair": ("high-pair", "low-pair", "kicker"),
    "trips": ("three", "kicker"),
    "straight": ("top",),
    "flush": ("top", "next", "next", "next", "next"),
    "full": ("three", "two"),
    "quads": ("four", "kicker"),
    "sflush": ("top",),
    "five": ("five",),
}
"""For each kind, the question about each rank that it names."""

_UPPER = tuple("AKQJT98")
_LOWER = tuple("765432")
_BEGINNINGS: dict[str, tuple[tuple[str, ...], ...]] = {
    **dict.fromkeys(("pair", "trips", "full", "quads"), (_UPPER, _LOWER)),
    "twopair": (*[(rank,) for rank in "AKQJT987"], tuple("6543")),
    "flush": (("AK",), ("A",), ("K",), ("Q",), tuple("JT987")),
}
"""For kinds that have several answers to the first question: the first ranks of the hands of each answer.

A hand belongs to the first answer that fits.
"""

_TAPS = 3
"""Number of taps left after the first question, whose menu takes two taps."""

LIKELY_DISCARDS = 5
"""Number of cards to mark as likely discards."""

PromptedChoice: TypeAlias = tuple[Text, Choice]
"""A question's prompt, and one of the answers to that question."""

KindRanksSuit: TypeAlias = tuple[str, str, str]
"""A declaration as its kind, its ranks and its suit."""


def next_question(view: NetsuzoView, answers: tuple[str, ...]) -> Question | Move | None:
    """Return the next question, or the chosen move; see ``Presenter.next_question``."""
    # Answers to a declaration hide nothing, so the public table offers them, too.
    if view.stage == "answer" and (view.seat is None or view.is_my_turn):
        if not answers:
            return _answer_question(view)
        return ACCEPT if answers[0] == str(ACCEPT) else REJECT
    if view.seat is None or not view.is_my_turn:
        return None
    if view.stage == "declare":
        return _declaration_question(view, view.last, answers)
    if answers:
        return DISCARDS[answers[0]]
    return _discard_question(view)


def _answer_question(view: NetsuzoView) -> Question:
    caller, notation = view.declared[-1]
    reject = Choice(str(REJECT), text("netsuzo-tap-reject"), style="danger")
    accept = Choice(str(ACCEPT), text("netsuzo-tap-accept"), style="success")
    prompt = text("netsuzo-choose-answer", seat=Seat(caller), cards=hand_size_at(len(view.declared) - 1))
    choices = (reject,) if _is_highest(view) else (accept, reject)
    return Question(prompt, choices, about=_quoted_declaration(notation))


def _is_highest(view: NetsuzoView) -> bool:
    # Nothing is higher than the last declaration, so it can only be rejected.
    _, notation = view.declared[-1]
    return DECLARATION_ORDER.is_highest(BY_NOTATION[notation])


def _quoted_declaration(notation: str) -> Text:
    return text("netsuzo-quoted", claim=short_declaration_text(notation))


def _discard_question(view: NetsuzoView) -> Question:
    choices = []
    for card, best_left in suggested_discards(view):
        claim = short_declaration_text(str(best_left))
        choices.append(Choice(card, text("netsuzo-discard-leaves", cards=cards_of([card]), claim=claim)))
    return Question(text("netsuzo-choose-discard"), tuple(choices), min(len(choices), LIKELY_DISCARDS))


# --- declarations, independent of the cards held ------------------------------------------------------


@cache
def _ranks_text(ranks: str, kind: str) -> Text:
    if len(ranks) > 1:
        return _join_ranks(_ranks_text(ranks[:-1], kind), _ranks_text(ranks[-1], kind), kind)
    return text("netsuzo-rank", rank=Rank(ranks, STANDARD.name))


def _join_ranks(first: Text, then: Text, kind: str) -> Text:
    return text("netsuzo-ranks-alike" if kind == "flush" else "netsuzo-ranks", first=first, then=then)


@cache
def _range_label(ranks: HandRange, kind: str) -> Text:
    shared = ranks.first[ranks.known_count : ranks.common_count]
    if ranks.is_complete:
        return _ranks_text(shared, kind)
    high = Rank(ranks.first[ranks.common_count], STANDARD.name)
    low = Rank(ranks.last[ranks.common_count], STANDARD.name)
    several = text("netsuzo-ranks-from", high=high, low=low)
    if shared:
        return _join_ranks(_ranks_text(shared, kind), several, kind)
    return several


def _rank_answer(kind: str, hand_range: HandRange, suit: str) -> PromptedChoice:
    prompt = text(f"netsuzo-choose-{_PROMPTS[kind][hand_range.known_count]}")
    if hand_range.first != hand_range.last:
        return prompt, Choice(f"{hand_range.first}-{hand_range.last}", _range_label(hand_range, kind))
    declaration = " ".join(filter(None, ["declare", kind, suit, *hand_range.first]))
    if hand_range.is_listed:
        return prompt, Choice(declaration, short_declaration_text(declaration), group=_LOW)
    return prompt, Choice(declaration, _ranks_text(hand_range.first[hand_range.known_count :], kind))


_LOW = text("netsuzo-group-low")


def _kind_answer(kind: str, hands: Sequence[str], is_only_answer: bool, suit: str) -> PromptedChoice:
    first = hands[0]
    last = hands[-1]
    if kind == "flush" and first[:2] == last[:2]:
        shared = 2
    else:
        shared = int(first[0] == last[0])
    # Flushes with an ace but no king are not all flushes with an ace: the label adds a range of second ranks.
    is_rest = kind == "flush" and first[0] == last[0] == "A" and shared == 1
    begins = _range_label(HandRange(0, shared, shared > 0 and not is_rest, first, last), kind)
    if kind == "flush":
        label = text("netsuzo-kind-flush", suit=suit, ranks=begins)
    else:
        named = {"suit": Suit(suit, STANDARD.name)} if suit else {}
        label = Text(f"netsuzo-kind-{kind}", named)
        if not is_only_answer:
            label = text("netsuzo-kind-begins", kind=label, ranks=begins)
    return text("netsuzo-choose-kind"), Choice(f"{kind}-{suit}{first}", label)


def _steps_by_declaration(kind: str) -> Iterator[tuple[KindRanksSuit, list[PromptedChoice]]]:
    """Yield each declaration of a kind with the questions and answers that lead to it."""
    bids = [bid for bid in reversed(DECLARATION_ORDER.bids) if bid.kind == kind]
    suits = tuple(dict.fromkeys(bid.suit for bid in bids))
    # Hands are divided by their ranks once, and the result is used for every suit.
    all_ranks = list(dict.fromkeys(bid.ranks for bid in bids))
    beginnings = _BEGINNINGS.get(kind, (("",),))

    def beginning(ranks: str) -> int:
        return next(at for at, begins in enumerate(beginnings) if ranks.startswith(begins))

    for _, together in groupby(all_ranks, key=beginning):
        hands = list(together)
        ways = HandQuestions(hands, _TAPS).answers_to
        hand_ranges = set(chain.from_iterable(ways.values()))
        # All suits share the division of the ranks; only texts and values differ.
        for suit in suits:
            begin = _kind_answer(kind, hands, len(beginnings) == 1, suit)
            steps = {hand_range: _rank_answer(kind, hand_range, suit) for hand_range in hand_ranges}
            for ranks, way in ways.items():
                yield (kind, ranks, suit), [begin, *map(steps.__getitem__, way)]


_STEPS = dict(chain.from_iterable(map(_steps_by_declaration, KINDS)))


def _steps(declaration: Declare) -> list[PromptedChoice]:
    return _STEPS[declaration.kind, declaration.ranks, declaration.suit]


def _kind_of_answer(begins: str) -> str:
    return begins.partition("-")[0]


def _first_answers() -> Iterator[Choice]:
    # Flushes come last, by suit and from high to low; all other answers come from low to high.
    answers: dict[str, Choice] = {}
    for declaration in DECLARATION_ORDER.bids:
        _, choice = _steps(declaration)[0]
        answers[choice.value] = choice
    for choice in answers.values():
        if _kind_of_answer(choice.value) != "flush":
            yield choice
    for suit in SUITS:
        for choice in reversed(answers.values()):
            if choice.value.startswith(f"flush-{suit}"):
                yield choice


DECLARATION_TREE = BidTree(DECLARATION_ORDER, _steps)
"""The tree of questions that lead to all declarations."""

_FIRST_ANSWERS = {choice.value: choice for choice in _first_answers()}


# --- declarations, compared with the cards held -------------------------------------------------------


def _declaration_question(
    view: NetsuzoView, last: Declare | None, chosen: tuple[str, ...]
) -> Question | Move | None:
    # A whole declaration may be chosen at any step.
    if chosen and (declaration := BY_NOTATION.get(chosen[-1])) is not None:
        return declaration
    reply = DECLARATION_TREE.ask(last, chosen)
    if not isinstance(reply, Question):
        return reply
    available = count_cards((*view.hand, *view.open))
    if chosen:
        return _labelled_question(view, chosen, reply, available)
    # The first question: suggested declarations, each labelled with the cards that it lacks.
    offers = suggested_declarations(view)
    likely: list[Choice] = []
    for group, declarations in offers.items():
        label = text(f"netsuzo-offer-{group}")
        likely += [_declaration_choice(view, bid, available, label) for bid in declarations]
    possible = possible_kinds(view.open, len(view.hand), last, exact=requires_exact_hand(view))
    # The first menu: suggestions, other kinds, the seat's own flushes, then flushes in general.
    legal = {choice.value for choice in reply.choices}
    taken = {choice.value for choice in likely}
    kinds = [
        _kind_choice(value, _kind_of_answer(value) in possible) for value in _FIRST_ANSWERS if value in legal
    ]
    own = [
        _declaration_choice(view, declaration, available, _FLUSHES)
        for declaration in _own_flushes(available, last, taken)
    ]
    others = [choice for choice in kinds if choice.group is _OTHERS]
    flushes = [choice for choice in kinds if choice.group is _FLUSHES]
    choices = (*likely, *others, *own, *flushes)
    if last is None:
        return Question(reply.prompt, choices, len(likely))
    return Question(text("netsuzo-choose-higher"), choices, len(likely), about=_quoted_declaration(str(last)))


def _declaration_choice(
    view: NetsuzoView, declaration: Declare, available: CardCounts, group: Text | None
) -> Choice:
    count = missing_cards(declaration, available, exact=requires_exact_hand(view))
    how = "short" if count else "true"
    label = text(f"netsuzo-offer-{how}", claim=short_declaration_text(str(declaration)), count=count)
    return Choice(str(declaration), label, group=group)


def missing_cards(declaration: Declare, available: CardCounts, *, exact: bool) -> int:
    """Return how many more cards are needed to make a declaration true.

    Args:
        exact: a hand must make exactly the declared hand, not a better one.
    """
    if is_true(declaration, available, exact=exact):
        return 0
    return max(1, 5 - count_matching(declaration, available))


_OTHERS = text("netsuzo-group-others")
_FLUSHES = text("netsuzo-group-flushes")


@cache
def _kind_choice(value: str, is_possible: bool) -> Choice:
    kind = _kind_of_answer(value)
    if is_possible:
        about = f"netsuzo-kind-{kind}-about"
    else:
        about = "netsuzo-kind-impossible"
    group = _FLUSHES if kind == "flush" else _OTHERS
    return replace(_FIRST_ANSWERS[value], detail=text(about), group=group)


_QUICK = text("netsuzo-group-quick")


def _labelled_question(
    view: NetsuzoView, chosen: tuple[str, ...], question: Question, available: CardCounts
) -> Question:
    # Labels show which answers fit the available cards.
    answers = question.choices[::-1]
    # The question has no choice, so labels are of no use.
    if len(answers) == 1:
        return question
    choices = []
    for answer in answers:
        declaration = BY_NOTATION.get(answer.value)
        if declaration is None:
            choices.append(_with_card_count(answer, chosen[0], available))
        elif answer.group is not None:
            choices.append(_declaration_choice(view, declaration, available, answer.group))
        else:
            if not missing_cards(declaration, available, exact=requires_exact_hand(view)):
                answer = replace(answer, label=text("netsuzo-key-true", label=answer.label))
            choices.append(answer)
    keys = sum(answer.group is None for answer in answers)
    # Add a shortcut to the highest declaration, unless it is the first answer anyway.
    if answers[0].value in BY_NOTATION:
        highest = None
    else:
        highest = DECLARATION_TREE.highest(chosen)
    if highest is None:
        return Question(question.prompt, tuple(choices), keys)
    quick = replace(_declaration_choice(view, highest, available, _QUICK), is_shortcut=True)
    choices.insert(keys, quick)
    return Question(question.prompt, tuple(choices), keys + 1)


def _with_card_count(choice: Choice, first_answer: str, available: CardCounts) -> Choice:
    rank = choice.label.args.get("rank")
    if not isinstance(rank, Rank):
        return choice
    place = RANKS.index(rank.rank)
    kind, _, begins = first_answer.partition("-")
    if kind == "flush":
        suit = SUITS.index(begins[0])
        count = available.suits[suit] >> place & 1
    else:
        count = available.counts[place]
    if count:
        return replace(choice, label=text("netsuzo-key-count", label=choice.label, count=count))
    return choice


def _own_flushes(available: CardCounts, last: Declare | None, taken: set[str]) -> Iterator[Declare]:
    start = DECLARATION_ORDER.index_above(last)
    for suit, held in zip(SUITS, available.suits, strict=True):
        for declaration in (*_flushes_with(suit, held), *_flushes_with(suit, 0)):
            if DECLARATION_ORDER.index[declaration] >= start and str(declaration) not in taken:
                yield declaration
                break


@lru_cache(maxsize=256)
def _flushes_with(suit: str, held_ranks: int) -> tuple[Declare, ...]:
    """Return flushes of a suit that contain the held ranks, the highest flush first.

    Args:
        held_ranks: a bit mask of ranks. If more than five are set, the five highest count.
    """
    # A flush has five cards: keep the five highest of the held ranks.
    mine = [rank for place, rank in enumerate(RANKS) if held_ranks >> place & 1][-5:]
    others = [rank for rank in RANKS[::-1] if rank not in mine]
    flushes = []
    # Leave out one other rank at a time: the highest cards together could be a run, which is no flush.
    for left_out in range(len(others)):
        spare = [*others[:left_out], *others[left_out + 1 :]][: 5 - len(mine)]
        ranks = "".join(sorted([*mine, *spare], key=RANKS.index, reverse=True))
        declaration = BY_NOTATION.get(f"declare flush {suit} {' '.join(ranks)}")
        if declaration is not None:
            flushes.append(declaration)
    return tuple(sorted(flushes, key=DECLARATION_ORDER.index.__getitem__, reverse=True))


# --- presenter ----------------------------------------------------------------------------------------------
# The presentation of Netsuzo Poker: the table, the private panels, and texts about moves and showdowns.


class NetsuzoPresenter(Presenter[NetsuzoView]):
    """Presents Netsuzo Poker."""

    cloth = CLOTH
    claims_rise = True
    equal_scores_reason = text("netsuzo-equal-chips")
    keeps_consequence = True  # a lost chip changes what the next decision costs
    next_question = staticmethod(next_question)

    # --- table and panel --------------------------------------------------------------------------

    def table(self, view: NetsuzoView) -> TableScene:
        """Return the public scene: the current declaration, the goal, and every seat's cards and chips."""
        return TableScene(
            headline=_headline(view),
            line=text(
                "netsuzo-table-line",
                round=_current_round(view),
                blues=int(view.options["blues"]),
                honesty=view.options["honesty"],
            ),
            board=table_board(view),
        )

    def panel(self, view: NetsuzoView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's private scene: its hand and, while it must act, the last declarations."""
        assert view.seat is not None
        if not view.reds[view.seat]:
            return PanelScene(table=table_board(view))
        hand = hand_board(view) if view.open else None
        return PanelScene(_panel_lines(view), hand, last_reveal=last_showdown_board(view))

    def claims(self, view: NetsuzoView) -> tuple[SeatClaim, ...]:
        """Return the declarations of the hand. A discard needs only the last one, which its stakes name."""
        if view.stage == "discard":
            return ()
        return tuple([SeatClaim(seat, brief_declaration_text(notation)) for seat, notation in view.declared])

    def stakes(self, view: NetsuzoView) -> DecisionStakes | None:
        """Return what a rejection brings and costs, or what the viewer has to do after a discard."""
        if view.seat is None or not view.is_my_turn:
            return None
        if view.stage == "discard":
            _, notation = view.declared[-1]
            return DecisionStakes(text("netsuzo-stakes-discard", claim=short_declaration_text(notation)))
        if view.stage not in ("answer", "declare"):
            return None
        is_answer = view.stage == "answer"
        if is_answer:
            other = view.declared[-1][0]
        else:
            other = next_active_seat(view.reds, view.seat)
        caller, rejecter = (other, view.seat) if is_answer else (view.seat, other)
        # Two outcomes: the declaration is true, or a lie.
        if_true = chips_after(view.reds, view.blues, caller, rejecter, is_true=True)
        if_lie = chips_after(view.reds, view.blues, caller, rejecter, is_true=False)
        lost = (if_true if is_answer else if_lie).reds[view.seat]
        target = int(view.options["blues"])
        line = text(
            f"netsuzo-stakes-{view.stage}",
            seat=Seat(other),
            blues=if_lie.blues[rejecter],
            target=target,
            reds=lost,
            is_won=yes_no(if_lie.is_end(rejecter, target)),
            may_accept=yes_no(not (is_answer and _is_highest(view))),
        )
        return DecisionStakes(line, is_loud=not lost)

    def tip(self, view: NetsuzoView) -> Text | None:
        """Return a tip for beginners about the viewer's next move; ``None`` if the viewer is not to act."""
        if not view.is_my_turn:
            return None
        if view.stage != "answer" and JOKER in view.hand + view.open:
            return text("netsuzo-tip-joker")
        if view.stage == "declare":
            assert view.seat is not None
            neighbour = Seat(next_active_seat(view.reds, view.seat))
            return text("netsuzo-tip-higher" if view.declared else "netsuzo-tip-first", neighbour=neighbour)
        return text(
            f"netsuzo-tip-{view.stage}",
            honesty=view.options["honesty"],
            joker=yes_no(JOKER in view.hand + view.open),
            passed=yes_no(len(view.declared) > 1),
        )

    # --- moments ----------------------------------------------------------------------------------

    def reveal(self, view: NetsuzoView) -> RevealScene | None:
        """Return the text and picture of a showdown; ``None`` if the last move led to none."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return None
        line = _story_line(view, showdown)
        before = covered_board(showdown)
        if view.result is not None:
            won = _winner_text(view, view.result)
            if line is None:
                line = won
            else:
                line = text("netsuzo-reveal-end", story=line, won=won)
        fact = fact_text(showdown)
        return RevealScene(
            showdown_text(showdown),
            showdown_board(view, showdown),
            line,
            panel_line=fact,
            suspense_board=before,
        )

    def suspense(self, view: NetsuzoView) -> Text | None:
        """Return the question whether a rejected declaration is true, shown until the hand is revealed."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return None
        declaration = declaration_text(showdown.declaration)
        return text(
            "netsuzo-suspense",
            rejecter=Seat(showdown.rejecter),
            caller=Seat(showdown.caller),
            claim=declaration,
        )

    def consequence(self, view: NetsuzoView) -> Text | None:
        """Return a sentence for the viewer on a showdown; ``None`` if the viewer neither declared nor
        rejected.
        """
        showdown = find_event(view.news, Showdown)
        if showdown is None or view.seat not in (showdown.caller, showdown.rejecter):
            return None
        assert view.seat is not None
        if view.seat == showdown.caller:
            other = showdown.rejecter
        else:
            other = showdown.caller
        if view.seat != showdown.loser:
            how = "doubted" if showdown.is_true else "caught"
        elif not view.reds[view.seat] and view.result is None:
            # The same text as the line of the moment, so that it is shown once.
            return text("netsuzo-reveal-out", seat=Seat(view.seat))
        else:
            how = "wrong" if showdown.is_true else "lied"
        # At the end of the game the panel shows the chips, with the place.
        over = yes_no(view.result is not None)
        return text(
            f"netsuzo-consequence-{how}", other=Seat(other), chips=chips_signs(view, view.seat), over=over
        )

    def picture_story(self, highlight: Highlight, past: GameHistory) -> PictureStory:
        """Return a remarkable declaration or rejection as a story in three pictures."""
        _, declaration = past.moves[highlight.first_move]
        assert isinstance(declaration, Declare)
        _, answer = past.moves[highlight.last_move]
        claimer, answerer = claimer_and_answerer(highlight)
        # The claimer's view has the hand that was declared, the answerer's what that seat knew.
        view = past.view_before(highlight.first_move, claimer)
        own = past.view_before(highlight.last_move, answerer).hand
        made, five = deciding_cards(declaration, (*view.hand, *view.open))
        # The last picture has the declared hand and the open cards, with the best five framed.
        declared_row = Row(Seat(claimer), (faces(by_rank(view.hand), hot=five),))
        open_row = Row(text("netsuzo-row-open"), (faces(view.open, hot=five),))
        known_row = Row(Seat(answerer), (faces(by_rank(own)),))
        return bluff_story(
            highlight,
            short_declaration_text(str(declaration)),
            STANDARD.name,
            answer=text(f"netsuzo-{answer}"),
            known_cards=(known_row,) if own else (),
            true_cards=(declared_row, open_row),
            explanation=text(
                "netsuzo-tale-lay",
                lie=yes_no(highlight.liar is not None),
                made=declaration_text(str(made)),
            ),
        )

    def is_tense(self, view: NetsuzoView) -> bool:
        return view.stage == "answer"

    def chapter(self, view: NetsuzoView) -> tuple[Text, ...]:
        return (text("netsuzo-chapter", round=_current_round(view)),)

    # --- words ------------------------------------------------------------------------------------

    def say(self, event: Event, view: NetsuzoView) -> Text | None:
        """Return the text of an event. A drawn card is named only to its owner."""
        match event:
            case HandDealt():
                return text("netsuzo-event-dealt", round=event.round)
            case Declared():
                return text(
                    "netsuzo-event-declared", seat=Seat(event.seat), claim=declaration_text(event.declaration)
                )
            case Accepted():
                return text(
                    "netsuzo-event-accepted",
                    seat=Seat(event.seat),
                    giver=Seat(event.giver),
                    count=event.count,
                )
            case Drawn():
                if event.card:
                    return text("netsuzo-event-drew", cards=cards_of([event.card]))
                return None
            case Discarded():
                return text("netsuzo-event-discarded", seat=Seat(event.seat))
            case Reshuffled():
                return text("netsuzo-event-reshuffled", count=event.count)
            case NothingToDraw():
                return text("netsuzo-event-nothing", seat=Seat(event.seat))
            case Showdown():
                return showdown_text(event)
            case Eliminated():
                return text("netsuzo-event-eliminated", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: NetsuzoView) -> Text:
        if isinstance(move, Declare):
            return declaration_text(str(move))
        if isinstance(move, Discard):
            return text("netsuzo-discard", cards=cards_of([move.card]))
        return text(f"netsuzo-{move}")

    def warning(self, move: Move, view: NetsuzoView) -> Text | None:
        """Return the stakes before a rejection with the last red chip (life); otherwise ``None``."""
        # There is no warning of lies: labels already show what is true, and others would notice that a lie
        # takes one more tap.
        stakes = self.stakes(view) if move == REJECT else None
        if stakes is not None and stakes.is_loud:
            return stakes.line
        return None

    def reason(self, move: Move, view: NetsuzoView) -> Text | None:
        """Return which visible cards fit a declaration, and how many are hidden; ``None`` without one."""
        declaration = move if isinstance(move, Declare) else view.last
        if declaration is None or isinstance(move, Discard):
            return None
        # One's own declaration is compared with all one's cards, another seat's with the open cards alone.
        seen = view.open
        if isinstance(move, Declare):
            seen += view.hand
            hidden = 0
        else:
            caller, _ = view.declared[-1]
            hidden = view.sizes[caller]
        matching = matching_cards(declaration, seen)
        return text("netsuzo-reason", seen=len(matching), cards=cards_of(matching), hidden=hidden)

    def score(self, view: NetsuzoView, result: Result, seat: int) -> Text | None:
        """Return a text about a seat's chips, or about its win as the last survivor."""
        if seat in result.ranking[0] and view.blues[seat] < int(view.options["blues"]):
            return text("netsuzo-score-last", blues=view.blues[seat])
        return chips_text(view, seat)

    def hand(self, view: NetsuzoView) -> Row | None:
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), (faces(by_rank(view.hand)),))

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        return bluff_lines(counts, _text_of_number)

    def measures(self) -> tuple[Measure, ...]:
        return bluff_measures(_text_of_number)


def _text_of_number(number: int) -> Text:
    return declaration_text(str(DECLARATION_ORDER.bids[number - 1]))


def _current_round(view: NetsuzoView) -> int:
    # A showdown that was just shown belongs to the round before.
    if view.stage == "deal" and view.shown is not None:
        return view.round - 1
    return view.round


# --- the table ----------------------------------------------------------------------------------------


def _headline(view: NetsuzoView) -> Text:
    # Right after a showdown, its result is the news.
    if view.shown and view.stage in ("deal", "over"):
        return showdown_text(view.shown)
    if not view.declared:
        return text("netsuzo-headline-first")
    caller, notation = view.declared[-1]
    declaration = declaration_text(notation)
    if view.stage == "declare":
        return text("netsuzo-headline-higher", seat=Seat(view.turn), claim=declaration)
    # The declaration has been made: the left neighbour answers, or has accepted and discards.
    neighbour = Seat(next_active_seat(view.reds, caller))
    if view.stage == "discard":
        return text("netsuzo-headline-accepted", claim=declaration, neighbour=neighbour)
    cards = hand_size_at(len(view.declared) - 1)
    return text(
        "netsuzo-headline-claim", seat=Seat(caller), claim=declaration, neighbour=neighbour, cards=cards
    )


# --- moments ------------------------------------------------------------------------------------------


def _story_line(view: NetsuzoView, showdown: Showdown) -> Text | None:
    match story_of(view, showdown):
        case "out":
            return text("netsuzo-reveal-out", seat=Seat(showdown.loser))
        case "five":
            return text("netsuzo-reveal-five", seat=Seat(showdown.caller))
        case "long":
            return text("netsuzo-reveal-long", count=len(view.declared), cards=len(showdown.hand))
        case "bold":
            return text("netsuzo-reveal-bold", seat=Seat(showdown.caller))
        case "joker":
            return text("netsuzo-reveal-joker")
    return None


def _winner_text(view: NetsuzoView, result: Result) -> Text:
    (winner,) = result.ranking[0]
    if view.blues[winner] < int(view.options["blues"]):
        how = "last"
    else:
        how = "blues"
    return text("netsuzo-reveal-won", seat=Seat(winner), how=how, blues=view.blues[winner])


# --- the panel ----------------------------------------------------------------------------------------


def _panel_lines(view: NetsuzoView) -> tuple[Text, ...]:
    if not view.hand:
        return (text("netsuzo-no-hand"),)
    assert view.seat is not None
    truth = best(count_cards((*view.hand, *view.open)))
    lines = []
    # The cards that came back to be judged matter more than one's own.
    if view.last_pass and not view.is_over:
        lines.append(text("netsuzo-passed", cards=cards_of(by_rank(view.last_pass))))
    if not view.is_over:
        lines.append(text("netsuzo-makes", claim=declaration_text(str(truth))))
    is_said = view.is_my_turn and view.stage != "discard"  # the stakes say it
    if view.reds[view.seat] == 1 and not view.is_over and not is_said:
        lines.append(text("netsuzo-last-red"))
    return tuple(lines)
