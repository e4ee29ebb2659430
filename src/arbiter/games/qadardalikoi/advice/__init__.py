"""What only a computer player needs: two commanders, a captain who goes at the enemy and a general who thinks first.

They look at nothing that their seat cannot see: enemies that their side observes, in a world that it can imagine.
"""

from .hints import hint

__all__ = ["hint"]
