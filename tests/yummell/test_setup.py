"""Start to Play: the box, characters, Advantages, Supporters and first hands."""

from collections import Counter

import pytest

import arbiter
from arbiter.core import Illegal, View
from arbiter.games.yummell import GAME
from arbiter.games.yummell.book import book
from arbiter.games.yummell.effects import PushBack
from arbiter.games.yummell.entries import CHARACTERISTICS
from arbiter.games.yummell.scene import scene
from arbiter.games.yummell.sources import ARTEFACT, CREATURE, EVENT

from .board import Board

CONTENT = book()


def picture(board: Board, seat: int | None = 0):
    return scene(View(seat, GAME.view(board.state, seat), [], []))


def rows(thing) -> dict[str, object]:
    """The small table of a thing, by its message keys."""
    return {row.name.key: row.value if isinstance(row.value, int) else row.value.key for row in thing.sheet}


@pytest.mark.rule("YUM-AIM-4", "YUM-DEC-1")
def test_the_game_takes_two_to_eight():
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7, 8]
    with pytest.raises(ValueError, match="2–8 players, not 9"):
        arbiter.new("yummell", seats=9)
    assert GAME.ledger()["table"]["player_counts"]["best"] == 5


@pytest.mark.rule("YUM-DEC-1", "YUM-GAP-89", "YUM-GAP-81")
def test_the_owner_of_the_table_sets_the_options():
    plain = arbiter.new("yummell", seats=5).options
    assert (plain.track, plain.characters, plain.supporters, plain.round_limit) == ("suited", "random", "off", 100)
    for options, right in (
        ({"track": "oval"}, "track, which takes: suited, built, vote, yhops_stroll, toads_detour"),
        ({"characters": "both"}, "characters, which takes: random, pick"),
        ({"supporters": "many"}, "supporters, which takes: off, chosen, dealt"),
        ({"round_limit": -1}, "round_limit, which takes: a number from 0 to 1000"),
        ({"packs": ["[event.x]"]}, "this field is required and missing"),
    ):
        with pytest.raises(ValueError, match=right.replace("(", r"\(")):
            arbiter.new("yummell", seats=3, options=options)


@pytest.mark.rule("YUM-COMP-4", "YUM-COMP-5", "YUM-COMP-6", "YUM-CHAR-1")
@pytest.mark.rule("YUM-CONTENT-CHARACTERS", "YUM-CONTENT-ADVANTAGES", "YUM-CONTENT-DECK")
def test_what_is_in_the_box():
    held = GAME.ledger()["table"]["components"]
    assert len(CONTENT.characters) == held["character_sheets"] == 8
    assert len(CONTENT.advantages) == held["advantage_cards"] == 8
    assert len(CONTENT.cards) == held["playing_cards"] == 90
    assert len({source.key for source in CONTENT.cards}) == 74


@pytest.mark.rule("YUM-COMP-2", "YUM-COMP-3", "YUM-COMP-7", "YUM-COMP-10", "YUM-CHAR-8", "YUM-CONTENT-PAWNS")
def test_a_picture_pawn_on_the_track_and_a_sequence_pawn_in_the_bag_for_each():
    shown = arbiter.new("yummell", seats=8, seed=1).scene(0)
    assert sorted(token.id for token in shown.tokens if token.on == "square-0") == [f"pawn-{n}" for n in range(8)]
    # One pawn has come out of the bag for the first turn.
    assert sum(token.id.startswith("sequence-") and token.on == "bag" for token in shown.tokens) == 7
    # Nothing stands for the packaging: all there is are pawns, and cards in trays of their own.
    assert {token.id.partition("-")[0] for token in shown.tokens} == {"pawn", "sequence"}
    looks = {"sheet", "hand", "active", "pile", "bag"}
    assert {tray.look for tray in shown.trays} == looks


@pytest.mark.rule("YUM-DECK-1", "YUM-DECK-2", "YUM-GAP-104")
def test_the_deck():
    composed = GAME.ledger()["table"]["deck_composition"]
    kinds = Counter(source.type for source in CONTENT.cards)
    assert (kinds[CREATURE], kinds[EVENT], kinds[ARTEFACT]) == (36, 32, 22)
    assert [composed[kind] for kind in ("creatures", "events", "artefacts")] == [36, 32, 22]
    numbers = Counter(CONTENT.numbers)
    assert [numbers[n] for n in composed["numbers"]] == composed["copies_per_number"] == [6, 9, 17, 22, 15, 13, 4, 4]
    assert sum(CONTENT.numbers) == composed["number_total"] == 376
    board = Board(2, hands=[["wind", "winged_sandals", "number 5"]]).run()
    shown = {card.name.key: (card.look, card.corner) for card in picture(board).cards if card.on == "hand-0"}
    assert shown["thing.wind"] == ("event", "5")
    assert shown["thing.winged_sandals"] == ("artefact", "2")
    assert ("creature", "5") in shown.values()


@pytest.mark.rule("YUM-DECK-1", "YUM-DECK-7", "YUM-DECK-13", "YUM-CONTENT-CREATURES", "YUM-GAP-104")
def test_creatures_show_one_characteristic_and_its_value():
    values = GAME.ledger()["table"]["creature_values"]
    for kind in CHARACTERISTICS:
        creatures = [
            source for source in CONTENT.cards if source.type == CREATURE and source.entry.characteristic == kind
        ]
        assert [source.entry.challenge for source in creatures] == values["per_characteristic"]
        assert [source.number for source in creatures] == values["numbers"]
    board = Board(2, at=[17, 0], hands=[["salamander_of_mount_ohrk", "number 3", "number 2"]])
    card = next(card for card in picture(board).cards if card.id == f"card-{board.state.hand[0].cards[0]}")
    assert (card.text.key, card.text.args["characteristic"], card.text.args["value"]) == (
        "scene.creature",
        "strength",
        9,
    )
    # What a Creature shows is what decides the Challenge, and nothing else on it does anything.
    board.draws("lonely_scarecrow").move("number 2", to=18).until("challenge")
    assert board.told("met.creature") == [
        {"seat": 0, "card": "lonely_scarecrow", "value": 6, "characteristic": "sympathy"}
    ]


@pytest.mark.rule("YUM-DECK-12", "YUM-DECK-16", "YUM-CONTENT-EVENTS", "YUM-CONTENT-ARTEFACTS", "YUM-GAP-93")
def test_events_show_the_arrow_and_artefacts_when_they_may_be_used():
    composed = GAME.ledger()["table"]["deck_composition"]
    assert sum(source.arrow for source in CONTENT.cards) == composed["events_with_arrow"] == 22
    assert sum(source.curse for source in CONTENT.cards) == composed["curse_copies"] == 6
    assert all(CONTENT.find(key).arrow for key in ("wind", "dragon_sneeze"))
    assert not CONTENT.find("hills_guide").arrow
    board = Board(2, hands=[["dragon_sneeze", "hills_guide", "winged_sandals"]], active=[["herb_pouch"]])
    cards = {card.name.key: card for card in picture(board).cards if card.name is not None}
    assert "arrow" in cards["thing.dragon_sneeze"].marks
    assert cards["thing.dragon_sneeze"].text.key == "scene.text.arrow"
    assert "arrow" not in cards["thing.hills_guide"].marks
    assert rows(cards["thing.winged_sandals"])["fact.limit"] == "limit.once"
    board.run().use("herb_pouch")
    assert board.names(board.state.deck.discard) == ["herb_pouch"]


@pytest.mark.rule("YUM-GAP-40")
def test_no_card_pushes_the_character_of_the_one_who_plays_it():
    pushing = [source for source in CONTENT.sources if any(isinstance(deed, PushBack) for deed in source.deeds)]
    assert pushing
    assert {source.use.target for source in pushing} <= {"opponent", "opponent_in_range", "all_others"}


@pytest.mark.rule("YUM-CHAR-2", "YUM-CHAR-4", "YUM-CHAR-7", "YUM-SETUP-3", "YUM-GAP-104")
def test_a_character_sheet_lies_open_with_four_values_and_an_ability():
    for index in CONTENT.characters:
        sheet = CONTENT.sources[index].entry
        assert all(2 <= sheet.value(name) <= 7 for name in CHARACTERISTICS)
        assert sheet.ability
        assert sheet.text
    board = Board(2, characters=["fulmergh", "vrumbastoff"], hands=[["wind"]]).run()
    shown = picture(board, seat=1)
    assert shown.colours == ["vert", "gules"]
    sheet = next(card for card in shown.cards if card.id == "ability-0")
    values = {name: sheet.text.args[name] for name in CHARACTERISTICS}
    assert values == {"strength": 4, "agility": 6, "sympathy": 5, "magic": 5}
    assert (sheet.name.key, sheet.text.args["key"]) == ("thing.fulmergh", "fulmergh")
    pawn = next(token for token in shown.tokens if token.id == "pawn-0")
    assert rows(pawn)["characteristic.agility"] == 6
    assert rows(pawn)["fact.ability"] == "ability.fulmergh"
    words = GAME.catalogue()
    assert [words[f"{word}.fulmergh"] for word in ("race", "title", "ability")] == [
        "Elf",
        "the caretaker elf",
        "Cleptomania",
    ]
    # Each value counts: Fulmergh adds 6 where the Creature shows Agility.
    board = Board(2, at=[17, 0], characters=["fulmergh"], hands=[["number 2", "number 3"]])
    board.draws("dozing_hedge_hen").move("number 2", to=18).until("order")
    assert board.told("challenge.won")[0]["sum"] == 9


@pytest.mark.rule("YUM-SETUP-1", "YUM-SETUP-2", "YUM-GAP-86")
def test_characters_are_drawn_from_the_bag():
    drawn = arbiter.new("yummell", seats=8, seed=3)
    assert sorted(drawn.state.character) == CONTENT.characters
    assert len({tuple(arbiter.new("yummell", seats=3, seed=n).state.character) for n in range(12)}) > 6


@pytest.mark.rule("YUM-SETUP-1", "YUM-GAP-86", "YUM-DEC-2")
def test_or_characters_are_picked_in_a_drawn_order_each_once():
    table = arbiter.new("yummell", seats=3, seed=3, options={"characters": "pick"})
    first = table.asks[0]
    assert first.prompt == "character"
    assert len(first.values) == 8
    assert {card.id for card in table.scene(0).cards} >= {f"source-{index}" for index in first.values}
    table.answer(first.seat, first.values[2])
    second = table.asks[0]
    assert first.values[2] not in second.values
    with pytest.raises(Illegal, match="another player has that character"):
        table.answer(second.seat, first.values[2])
    assert table.view(None).state.character[first.seat] == first.values[2]
    assert len({arbiter.new("yummell", 3, n, options={"characters": "pick"}).asks[0].seat for n in range(12)}) == 3


@pytest.mark.rule("YUM-SETUP-4", "YUM-ADV-1")
def test_everybody_draws_one_advantage_by_chance():
    table = arbiter.new("yummell", seats=8, seed=9)
    assert sorted(table.state.advantage) == CONTENT.advantages
    # Chance decides which: over some tables the first seat has had most of them.
    assert len({arbiter.new("yummell", seats=2, seed=n).state.advantage[0] for n in range(40)}) >= 6


@pytest.mark.rule("YUM-SETUP-5")
def test_advantages_stay_open_to_all():
    table = arbiter.new("yummell", seats=8, seed=9)
    for seat in (0, 5, None):
        assert table.view(seat).state.advantage == table.state.advantage
        assert {f"advantage-{n}" for n in range(8)} <= {card.id for card in table.scene(seat).cards if card.face}


@pytest.mark.rule("YUM-SETUP-7", "YUM-GAP-68")
def test_four_hidden_cards_each():
    board = Board(4, before=True).run()
    mover = board.state.mover
    assert [len(hand.cards) for hand in board.state.hand] == [4 + (seat == mover) for seat in range(4)]
    seen = GAME.view(board.state, 1)
    assert seen.hand[1].cards == board.state.hand[1].cards
    assert all(card == -1 for seat in (0, 2, 3) for card in seen.hand[seat].cards)
    assert [len(hand.cards) for hand in seen.hand] == [len(hand.cards) for hand in board.state.hand]
    backs = [card for card in picture(board, seat=1).cards if card.on == "hand-0"]
    assert [card.face for card in backs] == [False] * len(board.state.hand[0].cards)
    assert rows(next(t for t in picture(board, seat=1).tokens if t.id == "pawn-0"))["scene.hand"] == len(backs)


@pytest.mark.rule("YUM-SUP-1", "YUM-CONTENT-SUPPORTERS")
def test_supporters_have_no_number_and_stand_outside_the_deck():
    assert len(CONTENT.supporters) == 10
    assert all(not CONTENT.sources[index].number for index in CONTENT.supporters)
    assert not {source.index for source in CONTENT.cards} & set(CONTENT.supporters)


@pytest.mark.rule("YUM-SUP-2", "YUM-GAP-89")
def test_supporters_are_used_only_where_the_table_says_so():
    without = Board(3, before=True).run()
    assert without.asked == ["window"]
    with_them = Board(3, supporters=[[]], before=True).run()
    assert with_them.asked == ["together"]


@pytest.mark.rule("YUM-COMP-9", "YUM-GAP-87", "YUM-SUP-4")
def test_three_supporters_are_dealt_to_each_and_at_most_two_alike():
    doubled = 0
    for seed in range(8):
        dealt = arbiter.new("yummell", seats=4, seed=seed, options={"supporters": "dealt"})
        for enlisted in dealt.state.supporters:
            assert len(enlisted) == 3
            doubled += max(Counter(enlisted).values()) == 2
            assert max(Counter(enlisted).values()) <= 2
    # The same Supporter may come twice: its copies are not shared between the players.
    assert doubled


@pytest.mark.rule("YUM-SUP-3", "YUM-SUP-4", "YUM-GAP-87", "YUM-DEC-4", "YUM-EX-56")
def test_none_to_three_supporters_and_at_most_two_alike():
    board = Board(3, supporters=[[]], before=True).run()
    ask = board.ask.asks[0]
    carrier, sharp = board.source("water_carrier"), board.source("card_sharp")
    assert ask.refusal(((carrier, 0), (carrier, 1), (sharp, 0))) is None
    assert ask.refusal(()) is None
    assert ask.refusal(((carrier, 0), (carrier, 1), (carrier, 2))) is not None
    assert ask.refusal(((carrier, 0), (carrier, 1), (sharp, 0), (sharp, 1))) is not None
    # Everybody chooses from the whole catalogue, whatever the others take.
    assert [one.values for one in board.ask.asks] == [ask.values] * 3
    assert {index for index, _ in ask.values} == set(CONTENT.supporters)


@pytest.mark.rule("YUM-SUP-5", "YUM-SUP-6", "YUM-DEC-4")
def test_supporters_are_chosen_in_secret_and_revealed_together():
    table = arbiter.new("yummell", seats=3, seed=5, options={"supporters": "chosen"})
    assert {ask.seat for ask in table.asks} == {0, 1, 2}
    assert sum(card.id.startswith("enlist-") for card in table.scene(0).cards) == 20
    carrier = CONTENT.find("water_carrier").index
    table.answer(1, ((carrier, 0),))
    assert table.view(0).state.supporters == [(), (), ()]
    assert table.view(0).answered == [1]
    table.answer(0, ())
    table.answer(2, ())
    assert table.view(0).state.supporters == [(), (carrier,), ()]
    assert table.view(None).state.supporters == [(), (carrier,), ()]
    assert f"supporter-1-{carrier}" in {card.id for card in table.scene(None).cards}


def test_nobody_is_shown_another_players_supporter_as_his_own_to_call_upon():
    """Two may have enlisted the same; whoever is asked is pointed to the one before himself."""
    table = arbiter.new("yummell", seats=3, seed=5, options={"supporters": "chosen"})
    sharp = CONTENT.find("card_sharp").index
    for seat in range(3):
        table.answer(seat, ((sharp, 0),))
    (ask,) = table.asks
    (option,) = (one for one in ask.options() if one.value == ("supporter", sharp))
    assert option.ids == (f"supporter-{ask.seat}-{sharp}",)


@pytest.mark.rule("YUM-GAP-105")
def test_the_order_of_the_setup():
    board = Board(3, before=True, track="built", supporters=[[]], picking=True).run()
    while board.ask is not None and board.asked[-1] != "window":
        if board.asked[-1] == "together":
            assert all(index >= 0 for index in board.state.advantage)
            assert [hand.cards for hand in board.state.hand] == [[], [], []]
            board.run(((), (), ()))
        else:
            board.say(board.ask.values[0])
    assert board.asked == ["character"] * 3 + ["tile"] * 3 + ["together", "window"]
    keys = [key for key, _, _ in board.host.told]
    order = ["character.given", "advantage", "laid", "track.ready", "enlisted.none", "drew", "round", "turn"]
    assert [keys.index(key) for key in order] == sorted(keys.index(key) for key in order)
