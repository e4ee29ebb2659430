"""What the files in `content/` may say: units, boards, coins, seasons, numbers, and ability cards in few words."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from arbiter.content import Effect, Entry, Marked, Steps
from arbiter.content.numbers import Number

Unit = Literal["soldier", "knight", "camp", "catapult"]
Defender = Literal["soldier", "knight", "camp", "garrison"]
Gold = Annotated[int, msgspec.Meta(ge=0, le=15)]
Count = Annotated[int, msgspec.Meta(ge=1, le=3)]
Few = Annotated[int, msgspec.Meta(ge=0, le=3)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Price(Effect, frozen=True, tag="price"):
    """These units cost so much."""

    units: tuple[Unit, ...]
    gold: Gold


class Levy(Effect, frozen=True, tag="levy"):
    """A unit may be placed in an empty province beside an own unit."""


class Defence(Effect, frozen=True, tag="defence"):
    """The owner names so many amounts for these, everywhere or just in the own castle, where it would be fewer."""

    units: tuple[Defender, ...]
    guesses: Count
    where: Literal["anywhere", "castle"] = "anywhere"


class Ransom(Effect, frozen=True, tag="ransom"):
    """The bid of an attack that fails goes to the owner."""


class Parity(Effect, frozen=True, tag="parity"):
    """Before guessing the owner may have it announced whether the bid is odd or even."""


class FewerGuesses(Effect, frozen=True, tag="fewer_guesses"):
    """Before bidding the owner may have the defender name fewer amounts, down to a least number."""

    by: Count
    least: Count


class Retreat(Effect, frozen=True, tag="retreat"):
    """Such a unit whose attack failed may be kept for so much Gold."""

    units: tuple[Unit, ...]
    gold: Gold


class Plunder(Effect, frozen=True, tag="plunder"):
    """Each bid that succeeds brings so much Gold."""

    gold: Gold


class Stride(Effect, frozen=True, tag="steps"):
    """Such a unit may move so many steps."""

    unit: Literal["soldier", "catapult"]
    steps: Count


class Passage(Effect, frozen=True, tag="passage"):
    """What bars such a unit from that kind of place does not hold."""

    unit: Literal["knight"]
    place: Literal["mountain"]


class TaxGold(Effect, frozen=True, tag="tax"):
    """A Tax gives so much."""

    gold: Gold


class CampIncome(Effect, frozen=True, tag="camp_income"):
    """Each Camp earns so much more, up to so much in a season."""

    gold: Gold
    most: Gold


class AuctionTies(Effect, frozen=True, tag="auction_ties"):
    """The owner wins ties in the auction."""


class AuctionDiscount(Effect, frozen=True, tag="auction_discount"):
    """Who wins the auction pays so much less than he bid."""

    gold: Gold


class ActionCards(Effect, frozen=True, tag="action_cards"):
    """The owner may lay so many Action cards where others lay fewer."""

    cards: Count


class WinTies(Effect, frozen=True, tag="win_ties"):
    """The owner wins ties in provinces at the end, whatever the Gold."""


EFFECTS: tuple[type[Effect], ...] = (
    Price, Levy, Defence, Ransom, Parity, FewerGuesses, Retreat, Plunder, Stride, Passage, TaxGold, CampIncome,
    AuctionTies, AuctionDiscount, ActionCards, WinTies,
)  # fmt: skip


class AbilityCard(Entry, frozen=True, kw_only=True):
    """A Special Ability card. `limit` says how often its owner may use it where he may choose to."""

    group: Literal[
        "recruitment", "defence", "castle", "guessing", "attack", "movement", "income", "auction", "actions", "victory"
    ]
    limit: Literal["", "action", "season", "game"] = ""
    effects: Steps


class Reach(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far away a unit attacks, by where it stands."""

    elsewhere: Few = 0
    mountain: Few = 0


class Guesses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many amounts a defender names, by where he stands."""

    elsewhere: Few
    mountain: Few
    castle: Few


class UnitPiece(Entry, frozen=True, kw_only=True):
    """A kind of unit, or the Garrison."""

    supply: Amount
    cost: Amount = 0
    steps: Few | Literal["any"] = 0
    reach: Reach = Reach()
    defence: Guesses


class Province(Marked, frozen=True, kw_only=True):
    """An area of the board."""

    id: str
    kind: Literal["castle", "home", "gold", "mountain"]
    at: tuple[Amount, Amount]
    adjacent: tuple[str, ...]
    gold: Amount = 0


class BoardSide(Entry, frozen=True, kw_only=True):
    """A side of the board, for a number of players."""

    players: Annotated[int, msgspec.Meta(ge=2, le=4)]
    side: Literal["front", "back"]
    castles: tuple[str, ...]
    provinces: tuple[Province, ...]


class Coin(Entry, frozen=True, kw_only=True):
    """A kind of coin."""

    value: Amount
    count: Amount


class SeasonLine(Entry, frozen=True, kw_only=True):
    """A line of the Season card, and how many Action cards are chosen in it."""

    cards: Count


class ActionCard(Entry, frozen=True, kw_only=True):
    """An Action card, and how many of it each player has."""

    each: Count


KINDS: dict[str, type[Entry]] = {
    "unit": UnitPiece,
    "board": BoardSide,
    "ability": AbilityCard,
    "coin": Coin,
    "season": SeasonLine,
    "action": ActionCard,
    "number": Number,
}
