# Porker Bull

bull-name = Porker Bull
bull-pitch = Call ever higher poker hands made of everybody’s cards – or challenge the last call
bull-turn = On a turn one calls a higher hand, to be found among everybody’s cards together, or challenges the last call. Whoever is wrong loses the round.
bull-aim = { $end ->
    [first] The first to lose
   *[last] Whoever loses
} { $deal ->
    [up] { $start ->
        [2] four
       *[1] five
    }
   *[down] five
} rounds { $end ->
    [first] loses the game; everyone else wins.
   *[last] is out; the last one left wins.
}
bull-length = Short: from two cards each, until the first has lost four rounds. Whole: from one card each; five lost rounds put you out, and the last one left wins.

# Options

bull-option-deal = Hands
bull-option-deal-up = grow with each loss
bull-option-deal-down = shrink with each loss
bull-option-deal-about = Start with few cards and take one more for each lost round, or start with five and lose one.
bull-option-start = Cards at the start
bull-option-start-1 = 1
bull-option-start-2 = 2
bull-option-start-about = Only for growing hands; two cards make a quicker game for many players.
bull-option-wild = Wild cards
bull-option-wild-none = none
bull-option-wild-twos = twos are wild
bull-option-wild-about = A 2 can stand for any card, and there are more hands to call.
bull-option-end = End
bull-option-end-last = when one player is left
bull-option-end-first = when somebody is out
bull-option-end-about = Play on until a single winner is left, or stop when the first player goes out: one loser.

# The table

bull-headline-first = { $seat ->
    [you] You open the round.
   *[other] { $seat } opens the round{ $why ->
        [start] .
        [out] : the last loser is out, so the second player after them calls first.
       *[lost] : the player after the last loser calls first.
    }
}
bull-headline-call = { $seat ->
    [you] You call
   *[other] { $seat } calls
 } “**{ $call }**”
bull-round = Round { $round }
bull-round-before = Round { $round }: { $told }
bull-cards-in-play = { $count } cards at the table{ $wild ->
    [twos] {" "}· 2s wild
   *[none] {""}
}
bull-losses = { $losses ->
    [0] no losses
    [one] { $losses } loss
   *[other] { $losses } losses
}
bull-equal-losses = Equal losses: who stayed in longer is ahead.
bull-row-shown = Last showdown
bull-note = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
}{ $losses ->
    [0] {""}
   *[other] {" "}· lost { $losses }
}
bull-note-short = { $cards }{ $losses ->
    [0] {""}
   *[other] {" "}· lost { $losses }
}
bull-chip-last = 1 loss left
bull-row-out = Out
bull-chip-seat = { $seat }
bull-chip-call = { $seat }: { $call }
bull-chip-earlier = { $count } { $count ->
    [one] call
   *[other] calls
} not shown
bull-impossible = Impossible: “{ $call }” takes { $needed } cards, and only { $count } are in play.
bull-beyond = Impossible: it takes { $needed } cards, and only { $count } are in play.
bull-wild = wild

# Reveals

bull-showdown-good = { $fact } { $challenger } challenged { $caller } and loses the round.
bull-showdown-bad = { $fact } { $challenger } challenged and caught { $caller }.
bull-fact-good = ✅ { $call }: { $count ->
    [one] there it is
    [2] both there
   *[other] all there
}, { $evidence }!
bull-fact-bad = ❌ { $call }: not there{ $count ->
    [0] {""}
   *[other] , only { $evidence }
}!
bull-fate = { $cards ->
    [0] loses and is out
    [one] loss { $losses } of { $limit } · now { $cards } card
   *[other] loss { $losses } of { $limit } · now { $cards } cards
}
bull-great-last = { $loser ->
    [you] You’re
   *[other] { $loser } is
 } out, and { $winner ->
    [you] you win
   *[other] { $winner } wins
 } as the last one left!
bull-great-blind = { CAPITAL($caller) } held none of it: a lucky shot in the dark.
bull-great-own = { $challenger ->
    [you] Your
   *[other] { $challenger }’s
 } own { $cards } made the call good.
bull-great-nothing = Not one card of it was there.
bull-great-close = Just one card short.
bull-stamp-bad = Not there!
bull-row-call = The call
bull-suspense = { $challenger ->
    [you] You challenge
   *[other] { $challenger } challenges
 } { $caller ->
    [you] your
   *[other] { $caller }’s
 } “{ $call }”: is it there?
bull-consequence-caught = { $challenger } caught you.{ $cards ->
    [over] {""}
    [0] {" "}You’re out.
    [one] {" "}Loss { $losses } of { $limit }: you play on with { $cards } card.
   *[other] {" "}Loss { $losses } of { $limit }: you play on with { $cards } cards.
}
bull-consequence-true = Your challenge failed.{ $cards ->
    [over] {""}
    [0] {" "}You’re out.
    [one] {" "}Loss { $losses } of { $limit }: you play on with { $cards } card.
   *[other] {" "}Loss { $losses } of { $limit }: you play on with { $cards } cards.
}
bull-consequence-first = { $told }
    { $deal ->
        [up] Each loss gives you a card: you know more, but { $limit } losses put you out.
       *[down] Each loss costs you a card, and { $limit } losses put you out.
    }
bull-consequence-catch = You caught { $caller }!{ $cards ->
    [over] {""}
    [0] {" "}They’re out.
   *[other] {" "}That’s their loss { $losses } of { $limit }.
}
bull-consequence-stood = Your call was true: { $challenger } loses the round.
bull-told-good = ✅ { $caller ->
    [you] Your
   *[other] { $caller }’s
 } { $call } { $size ->
    [1] was
   *[other] was all
} there: { $challenger ->
    [you] you { $out ->
        [yes] are out
       *[no] lose
    }
   *[other] { $challenger } { $out ->
        [yes] is out
       *[no] loses
    }
}.
bull-told-bad = ❌ { $caller ->
    [you] You { $out ->
        [yes] are out
       *[no] lost
    }
   *[other] { $caller } { $out ->
        [yes] is out
       *[no] lost
    }
}: no { $call }.
bull-told-own = { $told } Your { $call }:{"\u00A0"}{ $there ->
    [yes] ✅
   *[no] ❌
}
bull-told-own-short = { $told } Your call:{"\u00A0"}{ $there ->
    [yes] ✅
   *[no] ❌
}
bull-consequence-safe = { $over ->
    [yes] You’re safe: { $loser } loses the game
   *[no] You’re safe: { $loser } loses the round
}.

# What happened

bull-event-dealt = Round { $round } is dealt.
bull-event-called = { $seat } calls “{ $call }”.
bull-event-eliminated = { $seat ->
    [you] You’re
   *[other] { $seat } is
 } out.
bull-outcome-last = { $seats } wins as the last one left!
bull-outcome-first = { $seat ->
    [you] You’re the first one out and lose
   *[other] { $seat } is the first one out and loses
 }; everybody else wins.

# One's own hand

bull-no-hand = The next hands are being dealt.
bull-out = You’re out, in place { $place } of { $seats }. Watch how it ends.
bull-your-hand = Your hand
bull-challenge = Challenge
bull-stakes = Challenge: if it’s there, { $is_out ->
    [end] you lose the game
    [yes] you’re out
   *[no] you lose (loss { $own } of { $limit }, { $deal ->
        [up] +1 card
       *[down] −1 card
    })
}; if not, { $seat } { $is_other_out ->
    [end] loses the game
    [yes] is out
   *[no] loses (loss { $other } of { $limit })
}.{ $may_call ->
    [yes] {" "}Call: if it’s challenged and not there, { $is_out ->
        [end] you lose the game
        [yes] you’re out
       *[no] you lose
    }.
   *[no] {""}
}
bull-stakes-short = Challenge: if it’s there, { $is_out ->
    [end] you lose the game
    [yes] you’re out
   *[no] you lose ({ $own } of { $limit })
}; if not, { $seat } { $is_other_out ->
    [end] loses the game
    [yes] is out
   *[no] loses ({ $other } of { $limit })
}.{ $may_call ->
    [yes] {" "}Call: if caught, you { $is_out ->
        [end] lose the game
        [yes] are out
       *[no] lose
    }.
   *[no] {""}
}
bull-stakes-first = If they challenge: it’s there, they lose; it isn’t, { $is_out ->
    [end] you lose the game
    [yes] you’re out
   *[no] you lose (loss { $own } of { $limit }, { $deal ->
        [up] +1 card
       *[down] −1 card
    })
}.
bull-stakes-first-short = If challenged and not there, { $is_out ->
    [end] you lose the game
    [yes] you’re out
   *[no] you lose ({ $own } of { $limit })
}; if there, they lose.
bull-tip-first = { $why ->
    [out] The last loser is out, so the second player after them opens.
    [lost] The player after the last loser opens. All cards are dealt anew each round.
   *[start] Name a poker hand that you think { $count ->
        [2] both
       *[other] all { $count }
    } cards together can make. You know only your own.{ $lacks ->
        [yes] {" "}A mere straight or flush does not count.
       *[no] {""}
    }
}
bull-tip-call = Call something higher, or challenge if you think the { $count } cards can’t make the last call.{ $lacks ->
    [yes] {" "}A mere straight or flush does not count.
   *[no] {""}
}
bull-tip-wait = { $count ->
    [2] Both
   *[other] All { $count }
} cards count together. Each call has to be higher than the last, until somebody challenges.

# Calls by one tap

bull-tap = { $held ->
    [all] ✓ { $call }
    [0] { $call }
   *[other] { $call } · { $held } of { $size } held
}
bull-tap-rank = { $held ->
    [0] { $rank }
   *[other] ✓ { $rank }
}
bull-tap-single = Single { RANK($rank) }
bull-tap-pair = Pair of { RANKS($rank) }
bull-tap-twopair = Two pair, { $rank }s and { $second }s
bull-tap-trips = Three { RANKS($rank) }
bull-tap-straight = { CAPITAL(RANK($rank)) }-high straight
bull-tap-flush = { $top }-high flush
bull-tap-full = Full house, { $rank }s over { $second }s
bull-tap-quads = Four { RANKS($rank) }
bull-tap-sflush = { $top }-high straight flush
bull-tap-five = Five { RANKS($rank) }
bull-tap-six = Six { RANKS($rank) }
bull-tap-seven = Seven { RANKS($rank) }
bull-tap-eight = Eight { RANKS($rank) }
bull-about-one = A single card{ $held ->
    [0] {""}
   *[other] {" "}that you hold
}
bull-choose = { $seat }’s call{ $is_first ->
    [yes] , the first of the round
   *[no] {""}
}. What’s yours?
bull-choose-first = What do you call?
bull-group-lowest = A little higher
bull-group-singles = Single card, some ranks (✓: you hold it)
bull-group-higher = Calls to consider
bull-menu-rest = Call something else …
bull-group-another = Another call

# Menus

bull-choose-kind = Which hand do you call?
bull-choose-rank = Which rank?
bull-choose-hand = Which ranks?
bull-choose-top = Which top card?
bull-rank = { $rank }
bull-ranks-twopair = { CAPITAL(RANKS($rank)) } and { RANKS($second) }
bull-ranks-full = Three { RANKS($rank) }, two { RANKS($second) }
bull-top-of-suit = { $rank } of { $suit }
bull-held = { $held } of { $size } held
bull-too-few = It takes { $needed } cards, only { $count } are in play
bull-kinds-beyond = Impossible now (only { $count } cards in play)
bull-kinds-beyond-about = Legal, but certainly not there
bull-choose-beyond = Which impossible hand do you call?

bull-kind-single = Single
bull-kind-pair = One pair
bull-kind-twopair = Two pair
bull-kind-trips = Three of a kind
bull-kind-straight = Straight
bull-kind-flush = Flush
bull-kind-full = Full house
bull-kind-quads = Four of a kind
bull-kind-sflush = Straight flush
bull-kind-five = Five of a kind
bull-kind-six = Six of a kind
bull-kind-seven = Seven of a kind
bull-kind-eight = Eight of a kind

bull-part-twopair = Two pair, { $low } { $span ->
    [two] or
   *[many] to
} { $high } high
bull-part-full = Full house, three { $span ->
    [one] { $low }s
   *[two] { $low }s or { $high }s
}
bull-part-flush = Flush, { $low } to { $high } high
bull-part-sflush = Straight flush, { $low } to { $high } high

bull-about-single = somebody holds a card of the rank
bull-about-pair = two cards of one rank
bull-about-twopair = two cards of one rank and two of another
bull-about-trips = three cards of one rank
bull-about-straight = five ranks in a row, in any suits
bull-about-flush = the top card and four lower ones of its suit
bull-about-full = three cards of one rank and two of another
bull-about-quads = all four cards of one rank
bull-about-sflush = five ranks in a row, all of one suit
bull-about-five = five cards of one rank, wild 2s among them
bull-about-six = six cards of one rank, wild 2s among them
bull-about-seven = seven cards of one rank, wild 2s among them
bull-about-eight = all four cards of one rank, and all four 2s
bull-detail = { CAPITAL($about) }
bull-guide = { $kind }: { $about }
bull-guide-note = { $wild ->
    [twos] {""}
   *[none] A mere straight or flush does not count.
}

# Calls

bull-call-single = single { RANK($rank) }
bull-call-pair = pair of { RANKS($rank) }
bull-call-twopair = two pair, { RANKS($rank) } and { RANKS($second) }
bull-call-trips = three { RANKS($rank) }
bull-call-straight = { RANK($rank) }-high straight
bull-call-flush = { $top }-high flush
bull-call-full = full house, { RANKS($rank) } over { RANKS($second) }
bull-call-quads = four { RANKS($rank) }
bull-call-sflush = { $top }-high straight flush
bull-call-five = five { RANKS($rank) }
bull-call-six = six { RANKS($rank) }
bull-call-seven = seven { RANKS($rank) }
bull-call-eight = eight { RANKS($rank) }

# Calls in a line with all calls of a round

bull-brief-single = { $rank }
bull-brief-pair = pair of { $rank }s
bull-brief-twopair = { $rank }s and { $second }s
bull-brief-trips = three { $rank }s
bull-brief-straight = { $rank }-high straight
bull-brief-flush = { $top }-high flush
bull-brief-full = { $rank }s over { $second }s
bull-brief-quads = four { $rank }s
bull-brief-sflush = { $top }-high straight flush
bull-brief-five = five { $rank }s
bull-brief-six = six { $rank }s
bull-brief-seven = seven { $rank }s
bull-brief-eight = eight { $rank }s

# Leaderboards

bull-measure-bluff = Highest unchallenged call that wasn’t there
bull-measure-bluff-wild = Highest unchallenged call that wasn’t there, 2s wild
bull-measure-truth = Highest challenged call that was there
bull-measure-truth-wild = Highest challenged call that was there, 2s wild
bull-measure-lies = Most unchallenged calls that weren’t there, in a game

# Statistics

bull-stats-lies = 🤥 { $claims ->
    [one] { $claims } call
   *[other] { $claims } calls
}, { $lies } not there ({ $free } unchallenged)
bull-stats-best-lies = 🏅 Most unchallenged calls that weren’t there, in a game: { $count }
bull-stats-best-bluff = 🏅 Highest unchallenged call that wasn’t there: { $claim }
bull-stats-best-truth = 🏅 Highest challenged call that was there: { $claim }

# Feats

bull-tale-higher = Up to { $call }
bull-tale-lay = { $lie ->
    [yes] { $count ->
        [0] { $size ->
            [one] The card isn’t there
           *[other] Not one of { $size } cards is there
        }
       *[other] Only { $count } of { $size } cards
    }
   *[no] It’s all there
}
# Whoever calls guesses, and need not lie.
bull-highlight-bluff = 🤥 Boldest call · { $seat } · “{ $claim }” (not there, and nobody challenged it)
bull-highlight-bluff-title = Boldest call of the game · { $seat }
bull-highlight-catch = ⚡ Best challenge · { $seat } challenged { $other } · “{ $claim }” (not there)
bull-highlight-catch-title = Best challenge of the game · { $seat }
bull-highlight-stood = 🪨 Challenged, but there · { $seat } · “{ $claim }”
bull-highlight-stood-title = Challenged, but there · { $seat }

# why a move is good
bull-reason-sure = “{ $call }” is certain: you hold it
bull-reason-never = “{ $call }” can’t be among the { $cards } cards
bull-reason-lacks = { $unseen ->
    [one] The card you can’t see would have to be { $missing }
   *[other] Needs { $missing } among { $unseen } unseen cards
}{ $odds ->
    [rare] : rare
    [likely] : likely
   *[open] : { $percent }%, going by your own cards
}
bull-missing = { $count ->
    [1] one
    [2] two
    [3] three
    [4] four
   *[other] { $count }
}{ $held ->
    [0] { "" }
   *[other] { " " }more
} { $count ->
    [1] { RANK($rank) }
   *[other] { RANKS($rank) }
}
bull-missing-cards = { $count ->
    [one] one more card of it
   *[other] { $count } more cards of it
}

# Trophies
bull-trophy-first = Farmhand
bull-trophy-first-about = Play a game (computers count, too)
bull-trophy-first-done = your first game of Porker Bull
bull-trophy-first-sign = F
bull-trophy-catch = Smells a Bull
bull-trophy-catch-about = Challenge a call that isn’t there
bull-trophy-catch-sign = SB
bull-trophy-liar = Bull Artist
bull-trophy-liar-about = Win a game with five or more calls that weren’t there
bull-trophy-liar-sign = BA
bull-trophy-sharp = Bullseye
bull-trophy-sharp-about = Challenge three or more times in a game, and be right each time
bull-trophy-sharp-sign = BE
bull-trophy-truth = No Bull
bull-trophy-truth-about = Be challenged on a true full house or higher
bull-trophy-truth-sign = NB
bull-trophy-bluff = Cock and Bull
bull-trophy-bluff-about = Get away with a full house or higher that wasn’t there
bull-trophy-bluff-sign = CB
bull-trophy-honest = Straight Shooter
bull-trophy-honest-about = Win a game in which all your calls were there
bull-trophy-honest-sign = S
bull-trophy-clean = Not a Scratch
bull-trophy-clean-about = Win against two or more people without losing a round
bull-trophy-clean-sign = NS
bull-trophy-eyes = All-Seeing
bull-trophy-eyes-about = Challenge { $target } calls that aren’t there
bull-trophy-eyes-sign = AS
bull-trophy-wins = Leader of the Herd
bull-trophy-wins-about = Win { $target } games
bull-trophy-wins-sign = LH
