"""What bots hold things to be worth, all in Lán: the one currency in which their thoughts are reckoned."""

from __future__ import annotations

TURN = 0.6
"""What a turn is worth: about what a Hero who travels well earns in one."""
KAITAR = 0.06
BUSSAN = -0.3
TORCH = 0.06
ACTION = 0.1
SPELL = 0.1
GEAR = 0.3
"""An Equipment card drawn free of charge, before anybody has seen which."""
OFFER = 0.06
DEFEAT = -2.2
"""The way back home, half the Káitars, a card and the Companions."""
MEETING = 0.08
"""A friendly or neutral Encounter, before anybody has seen which."""
HEALTH = (0.0, 0.45, 0.8, 1.05, 1.25, 1.4, 1.5, 1.59, 1.67, 1.74, 1.8, 1.86, 1.92, 1.98, 2.04, 2.1, 2.15, 2.2)
"""What it is worth to have so much Health left: the last points of it are the dearest."""


def health(left: int) -> float:
    """What so much Health is worth.

    >>> health(3) - health(2) > health(8) - health(7)
    True
    """
    return HEALTH[max(0, min(left, len(HEALTH) - 1))]
