# Porker Bull, step by step

bull-learn-hand = **You hold two cards, and so does everybody else.** Nobody sees anybody’s cards.
    In turn, players say what poker hand can be made of *all six cards together*: that is a **call**. { $one } begins.
bull-learn-call = { $one } called “single 9”: among the six cards there is at least one 9. { $two } went higher: “single J”.
    It’s your turn. Call something higher, or doubt the last call. Which one is safe?
bull-learn-call-1 = That isn’t allowed: a call must be *higher* than the one before it, and 9 is lower than J.
bull-learn-call-3 = A challenge ends the round: all hands are shown, and who was wrong takes one more card. { $two } does hold a jack, so it would have been you. And you have something safer.
bull-learn-doubt = You hold a king, so your call was surely good. { $one } thought so too, holds another, and called a pair of kings. Now { $two } says **a pair of aces**.
    You hold no ace. There are four cards that you don’t see. Do you believe it?
bull-learn-doubt-1 = Lower than a pair of aces, so not allowed. Pairs go up by rank: 9 is far below.
bull-learn-doubt-2 = Higher, and allowed. But you know of two kings at most, and { $one } would doubt you. The weaker claim is the one on the table: doubt it.
bull-learn-caught = **No ace at all.** { $two } was bluffing and loses the round: three cards next time. Whoever should take a sixth card is out. The last one left wins.
bull-learn-lie = A new round; there are seven cards now, and you begin with an 8 and a 3. Only the *last* call is ever checked. So when does a lie pay?
bull-learn-lie-1 = True, but so low that everybody climbs over it for free, and when it comes back to you the calls are dangerous. Try to make it hard for the others.
bull-learn-lie-3 = Four aces among seven cards? { $one } would doubt that at once. A good lie is one that could be true.
bull-learn-through = You held *one* 8, and nobody asked. { $one } went on to a pair of queens, { $two } doubted it, and the queens were there: { $two } takes a card.
    A lie pays when the next player would rather climb than doubt. That is the whole game. **Ready for a table?**
