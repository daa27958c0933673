"""What all games share: cards, moves, the contract of rules and presenters, records, fair shuffles.

A game imports from here and from nothing else of ours; it never imports another game.
"""
