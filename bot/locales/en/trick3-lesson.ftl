# Three Cards Trick Poker, step by step

trick3-learn-hands = **Three cards make a hand.** You have nine cards. In a battle everybody plays three, one after another, and the best hand takes all of them. The most cards win the game.
    Your best hand is 5♠︎ 6♠︎ 6♥︎, a *run and pair*.
trick3-learn-expose = First everybody exposes three cards, face up and at the same time. In a battle you play one of your exposed cards, and two hidden ones.
    You want to play 5♠︎ 6♠︎ 6♥︎. Which three do you expose?
trick3-learn-expose-1 = Then everybody would see it coming. And only one exposed card is played in a battle: the others must come out of your hidden hand.
trick3-learn-first = Your 6♥︎ is exposed, both spades are hidden. { $one } leads and plays Q♠︎ face *up*: then everybody’s first card lies face up, and the third will lie face down. { $two } played A♠︎.
    Play your first card; the same tap draws one from your stock.
trick3-learn-first-1 = Folding costs a card, later all that you have played. Do it when nothing of yours goes together; you hold a strong hand.
trick3-learn-first-2 = A jack takes your run and pair apart: with 6♥︎ and one more you’d get a pair at best, the second weakest hand.
trick3-learn-second = { $one } played an exposed queen after the first: a pair already. { $two } folded, and the card played lies in the pot for the winner.
    Now one of *your* exposed cards.
trick3-learn-second-1 = With K♣︎ you would get a run of two at best: just one step above that pair. Your plan was 6♥︎.
trick3-learn-third = Q♠︎ Q♥︎ and a card face down. A pair is weaker than your run and pair; only a third queen (three of a kind) would beat you. You don’t see that card. Stay?
trick3-learn-third-1 = You may, but you’d lose the two cards you’ve played, and only one kind of card beats you: stay.
trick3-learn-won = **Run and pair beats the pair.** You take the cards of the battle and the pot, and you lead next.
    The face-down card is the bluff of this game: two queens looked frightening. When half the players have run out of cards, the game ends. **Ready for a game?**
