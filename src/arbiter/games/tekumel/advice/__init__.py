"""What only a computer player needs: how far places are, how Fights end, what things are worth, which answer is best.

It reads nothing that its seat cannot see: no other hand, no other Mission, no order of a deck.
"""

from .hints import hint

__all__ = ["hint"]
