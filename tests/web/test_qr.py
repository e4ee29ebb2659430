"""The code of a link, read again by a reader of our own: format, mask, words, error correction, text."""

import pytest
from playwright.sync_api import Page

LINKS = [
    "http://a.b",
    "http://127.0.0.1:8000/table/AbCdEfGhIjKl#0123456789abcdef01234567",
    "https://arbiter.example.org/table/AbCdEfGhIjKl#" + "z9" * 32,
    "https://tische.example.org/table/Jürgen#" + "x" * 140,
]
BLOCKS = {1: [(1, 16)], 2: [(1, 28)], 3: [(1, 44)], 4: [(2, 32)], 5: [(2, 43)], 6: [(4, 27)], 7: [(4, 31)]}
BLOCKS |= {8: [(2, 38), (2, 39)], 9: [(3, 36), (2, 37)], 10: [(4, 43), (1, 44)]}
CHECKS = {1: 10, 2: 16, 3: 26, 4: 18, 5: 24, 6: 16, 7: 18, 8: 22, 9: 22, 10: 26}
MIDDLES = {1: [], 2: [6, 18], 3: [6, 22], 4: [6, 26], 5: [6, 30], 6: [6, 34], 7: [6, 22, 38], 8: [6, 24, 42]}
MIDDLES |= {9: [6, 26, 46], 10: [6, 28, 50]}
MASKS = [
    lambda i, j: (i + j) % 2 == 0, lambda i, j: i % 2 == 0, lambda i, j: j % 3 == 0, lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0, lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0, lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
]  # fmt: skip


def power(n: int) -> int:
    """2 to the n in the field of 256."""
    value = 1
    for _ in range(n % 255):
        value = value << 1 ^ (0x11D if value & 128 else 0)
    return value


def product(a: int, b: int) -> int:
    total = 0
    while b:
        total ^= a if b & 1 else 0
        a, b = a << 1 ^ (0x11D if a & 128 else 0), b >> 1
    return total


def whole(block: list[int], checks: int) -> bool:
    """Whether a block is free of errors: its polynomial vanishes at every root."""
    for root in map(power, range(checks)):
        value = 0
        for word in block:
            value = product(value, root) ^ word
        if value:
            return False
    return True


def reserved(size: int, version: int) -> set[tuple[int, int]]:
    """The places (row, column) that hold no data."""
    held = {(i, j) for i in range(9) for j in range(9)}
    held |= {(i, j) for i in range(9) for j in range(size - 8, size)}
    held |= {(i, j) for i in range(size - 8, size) for j in range(9)}
    held |= {(6, k) for k in range(size)} | {(k, 6) for k in range(size)}
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    for i, j in {(i, j) for i in MIDDLES[version] for j in MIDDLES[version]} - corners:
        held |= {(i + a, j + b) for a in range(-2, 3) for b in range(-2, 3)}
    if version >= 7:
        held |= {(i, j) for i in range(6) for j in range(size - 11, size - 8)}
        held |= {(i, j) for i in range(size - 11, size - 8) for j in range(6)}
    return held


def read(rows: list[list[bool]]) -> str:
    size = len(rows)
    version = (size - 17) // 4
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        eye = ["".join("#" if rows[top + i][left + j] else "." for j in range(7)) for i in range(7)]
        assert eye == ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
    spots = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)] + [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    twice = [(size - 1 - k, 8) for k in range(7)] + [(8, size - 8 + k) for k in range(8)]
    marks = [int("".join(str(int(rows[i][j])) for i, j in places), 2) for places in (spots, twice)]
    assert marks[0] == marks[1]
    kind = marks[0] ^ 0b101010000010010
    assert kind >> 13 == 0, "error correction M"
    mask = MASKS[kind >> 10 & 7]
    bits, held = [], reserved(size, version)
    columns = [j for j in range(size - 1, 0, -2) if j > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        for step in range(size):
            i = step if turn % 2 else size - 1 - step
            bits += [rows[i][j] ^ mask(i, j) for j in (right, right - 1) if (i, j) not in held]
    words = [int("".join(str(int(bit)) for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) - 7, 8)]
    lengths = [length for many, length in BLOCKS[version] for _ in range(many)]
    blocks: list[list[int]] = [[] for _ in lengths]
    for at in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if at < length:
                block.append(words.pop(0))
    for at in range(CHECKS[version] * len(blocks)):
        blocks[at % len(blocks)].append(words.pop(0))
    assert all(whole(block, CHECKS[version]) for block in blocks)
    data = [word for block, length in zip(blocks, lengths, strict=True) for word in block[:length]]
    text = "".join(f"{word:08b}" for word in data)
    assert text[:4] == "0100"
    wide = 8 if version < 10 else 16
    count = int(text[4 : 4 + wide], 2)
    return bytes(int(text[4 + wide + 8 * n : 12 + wide + 8 * n], 2) for n in range(count)).decode()


@pytest.mark.parametrize("link", LINKS, ids=len)
def test_a_code_is_read_back_as_the_link(page: Page, house, link):
    page.goto(f"{house.address}/web/mark.svg")
    rows = page.evaluate("async (link) => (await import('/web/qr.js')).code(link)", link)
    assert read(rows) == link


def test_what_is_too_long_for_a_code_has_none(page: Page, house):
    page.goto(f"{house.address}/web/mark.svg")
    assert page.evaluate("async (link) => (await import('/web/qr.js')).code(link)", "x" * 300) is None
