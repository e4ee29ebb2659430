"""Races against other engines: the same machine, the same run, turn and turn about."""
