"""Beacons: a small game that asks everything a game can ask and shows everything a scene can show."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from arbiter.core import (
    Amount,
    Card,
    Choose,
    Form,
    Game,
    Illegal,
    Link,
    Meter,
    Option,
    Outcome,
    Part,
    Place,
    Region,
    Scene,
    Several,
    Text,
    Together,
    Token,
    Tray,
    per_seat,
    ranking,
    rule,
)

SPOTS = [(150, 120), (400, 90), (650, 150), (160, 400), (420, 380), (660, 420)]
LOOKS = ["home", "forest", "mountain", "water", "gold", "heath"]
NEIGHBOURS = [(1, 3, 4), (0, 2, 4), (1, 4, 5), (0, 4), (0, 1, 2, 3, 5), (2, 4)]
CARDS = ["moth", "moth", "tide", "tide", "gale", "gale", "ember", "ember", "mist", "mist", "star", "star"]

WORDS = {
    "about": "Carry your light around the bay.",
    "options.rounds": "Rounds",
    "options.weather": "Weather",
    "options.weather.clear": "clear nights",
    "options.weather.fog": "fog",
    "bid": "How much oil do you burn tonight? You have {oil}.",
    "move": "Where does your lantern go?",
    "move.to": "Carry it to {place:place}",
    "discard": "Give away up to {most} of your cards",
    "discard.card": "{card:card}",
    "beacon": "Where does the beacon stand, and which way does it shine?",
    "orders": "Write tomorrow's orders",
    "orders.oil": "Oil to fetch",
    "orders.where": "Watch over",
    "orders.where.option": "{value:place}",
    "orders.crew": "Crew",
    "orders.crew.option": "{value:card}",
    "told.burnt": "{seat:seat} burns {oil} oil",
    "told.moved": "{seat:seat} goes to {place:place}",
    "told.drew": "You draw {card:card}",
    "told.night": "Night {night} falls",
    "over": "The last night is over; {seats:seat} shone brightest.",
    "meter.night": "Night",
    "meter.oil": "Oil",
    "meter.light": "Light",
    "tray.hand": "Hand",
    "tray.harbour": "Harbour",
    "lamp": "Lantern of {seat:seat}",
    **{f"place.{n}": name for n, name in enumerate(["Quay", "Holt", "Crag", "Mere", "Sands", "Long Heath"])},
    **{f"card.{name}": name.capitalize() for name in set(CARDS)},
    **{f"card.{name}.text": f"A {name} over the bay." for name in set(CARDS)},
    **{f"night.{n}": f"Night {n}" for n in range(1, 6)},
}


class BeaconOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=5)] = 2
    weather: Literal["clear", "fog"] = "clear"
    quiet: bool = False


@dataclass(slots=True)
class Bay:
    rounds: int
    night: int
    lamps: list[int]
    oil: list[int]
    light: list[int]
    bag: list[str]
    hands: list[list[str]] = per_seat(lambda hand: ["?"] * len(hand), default_factory=list)
    beacons: list[tuple[int, int, int]] = field(default_factory=list)


@rule("BEA-1", "BEA-2")
def night(g: Any):
    state = g.state
    seats = range(len(state.lamps))
    g.tell("told.night", night=state.night)
    bids = yield Together(
        *[Amount(seat, 0, state.oil[seat], "bid", args={"oil": state.oil[seat]}, rule="BEA-1") for seat in seats]
    )
    g.reveal()
    for seat, oil in enumerate(bids):
        state.oil[seat] -= oil
        state.light[seat] += oil
        g.tell("told.burnt", seat=seat, oil=oil)
    for seat in seats:
        yield from carry(g, seat)
    first = max(seats, key=lambda seat: (bids[seat], -seat))
    yield from discard(g, first)
    x, y, facing = yield Place(first, (40, 40, 760, 480), "beacon", step=20, facings=(0, 90, 180, 270), rule="BEA-4")
    state.beacons.append((x, y, facing))
    last = min(seats, key=lambda seat: (bids[seat], -seat))
    orders = yield Form(
        last,
        {
            "oil": Amount(last, 1, 6, "orders.oil"),
            "where": Choose(last, list(range(6)), "orders.where"),
            "crew": Several(last, ["moth", "tide", "gale"], 1, 2, "orders.crew"),
        },
        "orders",
        check=lambda form: (
            Illegal("so much oil needs two hands", "BEA-5") if form["oil"] > 4 and len(form["crew"]) < 2 else None
        ),
        rule="BEA-5",
    )
    state.oil[last] += orders["oil"]
    for seat in list(seats)[: len(state.bag)]:
        card = g.draw(state.bag, seen_by=seat)
        state.hands[seat].append(card)
        g.tell("told.drew", (seat,), card=card)
    state.night += 1
    if state.night > state.rounds:
        ranks = ranking(state.light)
        best = [seat for seat in seats if ranks[seat] == 1]
        light = Part("meter.light", tuple(state.light))
        g.end(Outcome(ranks, tuple(map(float, state.light)), "over", {"seats": best}, (light,)))


@rule("BEA-3")
def carry(g: Any, seat: int):
    state = g.state
    here = state.lamps[seat]

    def describe(place: int) -> Option:
        return Option(place, "move.to", {"place": place}, (f"lamp-{seat}", f"place-{place}"))

    def refuse(place: Any) -> Illegal:
        return Illegal("a lantern is carried to a neighbouring place", "BEA-3")

    place = yield Choose(seat, [here, *NEIGHBOURS[here]], "move", describe, refuse, rule="BEA-3")
    state.lamps[seat] = place
    g.tell("told.moved", seat=seat, place=place)


def discard(g: Any, seat: int):
    hand = g.state.hands[seat]

    def describe(at: int) -> Option:
        return Option(at, "discard.card", {"card": hand[at]}, (f"card-{seat}-{at}",))

    given = yield Several(seat, list(range(len(hand))), 0, min(2, len(hand)), "discard", describe, args={"most": 2})
    for at in sorted(given, reverse=True):
        g.state.bag.append(hand.pop(at))


class Beacons(Game[Bay]):
    id = "beacons"
    title = "Beacons"
    seats = range(2, 5)
    Options = BeaconOptions
    bound = 100

    def start(self, seats, options):
        hands = [["moth"] for _ in range(seats)]
        return Bay(options.rounds, 1, list(range(seats)), [5] * seats, [0] * seats, list(CARDS), hands)

    def beat(self, g):
        return night(g)

    def copy(self, s):
        return Bay(
            s.rounds, s.night, s.lamps[:], s.oil[:], s.light[:], s.bag[:], [hand[:] for hand in s.hands], s.beacons[:]
        )

    def redeal(self, state, seat, rng, known):
        others = [at for at in range(len(state.hands)) if at != seat]
        pool = state.bag + [card for at in others for card in state.hands[at]]
        rng.shuffle(pool)
        for at in others:
            state.hands[at] = [pool.pop() for _ in state.hands[at]]
        state.bag[:] = pool

    def view(self, state, seat):
        seen = super().view(state, seat)
        seen.bag = sorted(["?"] * len(seen.bag))
        return seen

    def catalogue(self, language="en"):
        return WORDS

    def ledger(self, language="en"):
        texts = [
            "All burn oil at once, in secret.",
            "A night has four parts.",
            "A lantern goes to a neighbouring place.",
        ]
        texts += ["The brightest sets a beacon.", "The darkest writes orders."]
        return {"rule": [{"id": f"BEA-{n}", "section": "Nights", "text": text} for n, text in enumerate(texts, 1)]}

    def scene(self, view):
        state = view.state
        seats = range(len(state.lamps))
        flame = "M12 2 C16 8 18 11 18 15 A6 6 0 0 1 6 15 C6 11 8 8 12 2 Z"
        regions = [
            Region(
                f"place-{n}",
                [(x - 120, y - 85), (x + 110, y - 95), (x + 125, y + 90), (x - 115, y + 100)],
                (x, y),
                Text(f"place.{n}"),
                LOOKS[n],
                hint=[Text("move.to", {"place": n})],
            )
            for n, (x, y) in enumerate(SPOTS)
        ]
        tokens = [
            Token(f"lamp-{seat}", f"place-{state.lamps[seat]}", "flame", seat, Text("lamp", {"seat": seat}), ["lit"])
            for seat in seats
        ]
        tokens += [Token(f"jar-{n}", "harbour", "flame", count=3) for n in range(2)]
        cards = []
        for seat in seats:
            for at, name in enumerate(state.hands[seat]):
                known = name != "?"
                face = {"name": Text(f"card.{name}"), "text": Text(f"card.{name}.text")} if known else {}
                cards.append(Card(f"card-{seat}-{at}", f"hand-{seat}", known, owner=seat, **face))
        trays = [Tray("harbour", Text("tray.harbour"))]
        trays += [Tray(f"hand-{seat}", Text("tray.hand"), seat) for seat in seats]
        nights = [Text(f"night.{n}") for n in range(1, state.rounds + 1)]
        meters = [
            Meter("night", Text("meter.night"), min(state.night, state.rounds) - 1, state.rounds - 1, steps=nights)
        ]
        for seat in seats:
            meters.append(Meter(f"oil-{seat}", Text("meter.oil"), state.oil[seat], 12, seat, "flame"))
            meters.append(Meter(f"light-{seat}", Text("meter.light"), state.light[seat], None, seat))
        links = [Link("ferry", "place-3", "place-4", "road")]
        colours = ["#b5432a", "#2f6fa8", "#3d7a46", "#8a5aa3"][: len(seats)]
        return Scene((800, 520), regions, links, tokens, cards, trays, meters, {"flame": flame}, colours)


BEACONS = Beacons()
