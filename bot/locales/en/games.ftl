# All games where somebody sits.

games-title = ### 🎴 Your games
games-line = { $emoji } **[{ $game }]({ $address })** · { $server } · with { $others }
games-practice = 🎓 practice
games-yours = 👉 **Your turn**
games-theirs = ⏳ { $names } to play
games-paused = ⏸️ paused
games-on = ⏳ goes on shortly
games-more = { $count ->
    [one] … and one more
   *[other] … and { $count } more
}
games-hand = Hand { $number }
