# Who watches guesses whether claims are lies.

button-guess = Guess along
button-guess-true = True
button-guess-lie = A lie
button-crowd-on = Guessing along: on
button-crowd-off = Guessing along: off
lobby-crowd-off = -# Who watches can’t guess along

guess-ask = What do you think: is it true?
guess-made = You say: **{ $guess ->
    [lie] a lie
   *[true] true
}**. You can change your mind until everybody knows.
guess-waits = When the next claim is made, you can say here whether you believe it.
guess-right = ✅ **You were right.**
guess-wrong = ❌ **You were wrong.**
guess-tally = In this game you were right { $right } of { $count } times.
guess-private = The players don’t see it. When everybody knows, the table tells how many believed it, not who.
crowd-share = 👥 { $believed } of { $count } watching believed it
guess-moved-below = You guess in a newer message below.
guess-moved-above = You guess in another message above.

guess-players = Only those who watch, or are out, guess along.
guess-knows = You have seen hands of this game, so you can’t guess along in it any more.
guess-late = Everybody knows by now.
guess-off = Nobody guesses along at this table.

evening-guesser = 🔮 Best guesser · { $name } · right { $right } of { $count } times
