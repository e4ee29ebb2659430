"""2.005, the option of messages between commanders."""

import pytest

from arbiter.games.qadardalikoi import messages
from arbiter.games.qadardalikoi.geometry import MM, Pose
from arbiter.games.qadardalikoi.state import BattleOptions, Messenger, Stand

from .field import field, still, unit
from .test_movement import hlaka

ON = BattleOptions(messages=True)


def stand(side, at, name="Kérdu"):
    return Stand(0, side, name, "general", -1, "tsolyani", Pose(at[0] * MM, at[1] * MM, 0))


def phase(*units, stands, options=ON, **more):
    return field(*units, rules=messages.messages, stands=stands, options=options, step="move.messages", first=0, **more)


UNITS = (unit(0, at=(1200, 300)), unit(1, at=(600, 1000)))
NEAR = [stand(0, (600, 300), "A"), stand(0, (700, 300), "B"), stand(0, (1800, 300), "C")]


@pytest.mark.rule("QAD-2.005-G1", "QAD-2.005-D1")
def test_the_option_is_off_unless_somebody_wants_it():
    assert phase(*UNITS, stands=NEAR, options=BattleOptions()).over
    assert phase(*UNITS, stands=NEAR).asks[0].rule == "QAD-2.005-D1"


@pytest.mark.rule("QAD-2.005-a")
def test_those_who_lead_speak_and_who_is_in_melee_does_not():
    t = still(unit(1, at=(600, 325)), stands=NEAR)
    assert [one.name for one in messages.leaders(t.g, 0)] == ["B", "C"]


@pytest.mark.rule("QAD-2.005-c", "QAD-2.005-D1")
def test_a_signal_reaches_50_mm_at_once():
    t = phase(*UNITS, stands=NEAR)
    ways = t.asks[0].values
    assert ("signal", 0, 1) in ways
    assert ("signal", 0, 2) not in ways
    assert ("messenger", 0, 2) in ways
    t.say(("signal", 0, 1), ("hold", "hill"))
    assert [event.args["words"] for event in t.events(0) if event.key == "message.arrived"] == [["hold", "hill"]]
    assert "message.arrived" not in [event.key for event in t.events(1)], "nobody else hears it"


@pytest.mark.rule("QAD-2.005-b")
def test_a_message_has_fifteen_words_at_the_most():
    t = phase(*UNITS, stands=NEAR)
    t.say(("signal", 0, 1))
    assert t.asks[0].why_not(messages.WORDS[:16]) is not None
    assert t.asks[0].why_not(messages.WORDS[:15]) is None
    assert t.asks[0].why_not(("nonsense",)) is not None


@pytest.mark.rule("QAD-2.005-d")
def test_a_messenger_arrives_when_he_gets_there():
    t = phase(*UNITS, stands=NEAR)
    t.say(("messenger", 0, 2), ("advance",))
    (man,) = t.state.messengers
    assert (man.pose, man.words) == (Pose(60000, 30000, 0), ("advance",))
    far = phase(*UNITS, stands=NEAR, messengers=[Messenger(0, 0, 2, ("advance",), Pose(60000, 30000, 0))])
    (man,) = far.state.messengers
    assert man.pose.x == 60000 + messages.pace(far.g, man)
    near = phase(*UNITS, stands=NEAR, messengers=[Messenger(0, 0, 2, ("advance",), Pose(170000, 30000, 0))])
    assert not near.state.messengers
    assert "message.arrived" in [event.key for event in near.events(0)]


@pytest.mark.rule("QAD-2.005-d")
def test_hlaka_and_light_infantry_are_the_fastest():
    man = Messenger(0, 0, 2, ("now",), Pose(0, 0, 0))
    on_foot = still(*UNITS, stands=NEAR)
    light = still(*UNITS, unit(0, "light", at=(300, 300)), stands=NEAR)
    wings = still(*UNITS, hlaka(0, (300, 300)), stands=NEAR)
    assert messages.pace(on_foot.g, man) == 300 * MM
    assert messages.pace(light.g, man) == 300 * MM
    assert messages.pace(wings.g, man) == 600 * MM


@pytest.mark.rule("QAD-2.005-D1")
def test_a_captured_messenger_shows_his_message():
    foe = unit(1, at=(800, 300))
    t = phase(unit(0), foe, stands=NEAR, messengers=[Messenger(0, 0, 2, ("help",), Pose(60000, 30000, 0))])
    assert not t.state.messengers
    assert [event.args["words"] for event in t.events(1) if event.key == "message.captured"] == [["help"]]


@pytest.mark.rule("QAD-2.005-D1")
def test_an_enemy_does_not_see_a_messenger():
    t = phase(*UNITS, stands=NEAR, messengers=[Messenger(0, 0, 2, ("help",), Pose(60000, 30000, 0))])
    assert t.game.view(t.state, 0).messengers
    assert not t.game.view(t.state, 1).messengers
    assert not t.game.view(t.state, None).messengers
