"""Lets the sessions in README.md, docs/ and the docstrings run as tests."""

import doctest
import re

# In Markdown the closing fence follows the expected output without a blank line between; doctest must stop there.
doctest.DocTestParser._EXAMPLE_RE = re.compile(  # type: ignore[attr-defined]
    doctest.DocTestParser._EXAMPLE_RE.pattern.replace("(?![ ]*>>>)", "(?![ ]*>>>) (?![ ]*```)"),  # type: ignore[attr-defined]
    re.MULTILINE | re.VERBOSE,
)
