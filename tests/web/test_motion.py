"""What is paid is seen to go from the one who pays to the one who gets it."""

PAY = """async (changes) => {
  const { payments } = await import("/web/motion.js");
  const counted = changes.map(([id, paid, by]) => [{ id, dataset: paid ? { paid } : {} }, by]);
  return payments(counted).map(([from, to, coins]) => [from.id, to.id, coins]);
}"""


def test_coins_go_from_who_pays_to_who_gets_them(page, house):
    page.goto(house.address)

    def paid(*changes):
        return page.evaluate(PAY, [list(change) for change in changes])

    assert paid(("ann", "gold", -5), ("bank", "gold", 5)) == [["ann", "bank", 5]]
    assert paid(("ann", "gold", -5), ("ben", "gold", 2), ("bank", "gold", 3)) == [["ann", "ben", 2], ["ann", "bank", 3]]
    assert paid(("ann", "gold", 4), ("ben", "wood", -4)) == []
    assert paid(("ann", None, -4), ("ben", None, 4)) == []
    assert paid(("ann", "gold", 3), ("ben", "gold", 2)) == []
