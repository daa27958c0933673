# Reviews: one's own decisions beside a strong player's

button-review = Review my play
button-review-again = Look again
button-review-all = All decisions
button-review-show = Show the answer
button-review-replay = Replay

review-title = { $emoji } { $game } · your play, reviewed
review-running = ⏳ Judging your decisions, one by one: { $done } of { $all } so far. This takes less than a minute.
review-sum = **{ $good } of { $all }** decisions were what a strong player does, { $fair } { $fair ->
        [one] was
       *[other] were
    } close, { $poor } cost you something.
review-nothing = There was nothing to decide for you in this game, or it could not be judged.
review-costly = Move { $number } · { $move }. { $cost }
review-turn = 🔀 The game turned after your move { $number }, { $move }: { $opponents ->
    [1] your chance to win
   *[other] the share of opponents you could expect to beat
} went from { $before }% to { $after }%.
review-place = Decision { $index } of { $all } · move { $number }
review-played = You · **{ $move }**
review-best = A strong player · **{ $move }**
review-worth = { $bar } { $percent }%
review-scale = { $opponents ->
    [1] Percent: your chance to win.
   *[other] Percent: how many of your opponents you could expect to beat.
}
review-risk = you’d be caught { $percent }% of the time
review-good = What a strong player would do, or as good.
review-unknown = You · **{ $move }**. This decision has not been judged yet.
review-not-yours = Only those who played can have their play reviewed.
review-choose = Look at a decision …
review-option = Move { $number } · { $move }
review-cost = { $before }% → { $after }%
review-why = Why: { $reason }
review-why-both = Why: { $better }. Yours: { $mine }
review-try = That was costly. What would you play now?
review-tried-found = ✅ **{ $move }**: that’s it.
review-tried-better = 👍 **{ $move }** is better than what you played, but there is more. { $bar }
review-tried-worse = ↩️ **{ $move }** isn’t better. { $bar }

# Hints

button-hint = Hint
hint = 💡 **{ $move }** · { $others ->
    [1] your chance to win: { $percent }%
   *[other] you could expect to beat { $percent }% of the others
}
hint-claim = 💡 **{ $move }** · { $others ->
    [1] your chance to win: { $percent }%
   *[other] you could expect to beat { $percent }% of the others
}; you’d be caught { $risk }% of the time
hint-why = { $hint }{"\u000A"}-# { $why }
hint-none = 💡 I can’t tell just now. Please ask again.
