"""What only bots need: advice for every ask, the reckoning behind it, and the plain player for whoever is away."""

from .hints import hint
from .plain import default

__all__ = ["default", "hint"]
