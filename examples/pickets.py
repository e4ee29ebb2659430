"""Pickets: set watchmen that see the others'. Two boards, orders to fill in, things that stand and face anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from arbiter.core import Amount, Choose, Form, Game, Illegal, Option, Outcome, Place, Play, Rules, View, ranking, state
from arbiter.core.scenes import Arc, Board, Label, Line, Meter, Outline, Region, Row, Ruler, Scene, Spot, Text, Token

EACH, POSTS = 3, ("fire", "tower", "well")
MOOR, BOG = (400, 260), (160, 100, 240, 160)
WIDTH, DEPTH = 30, 20
ICONS = {"captain": "M12 2l3 6h6l-5 4 2 8-6-4-6 4 2-8-5-4h6z", "picket": "M11 8h2v14h-2zM12 1l4 7H8z"}
WORDS = {
    "camp": "The camp", "moor": "The moor", "bog": "The bog", "paces": "{n} {n|pace|paces}",
    "post.fire": "The fire", "post.tower": "The tower", "post.well": "The well",
    "orders": "Orders for picket {n} of {all}",
    "orders.post": "Where does your captain stand? Fire feeds torches, the tower sees far, the well yields a torch.",
    "orders.post.option": "{value:post}", "row.facing": "Facing",
    "orders.torches": "How many torches does the picket take?",
    "orders.tower": "the tower is narrow: at most one torch goes up", "orders.well": "no torch burns at the well",
    "set": "Set the picket (it sees {reach} paces)",
    "set.edge": "a picket stands on the moor with its whole base",
    "set.bog": "nobody stands in the bog", "set.overlap": "another picket stands there",
    "told.orders": "{seat:seat} goes to {post:post}; the picket takes {n} {n|torch|torches}",
    "told.set": "{seat:seat} sets a picket facing {facing}°, which sees {n} of the others'",
    "most": "Most pickets in sight: {seats:seat}",
    "captain": "Captain", "picket": "Picket", "torches": "Torches", "sights": "In sight", "row.reach": "Reach",
}  # fmt: skip


def box(left: float, top: float, right: float, bottom: float) -> list[Spot]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


@dataclass(frozen=True, slots=True)
class Picket:
    seat: int
    x: int
    y: int
    facing: int
    reach: int

    def corners(self) -> list[Spot]:
        turn, base = radians(self.facing), box(-WIDTH / 2, -DEPTH / 2, WIDTH / 2, DEPTH / 2)
        return [(self.x + a * cos(turn) - b * sin(turn), self.y + a * sin(turn) + b * cos(turn)) for a, b in base]

    def sees(self, other: Picket) -> bool:
        """Within reach, and at most 45 degrees off its facing."""
        away = (degrees(atan2(other.x - self.x, self.y - other.y)) - self.facing + 180) % 360 - 180
        return hypot(other.x - self.x, other.y - self.y) <= self.reach and abs(away) <= 45


def apart(one: list[Spot], other: list[Spot]) -> bool:
    """Whether some line along a side of either separates two rectangles; touching sides do not overlap."""
    for corners in (one, other):
        for (ax, ay), (bx, by) in pairwise(corners):
            ours, theirs = ([x * (bx - ax) + y * (by - ay) for x, y in spots] for spots in (one, other))
            if max(ours) <= min(theirs) + 1e-9 or max(theirs) <= min(ours) + 1e-9:
                return True
    return False


@state
class Night:
    torches: list[int]
    posts: list[str]
    pickets: list[Picket]
    reach: int = 0

    def sights(self, seat: int) -> int:
        """How many pickets of the others this seat's pickets see."""
        others = [one for one in self.pickets if one.seat != seat]
        return sum(any(mine.sees(one) for mine in self.pickets if mine.seat == seat) for one in others)


def unfit(orders: dict[str, Any]) -> Illegal | None:
    if orders["post"] == "tower" and orders["torches"] > 1:
        return Illegal("orders.tower")
    return Illegal("orders.well") if orders["post"] == "well" and orders["torches"] else None


def blocked(night: Night, spot: tuple[int, int, int]) -> Illegal | None:
    base = Picket(0, *spot, 0).corners()
    if not all(0 <= x <= MOOR[0] and 0 <= y <= MOOR[1] for x, y in base):
        return Illegal("set.edge")
    if not apart(base, box(*BOG)):
        return Illegal("set.bog")
    return None if all(apart(base, one.corners()) for one in night.pickets) else Illegal("set.overlap")


class Pickets(Game[Night]):
    id, title, seats, bound = "pickets", "Pickets", range(2, 5), EACH * 4 * 2

    def start(self, seats: int, options: object) -> Night:
        return Night([2] * seats, ["fire"] * seats, [])

    def beat(self, g: Play[Night]) -> Rules[None]:
        """One picket: the orders for it, then where it stands and where it looks."""
        night, n, seats = g.state, len(g.state.pickets), len(g.state.torches)
        seat = n % seats
        post = Choose(seat, POSTS, "orders.post", lambda at: Option(at, "orders.post.option", {"value": at}, (at,)))
        fields = {"post": post, "torches": Amount(seat, 0, night.torches[seat], "orders.torches")}
        orders = yield Form(seat, fields, "orders", unfit, {"n": n // seats + 1, "all": EACH})
        night.posts[seat], lit = orders["post"], orders["torches"]
        night.torches[seat] += (orders["post"] == "well") - lit
        night.reach = 60 + lit * (40 if orders["post"] == "fire" else 20) + 30 * (orders["post"] == "tower")
        g.tell("told.orders", seat=seat, post=orders["post"], n=lit)
        x, y, facing = yield Place(
            seat, (10, 10, MOOR[0] - 10, MOOR[1] - 10), "set", 5, range(0, 360, 15), lambda at: blocked(night, at),
            args={"reach": night.reach}, ghost=Token(f"picket-{n}", "moor", "picket", seat, width=WIDTH, depth=DEPTH),
        )  # fmt: skip
        night.pickets, night.reach = [*night.pickets, Picket(seat, x, y, facing, night.reach)], 0
        g.tell("told.set", seat=seat, facing=facing, n=night.sights(seat))
        if len(night.pickets) == EACH * seats:
            scores = [night.sights(at) for at in range(seats)]
            best = {"seats": [at for at, score in enumerate(scores) if score == max(scores)]}
            g.end(Outcome(ranking(scores), tuple(scores), "most", best))

    def scene(self, view: View[Night]) -> Scene:
        night = view.state
        scene = Scene(boards=[Board("camp", (300, 100), Text("camp")), Board("moor", MOOR, Text("moor"))], icons=ICONS)
        scene.focus = "moor" if night.reach or len(night.pickets) == EACH * len(night.torches) else "camp"
        for at, post in enumerate(POSTS):
            outline, name = box(at * 100, 0, at * 100 + 100, 100), Text(f"post.{post}")
            scene.regions.append(Region(post, outline, (at * 100 + 50, 50), name, post, board="camp"))
        scene.overlays += [Outline("bog", box(*BOG), "moor"), Label("bog-name", (200, 130), Text("bog"), "moor")]
        scene.overlays.append(Ruler("scale", (20, 250), (120, 250), Text("paces", {"n": 100}), 10, "moor"))
        for seat, post in enumerate(night.posts):
            scene.tokens.append(Token(f"captain-{seat}", post, "captain", seat, Text("captain")))
            scene.meters.append(Meter(f"torches-{seat}", Text("torches"), night.torches[seat], owner=seat))
            scene.meters.append(Meter(f"sights-{seat}", Text("sights"), night.sights(seat), owner=seat))
        for n, one in enumerate(night.pickets):
            spot, name, facing = (one.x, one.y), Text("picket"), one.facing
            sheet = [Row(Text("row.facing"), facing), Row(Text("row.reach"), Text("paces", {"n": one.reach}))]
            base: dict[str, Any] = {"at": spot, "facing": facing, "width": WIDTH, "depth": DEPTH, "sheet": sheet}
            scene.tokens.append(Token(f"picket-{n}", "moor", "picket", one.seat, name, **base))
            scene.overlays.append(Arc(f"arc-{n}", spot, one.reach, one.facing, 90, board="moor", owner=one.seat))
            for m, other in enumerate(night.pickets):
                if other.seat != one.seat and one.sees(other):
                    way = [spot, (other.x, other.y)]
                    scene.overlays.append(Line(f"sight-{n}-{m}", [*way], "moor", owner=one.seat, arrow=True))
        return scene

    def catalogue(self, language: str = "en") -> dict[str, str]:
        return WORDS
