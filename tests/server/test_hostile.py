"""The soak in small: a house under attack, and one that is killed while people play."""

from tests.server.hostile import attack, kill_again_and_again


def test_hostile_messages_leave_no_traceback_no_dead_table_and_nothing_that_piles_up(tmp_path):
    assert "1500 hostile messages" in attack(1500, tmp_path)


def test_what_was_acknowledged_is_there_after_every_kill(tmp_path):
    assert "2 kills" in kill_again_and_again(2, tmp_path, tables=2)
