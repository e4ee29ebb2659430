"""Start to Play: characters, Advantages, the track, Supporters, and the first hands."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arbiter.core import Choose, Illegal, Rules, Several, Together, rule
from arbiter.kit.cards import Deck, Hand

from . import deck, sequence
from .book import book
from .numbers import FEWEST_SUPPORTERS, MIDDLE_TILES, MOST_SUPPORTERS, SAME_SUPPORTERS, STARTING_HAND
from .race import Yummell
from .state import Race, YummellOptions


@rule("YUM-COMP-10", "YUM-GAP-1")
def start(seats: int, options: YummellOptions) -> Race:
    """An empty table: the pawns on the start line, nothing dealt yet."""
    content = book(options.packs)
    race = Race(
        options=options,
        character=[-1] * seats,
        advantage=[-1] * seats,
        at=[0] * seats,
        path=[-1] * seats,
        hand=hands(seats),
        active=[()] * seats,
        curses=[()] * seats,
        lasting=[()] * seats,
        supporters=[()] * seats,
        deck=Deck(list(range(len(content.cards)))),
    )
    if options.track != "vote":
        lay(race, options.track)
    return race


@rule("YUM-GAP-68")
def hands(seats: int) -> list[Hand[int]]:
    """An empty hand for each seat: its owner will see the faces, and the others how many cards there are."""
    return [Hand(seat) for seat in range(seats)]


@rule("YUM-GAP-105")
def start_to_play(g: Yummell) -> Rules[None]:
    """The race is prepared; then the first round begins."""
    yield from characters(g)
    advantages(g)
    if not g.state.layout:
        yield from vote(g)
    while g.state.placing:
        yield from lay_tile(g)
    g.look_at_table()
    yield from supporters(g)
    deal(g)
    sequence.begin_round(g)


# Characters and Advantages


@rule("YUM-SETUP-1", "YUM-GAP-86")
def characters(g: Yummell) -> Rules[None]:
    """Each player is given a character: from the bag, or of the player's own choice."""
    if g.state.options.characters == "random":
        draw_characters(g)
    else:
        yield from pick_characters(g)


@rule("YUM-SETUP-2")
def draw_characters(g: Yummell) -> None:
    """The pawns of all characters go into the bag; one is drawn for each player."""
    s = g.state
    bag = list(g.book.characters)
    for seat in range(len(s.at)):
        s.character[seat] = g.pull(bag)
    for seat, index in enumerate(s.character):
        g.tell("character.given", seat=seat, character=g.sources[index].key)


def pick_characters(g: Yummell) -> Rules[None]:
    """The players pick in a drawn order, each character once."""
    s = g.state

    def why_not(index: object) -> Illegal | None:
        return Illegal("refused.character", "YUM-SETUP-1") if index in s.character else None

    waiting = list(range(len(s.at)))
    while waiting:
        seat = g.pull(waiting)
        free = [index for index in g.book.characters if why_not(index) is None]
        s.character[seat] = yield Choose(seat, free, "character", g.say_source, why_not, rule="YUM-SETUP-1")
        g.tell("character.given", seat=seat, character=g.sources[s.character[seat]].key)


@rule("YUM-SETUP-4", "YUM-ADV-1")
def advantages(g: Yummell) -> None:
    """The Advantages are shuffled; each player draws one, open to all."""
    s = g.state
    free = list(g.book.advantages)
    for seat in range(len(s.at)):
        s.advantage[seat] = g.pull(free)
        g.tell("advantage", seat=seat, advantage=g.sources[s.advantage[seat]].key)


# The track


@rule("YUM-SETUP-6", "YUM-TRACK-1", "YUM-TRACK-4")
def lay(s: Race, track: str) -> None:
    """A ready-made track, or the start tile of one that is to be built."""
    content = book(s.options.packs)
    layout = content.layout_for(track, len(s.at))
    s.layout = layout or (content.tiles.lay_start(),)
    s.placing = 0 if layout else middle_tiles(len(s.at))


@rule("YUM-GAP-16")
def vote(g: Yummell) -> Rules[None]:
    """Everybody votes for a ready-made track or for building one; of those with the most votes chance takes one."""
    s = g.state
    tracks = g.book.choice_of_tracks(len(s.at))
    seats = range(len(s.at))
    votes: tuple[str, ...] = yield Together(
        *(Choose(seat, tracks, "vote", g.say_track, rule="YUM-SETUP-6") for seat in seats)
    )
    g.reveal()
    for seat, track in enumerate(votes):
        g.tell("voted", seat=seat, track=track)
    count = Counter(votes)
    most = [track for track in tracks if count[track] == max(count.values())]
    chosen = g.pick(most) if len(most) > 1 else most[0]
    g.tell("track.chosen", track=chosen)
    lay(s, chosen)


@rule("YUM-TRACK-2", "YUM-TRACK-3")
def middle_tiles(seats: int) -> int:
    """How many tiles lie between start and finish of a built track."""
    return MIDDLE_TILES[seats]


@rule("YUM-TRACK-5", "YUM-GAP-11")
def lay_tile(g: Yummell) -> Rules[None]:
    """One tile of a built track, by the player whose pawn is drawn; after the last one the finish is laid."""
    s, tiles = g.state, g.book.tiles
    if not s.bag:
        s.bag = list(range(len(s.at)))
    s.mover = g.pull(s.bag)
    more = s.placing - 1

    def why_not(spot: object) -> Illegal | None:
        if not isinstance(spot, tuple) or len(spot) != 2 or any(type(part) is not int for part in spot):
            return None
        return tiles.why_not(s.layout, spot[0], spot[1], more)

    spots = tiles.placements(s.layout, more)
    number, junction = yield Choose(s.mover, spots, "tile", g.say_tile, why_not, rule="YUM-TRACK-6")
    s.layout = (*s.layout, tiles.joined(s.layout, number, junction))
    s.placing = more
    g.tell("laid", seat=s.mover, tile=number)
    if not more:
        s.layout = (*s.layout, tiles.lay_finish(s.layout))
        s.bag = []
        s.mover = -1
        g.tell("track.ready")


# Supporters


@rule("YUM-SUP-2", "YUM-GAP-89")
def supporters(g: Yummell) -> Rules[None]:
    """Where the table plays with Supporters, everybody has some, open to all from now on."""
    s = g.state
    if s.options.supporters == "off":
        return
    if s.options.supporters == "dealt":
        deal_supporters(g)
    else:
        yield from enlist(g)
    for seat, enlisted in enumerate(s.supporters):
        key = "enlisted" if enlisted else "enlisted.none"
        g.tell(key, seat=seat, cards=[g.sources[index].key for index in enlisted])


@rule("YUM-SUP-4")
def copies(g: Yummell) -> list[tuple[int, int]]:
    """Every Supporter as often as one player may have it, each with the number of its copy."""
    return [(index, copy) for index in g.book.supporters for copy in range(SAME_SUPPORTERS)]


@rule("YUM-COMP-9", "YUM-GAP-87")
def deal_supporters(g: Yummell) -> None:
    """Three Supporters for each player, picked at random."""
    for seat in range(len(g.state.at)):
        box = copies(g)
        g.state.supporters[seat] = tuple(sorted(g.pull(box)[0] for _ in range(MOST_SUPPORTERS)))


@rule("YUM-SUP-3", "YUM-SUP-5", "YUM-SUP-6")
def enlist(g: Yummell) -> Rules[None]:
    """Everybody chooses up to three in secret; when all have chosen, all are revealed."""
    s = g.state
    shelf, seats = copies(g), range(len(s.at))
    least, most = FEWEST_SUPPORTERS, MOST_SUPPORTERS
    chosen: tuple[Any, ...] = yield Together(
        *(Several(seat, shelf, least, most, "supporters", g.say_copy, rule="YUM-SUP-3") for seat in seats)
    )
    g.reveal()
    for seat, picked in enumerate(chosen):
        s.supporters[seat] = tuple(sorted(index for index, _ in picked))


@rule("YUM-SETUP-7")
def deal(g: Yummell) -> None:
    """Four cards to everybody, hidden from the others."""
    for seat in range(len(g.state.at)):
        deck.draw_to_hand(g, seat, STARTING_HAND)
