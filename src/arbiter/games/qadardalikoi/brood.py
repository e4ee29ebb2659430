"""3.018, the Brood-mother of the Hlüss: who she is, and who mourns her."""

from __future__ import annotations

from dataclasses import replace

from arbiter.core import rule

from .observation import observes
from .state import Qadardalikoi, Unit

MOTHER = "brood_mother"


def is_mother(unit: Unit) -> bool:
    """Is it a Brood-mother of the Hlüss?"""
    return bool(unit.troops.kits) and all(kit.troop == MOTHER for kit in unit.troops.kits)


@rule("QAD-3.018-G2")
def orphan(g: Qadardalikoi, mother: Unit) -> None:
    """The loss of a Brood-mother, whatever killed her, is that of the army commander to all Hlüss that saw it."""
    if mother.there or not is_mother(mother):
        return
    dead = replace(mother, figures=mother.gaps[-1:])
    for unit in g.of(mother.side):
        if unit.troops.sheet == mother.troops.sheet and observes(g, unit, dead, dead.crowd()):
            unit.bereft = True
            g.trigger(unit, "command_died")
