"""Exact chances of battles, as numbers: no game is known here, and nothing is rolled.

Read in this order: `terms` (the words), `rounds` (the rounds of fire, compiled where a C compiler is at hand),
`resolve` (a battle as a whole), `orders` (the best order of losses), `report` (text and pictures). For batches of
coloured dice: `lanes` (the words), `batches` (the dice, compiled like `rounds`), `matrix` (best replies and mixtures).
"""
