# Netsuzo Poker, step by step

netsuzo-learn-truth = **One card is yours, four lie open for everybody.** Declare to { $one }, your left neighbour, a poker hand of five that you can make of them, or say you can.
    You hold 5♠︎. What do you declare?
netsuzo-learn-truth-1 = You may lie. But { $one } sees the four open cards, too: with 5, J, 8 and 2 and a single card there is no straight. A lie that cannot be true is a gift.
netsuzo-learn-taken = { $one } believed it, so **your hand goes to { $one }**, who discards one card and draws one. You draw a new one.
    Now { $one } must declare something *higher*, to { $two }. The hands grow, and so does what may be true.
netsuzo-learn-answer = { $one } said a pair of jacks, { $two } believed it and now tells **you**: three jacks.
    One jack lies open. The other two would have to be among { $two }’s three cards (or the joker for one of them). Accept or reject?
netsuzo-learn-answer-1 = Then these cards are yours, and you have to declare something higher than three jacks to { $one }. Whoever accepts takes on the trouble.
netsuzo-learn-caught = **A lie.** { $two } loses a red chip (a life), and you, who saw through it, win a **blue** one. Three blue chips win the game; whoever has no red chip left is out.
    Had it been true, you would have lost a red chip.
netsuzo-learn-worse = A new hand, begun by { $two }, who lost the red chip: “Queen high”. Ten, nine, seven and three lie open. Do you believe in one queen?
netsuzo-learn-worse-1 = It was true, and you would have lost a red chip. Such low hands are nearly always true; rejecting is for what is hard to believe.
netsuzo-learn-discard = The queen is yours now. Discard one card, face down, then you draw one.
netsuzo-learn-discard-1 = Then even “Queen high” would be a lie. { $one } has heard about the queen: keep it.
netsuzo-learn-lie = You drew 2♣︎: nothing. But you must go higher than queen high, and { $one } doesn’t know what you drew. **Lie** so that it could be true.
netsuzo-learn-lie-1 = Lower than queen high, so not allowed. Declarations only rise.
netsuzo-learn-lie-3 = Four tens with two cards in your hand? Three of the five cards would have to be hidden there. { $one } would laugh.
netsuzo-learn-through = **{ $one } believed it** and now has to declare something higher, with your useless cards. A lie that is accepted is somebody else’s problem.
    That is the game: push the trouble to the left, and know when to stop it. **Ready for a game?**
