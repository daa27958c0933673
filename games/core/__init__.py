"""The parts that all games share: cards, moves, base classes of rules and presenters, records, fair shuffles.

A game imports only from this package. It never imports another game.
"""
