"""The study of points: its lists are as even as it says, what is published is what the code reckons, and a fit finds
what is in the battles."""

import json
import re
import tomllib
from dataclasses import replace
from math import tanh
from pathlib import Path
from random import Random

import numpy as np
import pytest

from arbiter.games.qadardalikoi import armies, points
from arbiter.games.qadardalikoi.book import book
from bench import points as study

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "qadardalikoi.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) % \((\d+) to (\d+)\) \|", re.MULTILINE)


@pytest.mark.rule("QAD-POINTS-C1")
def test_the_published_lists_are_those_of_the_study_and_worth_the_same():
    published = {key: (int(worth), int(figures)) for key, worth, figures, *_ in ROW.findall(GUIDE)}
    lists = {key: study.cut_down(key) for key in study.LISTS}
    found = {key: (study.worth_of(one), sum(line["figures"] for line in one["units"])) for key, one in lists.items()}
    assert published == found
    assert all(abs(worth - study.LIST) <= study.LIST / 50 for worth, _ in found.values())


@pytest.mark.rule("QAD-POINTS-C1")
def test_the_published_formula_is_the_one_that_is_reckoned():
    p = points
    said = " ".join(GUIDE.split()).replace("> ", "")
    assert (
        f"(attack + {p.ATTACK}) × defence × (morale + {p.MORALE}) × (pace + {p.PACE}) ÷ (front + {p.FRONT})"
        f" ÷ {p.SPEARMAN}, × {p.ARMS} for a second attack, × {p.MARK} for each column of its mark"
        f" (÷ {p.MARK} to the left), + (missile + 10) × shots × range² ÷ {p.VOLLEY:,}"
    ) in said
    ledger = next(one for one in entries() if one["id"] == "QAD-POINTS-C1")["design"]
    melee = (f"attack + {p.ATTACK})", f"(morale + {p.MORALE})", f"rate + {p.PACE})", f"mm + {p.FRONT}) / {p.SPEARMAN}")
    more = (f"x {p.ARMS} for each attack", f"x {p.MARK} for each column", f"range / {p.VOLLEY}")
    for part in (*melee, *more):
        assert part in ledger


@pytest.mark.rule("QAD-POINTS-C1")
def test_each_of_those_in_a_howdah_counts_as_a_shooter():
    beast = next(unit for unit in armies.muster(book().armies["war_bands"]) if unit.troops.kits[0].howdah)
    kit = beast.troops.kits[0]
    bare, one, three = (
        points.of_figure("tane", replace(kit, **more), 6, 0)
        for more in ({"missile": "", "howdah": 0}, {"howdah": 1}, {"howdah": 3})
    )
    assert abs((three - bare) - 3 * (one - bare)) <= 2, "but for what is rounded"
    assert one > bare


def entries():
    folder = ROOT / "src" / "arbiter" / "games" / "qadardalikoi"
    return tomllib.loads((folder / "ledger.toml").read_text("utf-8"))["content"]


def test_a_published_share_is_that_of_its_battles_and_within_its_interval():
    rows = ROW.findall(GUIDE)
    assert rows
    for _, _, _, battles, won, low, high in rows:
        assert int(battles) > 0
        assert int(low) <= int(won) <= int(high)


def test_lists_by_chance_are_of_one_people_and_about_as_large_as_wanted():
    peoples = study.kinds()
    assert {"tsolyani", "shen", "pygmy_folk", "undead"} <= set(peoples)
    for n in range(20):
        army = study.by_chance(Random(n), peoples)
        lines = peoples[army["name"]]
        assert all(
            {key: unit[key] for key in unit if key in ("legion", "sheet", "kit")} in lines for unit in army["units"]
        )
        assert 0.6 < study.worth_of(army) / (2 * study.UNIT) < 1.6 or any(u["figures"] == 400 for u in army["units"])


def made(n):
    """Battles of lists by chance whose outcome follows from weights that are not the usual ones."""
    true = study.PRIOR.copy()
    true[[0, 2, 5]] = 5.0, 35.0, 0.15
    peoples, battles = study.kinds(), []
    for at in range(n):
        rng = Random(f"made/{at}")
        sides = [study.by_chance(rng, peoples) for _ in range(2)]
        strength = [sum(r[0] * s for r, s in zip(rows, study.strengths(np.array(rows), true), strict=True))
                    for rows in map(study.facts, sides)]  # fmt: skip
        lead = tanh(np.log(strength[0] / strength[1]))
        lost = [50 - 50 * lead, 50 + 50 * lead]
        battles.append({"seed": f"made/{at}", "one": sides[0], "other": sides[1], "won": float(lead > 0), "lost": lost})
    return battles


def named(lines, what):
    """How many winners something named, in percent."""
    return float(next(re.search(r"named in (\d+) %", line)[1] for line in lines if line.startswith(what)))


def test_a_fit_finds_the_weights_by_which_battles_were_made():
    lines = list(study.fit(made(80)))
    assert named(lines, "these weights") > 85
    mark = float(next(line for line in lines if line.startswith("mark")).split()[1])
    assert abs(mark - 0.15) < 0.08


def test_weights_are_checked_with_lists_that_they_have_not_seen():
    battles = made(40)
    assert named(study.check(battles), "weights for peoples") > 75
    of = study.Fought(battles)
    before, whole = of.unseen()[0], of.fitted(np.ones(40, dtype=bool))[0]
    upside_down = dict(battles[0], lost=battles[0]["lost"][::-1])
    other = study.Fought([upside_down, *battles[1:]])
    assert other.unseen()[0] == before, "what is said of a battle does not hang on how it went"
    assert not np.allclose(other.fitted(np.ones(40, dtype=bool))[0], whole)


def test_lists_drawn_from_another_number_on_are_others():
    first, other = (next(study.drawn(n)) for n in (0, 1000))
    assert first[0] == "drawn/0"
    assert other[0] == "drawn/1000"
    assert first[1:] != other[1:]


def test_what_was_fought_is_kept_and_goes_on(tmp_path, monkeypatch):
    fought = []
    monkeypatch.setattr(
        study, "fought", lambda one, other, seed: fought.append(seed) or {"won": 0.5, "lost": [1, 2], "turn": 3}
    )
    file = tmp_path / "battles.jsonl"
    some = [(f"a/b/{n}", {"name": "a"}, {"name": "b"}) for n in range(3)]
    study.go_on(file, 1, some[:2])
    study.go_on(file, 1, some)
    assert fought == ["a/b/0", "a/b/1", "a/b/2"]
    assert [json.loads(line)["seed"] for line in file.read_text().splitlines()] == fought
