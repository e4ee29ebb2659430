"""What only a computer player needs: two commanders, a captain who goes at the enemy and a general who thinks first.

They are shown what their seat sees and no more: of enemies whom nobody observes nothing at all, of others the first
ranks without their numbers. So whatever they ask of the rules is answered from that.
"""

from .hints import hint

__all__ = ["hint"]
