# Porker Bull, step by step

bull-learn-hand = **You hold two cards, and so does everybody else.** Nobody sees anybody’s cards.
    In turn, players say what poker hand can be made of *all six cards together*: that is a **call**. { $one } begins.
bull-learn-call = { $one } called “single nine”: at least one of the six cards is a nine. { $two } went higher: “single jack”.
    It’s your turn. Call something higher, or **challenge** the last call. Which one is safe?
bull-learn-call-1 = That isn’t allowed: a call must be *higher* than the one before it, and nine is lower than jack.
bull-learn-call-3 = A challenge ends the round: all hands are shown, and the player who was wrong takes one more card. { $two } does hold a jack, so that would have been you. There is something safer.
bull-learn-doubt = You hold a king, so your call was surely good. { $one } holds another king and called a pair of kings. Now { $two } says **a pair of aces**.
    You hold no ace. There are four cards that you don’t see. Do you believe it?
bull-learn-doubt-1 = Lower than a pair of aces, so not allowed. Pairs go up by rank, and nines are far below.
bull-learn-doubt-2 = Higher, and allowed. But you know of two kings at most, and { $one } would challenge you. The shaky call is the one on the table: challenge it.
bull-learn-caught = **No ace at all.** { $two } was bluffing and loses the round: three cards next time. Whoever would have to take a sixth card is out. The last one left wins.
bull-learn-lie = A new round: there are seven cards now. You begin, with an eight and a three. Only the *last* call is ever checked. So when does a bluff pay?
bull-learn-lie-1 = True, but so low that everybody can safely go higher, and when it’s your turn again the calls are dangerous. Make it harder for the others.
bull-learn-lie-3 = Four aces among seven cards? { $one } would challenge that at once. A good bluff is one that could be there.
bull-learn-through = You held only *one* eight, and nobody challenged. { $one } went on to a pair of queens, { $two } challenged, and the queens were there: { $two } takes a card.
    A bluff pays when the next player would rather go higher than challenge. That’s the whole game. **Ready for a game?**
