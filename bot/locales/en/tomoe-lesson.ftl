# Tomoefuda, step by step

tomoe-learn-hands = Each trick you win is a point; the most points win. **Everybody has nine open cards**, and three hidden ones only their owner sees. So just six cards are unknown to you.
    Suits come in pairs with one picture, **partner suits**: red and blue, green and orange, black (K on the cards) and purple. { $one } leads.
tomoe-learn-follow = { $one } led red 5. Red is now the **suit led**: if you have red, you must play it. { $two } followed with red 2.
    Which card wins you the trick?
tomoe-learn-follow-1 = Not allowed: you hold red cards, so you must play one of them.
tomoe-learn-follow-2 = The strongest card, and that’s the trouble: when two or three cards are of one suit, the **second strongest** wins. That would be { $one }’s 5.
tomoe-learn-lead = **3 lies between 5 and 2: the second strongest wins.** The trick is yours, and you lead the next.
    Each colour has six cards, and you hold all six greens. Without green the others must play its **partner suit**, orange, if they have it, and orange beats green. { $one } shows orange, { $two } neither.
    So all three suits will differ, and then **the strongest card wins**: { $one }’s orange, not your green. Lead green 4; no other green would do better.
tomoe-learn-back = Without green, { $one } had to play its partner suit, orange. **The partner suit beats the suit led.** { $two } had neither and could play anything.
    Three different suits, so the *strongest* card wins. { $one } takes it.
tomoe-learn-second = { $one } led black 3. { $two } has no black and played its partner suit, purple. You have no black either, so you play purple, too.
    Purple beats black, and two cards of one suit will lie there. Which purple wins you the trick?
tomoe-learn-second-1 = 6 would be the strongest card; { $two }’s 4 would come second and win. You want to be the one in the middle.
tomoe-learn-won = **Purple 4, purple 2, black 3: yours is second, and wins.**
    Twelve tricks are a game, and after three games, the usual match, the most points win. Look at the open hands, count the hidden ones, and land in the middle. **Ready for a game?**
