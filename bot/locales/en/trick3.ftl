trick3-name = Three Cards Trick Poker
trick3-pitch = Battles of three-card hands: the best hand takes all the cards
trick3-turn = Each plays three cards or folds; the best hand takes them all. Most cards win.
trick3-aim = Take the most cards. { $end ->
    [L] It ends when one player has cards left; the others share the rest.
    [S] It ends when a player is out of cards.
   *[M] It ends when half the players are out of cards; all who are out share the rest.
 }
trick3-length = Short: one deck, 13 cards each. Whole: two decks without 10s, 24 cards each.

# Options
trick3-option-family = Cards
trick3-option-family-about = Which cards you play with; each kind has its own hands and order.
trick3-option-family-trump = playing cards
trick3-option-family-mahjong = mahjong tiles
trick3-option-family-tesca = TESCA
trick3-option-length = Length
trick3-option-length-about = How many cards the recommended deck has. Medium exists for playing cards only.
trick3-option-length-long = long
trick3-option-length-mid = medium
trick3-option-length-short = short
trick3-option-deck = Deck
trick3-option-deck-about = A deck of your own choice, of the cards chosen above, with at least 9 cards for everybody. Length then has no effect.
trick3-option-deck-auto = to fit the players
trick3-option-deck-52D3 = 156 cards: three decks
trick3-option-deck-48D3 = 144 cards: three decks without 10s
trick3-option-deck-52D2 = 104 cards: two decks
trick3-option-deck-48D2 = 96 cards: two decks without 10s
trick3-option-deck-52D1 = 52 cards: one deck
trick3-option-deck-48D1 = 48 cards: one deck without 10s
trick3-option-deck-40D3 = 120 cards: three decks without 8s to 10s
trick3-option-deck-36D3 = 108 cards: three decks without 7s to 10s
trick3-option-deck-40D2 = 80 cards: two decks without 8s to 10s
trick3-option-deck-36D2 = 72 cards: two decks without 7s to 10s
trick3-option-deck-40D1 = 40 cards: one deck without 8s to 10s
trick3-option-deck-36D1 = 36 cards: one deck without 7s to 10s
trick3-option-deck-M9D4 = 136 tiles: 1 to 9 and honours, four of each
trick3-option-deck-M9D3 = 102 tiles: 1 to 9 and honours, three of each
trick3-option-deck-M9D4C3 = 129 tiles: 1 to 9 four of each, honours three of each
trick3-option-deck-M9D3C2 = 95 tiles: 1 to 9 three of each, honours two of each
trick3-option-deck-M9D2 = 68 tiles: 1 to 9 and honours, two of each
trick3-option-deck-M9D1 = 34 tiles: 1 to 9 and honours, one of each
trick3-option-deck-M7D3 = 84 tiles: 2 to 8 and honours, three of each
trick3-option-deck-M7D2 = 56 tiles: 2 to 8 and honours, two of each
trick3-option-deck-M7D1 = 28 tiles: 2 to 8 and honours, one of each
trick3-option-deck-T52D3 = 156 cards: 0 to 12, three of each
trick3-option-deck-T52D2 = 104 cards: 0 to 12, two of each
trick3-option-deck-T52D1 = 52 cards: 0 to 12, one of each
trick3-option-deck-T44D3 = 132 cards: 0 to 10, three of each
trick3-option-deck-T44D2 = 88 cards: 0 to 10, two of each
trick3-option-deck-T44D1 = 44 cards: 0 to 10, one of each
trick3-option-deck-T36D3 = 108 cards: 0 to 8, three of each
trick3-option-deck-T36D2 = 72 cards: 0 to 8, two of each
trick3-option-deck-T36D1 = 36 cards: 0 to 8, one of each
trick3-option-end = End
trick3-option-end-about = Players leave a game when their cards have run out. This decides when it is over.
trick3-option-end-M = when half are out of cards
trick3-option-end-L = when one has cards left
trick3-option-end-S = when one is out of cards
trick3-option-games = Games
trick3-option-games-number = { $number }
trick3-option-games-about = How many games make the match; the cards you take add up.

# Hands
trick3-hand-none = no hand
trick3-hand-CLF = colour flush
trick3-hand-HF = half flush
trick3-hand-P1 = one pair
trick3-hand-MW = well mixed
trick3-hand-RN2 = run of two
trick3-hand-D2 = double
trick3-hand-FL = flush
trick3-hand-ST = straight
trick3-hand-RaP = run and pair
trick3-hand-K3 = three of a kind
trick3-hand-SF = straight flush
trick3-hand-CFL = character flush
trick3-hand-BoW = black or white
trick3-hand-D3 = triple
trick3-title = { CAPITAL($hand) }
trick3-ranked = { CAPITAL($hand) } · { $rank ->
    [1] best
    [2] 2nd best
    [3] 3rd best
   *[other] { $rank }th best
 } of { $hands } kinds
trick3-guide-note = Equal hands tie, whatever the ranks: they share the cards.
trick3-guide = { CAPITAL($hand) }: { $about }
trick3-about-CLF = all black or all red
trick3-about-HF = { $family ->
    [tesca] yin-yang with only one of wood, fire, water
   *[other] honours with only one number suit
 }
trick3-about-P1 = { $family ->
    [mahjong] two tiles of one number, or two of one honour
   *[other] two of one rank
 }
trick3-about-MW = { $family ->
    [tesca] one wood, one fire, one water
   *[other] one of each number suit
 }
trick3-about-RN2 = { $family ->
    [trump] two neighbours of one suit; A is next to 2 and K
    [tesca] two neighbours of one suit; 0 is next to 1 and to the highest
   *[other] two neighbouring numbers of one suit
 }
trick3-about-D2 = two identical cards
trick3-about-FL = { $family ->
    [mahjong] all of one number suit
   *[other] all of one suit
 }
trick3-about-ST = { $family ->
    [trump] three ranks in a row; A low or high{ $gaps ->
        [yes] ; ranks missing from the deck are skipped
       *[no] {""}
     }
    [tesca] three ranks in a row; they form a circle through 0
   *[other] three numbers in a row
 }
trick3-about-RaP = a pair, and a neighbour in a suit of the pair
trick3-about-K3 = { $family ->
    [mahjong] three tiles of one number, or three of one honour
   *[other] three of one rank
 }
trick3-about-SF = three in a row of one suit
trick3-about-CFL = three honours
trick3-about-BoW = three yin-yang cards, all odd (white) or all even without 0 (black)
trick3-about-D3 = three identical cards

# Table
trick3-headline-deal = The cards are being dealt; { $seat } will lead
trick3-headline-expose = Everybody chooses three cards to expose
trick3-headline-play = { $facing ->
    [free] Round { $round }: play a card face up or face down, or fold
    [down] Round { $round }: play a card face down, or fold
   *[up] Round { $round }: play a card face up, or fold
 }
trick3-headline-refill = Round { $round }: refill (expose cards, draw, or neither)
trick3-battle = { $way ->
    [up] Battle { $battle } · face up, exposed, face down
    [down] Battle { $battle } · face down, exposed, face up
   *[none] Battle { $battle } · the first to play chooses face up or face down
 }
trick3-deck = { $deck } · { $end ->
    [L] the game ends when one player has cards left
    [S] the game ends when one player is out of cards
   *[M] the game ends when half of the players are out of cards
 }
trick3-game = Game { $game } of { $games } · { $line }
trick3-row-pot = Pot
trick3-row-stake = { $count ->
    [one] 1 card at stake
   *[other] { $count } cards at stake
 }
trick3-question = { $count ->
    [one] Is it a hand?
   *[other] Whose hand is best?
 }
trick3-row-last = { $seat }
trick3-note-last = Battle { $battle }
trick3-note-cards = { $count ->
    [one] 1 card
   *[other] { $count } cards
 }
trick3-note-seat = { $match ->
    [many] { $points } taken (match { $total }) · hand { $hidden } · stock { $stock }
   *[single] { $points } taken · hand { $hidden } · stock { $stock }
 }
trick3-note-left = { $match ->
    [many] { $points } taken (match { $total })
   *[single] { $points } taken
 }
trick3-note-brief = { $match ->
    [many] { $total } in total
   *[single] { $points } taken
 }{ $hidden ->
    [0] {""}
   *[other] {" "}· hidden{"\u00A0"}{ $hidden }
 }
trick3-figures = { $points }{"\u00A0"}· { $out ->
    [yes] out
   *[no] hidden{"\u00A0"}{ $hidden }
 }
trick3-caption-round = { $round ->
    [1] 1st
    [2] 2nd
   *[3] 3rd
 }
trick3-caption-rounds = { $count ->
    [1] 1st
    [2] 1st, 2nd
   *[3] 1st to 3rd
 }
trick3-caption-exposed = exposed
trick3-caption-down = face down
trick3-chip-folded = folded
trick3-chip-left = out of cards: { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
 }
trick3-chip-strength = { $rank ->
    [1] best
    [2] 2nd best
    [3] 3rd best
   *[other] { $rank }th best
 } of { $hands } kinds
trick3-chip-hand = { CAPITAL($hand) }
trick3-chip-won = +{ $count ->
    [one] 1 card
   *[other] { $count } cards
 }
trick3-note-points = { $points ->
    [one] 1 card
   *[other] { $points } cards
 }
trick3-chip-points = { $match ->
    [many] { $share ->
        [0] this game: { $won }
       *[other] this game: { $won } taken + { $share } shared
     }
   *[single] { $won } taken + { $share } shared
 }
trick3-points-game = { $share ->
    [0] { $points ->
        [one] 1 card
       *[other] { $points } cards
     }
   *[other] { $points ->
        [one] 1 card
       *[other] { $points } cards
     }: { $won } taken + { $share } for running out
 }
trick3-points-match = { $share ->
    [0] { $total ->
        [one] 1 card
       *[other] { $total } cards
     }, { $points } of them in this game
   *[other] { $total ->
        [one] 1 card
       *[other] { $total } cards
     }, { $points } of them in this game: { $won } taken + { $share } for running out
 }
trick3-chapter-game = Game { $game } of { $games }
trick3-chapter-battle = Battle { $battle }

# Reveals
trick3-reveal-won = { $each ->
    [one] { CAPITAL($hand) }! { $seat } takes 1 card
   *[other] { CAPITAL($hand) }! { $seat } takes { $each } cards
 }
trick3-reveal-shared = { $pot ->
    [0] { $seats } tie ({ $hand }): { $each } { $each ->
        [one] card
       *[other] cards
     } each
    [one] { $seats } tie ({ $hand }): { $each } { $each ->
        [one] card
       *[other] cards
     } each, 1 stays in the pot
   *[other] { $seats } tie ({ $hand }): { $each } { $each ->
        [one] card
       *[other] cards
     } each, { $pot } stay in the pot
 }
trick3-reveal-no-hand = { $count ->
    [one] { $seat } has no hand: the pot grows to { $pot } cards
   *[other] Nobody has a hand: the pot grows to { $pot } cards
 }
trick3-suspense = { $count ->
    [one] { $seats ->
        [you] You are
       *[other] { $seats } is
     } left: is it a hand …?
   *[other] { CAPITAL($seats) }: who has the best hand …?
}
trick3-reveal-all-folded = { $pot ->
    [0] Everybody has folded
    [one] Everybody has folded: 1 card is in the pot
   *[other] Everybody has folded: { $pot } cards are in the pot
 }
trick3-reveal-ended = { $end ->
    [S] { $count ->
        [one] { $seats ->
            [you] You have
           *[other] { $seats } has
         } run out of cards, so the game is over. Cards nobody captured count for nobody.
       *[other] { CAPITAL($seats) } have run out of cards, so the game is over. Cards nobody captured count for nobody.
     }
   *[other] The game is over: { $count ->
        [one] 1 of { $players } players is
       *[other] { $count } of { $players } players are
     } out of cards. { $share ->
        [0] Every card was captured.
       *[other] { CAPITAL($seats) } { $count ->
            [one] { $seats ->
                [you] get
               *[other] gets
            } the { $share ->
                [one] one card
               *[other] { $share } cards
            } nobody captured, for running out.
           *[other] share the { $share ->
                [one] one card
               *[other] { $share } cards
            } nobody captured: { $least }{ $most ->
                [0] {""}
               *[other] {" "}or { $most }
            } each{ $most ->
                [0] {""}
               *[other] , more for who was out first
            }.
        }
     }
 }
trick3-reveal-folded = Folded: { $seats }.{ $count ->
    [0] {""}
   *[other] {" "}Cards in the pot: { $cards }.
}
trick3-reveal-match = { $line } { $won }!
trick3-great-hand = { $stronger ->
    [0] The strongest hand in this deck!
    [one] Only one hand is stronger: { $above }.
   *[other] Only { $stronger } hands in this deck are stronger.
 }
trick3-great-tie = Equal hands tie: ranks don’t count.
trick3-great-alone-nothing = Everybody else had folded. Any hand would have won – and { $seat } had none.
trick3-great-bluff = Everybody else folded – and { $seat } had only { $hand }!
trick3-great-haul = { $count } cards in a single battle!
trick3-great-narrow = A narrow win: { $hand } just beats { $beaten }.
trick3-consequence-won = { $each ->
    [one] You win the battle ({ $hand }): +1 card.
   *[other] You win the battle ({ $hand }): +{ $each } cards.
 }
trick3-consequence-shared = { $each ->
    [one] You and { $seats } tie ({ $hand }): +1 card each.
   *[other] You and { $seats } tie ({ $hand }): +{ $each } cards each.
 }
trick3-consequence-lost = { $count ->
    [one] { $seats } takes { $each ->
        [one] 1 card
       *[other] { $each } cards
     }: { $hand } beats your { $mine }.
   *[other] { $seats } take { $each ->
        [one] 1 card
       *[other] { $each } cards
     } each: { $hand } beats your { $mine }.
 }
trick3-consequence-lost-nothing = { $count ->
    [one] You have no hand; { $seats } takes { $each ->
        [one] 1 card
       *[other] { $each } cards
     } ({ $hand }).
   *[other] You have no hand; { $seats } take { $each ->
        [one] 1 card
       *[other] { $each } cards
     } each ({ $hand }).
 }
trick3-consequence-no-hand = { $mine ->
    [alone] You have no hand: your cards go to the pot, now { $pot } cards.
    [left] { $seat } had no hand: the cards go to the pot, now { $pot } cards.
    [in] You have no hand, and nobody else has one: all cards go to the pot, now { $pot }.
   *[out] Nobody had a hand: all cards go to the pot, now { $pot }.
 }
trick3-consequence-away = { $count ->
    [one] { CAPITAL($seats) } takes { $each ->
        [one] 1 card
       *[other] { $each } cards
     } ({ $hand })
   *[other] { CAPITAL($seats) } take { $each ->
        [one] 1 card
       *[other] { $each } cards
     } each ({ $hand })
 }{ $how ->
    [now] {""}
    [left] ; you had left the game
   *[folded] ; you had folded
 }.
trick3-consequence-all-folded = { $pot ->
    [0] Everybody has folded.
    [one] Everybody has folded; 1 card waits in the pot.
   *[other] Everybody has folded; { $pot } cards wait in the pot.
 }
trick3-consequence-out = Your cards have run out: you leave the game.
trick3-consequence-gone = { CAPITAL($seats) } { $count ->
    [one] is
   *[other] are
} out: { $cards ->
    [one] 1 card goes
   *[other] { $cards } cards go
} to the pot.
trick3-consequence-ended = You end with { $points }.
trick3-consequence-both = { $first } { $second }

# Panel
trick3-panel-deal = The cards are being dealt.
trick3-panel-ended = You have { $points }.
trick3-panel-left = { $end ->
    [S] You left with { $points } captured.
   *[other] You were the { $place ->
        [1] 1st
        [2] 2nd
        [3] 3rd
       *[other] { $place }th
     } to run out of cards, with { $points } captured. All who are out share the rest.
 }
trick3-makes = { $hand } ({ $cards })
trick3-best = You can make: { $hands }
trick3-framed = Framed: { $hand }, { $rank ->
    [1] best
    [2] 2nd
    [3] 3rd
   *[other] { $rank }th
} of { $hands } kinds{ $rivals ->
    [none] {""}
    [0] ; nobody can beat it now
    [one] ; 1 player could beat it
   *[other] ; { $rivals } players could beat it
}
trick3-rest-folded = ⏳ You folded; the others play on.
trick3-best-none = These cards make no hand.
trick3-strip = { $kind ->
    [played] { $way ->
        [led] led
       *[played] played
    } { $played }
    [exposed] exposed { $exposed }
   *[playedexposed] { $way ->
        [led] led
       *[played] played
    } { $played } · exposed { $exposed }
}
trick3-stakes = { $last ->
    [yes] Your last battle: then you’re out{ $end ->
        [S] , which ends the game.
       *[other] . { $share }
    }{" "}
   *[no] { $near }
}Win: +{ $least } { $least ->
    [one] card
   *[other] cards
}{ $exact ->
    [yes] {""}
   *[no] {" "}or more
}{ $pot ->
    [0] {""}
   *[other] {" "}(pot: { $pot })
}{ $brief ->
    [yes] {""}
   *[no] , ties share
}. Lose: −{ $lost } to the winner. Fold: −{ $cost } to the pot{ $last ->
    [yes] { $end ->
        [S] {""}
       *[other] ; you stay (no share if the game ends first)
    }
   *[no] {""}
}.{ $decisive ->
    [yes] {" "}{ $standing }
   *[no] {""}
}
# How a rival would stand that wins a battle with which the game may end.
trick3-stakes-rival = If { $seat } wins: { $seat } { $theirs }{ $exact ->
    [yes] {""}
   *[no] {" "}or more
}, you { $own }{ $shared ->
    [yes] {" "}(before the rest is shared)
   *[no] {""}
}.
# Above the stakes, once somebody is close to running out of cards.
trick3-near = { $more ->
    [0] The game ends with this battle
    [one] The next player out ends the game
   *[other] The game ends once { $more }{ $out ->
        [0] {""}
       *[other] {" "}more
    } are out
}{ $shared ->
    [yes] ; all who are out share the rest
   *[no] {""}
}.{" "}
# What the reader gets for certain of the cards that nobody won.
trick3-share = { $ends ->
    [yes] The game ends after this battle; all who are out share the rest{ $share ->
        [0] {""}
       *[other] {" "}(you: at least { $share })
    }.
   *[no] At the game’s end all who are out share the rest.
}
trick3-near-none = {""}
trick3-stakes-last-short = Your last battle{ $ends ->
    [yes] , and the last of the game
   *[no] {""}
}. Win: +{ $least }{ $exact ->
    [yes] {""}
   *[no] {" "}or more
}{ $pot ->
    [0] {""}
   *[other] {" "}(pot: { $pot })
}. { $decisive ->
    [yes] { $standing }
   *[no] Lose: −{ $lost } to the winner.
} Fold: −{ $cost } to the pot{ $end ->
    [S] {""}
   *[other] , no share yet
}.
trick3-stakes-near-short = { $near }Win: +{ $least }{ $exact ->
    [yes] {""}
   *[no] {" "}or more
}{ $pot ->
    [0] {""}
   *[other] {" "}(pot: { $pot })
}. { $standing } Fold: −{ $cost } to the pot.
trick3-stakes-refill = { $near }{ $bare ->
    [this] You have no exposed card: without one you must fold in round 2.
    [next] You have no exposed card: without one you must fold in round 2 of the next battle.
   *[no] You play one exposed card in each battle. With more you have a choice, but all see them.
}{ $stock ->
    [0] {""}
   *[other] {" "}Drawing costs nothing.
}
trick3-stakes-out = { $bare ->
    [this] Without an exposed card you must fold in round 2.{" "}
    [next] Without an exposed card you must fold in round 2 of the next battle.{" "}
   *[no] {""}
}You leave by exposing all your hidden cards: { $battle ->
    [lost] you lose this battle and play no more
   *[done] you play no more
}{ $end ->
    [S] , and the game ends after this battle.
   *[other] . { $share }
}
trick3-stakes-more = Exposed cards are used up, one in each battle. With more you have a choice later, but all see them.
trick3-stakes-expose = In each battle you play a hidden card, an exposed one and a hidden one. The best hand takes all; a loss costs { $lost }, a fold 1 or 2. Exposed cards are used up; you can add some as you play. With none you must fold.
trick3-stakes-expose-short = You play a hidden card, an exposed one and a hidden one. The best hand takes all; a loss costs { $lost }, a fold 1 or 2.
trick3-stakes-way = Up: all see everybody’s first card, not the third. Down: all see the third, not the first.
trick3-stakes-leave = You can’t win this battle: a hand needs two hidden cards. With this one you’re out.{ $end ->
    [S] {""}
   *[other] {" "}{ $share }
} { $exposed ->
    [yes] Fold with an exposed card and you stay{ $end ->
        [S] {""}
       *[other] {" "}(no share if the game ends first)
    }.
   *[no] You leave, whether you play or fold.
}
trick3-stakes-bare = You can’t win this battle: you have no exposed card for round 2. Fold now, or play and fold then: 1 card goes to the pot either way.
trick3-stakes-bare-short = You can’t win this battle: no exposed card for round 2. A fold, now or then, costs 1 card.
trick3-stakes-leave-short = You can’t win this battle: a hand needs two hidden cards.
trick3-stakes-penalty = { $near }{ $leaves ->
    [yes] With your last hidden card you also leave the game, and your exposed cards go to the pot.{ $end ->
        [S] {""}
       *[other] {" "}{ $share }
    }
   *[no] You lose only this card. It goes to whoever wins the pot.
}
trick3-beware = ⚠️ You have no exposed card: without one you must fold in round 2{ $battle ->
    [next] {" "}of the next battle
   *[this] {""}
}.
trick3-threat = at best: { $hand }
trick3-note-own = { $stock ->
    [0] none left to draw
   *[other] { $stock } left to draw
} · { $points } taken
trick3-row-hidden = Hidden hand
trick3-row-chosen = You expose
trick3-row-open = { $played ->
    [yes] Exposed and played
   *[no] Exposed
 }
trick3-tip-both = { $first } { $second }
trick3-tip = { $phase ->
    [refill] You can hold six hidden cards.
   *[play] { $round ->
        [1] { $made ->
            [no] You hold no hand: bluff or fold{ $stock ->
                [0] .
               *[other] , or hope for cards from your stock.
             }
           *[yes] { $way ->
                [up] The first card was face up, so all play: face up, exposed, face down.
                [down] The first card was face down, so all play: face down, exposed, face up.
               *[free] Your card sets the order: face up, exposed, face down, or face down first.
             }
         }
        [2] Fold if the others look stronger.
       *[3] Your last card completes the hand. Equal hands tie, whatever the ranks.
     }
 }

# Moves
trick3-move-lead = { $facing ->
    [down] { $card } face down
   *[up] { $card } face up
 }
trick3-move-play = { $facing ->
    [down] Play { $card } face down
   *[up] Play { $card }
 }
trick3-move-fold = Fold
trick3-move-fold-card = Fold, { $card } to the pot
trick3-move-expose = Expose { $cards }
trick3-move-expose-draw = Expose { $cards }, draw { $count }
trick3-move-draw = Draw { $count }
trick3-move-none = Change nothing
trick3-tap-card = { $card } { $hand }{ $rank ->
    [0] {""}
    [1] , best of { $hands }
    [2] , 2nd of { $hands }
    [3] , 3rd of { $hands }
   *[other] , { $rank }th of { $hands }
}
trick3-reason = It can still make: { $hand } ({ $cards })
trick3-reason-none = With the cards you hold it makes no hand
trick3-reason-expose = One of these and two hidden cards can make: { $hand }
trick3-reason-refill = Then you hold { $hidden } hidden { $hidden ->
    [one] card
   *[other] cards
} and { $exposed } exposed
trick3-reason-fold-alone = The best you can make: { $hand }
trick3-reason-fold = The best you can make: { $hand }; somebody else could have: { $other }
trick3-choose-exposed = Which three cards do you expose?
trick3-group-exposed = Suggested: { $hand } in this battle{ $next ->
    [no] {""}
   *[yes] , { $second } in the next
}
trick3-choose-play = { $facing ->
    [free] First card: which one? (Next: up or down)
    [down] { $round ->
        [1] First card, face down: which one?
       *[other] Last card, face down: which one?
     }
   *[up] { $round ->
        [1] First card, face up: which one?
        [2] Second card: which exposed one?
       *[other] Last card, face up: which one?
     }
 }{ $next ->
    [refill] { $stock ->
        [0] {" "}Then you may expose more.
       *[other] {" "}Then you draw or expose.
     }
   *[end] {""}
 }
trick3-choice-alone = Play a card and expose more
trick3-choice-alone-about = More to choose from later, but all see them
trick3-choice-alone-leave = Play, then expose or leave
trick3-choice-alone-leave-about = Expose all your hidden cards and you’re out of the game
trick3-choose-way = Face up or face down?
trick3-choose-penalty = Which card goes to the pot?{ $next ->
    [refill] {" "}Then you may expose more.
    [maybe] {" "}After some of them you may expose more.
   *[end] {""}
}
trick3-choose-refill = { $stock ->
    [0] { $battle ->
        [last] Your last hidden card: keep it to play on?
        [leave] No battle follows. Leave the game now?
        [none] No battle follows. Expose cards anyway?
        [next] Nothing left to draw. Expose more cards for the next battle?
       *[this] Nothing left to draw. Expose more cards for round 2?
     }
   *[other] { $battle ->
        [none] No battle follows. Draw or expose anyway?
        [next] Draw, or expose cards for the next battle?
       *[this] Draw, or expose cards for round 2?
     }
}
trick3-choose-more-exposed = Which cards do you expose?
trick3-part-exposed = Expose { $count ->
    [1] one
    [2] two
    [3] three
   *[other] { $count }
}
trick3-choice-play = { $card }
trick3-choice-fold-about = { $round ->
    [1] Costs one card of your choice, which goes to the pot
   *[other] The cards you have played go to the pot
 }
trick3-choice-penalty = { $card }{ $place ->
    [exposed] {" "}(exposed)
   *[hidden] {""}
 }
trick3-choice-leave = Expose { $cards } and leave
trick3-choice-draw = { $count ->
    [0] Draw nothing
   *[other] Draw { $count }
 }
trick3-choice-draw-about = Your exposed hand stays as it is
trick3-choice-expose = { $count ->
    [0] { $stock ->
        [0] Expose other cards
       *[other] Expose cards, draw nothing
     }
    [one] Expose cards, then draw 1
   *[other] Expose cards, then draw { $count }
 }
trick3-choice-expose-about = { $room ->
    [one] At most 1 card; it makes room for a new one
   *[other] Up to { $room } cards; they make room for as many new ones
 }
trick3-way-up = Face up
trick3-way-up-about = Everybody plays face up, exposed, face down
trick3-way-down = Face down
trick3-way-down-about = Everybody plays face down, exposed, face up

# Events
trick3-event-dealt = { $pot ->
    [0] { $each } cards each. { $seat } will lead.
   *[other] { $each } cards each, { $pot } in the pot. { $seat } will lead.
 }
trick3-event-exposed = All exposed hands are face up.
trick3-event-played = { $facing ->
    [down] { $seat } plays a card face down.
   *[up] { $seat } plays { $card }.
 }
trick3-event-folded = { $count ->
    [0] { $seat } folds.
   *[other] { $seat } folds; { $cards } to the pot.
 }
trick3-event-folded-forced = { $seat } has no exposed card and must fold; { $cards } to the pot.
trick3-event-filled = { $count ->
    [one] { $seat }’s hand was empty: 1 card comes from the stock.
   *[other] { $seat }’s hand was empty: { $count } cards come from the stock.
 }
trick3-event-refilled = { $count ->
    [0] { $seat } exposes { $cards }.
   *[other] { $seat } exposes { $cards } and draws { $count }.
 }
trick3-event-drew = { $seat } draws { $count }.
trick3-event-left = { $count ->
    [0] { $seat } has no cards left and leaves the game.
   *[other] { $seat } has no hidden cards left and leaves the game; { $cards } to the pot.
 }
trick3-shown = { $seat }: { $hand } ({ $cards })
trick3-shown-below = { $told }{"\u000A"}• { $shown }
trick3-event-all-folded = Everybody has folded; { $seat } was last.
trick3-event-ended = { $match ->
    [many] Game { $game } ends: { $points }
   *[single] The game ends: { $points }
 }
trick3-points = { $seat } { $points }
trick3-equal-points = Equal numbers of cards: who left the game earlier is ahead.
trick3-outcome = { $count ->
    [one] { $seats ->
        [you] You win
       *[other] { $seats } wins
    } with { $points } cards
   *[other] { CAPITAL($seats) } win with { $points } cards each
 }

# Statistics
trick3-stats = ⚔️ { $battles ->
    [one] { $battles } battle
   *[other] { $battles } battles
}, { $won } won; folded { $folds ->
    [0] never
    [one] once
    [2] twice
   *[other] { $folds } times
}
trick3-stats-best = 🏅 Best hand: { $hand }; most cards from one battle: { $count }

# Decisions
trick3-decision-tesca = TESCA’s half flush, mixed well and black or white follow the mahjong hands, with yin-yang as the honours.
trick3-decision-neighbours = Ranks missing from the deck are skipped in runs; the ace is low or high but never in the middle, and TESCA’s ranks form a circle.
trick3-decision-next-game = The next game of a match is led by who would have led the next battle; if nobody could, by the seat after the last lead.
trick3-decision-way = If the lead folds, the next to play a card chooses face up or face down.
trick3-decision-leave-after = Players who have played all three cards stay in the battle and leave after its showdown; several of them in turn order.
trick3-decision-shared = Equal hands share the sorted cards from the top, in turn order; what doesn’t divide stays in the pot.
trick3-decision-lead-gone = When the next lead has left the game, the next seat clockwise leads.

# Options that do not go together

trick3-clash-length = Length “{ $length }” exists for playing cards only, not for { $family }.
trick3-clash-family = The deck “{ $deck }” doesn’t go with the cards “{ $family }”.
trick3-clash-size = “{ $deck }” is too small for { $seats } players: everybody needs { $least } cards. The host can choose a larger deck.

# Leaderboards

trick3-measure-hand = Best hand that won a battle
trick3-measure-capture = Most cards from one battle

# Feats

trick3-highlight-hand = 🏅 Best winning hand · { $seat } · { $hand }
trick3-highlight-hand-title = Best winning hand · { $seat }
trick3-highlight-haul = 🧺 Biggest capture · { $seat } · { $count } cards
trick3-highlight-haul-title = Biggest capture of the game · { $seat }
trick3-highlight-steal = 💨 Everybody folded · { $seat } · { $hand }
trick3-highlight-steal-title = Everybody folded · { $seat }
trick3-tale-open = What { $seat } showed
trick3-tale-against = What it was up against
trick3-tale-folded = Folded
trick3-tale-taken = Captured
trick3-tale-lay = { $count ->
    [one] One card captured
   *[other] { $count } cards captured
}

# Trophies
trick3-trophy-first = Three Cards to the Wind
trick3-trophy-first-about = Play a game (computers count, too)
trick3-trophy-first-done = your first game of Three Cards Trick Poker
trick3-trophy-first-sign = 3
trick3-trophy-win = Top of the Pile
trick3-trophy-win-about = Win a game
trick3-trophy-win-sign = TP
trick3-trophy-fold = Know When to Fold
trick3-trophy-fold-about = Win a game in which you folded three or more times
trick3-trophy-fold-sign = KF
trick3-trophy-stand = No Retreat
trick3-trophy-stand-about = Win a game with three or more battles, and never fold
trick3-trophy-stand-sign = NR
trick3-trophy-catch = Big Catch
trick3-trophy-catch-about = Take 15 or more cards in one battle
trick3-trophy-catch-sign = BC
trick3-trophy-hand = Straight to the Top
trick3-trophy-hand-about = Win a battle with a straight flush or a rarer hand
trick3-trophy-hand-sign = ST
trick3-trophy-crowd = Free-for-All
trick3-trophy-crowd-about = Play a game with five or more people
trick3-trophy-crowd-sign = FA
trick3-trophy-row = Warpath
trick3-trophy-row-about = Win five or more battles in a game
trick3-trophy-row-sign = W
trick3-trophy-cards = Wad of Cards
trick3-trophy-cards-about = Take { $target } cards
trick3-trophy-cards-sign = C
trick3-trophy-battles = Battle-Scarred
trick3-trophy-battles-about = Win { $target } battles
trick3-trophy-battles-sign = B
