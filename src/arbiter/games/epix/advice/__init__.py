"""What only a computer player needs: what a position promises, and which answer promises most."""

from .hints import hint

__all__ = ["hint"]
