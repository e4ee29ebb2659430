"""Every game that ships keeps every law, without a line of its own but what in it is hidden and yet beyond doubt."""

from hypothesis import settings

import arbiter

from .drawn import Drawn

# `make soak` asks for twenty times as many examples as usual.
MORE = max(1, settings().max_examples // 100)

FIXED = {
    # The lists of both armies are in the scenario, every loss, every fire and every morale check is told, and who sees
    # whom, or has seen him, follows from where units stand.
    "qadardalikoi": (
        *("units.troops", "units.morale", "units.triggers", "units.gaps", "units.arrives", "units.last_stand"),
        *("units.deeds.fired", "units.deeds.full_rate", "units.deeds.halves", "units.deeds.lost"),
        *("units.deeds.shot_at", "units.deeds.checked", "seen", "observed", "staff"),
    ),
    # Everybody saw where a Hero went, whom it beat, and who looked at a hand.
    "tekumel": ("heroes.progress", "heroes.hand.looks"),
}

STOPS = {"qadardalikoi": 7}
"""Units that meet early are seen from then on: such a game is looked at more often."""

for id in arbiter.known():
    laws = {"game": arbiter.find(id), "games": MORE, "stops": STOPS.get(id, 5), "fixed": FIXED.get(id, ())}
    globals()[f"Test{id.title()}"] = type(f"Test{id.title()}", (Drawn,), laws)
