"""Start to Play: the box, characters, Advantages, Supporters and first hands."""

from collections import Counter
from random import Random

import pytest

import arbiter
from arbiter.core import Illegal
from arbiter.games.yummell import GAME
from arbiter.games.yummell.catalogue import catalogue
from arbiter.games.yummell.scene import scene
from arbiter.games.yummell.sources import ARTEFACT, CREATURE, EVENT
from arbiter.games.yummell.state import DEAL, SUPPORTERS

from .board import Board

CONTENT = catalogue()


@pytest.mark.rule("YUM-AIM-4")
def test_the_game_takes_two_to_eight():
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(ValueError, match="2 to 8 players, not 9"):
        arbiter.new("yummell", seats=9)


@pytest.mark.rule("YUM-COMP-2", "YUM-COMP-3", "YUM-COMP-4", "YUM-COMP-5", "YUM-COMP-6", "YUM-COMP-7", "YUM-COMP-10")
def test_what_is_in_the_box():
    assert len(CONTENT.characters) == len(CONTENT.advantages) == 8
    assert len(CONTENT.cards) == 90
    assert len({source.key for source in CONTENT.cards}) == 74
    table = arbiter.new("yummell", seats=5, seed=1)
    picture = table.scene(0)
    assert sum(token.id.startswith("pawn-") for token in picture.tokens) == 5
    # One pawn has come out of the bag for the first turn; nothing in the picture stands for the packaging.
    assert sum(token.id.startswith("sequence-") and token.on == "bag" for token in picture.tokens) == 4


@pytest.mark.rule("YUM-DECK-1", "YUM-DECK-2")
def test_the_deck():
    kinds = Counter(source.type for source in CONTENT.cards)
    assert (kinds[CREATURE], kinds[EVENT], kinds[ARTEFACT]) == (36, 32, 22)
    numbers = Counter(CONTENT.numbers)
    assert [numbers[n] for n in range(1, 9)] == [6, 9, 17, 22, 15, 13, 4, 4]
    assert sum(CONTENT.numbers) == 376
    board = Board(2, hands=[["wind", "winged_sandals", "number 5"]]).run()
    shown = {c.name.key: (c.look, c.corner) for c in board_scene(board).cards if c.on == "hand-0"}
    assert shown["thing.wind"] == ("event", "5")
    assert shown["thing.winged_sandals"] == ("artefact", "2")
    assert ("creature", "5") in shown.values()


def board_scene(board: Board, seat: int = 0):
    from arbiter.core import View

    return scene(View(seat, GAME.view(board.state, seat), [], []))


@pytest.mark.rule("YUM-DECK-7", "YUM-DECK-13", "YUM-DECK-12", "YUM-DECK-16")
def test_what_the_cards_show():
    by_characteristic = Counter(s.characteristic for s in CONTENT.cards if s.type == CREATURE)
    assert by_characteristic == {0: 9, 1: 9, 2: 9, 3: 9}
    for kind in range(4):
        creatures = [s for s in CONTENT.cards if s.type == CREATURE and s.characteristic == kind]
        assert [s.challenge for s in creatures] == [6, 7, 7, 8, 9, 9, 10, 11, 12]
        assert [s.number for s in creatures] == [2, 3, 4, 4, 5, 6, 6, 7, 8]
    assert all(s.text and s.name and s.number for s in CONTENT.cards)
    assert sum(s.arrow for s in CONTENT.cards if s.type == EVENT) == 22
    assert sum(s.curse for s in CONTENT.cards) == 6
    board = Board(2, hands=[["dragon_sneeze"]]).run()
    card = next(c for c in board_scene(board).cards if c.on == "hand-0")
    assert "arrow" in card.marks


@pytest.mark.rule("YUM-CHAR-1", "YUM-CHAR-2", "YUM-CHAR-4", "YUM-CHAR-7", "YUM-CHAR-8")
def test_a_character_has_four_values_an_ability_a_colour_and_two_pawns():
    for index in CONTENT.characters:
        source = CONTENT.sources[index]
        assert len(source.values) == 4
        assert all(2 <= value <= 7 for value in source.values)
        assert source.entry.ability
        assert source.text
    board = Board(2, characters=["fulmergh", "vrumbastoff"], hands=[["wind"]]).run()
    picture = board_scene(board)
    assert picture.colours == ["#3c8d40", "#c0392b"]
    assert {t.id for t in picture.tokens} == {"pawn-0", "pawn-1", "sequence-1"}


@pytest.mark.rule("YUM-SETUP-1", "YUM-SETUP-2", "YUM-SETUP-3")
def test_characters_are_drawn_or_picked_and_open_to_all():
    drawn = arbiter.new("yummell", seats=8, seed=3)
    assert sorted(drawn.state.character) == CONTENT.characters
    table = arbiter.new("yummell", seats=3, seed=3, options={"characters": "pick"})
    first = table.asks[0]
    assert first.prompt == "character"
    assert len(first.values) == 8
    table.answer(first.seat, first.values[2])
    second = table.asks[0]
    assert first.values[2] not in second.values
    with pytest.raises(Illegal, match="another player has that character"):
        table.answer(second.seat, first.values[2])
    assert table.view(None).state.character[first.seat] == first.values[2]


@pytest.mark.rule("YUM-SETUP-4", "YUM-SETUP-5", "YUM-ADV-1")
def test_everybody_has_one_advantage_open_to_all():
    table = arbiter.new("yummell", seats=8, seed=9)
    assert sorted(table.state.advantage) == CONTENT.advantages
    for seat in (0, 5, None):
        assert table.view(seat).state.advantage == table.state.advantage
        assert f"advantage-{3}" in {card.id for card in table.scene(seat).cards}


@pytest.mark.rule("YUM-SETUP-7")
def test_four_hidden_cards_each():
    board = Board(4, step=DEAL, bag=[]).run()
    mover = board.state.mover
    assert [len(hand) for hand in board.state.hand] == [4 + (seat == mover) for seat in range(4)]
    seen = GAME.view(board.state, 1)
    assert seen.hand[1] == board.state.hand[1]
    assert all(card == -1 for seat in (0, 2, 3) for card in seen.hand[seat])


@pytest.mark.rule("YUM-SUP-1", "YUM-SUP-2", "YUM-COMP-9")
def test_supporters_are_an_option_and_stand_outside_the_deck():
    assert len(CONTENT.supporters) == 10
    assert all(not CONTENT.sources[index].number for index in CONTENT.supporters)
    without = Board(3, step=SUPPORTERS, bag=[]).run()
    assert "together" not in without.asked
    dealt = arbiter.new("yummell", seats=4, seed=5, options={"supporters": "dealt"})
    for enlisted in dealt.state.supporters:
        assert len(enlisted) == 3
        assert max(Counter(enlisted).values()) <= 2


@pytest.mark.rule("YUM-SUP-3", "YUM-SUP-4")
def test_none_to_three_supporters_and_at_most_two_alike():
    # EX-56
    board = Board(3, supporters=[[]], step=SUPPORTERS).run()
    ask = board.ask.asks[0]
    carrier, sharp = board.source("water_carrier"), board.source("card_sharp")
    assert ask.refusal(((carrier, 0), (carrier, 1), (sharp, 0))) is None
    assert ask.refusal(()) is None
    assert ask.refusal(((carrier, 0), (carrier, 1), (carrier, 2))) is not None
    assert ask.refusal(((carrier, 0), (carrier, 1), (sharp, 0), (sharp, 1))) is not None


@pytest.mark.rule("YUM-SUP-5", "YUM-SUP-6")
def test_supporters_are_chosen_in_secret_and_revealed_together():
    table = arbiter.new("yummell", seats=3, seed=5, options={"supporters": "chosen"})
    assert {ask.seat for ask in table.asks} == {0, 1, 2}
    carrier = CONTENT.find("water_carrier").index
    table.answer(1, ((carrier, 0),))
    assert table.view(0).state.supporters == [[], [], []]
    assert table.view(0).answered == [1]
    table.answer(0, ())
    table.answer(2, ())
    assert table.view(0).state.supporters == [[], [carrier], []]
    assert table.view(None).state.supporters == [[], [carrier], []]


@pytest.mark.rule("YUM-TRACK-2", "YUM-TRACK-3")
@pytest.mark.parametrize(("seats", "middle"), [(2, 4), (3, 3), (8, 8)])
def test_a_built_track_has_a_tile_a_player_and_two_each_for_two(seats, middle):
    # EX-57
    rng = Random(seats)
    table = arbiter.new("yummell", seats=seats, seed=seats, options={"track": "built"})
    while table.state.placing:
        for ask in table.asks:
            table.answer(ask.seat, ask.sample(rng))
    tiles = [spot[0] for spot in table.state.layout]
    assert len(tiles) == len(set(tiles)) == middle + 2
