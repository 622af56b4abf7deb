"""The rules in the rulebook's order: 2.2 tracks, 2.3 battle, 2.4 tide, 3.2 boxes, 3.4 major_conflict, 3.5 confidence,
4.0 turn, 5.0 victory."""
