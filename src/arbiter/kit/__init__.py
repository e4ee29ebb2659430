"""What card and adventure games share: cards and who has seen them, numbers that say why, windows, effects, places."""
