# Reviews: one's own decisions beside a strong player's

button-review = Review my play
button-review-again = Look again
button-review-all = All decisions
button-review-show = Show the answer
button-review-replay = Replay

review-title = { $emoji } { $game } · your play, reviewed
review-running = ⏳ Judging your decisions, one by one: { $done } of { $all } so far. This takes less than a minute.
review-sum = **{ $good } of { $all }** decisions were what a strong player would do{ $fair ->
        [0] {""}
        [one] ; one was close (at most { $near }% worse)
       *[other] ; { $fair } were close (at most { $near }% worse)
    }{ $poor ->
        [0] {""}
        [one] ; one was costly
       *[other] ; { $poor } were costly
    }.
review-last = After this one you were out: { $decision } · { $how ->
    [best] By what you could know then, nothing was better.
    [good] By what you could know then, hardly anything was better.
   *[other] { $cost }
}
review-nothing = You had nothing to decide in this game, or it couldn’t be judged.
review-winning = The winner’s best capture: { $headline }
review-worst = The { $count } worst:
review-costly = { $decision }{ $better ->
    [none] {""}
   *[other] ; better: { $better }
} · { $cost }
review-claim = { $seat }: { $claim }
review-decision = Decision { $index } · { $about ->
    [none] you: { $move }
   *[other] { $about } – you: { $move }
}
review-lucky = { $count ->
    [one] It turned out well, but by what you could know then another move was better.
   *[other] The last { $count } turned out well, but by what you could know then another move was better each time.
}
review-place = Decision { $index } of { $all }
review-played = You · **{ $move }**
review-best = A strong player · **{ $move }**
review-worth = { $bar } { $percent }%
review-highlights = **Your own best moments** (the result shows the best of everybody)
review-scale = Percent: your chance { $opponents ->
    [1] to win the game
   *[other] { $one_loser ->
        [yes] not to lose the game
       *[no] to finish ahead of another player
    }
} with a move, by what you could know then.
review-risk = chance of being caught with it: { $percent }%
review-good = What a strong player would do, or just as good
review-truth-lie = 🔎 The truth: { $seat }’s claim was **false**.
review-truth-true = 🔎 The truth: { $seat }’s claim was **true**.
review-unknown = You · **{ $move }**. This decision has not been judged yet.
review-not-yours = Only those who played can review their play.
review-choose = Look at a decision …
review-cost = best { $best }%, yours { $played }%
review-reason = { CAPITAL($reason) }
review-try = That was costly. What would you play now?
review-tried-found = ✅ **{ $move }**: that’s it.
review-tried-equal = 👍 **{ $move }** is about as good as a strong player’s move. { $bar }
review-tried-better = 👍 **{ $move }** is better than what you played, but there is more. { $bar }
review-tried-worse = 👎 **{ $move }** isn’t better. { $bar }

# Hints

button-hint = Hint
hint = 💡 { $move }{"\u000A"}-# { CAPITAL($prospects) }
hint-claim = 💡 { $move }{"\u000A"}-# { CAPITAL($prospects) }; you’d be caught { $risk }% of the time
hint-many = 💡 { $move }{"\u000A"}-# { $more ->
    [one] Another move is
   *[other] { $more } other moves are
} about as good · { $prospects }
hint-any = 💡 It makes no difference what you choose{"\u000A"}-# { CAPITAL($prospects) }
hint-prospects = { $others ->
    [1] your chance to win: { $percent }%
   *[other] in the end you’d probably come { $place ->
        [1] first
        [2] second
        [3] third
       *[other] { $place }th
    } of { $players }
}
hint-prospects-out = your risk of losing this game: about { $percent }%
hint-why = { $hint }{"\u000A"}-# { $why }
hint-than = { $why } · { $is_equal ->
    [yes] About as good: { $other }
   *[no] { $others ->
        [1] with “{ $other }” { $theirs }%
       *[other] You’d beat { $ours }% of the others, with “{ $other }” { $theirs }%
    }
}
hint-none = 💡 I can’t say just now. Please ask again.
