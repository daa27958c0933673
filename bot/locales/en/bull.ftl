# Porker Bull

bull-name = Porker Bull
bull-pitch = Call ever higher poker hands that may lie among everybody’s cards, or challenge the last one

# Options

bull-option-deal = Hands
bull-option-deal-up = grow with each loss
bull-option-deal-down = shrink with each loss
bull-option-deal-about = Start with few cards and take one more for each lost round, or start with five and lose one.
bull-option-start = Cards at the start
bull-option-start-1 = 1 card
bull-option-start-2 = 2 cards
bull-option-start-about = Only for growing hands; two cards make a quicker game for many players.
bull-option-wild = Wild cards
bull-option-wild-none = none
bull-option-wild-twos = twos are wild
bull-option-wild-about = A 2 can stand for any card, and there are more hands to call.
bull-option-end = The game ends
bull-option-end-last = when one player is left
bull-option-end-first = when somebody is out
bull-option-end-about = Play on until a single winner is left, or stop when the first player goes out: one loser.

# Refusals

bull-refusal-nothing-to-challenge = There is no call to challenge yet: the first player of a round makes one.
bull-refusal-not-without-wilds = This hand can be called only when twos are wild.
bull-refusal-not-higher = Too low: your call has to beat the last one, { $last }.

# The table

bull-headline-first = The first call of the round
bull-headline-call = { $seat } calls **{ $call }**
bull-round = Round { $round }
bull-round-before = Round { $round }: { $told }
bull-cards-in-play = { $count } cards in all{ $wild ->
    [twos] {" "}· 2s wild
   *[none] {""}
}
bull-losses = { $losses ->
    [0] no losses
    [one] { $losses } loss
   *[other] { $losses } losses
}{ $chance ->
    [last] {" "}· last chance
   *[more] {""}
}
bull-row-shown = Shown last
bull-note-brief = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
}{ $losses ->
    [0] {""}
   *[other] {" "}· −{ $losses }
}
bull-note = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
}{ $losses ->
    [0] {""}
   *[other] {" "}· lost { $losses }
}
bull-chip-last = 1 loss left
bull-row-out = Out
bull-chip-seat = { $seat }
bull-chip-call = { $seat }: { $call }
bull-chip-earlier = { $count } earlier
bull-impossible = Impossible: { $needed } cards are needed for { $call }, and only { $count } are in play.
bull-beyond = Impossible: it takes { $needed } cards, and { $count } are in play.
bull-wild = wild

# The moment of truth

bull-showdown-good = ✅ { $call }: it’s there, { $evidence }! { $challenger } challenged { $caller } and loses the round.
bull-showdown-bad = ❌ { $call }: not there{ $count ->
    [0] {""}
   *[other] , only { $evidence }
}! { $challenger } challenged and caught { $caller }.
bull-fate = { $cards ->
    [0] loses and is out
    [one] loses · now { $cards } card
   *[other] loses · now { $cards } cards
}
bull-great-last = { $loser } is out: only { $winner } is left!
bull-great-blind = { $caller } held none of it: a shot in the dark that hit.
bull-great-own = It was { $challenger }’s own { $cards } that made it good.
bull-great-nothing = Not a single card of it was on the table.
bull-great-close = Just one card short.
bull-suspense = { $challenger } challenges { $caller }: “{ $call }” …?
bull-verdict-caught = { $challenger } caught you. { $cards ->
    [0] You’re out.
    [one] You lose the round and play on with { $cards } card.
   *[other] You lose the round and play on with { $cards } cards.
}
bull-verdict-true = { $caller } told the truth. { $cards ->
    [0] You’re out.
    [one] You lose the round and play on with { $cards } card.
   *[other] You lose the round and play on with { $cards } cards.
}
bull-verdict-catch = You caught { $caller }!{ $won ->
    [yes] {" "}The game is yours.
   *[no] {""}
}
bull-verdict-stood = Your call was good: { $challenger } challenged in vain.{ $won ->
    [yes] {" "}The game is yours.
   *[no] {""}
}
bull-verdict-safe = You’re safe: { $loser } loses the round.{ $won ->
    [yes] {" "}The game is won.
   *[no] {""}
}

# What happened

bull-event-dealt = Round { $round } is dealt.
bull-event-called = { $seat } calls { $call }.
bull-event-eliminated = { $seat } is out.
bull-outcome-last = { $seats } wins as the last one left!
bull-outcome-first = { $seat } is the first one out and loses; everybody else wins.

# One's own hand

bull-no-hand = The next hands are being dealt.
bull-out = You’re out: place { $place } of { $seats }. Watch how it ends.
bull-your-hand = Your hand
bull-challenge = Challenge
bull-tip-first = Name a poker hand that you think lies among all { $count } cards together; only your own are known to you.
bull-tip-call = Call something higher, or challenge if you think that the last call isn’t there among the { $count } cards.
bull-tip-wait = All { $count } cards count together. Each call has to be higher, until somebody challenges.

# Calls by one tap

bull-tap = { $call }{ $held ->
    [0] {""}
   *[other] {" "}· { $held } held
}
bull-tap-single = Single { $rank }
bull-tap-pair = Pair of { $rank }s
bull-tap-twopair = Two pairs, { $rank }s and { $second }s
bull-tap-trips = Three { $rank }s
bull-tap-straight = { $rank }-high straight
bull-tap-flush = { $top }-high flush
bull-tap-full = Full house, { $rank }s over { $second }s
bull-tap-quads = Four { $rank }s
bull-tap-sflush = { $top }-high straight flush
bull-tap-five = Five { $rank }s
bull-tap-six = Six { $rank }s
bull-tap-seven = Seven { $rank }s
bull-tap-eight = Eight { $rank }s
bull-choose = says { $seat }. What do you call?
bull-choose-first = What do you call?
bull-group-lowest = Just high enough
bull-group-kind = { $kind }: yours, { $calls ->
    [0] {""}
   *[other] called,{" "}
}or a bluff
bull-group-another = Another call

# Menus

bull-choose-kind = Which hand do you call?
bull-choose-rank = Which rank?
bull-choose-hand = Which ranks?
bull-choose-top = Which top card?
bull-rank = { $rank }
bull-ranks-twopair = { $rank }s and { $second }s
bull-ranks-full = Three { $rank }s, two { $second }s
bull-top-of-suit = { $rank } of { $suit }
bull-held = you hold { $count }
bull-too-few = Impossible now: takes { $needed } cards, only { $count } are in play

bull-kind-single = Single
bull-kind-pair = One pair
bull-kind-twopair = Two pairs
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

bull-part-twopair = Two pairs, { $low } { $span ->
    [two] or
   *[many] to
} { $high } high
bull-part-full = Full house, three { $span ->
    [one] { $low }s
   *[two] { $low }s or { $high }s
}
bull-part-flush = Flush, { $low } to { $high } high
bull-part-sflush = Straight flush, { $low } to { $high } high

bull-about-single = one card of a rank
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
bull-guide = { $kind }: { $about }

# Calls

bull-call-single = single { $rank }
bull-call-pair = pair of { $rank }s
bull-call-twopair = two pairs, { $rank }s and { $second }s
bull-call-trips = three { $rank }s
bull-call-straight = { $rank }-high straight
bull-call-flush = { $top }-high flush
bull-call-full = full house, { $rank }s over { $second }s
bull-call-quads = four { $rank }s
bull-call-sflush = { $top }-high straight flush
bull-call-five = five { $rank }s
bull-call-six = six { $rank }s
bull-call-seven = seven { $rank }s
bull-call-eight = eight { $rank }s

# Leaderboards

bull-measure-bluff = Highest unchallenged lie, 2s wild
bull-measure-truth = Highest doubted truth, 2s wild

# Feats

bull-tale-higher = Goes higher: { $call }
bull-tale-lay = { $lie ->
    [yes] { $count ->
        [0] Not one of { $size } cards: a lie
       *[other] { $count } of { $size } cards: a lie
    }
   *[no] It’s all there
}

# why a move is good
bull-reason = “{ $call }” among { $cards } cards: { $percent }% by your own cards
