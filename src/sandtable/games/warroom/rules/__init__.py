"""The rules of War Room, a file for each chapter of the rulebook."""
