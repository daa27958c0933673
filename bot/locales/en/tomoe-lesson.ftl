# Tomoefuda, step by step

tomoe-learn-hands = **Whoever wins the most tricks in three games wins.** A game has twelve tricks, and in each trick everybody plays one card.
    All have nine open cards, and three hidden ones that only their owner sees. So just six cards are unknown to you. { $one } plays first.
tomoe-learn-follow = { $one } **led** red 5. Whoever has red must follow with red, as { $two } did with red 2.
    When two or three cards are of one suit, the **second strongest** card wins, not the strongest. Which card wins you the trick?
tomoe-learn-follow-1 = Not allowed: you hold red cards, so you must play one of them.
tomoe-learn-follow-2 = 6 would be the strongest card, so { $one }’s 5 would come second and win.
tomoe-learn-lead = **3 lies between 5 and 2: the second strongest wins.** The trick is yours, and you lead the next.
    You hold all six greens, so nobody can follow. Lead green 4 and see what the others play.
tomoe-learn-back = Suits come in pairs that share a picture, **partner suits**: red and blue, green and orange, black (K on the cards) and purple.
    Whoever can’t follow **must play the partner suit**, as { $one } did with orange. { $two } had neither and could play anything.
tomoe-learn-three = **The partner suit beats the suit led, and the suit led beats all others.** So orange 3 is the strongest card, and your green 4 is second.
    Yet green 4 didn’t win: **when all three suits differ, the strongest card wins.** No other green would have won, either.
tomoe-learn-second = { $one } led black 3. { $two } has no black and played its partner suit, purple. You have no black either, so you play purple, too.
    Two cards will be of one suit, so the second strongest wins, and purple beats black. Which purple wins you the trick?
tomoe-learn-second-1 = 6 would be the strongest card; { $two }’s 4 would come second and win. You want to be the one in the middle.
tomoe-learn-won = **Purple 4, purple 2, black 3: yours is second, and wins.**
    That goes for two cards of any suit: if two greens follow a black card, the higher green is second and wins.
    Look at the open hands, count the hidden ones, and land in the middle. **Ready for a game?**
