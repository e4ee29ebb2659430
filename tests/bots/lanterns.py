"""Lanterns: a tiny game with a hand, a secret choice, chance and every kind of ask, to try drivers on."""

from dataclasses import dataclass, field

import msgspec

from arbiter.core import (
    Amount,
    Card,
    Choose,
    Form,
    Game,
    Illegal,
    Meter,
    Option,
    Outcome,
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

FIELDS = ("north", "east", "south", "west")
CORNERS = {"north": (0, 0), "east": (50, 0), "south": (50, 40), "west": (0, 40)}


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 3


@dataclass(slots=True)
class State:
    seats: int
    rounds: int
    bag: list = field(default_factory=list)
    hands: list = per_seat(lambda hand: [0] * len(hand), default_factory=list)
    points: list = field(default_factory=list)
    oil: list = field(default_factory=list)
    lit: dict = field(default_factory=dict)
    sign: tuple = (0, 0)
    wind: int = 0
    round: int = 0


class Lanterns(Game):
    id = "lanterns"
    title = "Lanterns"
    seats = range(2, 5)
    Options = Options
    bound = 60

    def start(self, seats, options):
        return State(seats, options.rounds, list(range(1, 13)), [[] for _ in range(seats)], [0] * seats, [3] * seats)

    def beat(self, g):
        if g.state.round == 0:
            yield from set_up(g)
        else:
            yield from light(g)

    def copy(self, state):
        s = state
        hands = [hand.copy() for hand in s.hands]
        return State(
            s.seats, s.rounds, s.bag.copy(), hands, s.points.copy(), s.oil.copy(), s.lit.copy(), s.sign, s.wind, s.round
        )

    def view(self, state, seat):
        seen = super().view(state, seat)
        seen.bag = [0] * len(seen.bag)
        return seen

    def redeal(self, state, seat, rng, known):
        others = [hand for at, hand in enumerate(state.hands) if at != seat]
        unseen = sorted(n for place in (state.bag, *others) for n in place if n not in known)
        rng.shuffle(unseen)
        for hand in others:
            hand[:] = [n if n in known else unseen.pop() for n in hand]
        state.bag = unseen + [n for n in state.bag if n in known]

    def hint(self, state, ask, rng):
        if ask.prompt == "lamp":
            return max(state.hands[ask.seat])
        return ask.most if ask.prompt == "oil" else None

    def catalogue(self, language="en"):
        return WORDS

    def ledger(self, language="en"):
        return {"prefix": "LAN-", "rule": RULES}

    def scene(self, view):
        s = view.state
        regions = [
            Region(
                f"field.{name}",
                box(*CORNERS[name]),
                (CORNERS[name][0] + 25, CORNERS[name][1] + 20),
                holder=s.lit.get(name),
            )
            for name in FIELDS
        ]
        for region in regions:
            region.name = Text(region.id)
        tokens = [Token(f"lamp.{name}", f"field.{name}", "lamp", owner) for name, owner in s.lit.items()]
        trays = [Tray(f"hand.{seat}", Text("hand"), seat) for seat in range(s.seats)]
        cards = [
            Card(
                f"card.{seat}.{at}",
                f"hand.{seat}",
                face=n > 0,
                name=Text("card", {"n": n}) if n else None,
                corner=str(n or ""),
            )
            for seat, hand in enumerate(s.hands)
            for at, n in enumerate(hand)
        ]
        meters = [Meter(f"oil.{seat}", Text("oil.meter"), oil, 3, seat) for seat, oil in enumerate(s.oil)]
        meters.append(Meter("round", Text("round"), s.round, s.rounds))
        colours = ["#d33", "#36c", "#2a2", "#c92"]
        return Scene((100, 80), regions, [], tokens, cards, trays, meters, {"lamp": "M12 2L20 20H4Z"}, colours)


def box(x, y):
    return [(x, y), (x + 50, y), (x + 50, y + 40), (x, y + 40)]


@rule("LAN-1", "LAN-2")
def set_up(g):
    """Three lamps each, dealt face down; the first seat puts up the sign, and each may change lamps once."""
    s = g.state
    for seat in range(s.seats):
        s.hands[seat] = sorted(g.draw(s.bag, seen_by=seat) for _ in range(3 if s.seats < 4 else 2))
    fields = {"at": Place(0, (0, 0, 20, 20), "sign.at", step=5), "size": Amount(0, 1, 3, "sign.size")}
    form = yield Form(0, fields, "sign", rule="LAN-2")
    s.sign = form["at"]
    for seat in range(s.seats):
        chosen = yield Several(seat, list(s.hands[seat]), 0, 1, "change", rule="LAN-1", secret=True)
        for lamp in chosen:
            s.hands[seat].remove(lamp)
            s.hands[seat].append(g.draw(s.bag, seen_by=seat))
            s.bag.append(lamp)
    g.tell("begun", sign=list(s.sign))
    s.round = 1


@rule("LAN-3")
def light(g):
    """All show a lamp at once; the highest lights a field, and the wind may put it out."""
    s = g.state
    if s.round > s.rounds or len(s.lit) == len(FIELDS) or not all(s.hands):
        g.end(Outcome(ranking(s.points), tuple(map(float, s.points)), "why.points", {"most": max(s.points)}))
    lamps = yield Together(*[Choose(seat, s.hands[seat], "lamp", rule="LAN-3") for seat in range(s.seats)])
    g.reveal()
    for seat, lamp in enumerate(lamps):
        g.show(lamp)
        s.hands[seat].remove(lamp)
    winner = lamps.index(max(lamps))
    g.tell("shown", seat=winner, lamp=max(lamps))
    yield from choose_field(g, winner)
    s.wind = g.roll(6)
    g.tell("wind", strength=s.wind)
    s.round += 1


@rule("LAN-4")
def choose_field(g, seat):
    """The winner lights a dark field and pours oil: a point for the field and one for each oil."""
    s = g.state
    dark = [name for name in FIELDS if name not in s.lit]
    name = yield Choose(seat, dark, "field", describe_field, lambda answer: refuse_field(s, answer), rule="LAN-4")
    oil = yield Amount(seat, 0, s.oil[seat], "oil", args={"field": name}, rule="LAN-4")
    s.lit[name] = seat
    s.oil[seat] -= oil
    s.points[seat] += 1 + oil
    g.tell("lit", seat=seat, field=name, oil=oil)


def describe_field(name):
    return Option(name, "field.option", {"value": name}, (f"field.{name}",))


def refuse_field(s, answer):
    return Illegal(f"the {answer} field is lit already", "LAN-4") if answer in s.lit else None


WORDS = {
    **{f"field.{name}": f"{name.title()} field" for name in FIELDS},
    "hand": "Lamps",
    "card": "Lamp {n}",
    "oil.meter": "Oil",
    "round": "Round",
    "sign": "Put up the sign",
    "sign.at": "Where does the sign stand?",
    "sign.size": "How large is it?",
    "change": "Which lamps do you change?",
    "change.option": "lamp {value}",
    "lamp": "Which lamp do you show?",
    "lamp.option": "Lamp {value}",
    "field": "Which field do you light?",
    "field.option": "Light the {value:field}",
    "oil": "How much oil for the {field:field}?",
    "begun": "The sign stands at {sign}.",
    "shown": "{seat:seat} shows the highest lamp, {lamp}.",
    "lit": "{seat:seat} lights the {field:field} with {oil} oil.",
    "wind": "The wind blows at {strength}.",
    "why.points": "Most points: {most}.",
}
TEXTS = [
    ("LAN-1", "Setup", "Each player is dealt lamps face down and may change one."),
    ("LAN-2", "Setup", "The first player puts up the sign."),
    ("LAN-3", "Play", "All show a lamp at once; the highest lights a field."),
    ("LAN-4", "Play", "Only a dark field can be lit; each oil is a point more."),
    ("LAN-5", "End", "Most points win."),
]
RULES = [{"id": id, "section": section, "kind": "turn", "text": text} for id, section, text in TEXTS]
GAME = Lanterns()
