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


BETWEEN = """async ([links, from, to]) => {
  const { between } = await import("/web/motion.js");
  return between(links.map(([start, end]) => ({ start, end })), from, to);
}"""


def test_a_piece_goes_along_the_road(page, house):
    """The shortest way there, in either direction; straight on where no road leads."""
    page.goto(house.address)
    links = [["start", "a"], ["start", "b"], ["b", "c"], ["c", "goal"], ["a", "goal"], ["far", "further"]]

    def way(start, end):
        return page.evaluate(BETWEEN, [links, start, end])

    assert way("start", "goal") == ["a"]
    assert way("goal", "b") == ["c"]
    assert way("start", "b") == []
    assert way("start", "further") == []


AMID = """async ([at, middle, links]) => {
  const { Board } = await import("/web/board.js");
  const corners = [[0, 0], [10, 0], [10, 10], [0, 10]];
  const square = (n) => ({ id: `s${n}`, at: [n * 10 + 5, 5], outline: corners.map(([x, y]) => [n * 10 + x, y]) });
  const regions = Array.from({ length: 30 }, (_, n) => square(n));
  const camera = { zoom: 3, middle, reach: () => [50, 30], held: (zoom, spot) => spot };
  const road = regions.slice(1).map(({ id }, n) => ({ look: "way", start: regions[n].id, end: id }));
  const sheet = { piece: 6, board: { regions, links: links ? road : [] } };
  return Board.prototype.amid.call({ camera, sheet }, at, 3);
}"""


def test_eyes_see_the_road_ahead_and_rest_as_long_as_they_see_it(page, house):
    page.goto(house.address)

    def middle(at, before, road=True):
        return page.evaluate(AMID, [at, before, road])

    ahead = middle([105, 5], [900, 5])
    assert 105 < ahead[0] <= 105 + 0.75 * 50, "there is more road before it in sight than behind it"
    assert middle([115, 5], ahead) == ahead, "a step further nothing moves"
    assert middle([215, 5], ahead) != ahead
    assert middle([105, 5], [90, 5], road=False) == [90, 5]
    assert middle([105, 5], [60, 5], road=False) == [105, 5], "without a road it comes to the middle"


LIGHT = """async () => {
  const { reveal } = await import("/web/reveal.js");
  const { Pace } = await import("/web/pace.js");
  const words = { has: (key) => key === "reveal.bids.one", parts: (key) => [key], say: (key) => key };
  const frame = document.createElement("div");
  const shown = [];
  const pace = new Pace((events) => { shown.push(events[0][0]); return reveal(frame, events, words); }, () => {});
  for (const key of ["began", "bids", "moved"]) pace.hear([[key, {}]]);
  const soon = [...shown];
  await new Promise((done) => setTimeout(done, 1700));
  const after = [shown.length, frame.hidden];
  frame.classList.add("settled");
  pace.hear([["turned", {}]]);
  return [soon, ...after, frame.hidden];
}"""


def test_what_comes_to_light_is_seen_before_anything_else_happens(page, house):
    """Nothing is shown while it unfolds; it stays beside what follows, until it has been seen."""
    page.emulate_media(reduced_motion="no-preference")
    page.goto(house.address)
    assert page.evaluate(LIGHT) == [["began", "bids"], 3, False, True]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(LIGHT) == [["began", "bids", "moved"], 3, False, True]


TURNED = """async () => {
  const { Flights } = await import("/web/motion.js");
  const root = document.createElement("div");
  root.innerHTML = '<div class="card back" data-id="a">.</div><div class="card" data-id="b">.</div>';
  document.body.append(root);
  const flights = new Flights(root);
  flights.before({});
  root.firstChild.classList.remove("back");
  flights.after({});
  return [...root.children].map((card) => card.getAnimations().map(({ effect }) => effect.getKeyframes()[0].rotate));
}"""


def test_a_card_that_comes_to_lie_face_up_turns(page, house):
    page.emulate_media(reduced_motion="no-preference")
    page.goto(house.address)
    assert page.evaluate(TURNED) == [["y 90deg"], []]
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(TURNED) == [[], []]


MARKED = """async (many) => {
  const { lastMove } = await import("/web/motion.js");
  const ids = Array.from({ length: many }, (_, n) => `unit-${n}`);
  const standing = new Map(ids.map((id, n) => [id, { at: [n, 9] }]));
  const moves = ids.map((id, n) => ({ id, owner: 0, from: { at: [n, 0] } }));
  return lastMove({ piece: 1, standing, region() {}, board: { tokens: [], links: [] } }, moves).length;
}"""


def test_an_army_that_is_drawn_up_at_once_is_not_hidden_by_marks(page, house):
    page.goto(house.address)
    assert [page.evaluate(MARKED, many) for many in (1, 5, 60)] == [1, 5, 0]
