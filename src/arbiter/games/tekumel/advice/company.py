"""Meeting Encounters and foes: fight, evade, talk, recruit; and what a site or a wild place brings."""

from __future__ import annotations

from arbiter.core import Choose
from arbiter.kit.windows import PASS

from .. import adventures, encounters, party, recruiting, uses
from ..effects import Know
from ..encounters import ATTACK, EVADE, FIGHT, LEAVE, RECRUIT, TALK, TORCH, Deed
from ..state import Tekumel
from .belongings import companion_gain, companion_worth, turns_to_come
from .free import healing
from .trials import chance
from .worth import evade_worth, fight_worth, met_worth, talk_worth, worth

TROUBLE = 0.1
"""To attack who does no harm must be worth so much."""
WORDS = 0.12
"""What an interpreter must make possible."""


def hostile(g: Tekumel, ask: Choose) -> Deed:
    """Heal first if that is to be had; then fight or evade, whichever is worth more."""
    met = g.state.met
    assert met is not None
    heals = healing(g, ask.seat, ask.values)
    if heals is not None:
        return heals
    fights = fight_worth(g, ask.seat, met.card, met.stance)
    return EVADE if evade_worth(g, ask.seat, met.card, fights) > fights else FIGHT


def peaceful(g: Tekumel, ask: Choose) -> Deed:
    """Whatever promises most; an interpreter where words are missing for it."""
    met, seat = g.state.met, ask.seat
    assert met is not None
    promises = {LEAVE: 0.0, ATTACK: fight_worth(g, seat, met.card, met.stance) - TROUBLE}
    talks, hires = talk_worth(g, seat, met.card), recruit_worth(g, seat, met.card)
    for deed, promise in ((TALK, talks), (RECRUIT, hires)):
        if deed in ask.values:
            promises[deed] = promise
    best = max(promises, key=lambda deed: promises[deed])
    interpreter: Deed | None = next(
        (value for value in ask.values if value[0] == "play" and _interprets(g, value[1])), None
    )
    if interpreter is not None and TALK not in ask.values and RECRUIT not in ask.values:
        hopes = [talks] + ([hires] if g.state.heroes[seat].kaitar >= _hire(g, met.card) else [])
        if max(hopes) > max(promises[best], 0.0) + WORDS:
            return interpreter
    return best


def _interprets(g: Tekumel, card: str) -> bool:
    return any(isinstance(effect, Know) for effect in g.source(card).effects)


def _hire(g: Tekumel, card: str) -> int:
    return g.book.encounters[card].cost if card in g.book.encounters else 0


def recruit_worth(g: Tekumel, seat: int, card: str) -> float:
    """What it is worth to try to hire somebody, in place of the least of a full party."""
    entry = g.book.encounters.get(card)
    if entry is None or not entry.recruit:
        return 0.0
    gain = companion_gain(g, seat, card)
    if party.full(g, seat):
        gain -= min(_kept(g, seat, one) for one in party.members(g, seat))
    return chance(g, seat, "talk", recruiting.level_for(g, seat, entry)) * gain


def _kept(g: Tekumel, seat: int, card: str) -> float:
    return companion_worth(g, seat, card) * min(8.0, turns_to_come(g))


def dismiss(g: Tekumel, ask: Choose) -> str:
    """The least of the party makes room for somebody better."""
    who = [card for card in ask.values if card]
    if not who:
        return ""
    least = min(who, key=lambda card: companion_worth(g, ask.seat, card))
    card = str((ask.args or {})["card"])
    better = companion_gain(g, ask.seat, card) > _kept(g, ask.seat, least)
    return str(least) if better else ""


def pick(g: Tekumel, ask: Choose) -> str:
    """The best for oneself, the worst for a neighbour."""
    mover = g.state.mover
    sign = 1 if ask.seat == mover else -1
    return str(max(ask.values, key=lambda card: sign * met_worth(g, mover, card)))


def light(g: Tekumel, ask: Choose) -> Deed:
    """A Spell that lights and helps, or else a Torch."""
    spell: Deed | None = next((value for value in ask.values if value[0] == "cast"), None)
    if spell is not None and g.state.turn.dark:
        return spell
    return TORCH if TORCH in ask.values else encounters.NO_LIGHT


def adventure(g: Tekumel, ask: Choose) -> adventures.Change:
    """Keep the row, take a neighbouring one that is better, or roll again what is below the average."""
    seat = ask.seat
    terrain = g.place(seat).terrain
    rows = {row.roll: worth(g, seat, row.effects) for row in g.book.adventures[terrain].rows}
    average = sum(rows.values()) / len(rows)
    now = int((ask.args or {})["roll"])
    changes = {value: rows[int(value[1])] for value in ask.values if value[0] == "change"}
    best = max(changes, key=lambda value: changes[value], default=adventures.KEEP)
    reached = max(rows[now], changes.get(best, rows[now]))
    again: adventures.Change | None = next((value for value in ask.values if value[0] == "again"), None)
    if again is not None and reached < average:
        return again
    return best if reached > rows[now] else adventures.KEEP


def free_use(g: Tekumel, ask: Choose) -> uses.Use:
    """Heal, or nothing."""
    return healing(g, ask.seat, ask.values) or PASS
