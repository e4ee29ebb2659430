"""The web table: `serve` runs it, `make_app` is the ASGI app for those who run it elsewhere."""

from .app import make_app
from .house import House
from .limits import Limits
from .run import CannotServe, serve

__all__ = ["CannotServe", "House", "Limits", "make_app", "serve"]
