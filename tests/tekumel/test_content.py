"""What Tékumel is played with: every row of every deck, board and table, what of it is printed, and its words."""

import re
from collections import Counter
from random import Random

import pytest

from arbiter.content import PackError
from arbiter.content.numbers import Number
from arbiter.core.messages import faults
from arbiter.games.tekumel import GAME
from arbiter.games.tekumel.book import book
from arbiter.games.tekumel.conditions import CONDITIONS
from arbiter.games.tekumel.effects import EFFECTS, RULES
from arbiter.games.tekumel.numbers import LIBRARY as NUMBERS
from arbiter.games.tekumel.state import Progress
from arbiter.games.tekumel.turn import NAMES
from arbiter.kit.books import Thing
from arbiter.kit.effects import told

from .table import BOOK, hero, position

LEDGER = GAME.ledger()
WORDS = GAME.catalogue()
COUNTS = {entry["id"]: entry["count"] for entry in LEDGER["content"]}

PRINTED_PLACES = """
13 Ashékka|29 Avanthár|32 Béy Sü|35 Butrús|56 Chame'él|59 deeps of Chanayága|18 Chéne Hó|2 Dharú
54 Engsvan Hlá Gánga *|37 Fasíltum|43 Fénul|3 Ghatón|60 Háida Pakála|22 Hauninggakte Monastery *|33 Hekéllu
55 Hlúss Ruins *|38 Hláka Ruins *|17 Hriká Ruins *|48 Jaikalór|47 Jakáll|36 Katalál|5 Ke'ér|19 Khírgár|50 Koylúga
51 Mechanéno|27 Mekú|20 Monastery of the Grey Cloak *|23 Mrelú|8 Ngakú|26 Páya Gupá|14 Pelesár|44 Penóm
53 Petrís Layóda|12 Pijnár|7 Prajnú|24 Púrdimal|46 Ruined Fortress *|49 Ruined City of Ssugana *
31 Ruins of Hmakuyál *|45 Ruins of Ngála *|16 Sa'a Allaqiyár|25 Sárku|58 isle of Shényu|6 Shunned Ruins *|42 Sokátis
9 Sunken City *|15 Sunráya|28 Temple of Sárku *|34 Temple of Vimuhla *|41 Thráya|21 Thri'il|11 Tleku Mirisiya
57 Tsatsayágga|30 Tumíssa|40 Úrmish|39 Usenánu|52 Vrá|4 isle of Vrídu|1 Walled Ruins *|10 Yán Kór
"""
PRINTED_LANGUAGES = {
    "modern": "Ghátóni, Livyáni, Mihállí, Milumanayáni, N'lússa, Pecháni, Sa'á Allaqiyáni, Salarvyáni, Tsolyáni, "
    "Yán Kóryani",
    "ancient": "Ancient Tsolyáni, Ancient Salarvyáni, Engsvanyáli, Llyáni, Tsáqw",
}


def printed_places():
    for row in re.split(r"[|\n]", PRINTED_PLACES.strip()):
        number, name = row.split(" ", 1)
        yield int(number), name.removesuffix(" *"), name.endswith("*")


def tally(entries, field):
    return Counter(getattr(entry, field) for entry in entries.values())


# The board


@pytest.mark.rule("TEK-PLACE-1", "TEK-PLACE-2", "TEK-PLACE-3", "TEK-GAP-NAMES", "TEK-GAP-CITY-LIST", "TEK-CON-PLACES")
def test_the_sixty_places_stand_as_they_are_printed():
    ours = sorted((one.number, one.name, one.star) for one in BOOK.places.values() if one.number)

    assert ours == sorted(printed_places())
    assert [number for number, _, _ in ours] == list(range(1, 61))
    assert sum(star for _, _, star in ours) == 15
    assert all(BOOK.places[str(number)].printed == ("number", "name", "star") for number, _, _ in ours)
    assert BOOK.places["47"].also == "Jakálla", "a word to search by; the name stays as printed"
    assert [place.kind for place in (BOOK.places["4"], BOOK.places["58"], BOOK.places["59"])] == [
        "city",
        "city",
        "region",
    ]


@pytest.mark.rule("TEK-GAP-NAMES")
def test_places_are_called_as_they_are_printed():
    words = book().words

    assert {key: words[f"place.{key}"] for key, place in BOOK.places.items() if place.number} == {
        str(number): name for number, name, _ in printed_places()
    }


@pytest.mark.rule("TEK-PLACE-1", "TEK-PLACE-2", "TEK-PLACE-3", "TEK-GAP-CITY-LIST", "TEK-GAP-REGION")
@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ('number = 2\nkind = "city"\nterrain = "city"', "has that number already"),
        ('number = 61\nkind = "site"\nterrain = "ruin"', "expected a star"),
        ('number = 61\nkind = "city"\nterrain = "city"\nstar = true', "expected a star"),
        ('number = 61\nkind = "region"\nterrain = "plains"', "expected a numbered place"),
        ('kind = "region"\nterrain = "city"', "there is no Adventure table for city"),
    ],
)
def test_a_pack_cannot_bring_a_place_that_contradicts_the_list(changes, complaint):
    pack = f'[pack]\nname = "x"\n\n[place.X1]\nname = "Xot"\nat = [1, 1]\n{changes}\n'

    with pytest.raises(PackError, match=complaint):
        book((pack,))


@pytest.mark.rule("TEK-CON-REGIONS", "TEK-GAP-REGION")
def test_thirty_eight_regions_are_ours():
    regions = {key: place for key, place in BOOK.places.items() if key.startswith("R")}

    assert (len(regions), COUNTS["TEK-CON-REGIONS"]) == (38, 38)
    assert tally(regions, "draw") == {0: 30, 1: 6, 2: 2}
    assert not any(place.printed or place.number or place.star for place in regions.values())


@pytest.mark.rule("TEK-CON-LINKS")
def test_the_board_hangs_together():
    ways, places = BOOK.ways, BOOK.places

    assert len(ways.links) == COUNTS["TEK-CON-LINKS"]
    assert set(ways.distances("32")) == set(places)
    assert [place for place in places if len(ways.out[place]) == 1] == ["28", "46", "58"]
    for one, other, kind in ways.links:
        kinds = {places[one].kind, places[other].kind}
        assert kind != "road" or kinds == {"city"}
        assert kind != "sea" or "sea" in (places[one].terrain, places[other].terrain)
    for key, place in places.items():
        assert place.kind != "site" or any(places[way.to].kind == "region" for way in ways.out[key]), key


# Tables


@pytest.mark.rule("TEK-CON-ADVENTURE")
def test_every_terrain_has_a_table_of_ten_rows():
    assert len(BOOK.adventures) == COUNTS["TEK-CON-ADVENTURE"]
    for terrain, table in BOOK.adventures.items():
        assert [row.roll for row in table.rows] == list(range(1, 11)), terrain
        assert all(row.effects and row.text and row.name for row in table.rows)
        assert not table.printed


@pytest.mark.rule("TEK-LANG-1", "TEK-LANG-2", "TEK-LANG-3", "TEK-LANG-4")
@pytest.mark.parametrize(("age", "cost"), [("modern", 1), ("ancient", 2)])
def test_the_languages_are_those_that_are_printed(age, cost):
    found = {key: one for key, one in BOOK.languages.items() if one.age == age}

    assert [one.name for one in found.values()] == PRINTED_LANGUAGES[age].split(", ")
    assert tally(found, "cost") == {cost: len(found)}
    assert all(one.printed is True for one in found.values())
    common = {one.name for one in BOOK.languages.values() if one.common}
    assert common == {"Milumanayáni", "Salarvyáni", "Tsolyáni", "Yán Kóryani"}


@pytest.mark.rule("TEK-GAP-SINGLES", "TEK-RECRUIT-1")
def test_sizes_levels_and_phases_are_the_printed_tables():
    sizes = {key: (one.combat_strength, one.evade, one.health, one.wounds) for key, one in BOOK.sizes.items()}
    levels = {key: (one.multiply, one.divide, one.cards) for key, one in BOOK.levels.items()}
    phases = {key: one.attribute for key, one in BOOK.phases.items()}

    assert sizes == {"single": (0, 0, 1, 0), "small": (1, -1, 2, 0), "medium": (2, -2, 3, 1), "large": (3, -3, 4, 2)}
    assert levels == {"easy": (2, 1, 1), "average": (1, 1, 2), "hard": (1, 2, 3)}
    assert phases == {"magic": "mind", "ranged": "agility", "melee": "strength"}
    assert BOOK.sizes["single"].printed == ("name", "health")
    assert BOOK.sizes["large"].printed == ("name", "combat_strength", "health", "wounds")
    assert BOOK.sizes["large"].basis == "basis.evade", "the reference gives a figure, and no sign"
    assert all(one.printed is True for one in (*BOOK.levels.values(), *BOOK.phases.values()))


def test_every_number_says_whether_it_is_printed():
    numbers = NUMBERS.all("number", Number)
    assert {name: one.value for name, one in numbers.items() if one.printed} == {
        "hand": 3, "market_cards": 1, "heal_cost": 1, "sell_divisor": 2, "mission_draw": 2, "religion_lan": 1,
        "window_lan": 1, "raise_cost": 1, "most_raises": 3, "hand_items": 2, "helmets": 1, "armors": 1,
        "personal_items": 1,
    }  # fmt: skip
    assert {one.printed for one in numbers.values()} == {True, False}


# People


@pytest.mark.rule("TEK-CON-HEROES")
def test_eight_heroes_each_of_another_religion_and_clan():
    heroes = BOOK.heroes.values()

    assert len(heroes) == COUNTS["TEK-CON-HEROES"]
    assert len({one.religion for one in heroes}) == len({one.clan for one in heroes}) == 8
    for one in heroes:
        values = (one.mind, one.agility, one.strength)
        assert sum(values) == 15
        assert 3 <= min(values) <= max(values) <= 7
        assert sum(BOOK.languages[language].cost for language in one.languages) == one.mind
        assert 7 <= one.health <= 10
        assert one.move in (3, 4)
        assert 0 <= one.spells <= 3 <= one.kaitar <= 7
        assert (len(one.start), one.printed) == (1, False)
        assert one.effects or one.move == 4, "an ability"
    assert sorted(one.move for one in heroes) == [3] * 7 + [4]


@pytest.mark.rule("TEK-CON-CLANS", "TEK-CON-RELIGIONS", "TEK-GAP-AUTHORED-NAMES")
def test_eight_clans_with_a_home_city_and_eight_temples_two_of_them_printed():
    assert (len(BOOK.clans), len(BOOK.religions)) == (COUNTS["TEK-CON-CLANS"], COUNTS["TEK-CON-RELIGIONS"])
    assert all(BOOK.places[clan.home].kind == "city" for clan in BOOK.clans.values())
    named = {one.name for one in BOOK.religions.values() if one.prints("name")}
    assert named == {"Sárku", "Vimuhla"}
    assert all(one.printed in (False, ("name",)) for one in BOOK.religions.values())
    assert not any(one.printed for one in (*BOOK.clans.values(), *BOOK.realms.values()))


# Cards


@pytest.mark.rule("TEK-CON-ENCOUNTERS", "TEK-CON-FOES")
def test_forty_encounters_and_eight_foes():
    cards = BOOK.encounters

    assert len(cards) == len(BOOK.cards["encounter"]) == COUNTS["TEK-CON-ENCOUNTERS"]
    assert tally(cards, "human") == {True: 22, False: 18}
    assert tally(cards, "size") == {"single": 11, "small": 14, "medium": 10, "large": 5}
    assert tally(cards, "stance") == {"hostile": 16, "neutral": 15, "friendly": 9}
    assert sum(bool(one.recruit) for one in cards.values()) == 21
    foes = {key: one for key, one in BOOK.foes.items() if key not in cards}
    assert len(foes) == COUNTS["TEK-CON-FOES"]
    assert tally(foes, "stance") == {"hostile": 8}


@pytest.mark.rule("TEK-CON-EQUIPMENT", "TEK-CON-TORCHES", "TEK-CON-SLAVES", "TEK-GAP-SLAVE")
def test_forty_pieces_of_equipment_torches_and_porters():
    cards, wares = BOOK.equipment, BOOK.wares

    assert len(cards) == len(BOOK.cards["equipment"]) == COUNTS["TEK-CON-EQUIPMENT"]
    assert tally(cards, "use") == {"always": 21, "activate": 12, "discard": 7}
    assert tally(cards, "kind") == {
        "weapon": 14, "shield": 2, "helmet": 3, "armor": 4, "personal": 9, "gear": 4, "scroll": 4,
    }  # fmt: skip
    assert {min(one.cost for one in cards.values()), max(one.cost for one in cards.values())} == {2, 12}
    assert (wares["torch"].cost, wares["torch"].count, wares["torch"].printed) == (1, 20, ("name", "cost"))
    assert (wares["porter"].cost, wares["porter"].count, wares["porter"].printed) == (3, 8, ("cost", "limited"))
    assert "lave" not in "".join(WORDS.values()), "players see Porter"


@pytest.mark.rule("TEK-CON-HERO-ACTIONS")
def test_thirty_kinds_of_hero_action_card_two_of_each():
    cards = BOOK.actions

    assert len(cards) * 2 == len(BOOK.cards["action"]) == COUNTS["TEK-CON-HERO-ACTIONS"]
    assert tally(cards, "copies") == {2: 30}
    assert tally(cards, "sign") == {"": 15, "negative": 6, "positive": 5, "neutral": 4}
    assert all(bool(one.mission) == bool(one.sign) == bool(one.mission_text) for one in cards.values())
    assert sum(not one.when for one in cards.values()) == 6, "for the Mission window only"


@pytest.mark.rule("TEK-CON-MISSIONS")
def test_thirty_missions_three_for_each_religion():
    cards = BOOK.missions

    assert len(cards) == len(BOOK.cards["mission"]) == COUNTS["TEK-CON-MISSIONS"]
    assert tally(cards, "religion") == {"": 6, **dict.fromkeys(BOOK.religions, 3)}
    assert {one.lan for one in cards.values()} == {2, 3, 4, 5}
    assert round(sum(one.lan for one in cards.values()) / 30, 1) == 3.2


@pytest.mark.rule("TEK-CON-SPELLS")
def test_sixteen_kinds_of_spell_two_of_each():
    assert len(BOOK.spells) * 2 == len(BOOK.cards["spell"]) == COUNTS["TEK-CON-SPELLS"]
    assert tally(BOOK.spells, "copies") == {2: 16}


def test_no_card_is_printed():
    kinds = (BOOK.heroes, BOOK.foes, BOOK.equipment, BOOK.actions, BOOK.spells, BOOK.missions)

    assert not [key for cards in kinds for key, card in cards.items() if card.printed]


def test_what_is_said_to_be_printed_are_fields_that_are_there():
    for entries in BOOK.library.entries.values():
        for key, entry in entries.items():
            if isinstance(entry, Thing) and isinstance(entry.printed, tuple):
                assert [field for field in entry.printed if not hasattr(entry, field)] == [], key


@pytest.mark.rule("TEK-CON-COUNTERS", "TEK-GAP-HIDDEN")
def test_counters_have_no_end_and_progress_is_seen_by_its_owner_only():
    t = position(hero("H1", lan=900, bussan=900, kaitar=900, torch=900, visited="19", explored="46", won="E08"))

    assert t.view(1).state.heroes[0].lan == 900
    assert t.view(0).state.heroes[0].progress == t.state.heroes[0].progress
    hidden = t.view(1).state.heroes[0].progress
    assert hidden == Progress()


@pytest.mark.rule("TEK-GAP-HIDDEN")
def test_hands_missions_and_decks_may_be_anything_and_all_the_rest_is_as_it_is():
    t = position(hero("H1", hand="A01 A02", mission="M01"), hero("H3", hand="A03", spells="S11"))
    mine = t.view(1).state
    worlds = [t.imagine(1, Random(n)) for n in range(8)]

    assert all(world.view(1).state == mine for world in worlds)
    assert any(world.state.heroes[0].hand.cards != t.state.heroes[0].hand.cards for world in worlds)
    assert any(world.state.heroes[0].mission.cards != t.state.heroes[0].mission.cards for world in worlds)
    assert all(world.state.heroes[1].hand.cards == t.state.heroes[1].hand.cards for world in worlds)


# Words


@pytest.mark.rule("TEK-CON-EFFECTS")
@pytest.mark.parametrize("word", CONDITIONS, ids=lambda word: word.__name__)
def test_every_condition_has_a_meaning(word):
    assert RULES.meant(word)


EVERY_EFFECT = [(key, effect) for key, source in BOOK.sources.items() if source.key == key for effect in source.all]
EVERY_TEST = [
    *((key, test) for key, mission in BOOK.missions.items() for test in mission.require),
    *((key, test) for key, item in BOOK.equipment.items() for test in item.needs),
]


@pytest.mark.rule("TEK-CON-EFFECTS", "TEK-GAP-EFFECT-ORDER")
def test_every_effect_and_condition_of_every_card_is_said_in_words():
    said = [(key, told(part)) for key, part in (*EVERY_EFFECT, *EVERY_TEST)]

    assert len(said) > 400
    assert {key: found for key, text in said if (found := faults(WORDS, text.key, text.args))} == {}
    assert not {type(effect) for _, effect in EVERY_EFFECT} - set(EFFECTS)


def test_every_tag_has_a_word():
    tags = {tag for cards in (BOOK.foes, BOOK.equipment, BOOK.spells) for one in cards.values() for tag in one.tags}

    assert sorted(tag for tag in tags if f"tag.{tag}" not in WORDS) == []


def test_every_card_place_and_row_has_a_name_and_cards_have_a_text():
    for key, source in BOOK.sources.items():
        if source.key == key:
            assert WORDS.get(f"card.{key}"), key
            assert WORDS.get(f"card_text.{key}") or source.kind == "foe", key
    assert all(WORDS.get(f"place.{key}") for key in BOOK.places)


# The reference


@pytest.mark.rule("TEK-REF-1", "TEK-GAP-PAGEREF", "TEK-TURN-4")
def test_the_steps_have_the_headings_of_the_reference_and_no_chapter_stands_on_a_lost_page():
    contents = LEDGER["table"]["TOC"]
    steps = [row["heading"].partition(": ")[2] for row in contents["rows"] if row["heading"].startswith("Step ")]

    assert [WORDS[f"step.{name}"] for name in NAMES] == steps
    assert not {row["page"] for row in contents["rows"]} & set(contents["missing_pages"])
    assert max(row["page"] for row in contents["rows"]) == 7


@pytest.mark.rule("TEK-REF-2")
def test_the_words_of_the_game_are_the_terms_of_the_reference():
    spoken = " ".join(WORDS.values())
    terms = (
        "Hero Action card", "Encounter card", "Mission", "Companion", "Lán", "Bussán", "Temple", "Káitar", "Trade roll",
        "Evade", "Region space", "City", "Adventure", "attribute", "Health",
    )  # fmt: skip

    assert [term for term in terms if term not in spoken] == []


@pytest.mark.parametrize("language", ["fr", "de"])
def test_cards_say_the_same_numbers_in_every_language(language):
    ours, theirs = GAME.catalogue(), GAME.catalogue(language)
    texts = [key for key in ours if key.partition(".")[0] in ("card_text", "mission_text")]

    assert len(texts) > 250
    for key in texts:
        assert sorted(re.findall(r"\d+", theirs[key])) == sorted(re.findall(r"\d+", ours[key])), key


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_rules_and_rulings_name_cards_by_their_names_and_use_no_words_of_the_data(language):
    ledger = GAME.ledger(language)
    read = [
        (entry["id"], text)
        for kind in ("rule", "gap", "decision", "example")
        for entry in ledger[kind]
        for name, text in entry.items()
        if name in ("text", "question", "ruling", "why", "given", "then", "who", "when", "hidden") and text
    ]
    inner = re.compile(
        r"\b[AEMQS]\d\d\b|\bH[1-8]\b|\bF[1-8]\b|[a-z]+_[a-z]+|[A-Z]+_[A-Z]+|\b(SETUP|PLACES|LINKS|FOES)\b"
    )

    assert len(read) > 400
    found = [(id, inner.findall(text.replace("round_limit", ""))) for id, text in read if isinstance(text, str)]
    assert [(id, words) for id, words in found if words] == []
