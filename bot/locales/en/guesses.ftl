# Who watches guesses whether claims are lies.

button-guess = True or a lie?
button-guess-true = True
button-guess-lie = A lie
button-crowd-on = Guessing: on
button-crowd-off = Guessing: off
options-also-crowd = Spectators can guess
lobby-crowd-off = -# Spectators can’t guess

guess-ask = What do you think: is it true?
guess-made = You say: **{ $guess ->
    [lie] a lie
   *[true] true
}**.{ $open ->
    [yes] {" "}You can change your mind until the cards are shown.
   *[no] {""}
}
guess-waits = When the next claim is made, you can guess here whether it’s true.
guess-right = ✅ **You were right.**
guess-wrong = ❌ **You were wrong.**
guess-tally = You were right { $right } of { $count } times in this game.
guess-private = The players don’t see your guess. After the cards are shown, the table says how many believed the claim, not who. The result names who was right most often.
guessers = 🔮 Guessed right: { $names }
guessers-share = { $name } { $right } of { $count }
guesses-share = 👥 { $believed } of { $count } spectators believed it

guess-players = Only spectators and players who are out can guess.
guess-knows = You’ve seen hands of this game, so you can’t guess in it any more.
guess-late = Too late: the cards have been shown.
guess-off = There is no guessing at this table.

evening-guesser = 🔮 Best guesser · { $name } · right { $right } of { $count } times
