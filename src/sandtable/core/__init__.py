"""The thin core that every game stands on. It knows no game, no clock, no file and no generator of chance.

Read in this order: `steps` (open paragraphs of a rulebook), `menus` (what may be answered), `play` (the ways in),
`state` (what a game is made of), `table` (one game in play, with its journal).
"""
