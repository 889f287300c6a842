"""Pure rule engines, one package a game: same seed and actions, same states, for ever."""
