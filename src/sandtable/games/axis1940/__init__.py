"""The 1940 family: one rule set, theatres as data. `pacific` puts the Pacific theatre together as a game.

Nothing is imported here, so that the battle odds can be had without the whole game.
"""
