# Practice in direct messages, and servers without the bot.
stats-practice = 🎓 Practice in direct messages: { $games ->
    [one] 1 game
   *[other] { $games } games
}, not counted
too-many-practice = You already have { $most } practice games open: { $practice }. Finish one of them first, or leave it (**{ $more }** at its message, then **{ $acts }**).
practice-open = [{ $game }]({ $address })
play-not-hosted = I’m not a member of this server, so no table can be opened here. { COMMAND("play") } in a direct message with me begins a game for practice.
play-elsewhere = **I’m not a member of this server, so no table can be opened here.**
    - To practise against computer players, open a direct message with me and use { COMMAND("play") } there.
    - To play with others here, somebody who manages the server can [add me to it]({ $server }).
    - { COMMAND("daily") }, { COMMAND("learn") } and { COMMAND("rules") } work everywhere once you have [installed me for yourself]({ $person }).
daily-share-hint = -# To share it here, use { COMMAND("daily") } with *Share my result*.
