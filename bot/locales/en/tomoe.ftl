# Tomoefuda

tomoe-name = Tomoefuda
tomoe-pitch = A trick-taking game for three: the second strongest card wins
tomoe-turn = Each plays one card; the 2nd strongest wins the trick, the strongest if all suits differ. Most tricks win.
tomoe-length = A match is three games of twelve tricks, about { $minutes }{"\u00A0"}min. Against computers you may stop after each game, about 3{"\u00A0"}min.
tomoe-aim = Win the most { $ace ->
    [1] tricks
   *[other] points
} in { $games } games, often with the 2nd strongest card.

# Options

tomoe-option-games = Games
tomoe-option-games-number = { $number }
tomoe-option-games-about = How many games make the match; if first place is shared, three more are played.
tomoe-option-ace = Trick won with a 1
tomoe-option-ace-1 = 1 point, like any trick
tomoe-option-ace-1_5 = 1½ points
tomoe-option-ace-2 = 2 points
tomoe-option-ace-about = What a trick is worth when a card of rank 1 wins it.
tomoe-option-metals = Gold, silver, bronze
tomoe-option-metals-off = without
tomoe-option-metals-on = with the three metals
tomoe-option-metals-about = Three more cards, a suit without a partner suit: 13 tricks, 4 hidden cards each.

# The table

tomoe-headline-start = The cards are about to be dealt; { $seat ->
    [you] you lead
   *[other] { $seat } leads
 } first.
tomoe-headline-lead = Trick { $number } begins.
tomoe-headline-led = { CAPITAL($front) } was led · { $back }
tomoe-headline-metal = A metal was led · no suit beats it
tomoe-headline-between = Game { $number } is over.
tomoe-back = { $back } beats { $front }
tomoe-back-none = no suit beats it
tomoe-colour-r = red
tomoe-colour-a = blue
tomoe-colour-g = green
tomoe-colour-o = orange
tomoe-colour-k = black
tomoe-colour-p = purple
tomoe-progress = Game { $game } of { $games }
tomoe-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
tomoe-note = { $points }{ $hidden ->
    [0] {""}
   *[other] {" "}· { $hidden } hidden
}
tomoe-note-match = { $points ->
    [one] { $points } point
   *[other] { $points } points
} · { $total }{"\u00A0"}in{"\u00A0"}total{ $hidden ->
    [0] {""}
   *[other] {" "}· { $hidden } hidden
}
tomoe-note-brief = { $points ->
    [one] { $points } point
   *[other] { $points } points
} · { $total }{"\u00A0"}in{"\u00A0"}total
tomoe-figures = { $total }{ $first ->
    [yes] {""}
   *[no] {"\u00A0"}in{"\u00A0"}total
}{ $hidden ->
    [0] {""}
   *[other] {" "}·{"\u00A0"}{ $hidden }{"\u00A0"}hidden
}
tomoe-note-hidden = hidden hand
tomoe-row-trick = Trick { $number } of { $tricks }
tomoe-row-last = Last trick
tomoe-chip = Game { $number }: { $points }
tomoe-number = { $points }
tomoe-chapter-game = Game { $number }
tomoe-chapter-trick = Trick { $number }

# Who won a trick and why

tomoe-suspense = Trick { $number } goes to …
tomoe-question = Who takes it?
tomoe-stamp-second = Second!
tomoe-stamp-strongest = Strongest!
tomoe-won = { $seat } wins trick { $number } with { $card } ({ $why }).
tomoe-won-ace = { $seat } wins trick { $number } with { $card }: +{ $points } ({ $why }).
tomoe-fact = { CAPITAL($why) }.
tomoe-why-all-front = all one suit, so the second strongest wins: { $card }
tomoe-why-one-back = { $back }, so { $best } is strongest; { $card } is second and wins
tomoe-why-two-back = { $back }, so { $best } is strongest; { $card } is second and wins
tomoe-why-one-lower = two cards of the suit led: { $best } is strongest, { $card } is second and wins
tomoe-why-two-lower = three different suits, so the strongest card wins: { $card }
tomoe-why-lower-pair = two cards of another suit: { $card }, the higher one, is second to { $led } and wins
tomoe-why-back-lower = three different suits, so the strongest card wins: { $card }, since { $back }
tomoe-place = { $place ->
    [1] { $place }st
    [2] { $place }nd
   *[3] { $place }rd
 } { $seat }
tomoe-place-alone = { $place ->
    [1] { $place }st
    [2] { $place }nd
   *[3] { $place }rd
 }
tomoe-note-strength = 1st = strongest
tomoe-reveal-hidden = It came from { $seat ->
    [you] your
   *[other] { $seat }’s
 } hidden hand: nobody could see it coming.
tomoe-reveal-lower = A suit that is neither led nor its partner suit can win only like this.
tomoe-reveal-row = { $seat ->
    [you] You have
   *[other] { $seat } has
 } won { $count } tricks in a row!
tomoe-reveal-leads = After game { $number } of { $games } { $seats } { $count ->
    [one] { $seats ->
        [you] lead
       *[other] leads
     }
   *[other] share first place
} with { $points }.
tomoe-consequence-won = You win the trick with { $card }: +{ $points } ({ $total } in total).
tomoe-consequence-lost = { $count ->
    [one] You had no choice;
   *[other] No card you could play would have won;
} { $seat } wins the trick.
tomoe-consequence-strong = Your { $card } was too strong; { $seat } wins the trick.
tomoe-consequence-weak = Your { $card } was too weak; { $seat } wins the trick.
tomoe-consequence-ended = 
    { $trick }
    Game { $number } is over: you made { $points } in it{ $number ->
        [1] .
       *[other] {" "}({ $total } in total).
    }

# What happened

tomoe-event-dealt = Game { $number } is dealt.
tomoe-event-played = { $seat } plays { $card }.
tomoe-event-played-hidden = { $seat } plays { $card } from the hidden hand.
tomoe-event-ended = Game { $number }: { $results }
tomoe-result = { $seat } { $points } ({ $total } in total)
tomoe-event-extended = { CAPITAL($seats) } share first place: the match goes on to { $games } games.
tomoe-score = { $points } (by game: { $games })
tomoe-outcome = { $seats ->
    [you] You win
   *[other] { $seats } wins
 } the match with { $points } in { $games } games.
tomoe-outcome-ace = Each trick counted 1 point; one won with a 1 counted { $points }.
tomoe-outcome-extra = It took { $extra } extra games to break the tie.

# One's own hand

tomoe-no-hand = You hold no cards now.
tomoe-must-lead = { $coloured ->
    [both] Green buttons win, red can’t
    [wins] Lead: green buttons surely win
    [loses] Lead: red buttons can’t win
   *[none] Lead a card
}
tomoe-must-front = { CAPITAL($front) } was led: play { $front }
tomoe-must-back = No { $front }: you must play { $back }
tomoe-may-any = No { $front }, no { $back }: play any card
tomoe-must-metal = A metal was led: play a metal
tomoe-may-metal = You have no metal: play any card
tomoe-tip-lead = Strength: partner suit > suit led > other suits. Partner suits: red–blue, green–orange, black–purple.
tomoe-tip-second = { $has_back ->
    [yes] Strength: { $back } > { $front } > all other suits.
   *[no] Strength: metals > all other suits.
}{ $has_choice ->
    [yes] {" "}Aim for the middle.
   *[no] {""}
}
tomoe-tip-last = { $has_back ->
    [yes] Strength: { $back } > { $front } > all other suits.
   *[no] Strength: metals > all other suits.
}
tomoe-stakes = { $last ->
    [match] The very last trick: the
    [game] The last trick of this game: the
   *[no] The
} second strongest card wins { $least ->
    [one] { $least } point
   *[other] { $least } points
}{ $has_aces ->
    [yes] {" "}({ $most } if a 1 wins)
   *[no] {""}
}; if all three suits differ, the strongest.{ $near ->
    [yes] { $left ->
        [one] {" "}
       *[other] {" "}{ $left } tricks left:{" "}
    }{ $standing }
   *[no] {""}
}
tomoe-stakes-short = The 2nd strongest wins { $least ->
    [one] { $least } point
   *[other] { $least } points
}{ $has_aces ->
    [yes] {" "}({ $most } if a 1 wins)
   *[no] {""}
}; three suits: the strongest.
tomoe-stakes-lost = None of these can win it{ $kind ->
    [equal] , and it makes no difference which one you play.
    [middle] : keep those near 3 and 4, which win more tricks than 1s and 6s.
    [spare] : give away one that you can spare.
   *[plain] .
}
tomoe-strip-led = led { $card }
tomoe-strip-played = played { $card }
tomoe-strip-open = open { $cards }
tomoe-own-score = Your score: { $points }
tomoe-row-open = Your open hand
tomoe-row-hidden = Your hidden hand (• on the buttons)
tomoe-card = { $card }{ $hidden ->
    [yes] {" "}•
   *[no] {""}
}
tomoe-leads-spoken = To lead: { $wins ->
    [none] no card surely wins
   *[other] { $wins } surely win
}; { $loses ->
    [none] each may win.
   *[other] { $loses } cannot win.
}
tomoe-play = Play { $card }
tomoe-group-wins = You win it: +{ $points }
tomoe-group-depends = Depends on { $last }’s card
tomoe-group-loses = You lose it, whatever { $last } plays
tomoe-group-lost = { $winner } wins it: +{ $points }

# Statistics

tomoe-stats = 🌀 { $won } of { $tricks } tricks won: { $cases }
tomoe-stats-row = 🏅 Most tricks in a row: { $count }
tomoe-stats-none = 🌀 none of { $tricks } tricks won
tomoe-stats-case = { $won } with { $case ->
    [all-front] three of the suit led
    [one-back] one of the partner suit
    [two-back] two of the partner suit
    [one-lower] one other suit
    [two-lower] two other suits
    [lower-pair] a pair of another suit
   *[back-lower] partner suit and another
}

# Leaderboards

tomoe-measure-row = Most tricks in a row
tomoe-measure-case = Tricks won with { $case ->
    [all-front] three of the suit led
    [one-back] one of the partner suit
    [two-back] two of the partner suit
    [one-lower] one other suit
    [two-lower] two other suits
    [lower-pair] a pair of another suit
   *[back-lower] partner suit and another
}

# Feats

tomoe-highlight-second = 🎯 Second strongest wins · { $seat } · { $card } (stronger: { $other }’s { $best })
tomoe-highlight-second-title = Second strongest wins · { $seat }
tomoe-highlight-row = 📈 { $count } tricks in a row · { $seat }
tomoe-highlight-row-title = { $count } tricks in a row · { $seat }
tomoe-tale-leads = { $seat } leads
tomoe-tale-follows = { $seat } follows
tomoe-tale-last = { $seat } plays last
tomoe-tale-trick = The trick

# why a move is good
tomoe-reason-lead = { $count ->
    [0] The others can’t play a stronger card
    [1] Stronger cards the others could play: { $cards }
    [2] Stronger cards the others could play: { $cards }
    [3] Stronger cards the others could play: { $cards }
    [4] Stronger cards the others could play: { $cards }
   *[other] Stronger cards the others could play: { $higher } of its suit{ $back ->
        [0] {""}
       *[other] , { $back } of its partner suit
    }
}
tomoe-reason-wins = It wins the trick
tomoe-reason-loses = It doesn’t win the trick
tomoe-reason-kept = It doesn’t win the trick; { $count ->
    [0] then you have no { $colour } left
   *[other] of { $colour } you keep { $cards }
}
tomoe-reason-depends = { $last }’s card decides the trick

# Trophies
tomoe-trophy-first = Three’s Company
tomoe-trophy-first-about = Play a match (computers count, too)
tomoe-trophy-first-done = your first match of Tomoefuda
tomoe-trophy-first-sign = 3
tomoe-trophy-win = Dumplings First
tomoe-trophy-win-about = Win a match
tomoe-trophy-win-sign = DF
tomoe-trophy-below = Palace Coup
tomoe-trophy-below-about = Take a trick with a suit that is neither led nor its partner suit
tomoe-trophy-below-sign = PC
tomoe-trophy-string = Dango on a Stick
tomoe-trophy-string-about = Take four tricks in a row
tomoe-trophy-string-sign = DS
tomoe-trophy-seven = Seven Disguises
tomoe-trophy-seven-about = Take tricks of all seven kinds in one match
tomoe-trophy-seven-sign = 7
tomoe-trophy-share = Lion’s Share
tomoe-trophy-share-about = Take more than half of a match’s tricks
tomoe-trophy-share-sign = LS
tomoe-trophy-row = Splitting Bamboo
tomoe-trophy-row-about = Take six tricks in a row
tomoe-trophy-row-sign = SB
tomoe-trophy-cranes = A Thousand Cranes
tomoe-trophy-cranes-about = Take { $target } tricks
tomoe-trophy-cranes-sign = TC
tomoe-trophy-wins = Grandmaster
tomoe-trophy-wins-about = Win { $target } matches
tomoe-trophy-wins-sign = GM
