# Lost Poker
lost-name = Lost Poker
lost-pitch = Bluff cards into rivals’ fields: a poker hand loses
lost-turn = On your turn you give somebody a card and say what it is, true or a lie. If they guess wrong, it lies in their field; if they guess right, in yours. The first with 4 of a suit, of a rank or in a row in their field loses.
lost-aim = The first one out loses, all others win. Out: 4 of a suit or rank or 4 in a row in your field, or an empty hand.
lost-option-losts = Discards per player
lost-option-losts-number = { $number }
lost-option-losts-about = How many cards each player can take out of the game

# Claims, cards and hands
lost-cards = { $cards }
lost-claim-suit = { $suit }
lost-claim-joker = joker
lost-sign-suit = { $suit ->
    [s] ♠︎
    [h] ♥︎
    [d] ♦︎
   *[c] ♣︎
}
lost-sign-rank = { $rank }
lost-hand-flush = { $suit ->
    [s] four spades
    [h] four hearts
    [d] four diamonds
   *[c] four clubs
}
lost-hand-straight = four in a row
lost-hand-quads = four { RANKS($rank) }
lost-hand-empty = no cards left

# The table
lost-chapter-fields = The first fields
lost-chapter-turn = { $seat }’s turn
lost-headline-dealing = The cards are being dealt.
lost-headline-opening = Everybody lays three cards face down
lost-headline-answer = { $seat ->
    [you] You
   *[other] { $seat }
 } → { $target }: “{ $claim }”. Trust or doubt?
lost-headline-place = { $seat ->
    [you] You have to lay a card in your own field for the discard.
   *[other] { $seat } has to lay a card in their own field for the discard.
}
lost-headline-over = { $reasons }
lost-line-record = { $seat } so far: { $true ->
    [0] no true claim
    [one] 1 true claim
   *[other] { $true } true claims
}, { $false ->
    [0] no lie
    [one] 1 lie
   *[other] { $false } lies
}.

# Claims in the line above a question
lost-said = “{ $claim }”{ $how ->
    [true] {" "}to { $target } (true)
    [lie] {" "}to { $target } (a lie)
    [taken] {" "}to { $target } (discarded)
   *[judged] {" "}(before: { $true } true, { $lies ->
        [one] 1 lie
       *[other] { $lies } lies
    })
}
lost-said-changed = discarded { $card } and laid { $placed }
lost-told = { $earlier } { $told }
lost-told-short = { $earlier }
lost-said-back = took the joker back and laid { $cards }

# In the picture
lost-note = { $cards } { $cards ->
    [one] card
   *[other] cards
} · { $left } { $left ->
    [one] discard
   *[other] discards
} left
lost-note-cards = { $cards } { $cards ->
    [one] card
   *[other] cards
}
lost-note-choosing = choosing three cards
lost-note-pile = you discarded: { $cards }
lost-note-ready = ready
lost-chip-near = one card away
lost-chip-near-gone = one away, none left
lost-chip-near-joker = one away, by the joker alone
lost-chip-out = out
lost-chip-true = true
lost-chip-lie = a lie
lost-chip-taken = discarded face down
lost-row-field = { $seat }
lost-your-field-now = You
lost-row-last = Last claim
lost-note-last = { $seat } → { $target }
lost-caption-claim = “{ $claim }”
lost-caption-own = out: you
lost-tale-out = Out: { $hand }
lost-revealed = The card
lost-your-hand = Your hand
lost-your-field = Your field
lost-your-card = Your card
lost-note-to = to { $seat }

# What happened
lost-event-dealt = { $count } cards each.
lost-event-fields = All fields are turned face up.
lost-event-played = { $seat ->
    [you] You
   *[other] { $seat }
 } → { $target }: “{ $claim }”.
lost-event-trust-right = { $target ->
    [you] You
   *[other] { $target }
 } trusted { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }”, and it was true: { $card } goes to { $seat ->
    [you] your
   *[other] { $seat }’s
 } field.
lost-event-trust-wrong = { $target ->
    [you] You
   *[other] { $target }
 } trusted { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }”, but it was a lie: { $card } goes to { $target ->
    [you] your
   *[other] { $target }’s
 } field.
lost-event-doubt-right = { $target ->
    [you] You
   *[other] { $target }
 } doubted { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }”, and it was a lie: { $card } goes to { $seat ->
    [you] your
   *[other] { $seat }’s
 } field.
lost-event-doubt-wrong = { $target ->
    [you] You
   *[other] { $target }
 } doubted { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }”, but it was true: { $card } goes to { $target ->
    [you] your
   *[other] { $target }’s
 } field.
lost-event-joker-right = { $target ->
    [you] You
   *[other] { $target }
 } trusted { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }”, and it was true: { $card } goes to { $target ->
    [you] your
   *[other] { $target }’s
 } hand, not to a field (the joker is an exception).
lost-event-joker-wrong = { $target ->
    [you] You
   *[other] { $target }
 } doubted { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }”, but it was true: { $card } goes to { $target ->
    [you] your
   *[other] { $target }’s
 } field.
lost-event-taken = { $target ->
    [you] You discard
   *[other] { $target } discards
 } { $seat ->
    [you] your
   *[other] { $seat }’s
 } card (“{ $claim }”) unseen.
lost-event-voided = { $target ->
    [you] You
   *[other] { $target }
 } tried to discard { $seat ->
    [you] your
   *[other] { $seat }’s
 } card, but it was the joker, which can’t be discarded: it goes to { $target ->
    [you] your
   *[other] { $target }’s
 } field.
lost-event-placed = { $seat ->
    [you] You pay for the discard: { $card } goes to your own field.
   *[other] { $seat } pays for the discard: { $card } goes to { $seat }’s own field.
}
lost-event-lost-hand = { $seat ->
    [you] You discard a card from your hand, unseen.
   *[other] { $seat } discards a card from their hand, unseen.
}
lost-event-lost-field = { $seat ->
    [you] You discard { $card } from your field and lay { $placed } instead.
   *[other] { $seat } discards { $card } from their field and lays { $placed } instead.
}
lost-event-back = { $seat ->
    [you] You take the joker back and lay { $cards } in your field.
   *[other] { $seat } takes the joker back and lays { $cards } in their field.
}
lost-event-passed = { $seat ->
    [you] You can do nothing and pass.
   *[other] { $seat } can do nothing and passes.
}
lost-ends = { $first } { $second }
lost-end-hand = { $seat ->
    [you] You have no cards left and are
   *[other] { $seat } has no cards left and is
 } out.
lost-end = { $seat ->
    [you] You’re
   *[other] { $seat } is
 } out: { $hand } ({ $cards }).

# Reveals
lost-great-end = { $reasons }{ $count ->
    [0] {""}
    [one] {" "}{ $seats ->
        [you] You win!
       *[other] { $seats } wins!
    }
   *[other] {" "}Everybody else wins!
}
lost-great-end-five = { $reasons } Even a fifth card fits!
lost-great-both = { $reasons } Both at once!
lost-great-own = { $reasons } Beaten with { $seat ->
    [you] your
   *[other] their
 } own card!
lost-great-lie = { $reasons } { $seat ->
    [you] Your
   *[other] { $seat }’s
 } lie did it!
lost-great-true = { $reasons } And { $seat } had told the truth!
lost-great-escape = That was close: { $target } would have been out with { $hand }.
lost-great-first-lie = After { $count } true claims { $seat ->
    [you] you tell a first lie – and get
   *[other] { $seat } tells a first lie – and gets
 } away with it!
lost-great-for-once = After { $count } lies { $seat ->
    [you] you tell
   *[other] { $seat } tells
 } the truth for once – and nobody believes it!
lost-consequence-right = You were right: { $card } goes to { $seat }’s field.
lost-consequence-joker = You were right: the joker, as an exception, goes to your hand.
lost-consequence-wrong-true = Wrong, it was true: { $card } is in your field now.
lost-consequence-wrong-lie = Wrong, it was a lie: { $card } is in your field now.
lost-consequence-back-true = { $target } believed the truth: { $card } is in your field now.
lost-consequence-back-lie = { $target } saw through your lie: { $card } is in your field now.
lost-consequence-kept-true = { $target } doubted the truth: { $card } is in their field now.
lost-consequence-kept-lie = { $target } fell for your lie: { $card } is in their field now.
lost-consequence-joker-gone = { $target } believed you: the joker is in their hand now.
lost-consequence-void = It was the joker: your discard doesn’t count, and the joker is in your field.
lost-consequence-voided = { $target } tried to discard your joker: it’s in { $target }’s field now.
lost-consequence-taken = { $target } discarded your { $card }: it’s out of the game, and nobody judged your claim.
lost-suspense-doubt = { $target ->
    [you] You doubt
   *[other] { $target } doubts
 } { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }” …?
lost-suspense-trust = { $target ->
    [you] You trust
   *[other] { $target } trusts
 } { $seat ->
    [you] your
   *[other] { $seat }’s
 } “{ $claim }” …?
lost-claimed = { $seat }’s card
lost-fact = { CAPITAL($seat) } had said “{ $claim }” to { $target }.
lost-fact-end = { CAPITAL($seat) } said “{ $claim }” to { $target }. { CAPITAL($target) } { $answer ->
    [trust] trusted it
   *[doubt] doubted it
}, { $how ->
    [true] { $answer ->
        [trust] and it was true
       *[doubt] but it was true
    }
   *[lie] { $answer ->
        [trust] but it was a lie
       *[doubt] and it was a lie
    }
}.
lost-score-in = stayed in
lost-score-out = out: { $hand }

# The private panel
lost-stakes-answer = Right: to { $seat }’s field{ $outs ->
    [both] {" "}and they’re out
    [trust] {" "}(a true claim puts them out)
    [doubt] {" "}(a lie puts them out)
    [some] {" "}(some cards put them out)
   *[no] {""}
}.{ $certain ->
    [trust] {" "}Trust can’t be wrong; Doubt can: to yours ({ $doubt }).
    [doubt] {" "}Doubt can’t be wrong; Trust can: to yours ({ $trust }).
   *[no] {" "}Wrong: to yours ({ $is_equal ->
        [yes] { $trust }
       *[no] Trust: { $trust }; Doubt: { $doubt }
    }).
}{ $discard ->
    [safe] {" "}Discard: it’s gone; you lay a hand card (a safe one is there).
    [near] {" "}Discard: it’s gone; you lay a hand card (at best one away).
    [out] {" "}Discard: the hand card you lay puts you out.
    [fatal] {" "}Discard: you’re out.
   *[no] {""}
}
lost-stakes-answer-joker = Trust: the joker goes to your hand{ $certain ->
    [trust] {" "}(it can’t be a lie).
   *[other] , a lie to your field ({ $trust }).
} Doubt: { $certain ->
    [doubt] it can’t be the joker, so it goes to { $seat }’s field{ $outs ->
        [doubt] {" "}and puts them out
        [some] {" "}(some cards put them out)
       *[no] {""}
    }.
   *[other] a lie goes to { $seat }’s field{ $outs ->
        [doubt] {" "}and puts them out
        [some] {" "}(some cards put them out)
       *[no] {""}
    }, the joker to yours ({ $doubt }).
}{ $discard ->
    [no] {""}
    [fatal] {" "}Discard: you’re out.
    [out] {" "}Discard: you’re out.
   *[other] { $certain ->
        [doubt] {""}
       *[other] {" "}The joker can’t be discarded.
    }
}
lost-risk = { $how ->
    [all] you’re out
    [some] out on { $fatal } of { $cards } cards
    [near] at worst one away
   *[safe] no danger yet
}
lost-stakes-turn = You claim its suit or rank, and may lie. If they guess right (true or lie), it comes to your field{ $fatal ->
    [0] { $near ->
        [0] {""}
       *[other] {" "}(one away on { $near } of { $cards })
    }
   *[other] {" "}(out on { $fatal } of your { $cards })
}; if wrong, it goes to theirs.{ $cards ->
    [2] {" "}Then you have 1 card left: without it you’re out.
   *[other] {""}
}
lost-stakes-turn-short = You may lie; they guess, true or lie. Right: to your field{ $fatal ->
    [0] { $near ->
        [0] {""}
       *[other] {" "}(one card away on { $near } of { $cards })
    }
   *[other] {" "}(out on { $fatal } of { $cards })
}; wrong: to theirs.{ $cards ->
    [2] {" "}Then you have 1 card left: without it you’re out.
   *[other] {""}
}
lost-stakes-last = Your last card: whatever you do, your hand is empty then and you’re out.{ $count ->
    [0] {""}
   *[other] {" "}You can only take a rival with you: { $seats }.
}
lost-stakes-claim = { $is_last ->
    [yes] Your hand is empty then: you’re out either way. If { $target } guesses wrong (true or lie), { $card } goes to { $target }’s field
   *[no] If { $target } guesses right (true or lie), { $card } comes to your field{ $mine ->
        [out] {" "}and you’re out
        [near] , one card from losing
       *[safe] {""}
    }; if wrong, it goes to { $target }’s
}{ $theirs ->
    [out] {" "}and { $target } is out{ $is_last ->
        [yes] , too
       *[no] {""}
    }
    [near] , one card from losing
   *[safe] {""}
}.{ $left ->
    [0] {""}
   *[other] {" "}{ $target } may also discard it ({ $left } left).
}
lost-stakes-claim-joker = { $is_last ->
    [yes] Your hand is empty then: you’re out.{" "}
   *[no] {""}
}If { $target } trusts you, the joker goes to their hand; if not, to their field.
lost-stakes-place = { $fatal ->
    [0] None of your { $cards } cards puts you out.
    [one] { $cards ->
        [one] It’s your last card: you’re out.
       *[other] 1 of your { $cards } cards puts you out.
    }
   *[other] { $fatal } of your { $cards } cards put you out.
}
lost-stakes-lose = It leaves the game. For a field card you lay a hand card in its place. { $left ->
    [0] Either way your hand is empty: you’re out.
    [one] Either way you have 1 hand card left.
   *[other] Either way you have { $left } hand cards left.
}
lost-stakes-no-joker = Your joker can’t go to { $target }: their field is one card away.
lost-panel-nothing = You hold no cards yet.
lost-panel-lay = The game ends when the first player is out: all others win. Once everybody has chosen, all fields are turned up together.
lost-panel-laid = Your three cards lie face down until everybody is ready.
lost-panel-gone = { $target } discarded your { $card }: it’s out of the game, and { $target } lays a card in their own field.
lost-panel-taken = { $seat }’s card was { $card }; only you two know.
lost-panel-voided = It was the joker, so it’s in your field. You still have to lay a card from your hand there.
lost-tip-lay = Pick three that fit together as little as possible: different suits, ranks far apart. Cards run from 1 to 10 (10 and 1 don’t connect), and a joker stands for any card.
lost-tip-turn = Pick a card that fits their field, and claim its suit or its rank. You may lie. Or discard a card of your own: it leaves the game. Whoever runs out of cards is out, too.
lost-tip-answer = The joker can’t be discarded: if it is the joker, it comes to your field, and you lay a card, too.
lost-tip-place = Lay a card that goes with nothing in your field.

# Moves
lost-trust = Trust
lost-doubt = Doubt
lost-lost = Discard, lay a hand card ({ $left } left)
lost-pass = Pass
lost-name-lost = Discard
lost-name-field = First field: { $cards }
lost-name-play = { $card } to { $target } as “{ $claim }”
lost-name-place = Lay { $card } in your field
lost-name-lost-hand = Discard { $card } from your hand
lost-name-lost-field = Your field: discard { $card }, lay { $placed }
lost-name-back = Joker back for { $cards }
lost-choose-lay = Which three cards for your field?
lost-group-openings = { $pairs ->
    [0] The safest: no two go together
    [1] The safest: only two go together
   *[other] The safest ones you have
}
lost-choose-answer = { $seat }’s hidden card: true?
lost-choose-kind = Whom do you play a card to?
lost-kind-play = { $target }
lost-play-to = { $card } to { $target }
lost-kind-lose = Discard ({ $left } left)
lost-kind-joker-back = Take the joker back
lost-choose-card = Which card to { $target }?
lost-brings-hit = They’re out if it goes to their field
lost-brings-both = You’re out; they are, too, if it goes to their field
lost-brings-near = In their field, it leaves them one card from losing
lost-brings-duel = Puts one of you out
lost-brings-nothing = No danger for them yet
lost-brings-miss = Doesn’t put them out
lost-brings-joker = Goes to their hand if they trust you
lost-brings-risk = You’re out if it comes back
lost-brings-empty = Your hand is empty: you’re out
lost-choose-claim = { $card } to { $target }: what do you say it is?
lost-choose-claim-joker = { $card } to { $target }: it has to be claimed as what it is.
lost-group-claims = ✓ true, others a lie
lost-rest-claims = A rank (✓ { $rank }) or the joker
lost-lays-safe = Your field stays safe
lost-lays-near = Your field is one card from losing
lost-lays-out = Puts you out
lost-group-lose-near = From your field: can end the danger
lost-group-lose-field = From your field
lost-lose-hand = From your hand: { $cards }
lost-choose-lost = Which card do you discard?
lost-choose-place = Which card goes in your field?
lost-choose-back = Which two cards for the joker?
lost-key-claim = { $how ->
    [true] ✓ { $claim }
    [hopeless] ✗ { $claim } (plainly a lie)
   *[false] { $claim }
}

# Warnings
lost-warn-last = This is your last card. When your hand is empty, you’re out.
lost-warn-made = { $count ->
    [one] With { $cards } in your field you’d be out.
   *[other] With any of { $cards } in your field you’d be out.
 }

# Where the source is silent
lost-decision-void-lost = Discarding the joker fails and uses up no discard, but you need one left to try.
lost-decision-pass = You pass only when no other move is possible.
lost-decision-several-out = If two players are to go out at the same moment, both do.

# why a move is good
lost-reason-play = { $how ->
    [hit] { $target } is out if they { $is_lie ->
        [no] doubt your true claim
       *[yes] believe your lie
    }
    [both] Your hand is empty then: you’re out, and { $target } is, too, if they { $is_lie ->
        [no] doubt your true claim
       *[yes] believe your lie
    }
    [empty] Your hand is empty then: you’re out
    [near] { $target } is one card from losing if they { $is_lie ->
        [no] doubt your true claim
       *[yes] believe your lie
    }
    [duel] { $target } is out if they { $is_lie ->
        [no] doubt your true claim, and you are if they believe it
       *[yes] believe your lie, and you are if they doubt it
    }
    [joker] The joker goes to { $target }’s hand if they trust you, otherwise to their field
    [risk] You’re out if { $target } { $is_lie ->
        [no] believes your true claim
       *[yes] doubts your lie
    }
   *[other] It goes to { $target }’s field if they { $is_lie ->
        [no] doubt your true claim
       *[yes] believe your lie
    }
}
lost-reason-lay = { $pairs ->
    [0] No two of them go together
    [1] Only two of them go together
   *[other] They hardly go together
}
lost-reason-place = { $how ->
    [out] Four in your field fit together: you’re out
    [empty] Your hand is empty then: you’re out
    [near] Your field is one card away then
   *[safe] It leaves your field safe
}
lost-reason = { $fit } of the { $unseen } cards you can’t see { $fit ->
    [one] fits
   *[other] fit
} “{ $claim }”{ $named ->
    [yes] : { $cards }
   *[no] {""}
}
lost-reason-lost = Nobody gets it, and you choose what goes in your field
lost-reason-lost-hand = Nothing can come to your field this turn
lost-reason-joker = { $seat } has the joker: it may be this card

# Trophies
lost-trophy-first = Lost and Found
lost-trophy-first-about = Play a game (computers count, too)
lost-trophy-first-done = your first game of Lost Poker
lost-trophy-first-sign = LF
lost-trophy-alive = Still Standing
lost-trophy-alive-about = Stay in until the end
lost-trophy-alive-sign = ST
lost-trophy-catch = Look Before You Leap
lost-trophy-catch-about = See through a lie
lost-trophy-catch-sign = LL
lost-trophy-honest = Honest to a Fault
lost-trophy-honest-about = Stay in with three or more claims, and not one of them a lie
lost-trophy-honest-sign = HF
lost-trophy-smooth = Smooth Operator
lost-trophy-smooth-about = Get away with three or more lies in a game
lost-trophy-smooth-sign = SO
lost-trophy-sharp = Bloodhound
lost-trophy-sharp-about = Doubt three or more claims in a game, and be right each time
lost-trophy-sharp-sign = BH
lost-trophy-lives = Nine Lives
lost-trophy-lives-about = Stay in { $target } games in a row
lost-trophy-lives-sign = 9
lost-trophy-eyes = Nobody’s Fool
lost-trophy-eyes-about = See through { $target } lies
lost-trophy-eyes-sign = NF
lost-trophy-lies = A Pack of Lies
lost-trophy-lies-about = Tell { $target } lies
lost-trophy-lies-sign = PL
lost-trophy-wins = Old Fox
lost-trophy-wins-about = Stay in { $target } games
lost-trophy-wins-sign = OF
