# Porker Bull

bull-name = Porker Bull
bull-pitch = Call ever higher poker hands that may lie among everybody's cards, or challenge the last one

# Options

bull-option-deal = Hands
bull-option-deal-up = grow with each loss
bull-option-deal-down = shrink with each loss
bull-option-deal-about = Start with few cards and get one more per lost round, or start with five and get one fewer.
bull-option-start = Cards at the start
bull-option-start-1 = 1 card
bull-option-start-2 = 2 cards
bull-option-start-about = Only for growing hands; two cards make a quicker game for many players.
bull-option-wild = Wild cards
bull-option-wild-none = none
bull-option-wild-twos = twos are wild
bull-option-wild-about = A 2 can stand for any card, and there are more hands to call.
bull-option-end = End
bull-option-end-last = one player is left
bull-option-end-first = somebody is out
bull-option-end-about = Play on until a single winner is left, or stop as soon as there is one loser.

# Refusals

bull-refusal-nothing-to-challenge = There is no call to challenge yet: the first player of a round makes one.
bull-refusal-not-without-wilds = This call exists only when twos are wild.
bull-refusal-not-higher = Too low: your call has to beat the last one, { $last }.

# The table

bull-headline-first = { $seat } makes the first call.
bull-headline-call = { $seat } calls **{ $call }**
bull-round = Round { $round } · { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
} in all
bull-seat = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
} · { $losses ->
    [0] no loss
    [one] { $losses } loss
   *[other] { $losses } losses
}
bull-seat-out = out
bull-call-line = { $seat }: { $call }
bull-shown-hand = { $seat } · round { $round }
bull-note-loser = loses the round
bull-showdown-good = ✅ { $caller } called { $call }: there it is, { $evidence }. { $challenger } challenged and loses the round.
bull-showdown-bad = ❌ { $caller } called { $call }: not there{ $count ->
    [0] {""}
   *[other] , only { $evidence }
}. { $challenger } challenged, so { $caller } loses the round.

# What happened

bull-event-dealt = Round { $round } is dealt. { $seat } calls first.
bull-event-called = { $seat } calls { $call }.
bull-event-eliminated = { $seat } is out.
bull-outcome-last = { $seats } is the last one in.
bull-outcome-first = { $seat } went out first and loses.
bull-result-score = rounds lost: { $score }

# One's own hand

bull-no-hand = You hold no cards now.
bull-your-hand = Your hand
bull-hand = Your hand: { $cards }
bull-on-table = { $count } cards are in play, { $own } of them yours.
bull-last-call = Last call: { $call } by { $seat }
bull-lowest = Call { $call }
bull-challenge = Challenge

# Menus

bull-choose-kind = Which hand do you call?
bull-choose-rank = Which rank?
bull-choose-high = Higher pair
bull-choose-low = Lower pair
bull-choose-three = Three of which rank?
bull-choose-two = And two of which rank?
bull-choose-suit = Which suit?
bull-rank = { $rank }
bull-suit = { $suit }

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

# Calls

bull-call-single = single { $rank }
bull-call-pair = pair of { $rank }s
bull-call-twopair = two pairs, { $rank }s and { $second }s
bull-call-trips = three { $rank }s
bull-call-straight = { $rank }-high straight
bull-call-flush = { $rank }-high flush in { $suit }
bull-call-full = three { $rank }s and two { $second }s
bull-call-quads = four { $rank }s
bull-call-sflush = { $rank }-high straight flush in { $suit }
bull-call-five = five { $rank }s
bull-call-six = six { $rank }s
bull-call-seven = seven { $rank }s
bull-call-eight = eight { $rank }s
