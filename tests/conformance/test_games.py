"""Every game that ships keeps every law, without a line of its own."""

from hypothesis import settings

import arbiter

from .drawn import Drawn

# `make soak` asks for twenty times as many examples as usual.
MORE = max(1, settings().max_examples // 100)

for id in arbiter.known():
    laws = {"game": arbiter.find(id), "games": MORE, "stops": 5}
    globals()[f"Test{id.title()}"] = type(f"Test{id.title()}", (Drawn,), laws)
