# Lost Poker, step by step

lost-learn-field = **Everybody wants *no* hand.** If your open cards, your *field*, come to hold four of one suit, four in a row or four of one rank, you’re out, and everybody else wins.
    To begin with, everybody lays three cards in their field. Which three are harmless?
lost-learn-field-1 = Three hearts, and in a row, too: almost any further card could finish you. Lay cards that have nothing to do with each other.
lost-learn-fields = Look at the fields: { $one } has **three spades**. One more, and { $one } is out.
    On your turn you play a card face down to somebody and claim what it is: a suit, a rank, or the joker. The claim may be a lie.
lost-learn-answer = { $one } plays a card to you and says: *hearts*. If you judge it right, the card goes to { $one }’s field; if you are wrong, it comes to yours.
    You hold seven hearts yourself, and two more lie in your field. Trust or doubt?
lost-learn-answer-1 = There are ten hearts, and you see nine of them. It’s far more likely that { $one } played something else: doubt it.
lost-learn-answer-3 = A *discard*: you take the card out of the game and lay one from your hand instead. You have only three: keep them for when no answer is safe.
lost-learn-right = **2♣︎, a lie.** You were right, so it went to { $one }’s field. Then { $two } played a club to { $one } and told the truth; { $one } trusted it, and so it went to { $two }’s field.
    Now it is your turn.
lost-learn-lie = { $one } needs one more spade to be out, and you hold three. { $one } *trusts* people today. How do you play it?
lost-learn-lie-1 = A heart doesn’t hurt { $one }, and if your claim is judged rightly it comes to your own field, where two hearts lie already. Play the spade.
lost-learn-lie-3 = That takes a spade out of the game. It’s allowed, but it costs a discard, and the spade was your weapon.
lost-learn-out = **{ $one } trusted you**, and the spade went where it hurts: four spades, { $one } is out, and everybody else wins.
    Had { $one } doubted, the card would have come to you. Watch who believes whom. **Ready for a game?**
