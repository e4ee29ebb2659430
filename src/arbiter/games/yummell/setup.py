"""Start to Play: characters, Advantages, the track, Supporters, and the first hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arbiter.core import Choose, Illegal, Rules, Several, Together, rule

from . import deck, sequence
from .catalogue import catalogue
from .state import CHARACTERS, DEAL, SUPPORTERS, TRACK, Options, Race

if TYPE_CHECKING:
    from .race import Yummell

STARTING_HAND = 4
MOST_SUPPORTERS = 3
SAME_SUPPORTERS = 2


@rule("YUM-AIM-4", "YUM-COMP-2", "YUM-COMP-6", "YUM-COMP-10", "YUM-CHAR-8")
def start(seats: int, options: Options) -> Race:
    """An empty table: the pawns before the start line, nothing dealt yet."""
    content = catalogue(options.packs)
    layout = content.layout_for(options.track, seats)
    nobody = range(seats)
    return Race(
        options=options,
        step=CHARACTERS,
        round=0,
        layout=layout or (content.tiles.lay_start(),),
        placing=0 if layout else middle_tiles(seats),
        character=[-1] * seats,
        advantage=[-1] * seats,
        at=[0] * seats,
        path=[-1] * seats,
        hand=[[] for _ in nobody],
        active=[[] for _ in nobody],
        activating=[[] for _ in nobody],
        curses=[[] for _ in nobody],
        nets=[[] for _ in nobody],
        mired=[0] * seats,
        supporters=[[] for _ in nobody],
        arrived=[],
        bag=[],
        mover=-1,
        pile=list(range(len(content.cards))),
        top=[],
        bottom=[],
        seen=[0] * len(content.cards),
        discard=[],
        aside=[],
    )


@rule("YUM-TRACK-2", "YUM-TRACK-3")
def middle_tiles(seats: int) -> int:
    """How many tiles lie between start and finish of a built track."""
    return 2 * seats if seats == 2 else seats


@rule("YUM-SETUP-1", "YUM-SETUP-2", "YUM-SETUP-3", "YUM-CHAR-1", "YUM-CHAR-4", "YUM-CHAR-7", "YUM-COMP-4")
def characters(g: Yummell) -> Rules[None]:
    """Each player is given a character from the bag, or picks one in a drawn order. Then Advantages are dealt."""
    s = g.state
    free = list(g.catalogue.characters)
    if s.options.characters == "random":
        for seat in range(len(s.at)):
            s.character[seat] = g.pull(free)
    else:
        waiting = list(range(len(s.at)))
        while waiting:
            seat = g.pull(waiting)
            chosen = yield Choose(seat, free[:], "character", g.say_source, g.why_not_character, rule="YUM-SETUP-1")
            free.remove(chosen)
            s.character[seat] = chosen
            g.tell("character.given", seat=seat, character=g.sources[chosen].key)
    if s.options.characters == "random":
        for seat, index in enumerate(s.character):
            g.tell("character.given", seat=seat, character=g.sources[index].key)
    advantages(g)
    s.step = TRACK if s.placing else SUPPORTERS


@rule("YUM-SETUP-4", "YUM-SETUP-5", "YUM-ADV-1", "YUM-COMP-5")
def advantages(g: Yummell) -> None:
    """Each player draws an Advantage, open to all."""
    s = g.state
    free = list(g.catalogue.advantages)
    for seat in range(len(s.at)):
        s.advantage[seat] = g.pull(free)
        g.tell("advantage", seat=seat, advantage=g.sources[s.advantage[seat]].key)


@rule("YUM-TRACK-5")
def track(g: Yummell) -> Rules[None]:
    """One tile of a built track, by the player whose pawn is drawn; after the last one the finish is laid."""
    s = g.state
    tiles = g.catalogue.tiles
    if not s.bag:
        s.bag = list(range(len(s.at)))
    s.mover = g.pull(s.bag)
    more = s.placing - 1
    spots = tiles.placements(s.layout, more)
    number, junction = yield Choose(s.mover, spots, "tile", g.say_tile, g.why_not_tile, rule="YUM-TRACK-6")
    s.layout = (*s.layout, tiles.joined(s.layout, number, junction))
    s.placing = more
    g.tell("laid", seat=s.mover, tile=number)
    if not more:
        s.layout = (*s.layout, tiles.lay_finish(s.layout))
        s.bag = []
        s.mover = -1
        s.step = SUPPORTERS
        g.tell("track.ready")


@rule("YUM-SUP-1", "YUM-SUP-2", "YUM-SUP-3", "YUM-SUP-4", "YUM-SUP-5", "YUM-SUP-6", "YUM-COMP-9")
def supporters(g: Yummell) -> Rules[None]:
    """Where the table plays with Supporters: everybody enlists up to three in secret, or three are dealt to each."""
    s = g.state
    g.course = g.catalogue.course(s.layout)
    s.step = DEAL
    if s.options.supporters == "off":
        return
    # Every Supporter stands in the list as often as one player may enlist it.
    copies = [(index, copy) for index in g.catalogue.supporters for copy in range(SAME_SUPPORTERS)]
    if s.options.supporters == "dealt":
        for seat in range(len(s.at)):
            box = copies[:]
            s.supporters[seat] = sorted(g.pull(box)[0] for _ in range(MOST_SUPPORTERS))
    else:
        chosen: tuple[Any, ...] = yield Together(
            *(
                Several(seat, copies, 0, MOST_SUPPORTERS, "supporters", g.say_copy, rule="YUM-SUP-3")
                for seat in range(len(s.at))
            )
        )
        for seat, picked in enumerate(chosen):
            s.supporters[seat] = sorted(index for index, _ in picked)
        g.reveal()
    for seat, enlisted in enumerate(s.supporters):
        key = "enlisted" if enlisted else "enlisted.none"
        g.tell(key, seat=seat, cards=[g.sources[index].key for index in enlisted])


@rule("YUM-SETUP-7")
def deal(g: Yummell) -> Rules[None]:
    """Four cards to everybody, hidden from the others; then the first pawn is drawn."""
    yield from ()
    for seat in range(len(g.state.at)):
        deck.draw_to_hand(g, seat, STARTING_HAND)
    sequence.next_turn(g)


def why_not_character(g: Yummell, answer: object) -> Illegal | None:
    """Why a character cannot be picked."""
    if answer in g.state.character:
        return Illegal("another player has that character", "YUM-SETUP-1")
    return None


def why_not_tile(g: Yummell, answer: object) -> Illegal | None:
    """Why a tile cannot be laid so."""
    s = g.state
    if not isinstance(answer, tuple) or len(answer) != 2 or any(type(part) is not int for part in answer):
        return None
    return g.catalogue.tiles.why_not(s.layout, answer[0], answer[1], s.placing - 1)
