"""The races run to their end and say what they found. How quick anything is, is not for a test to say."""

from bench.__main__ import main
from bench.races import Goal, Race, Runner


def test_the_races_run_and_are_written_down(tmp_path, capsys):
    out = tmp_path / "results.md"
    main(["--rounds", "1", "--seconds", "0.001", "--positions", "1", "--answers", "60", "--out", str(out)])
    written = out.read_text()
    assert written.strip() == capsys.readouterr().out.strip()
    for rival in ("OpenSpiel", "PettingZoo", "RLCard", "Catanatron"):
        assert f"| {rival}" in written
    for ours in (
        "lean",
        "recorded",
        "table.clone()",
        "table.imagine()",
        "reopened from a snapshot",
        "written by @state",
    ):
        assert f"| Arbiter, {ours} |" in written


def race(ours, theirs, ratio):
    runners = [Runner("ours", lambda: 1, list(ours)), Runner("theirs", lambda: 1, list(theirs))]
    return Race("race", "laps/s", runners, [Goal("theirs", ratio)])


def test_ratios_are_medians_of_the_rounds():
    assert race([10, 20, 900], [10, 10, 10], 1).ratio("theirs") == 2


def test_a_missed_goal_is_noticed():
    assert race([10], [10], 1).missed() == []
    assert race([9], [10], 1).missed() == [Goal("theirs", 1)]


def test_a_runner_counts_what_its_laps_did():
    runner = Runner("ours", lambda: 5)
    runner.speeds.append(runner.run(0.001))
    assert runner.speed > 0
