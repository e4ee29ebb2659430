"""Says after the tests how worlds were imagined: whether they fitted at once, how often otherwise than the truth."""

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    found = sorted(value for report in reports for name, value in report.user_properties if name == "imagined")
    if found and terminalreporter.verbosity > 0:
        terminalreporter.section("imagined worlds")
        for line in found:
            terminalreporter.line(str(line))
