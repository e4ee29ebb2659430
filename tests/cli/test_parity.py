"""`arbiter army parity`: how even two armies are, and what would make them so."""

import json

import pytest

from arbiter.cli import parity, simulate
from arbiter.games.qadardalikoi import armies, handicap, rosters
from arbiter.games.qadardalikoi.book import book
from arbiter.lab.sim import Stopped
from arbiter.lab.statistics import Trial, even_share

FEW = """[army.few]
name = "Few"
nation = "tsolyani"
units = [
  { legion = "tsolyani_11th_mi", cohorts = 3, area = 6, formation = 1 },
  { legion = "tsolyani_23rd_ar", cohorts = 3, area = 5, formation = 3 },
]
"""
FAST = ("--bots", "simple", "--workers", 1, "-o", "scenario=wells", "-o", "turns=3")


@pytest.fixture
def few(tmp_path):
    file = tmp_path / "few.toml"
    file.write_text(FEW, encoding="utf-8")
    return file


@pytest.fixture
def many(tmp_path):
    """The same army four times as large: nobody needs many battles to see who wins."""
    file = tmp_path / "many.toml"
    file.write_text(FEW.replace("few", "many").replace("cohorts = 3", "cohorts = 12"), encoding="utf-8")
    return file


# The share with which a side is even


def test_the_even_share_lies_between_what_is_too_little_and_what_is_too_much():
    found = even_share([Trial(1.0, 27, 30), Trial(0.6, 3, 30)])
    assert 0.6 < found.low < found.share < found.high < 1.0
    surer = even_share([Trial(1.0, 270, 300), Trial(0.6, 30, 300)])
    assert surer.high - surer.low < (found.high - found.low) / 2


def test_who_loses_needs_more_and_who_is_even_nothing():
    assert even_share([Trial(1.0, 2, 20)]).share > 1.2
    assert even_share([Trial(1.0, 10, 20)]).share == pytest.approx(1.0)
    won, lost = (even_share([Trial(1.0, wins, 20)]).share for wins in (17, 3))
    assert won * lost == pytest.approx(1.0), "seen from the other side it is the same"


# Armies cut down and filled up


@pytest.mark.parametrize("key", sorted(book().armies))
@pytest.mark.parametrize("share", [0.7, 0.9, 1.1])
def test_any_ready_army_can_be_had_with_a_share_of_its_points(key, share):
    army = book().armies[key]
    found = handicap.share_of(army, share)

    assert armies.faults(found, steel=True) == []
    assert armies.total(found) / armies.total(army) == pytest.approx(share, abs=0.02)
    parts = [new.figures / old.figures for new, old in zip(armies.muster(found), armies.muster(army), strict=True)]
    assert all((part >= 1) if share > 1 else (0 < part <= 1) for part in parts), "nobody is left out"


def test_no_army_is_cut_down_or_filled_up_beyond_what_rosters_may_be():
    for share in (0.01, 50.0):
        found = handicap.share_of(book().armies["gureks"], share)
        assert armies.faults(found, steel=True) == []
    wrong = rosters.read(FEW.replace("cohorts = 3", "cohorts = 30"), "few.toml")["few"]
    fewer = handicap.share_of(wrong, 0.9)
    assert len(armies.faults(fewer)) <= len(armies.faults(wrong)), "what was allowed may stay"
    assert armies.total(fewer) == pytest.approx(0.9 * armies.total(wrong), rel=0.02)


# The command


def test_the_stronger_is_named_and_what_would_make_it_even(run, few, many):
    done = run("army", "parity", few, many, "--games", 6, *FAST)

    assert done.exit_code == 0
    assert "half of them from each edge of the table" in done.output
    assert "many is the stronger: it wins" in done.output
    said = " ".join(done.output.split())
    assert "many would be even with about" in said
    assert "--even stronger tries it by battles" in said
    assert "23rd Archers" in said, "which units are to be changed"


def test_what_is_counted_adds_up_whichever_edge_an_army_has(run, few, many):
    found = json.loads(run("army", "parity", few, many, "--games", 6, *FAST, "--json").output)
    (first,) = found["battles"]
    one, other = first["armies"]

    assert (one["army"], other["army"]) == ("few", "many")
    assert (one["won"], one["drawn"], one["lost"]) == (other["lost"], other["drawn"], other["won"])
    assert one["won"] + one["drawn"] + one["lost"] == 6
    assert other["points"] == 4 * one["points"]
    assert other["rate"] > 0.5
    assert found["even"] is False
    assert found["proposal"]["army"] == "many"
    assert found["proposal"]["won"] is None, "reckoned, not tried"
    assert found["proposal"]["high"] < 1
    kept = json.loads(run("army", "parity", few, many, "--games", 4, *FAST, "--keep-edges", "--json").output)
    assert kept["battles"][0]["result"]["options"]["armies"] == "few,many"


def test_an_army_is_changed_until_it_is_even_and_kept(run, few, many, tmp_path):
    fair = tmp_path / "fair.toml"
    done = run("army", "parity", many, few, "--games", 6, *FAST, "--even", "stronger", "--write", fair, "--json")
    found = json.loads(done.stdout)

    tried = [battles["armies"][0]["points"] for battles in found["battles"]]
    assert 2 <= len(tried) <= 1 + parity.TRIES
    assert all(points < tried[0] for points in tried[1:])
    assert len(set(tried)) == len(tried)
    proposal = found["proposal"]
    assert proposal["points"] in tried[1:]
    assert fair.read_text(encoding="utf-8") == proposal["roster"]
    assert run("army", "check", fair).exit_code == 0
    (army,) = rosters.read(proposal["roster"], "fair.toml").values()
    assert armies.total(army) == proposal["points"]
    nearest = min(abs(one["armies"][0]["rate"] - 0.5) for one in found["battles"][1:])
    assert abs(proposal["won"] - 0.5) == pytest.approx(nearest)
    assert found["even"] is (nearest <= parity.NEAR)
    again = run("army", "parity", many, few, "--games", 2, *FAST, "--write", fair)
    assert again.exit_code == 2, "no file is written over"


def test_the_weaker_can_be_filled_up_instead(run, few, many):
    done = run("army", "parity", few, many, "--games", 6, *FAST, "--even", "weaker", "--language", "de")
    said = " ".join(done.output.split())

    assert "many ist stärker" in said
    assert "Versuch 1: few mit" in said


def test_an_even_fight_needs_no_change(run, few):
    done = run("army", "parity", few, few, "--games", 2, *FAST)

    assert done.exit_code == 0
    assert "Even, as far as these battles show" in done.output
    assert "few_2 (840 points)" in done.output


def test_two_bots_with_one_army_are_compared(run, few):
    found = run("army", "parity", few, few, "--games", 4, "--bots", "simple,random", *FAST[2:]).output
    heads = next(line for line in found.splitlines() if "few (840 points)" in line)

    assert heads.split()[-2:] == ["simple", "random"]


def test_who_is_interrupted_gets_what_was_fought_and_proposed(run, few, many, monkeypatch):
    fought = []

    def interrupted(*given, **more):
        fought.append(given)
        if len(fought) == 2:
            raise Stopped(first[0])
        first.append(simulate.played(*given, **more))
        return first[0]

    first = []
    monkeypatch.setattr(parity, "played", interrupted)
    done = run("army", "parity", few, many, "--games", 6, *FAST, "--even", "stronger")

    assert done.exit_code == 130
    assert "stopped after 6 of 6" in done.output
    assert "many is the stronger" in done.output
