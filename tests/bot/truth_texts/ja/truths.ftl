truth-headline = The truth about { $seat }
truth-line = Nobody had guessed.
truth-lost = You lost
truth-won = You won
truth-tip = Make a call.
