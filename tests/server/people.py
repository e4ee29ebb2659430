"""Ann, who sets a table, those whom she invites, and what they do there."""

import httpx


def at_table(house, *seats, game="tic-tac-toe", **terms):
    """Ann, who set the table, and those whom she invited, by their names in order."""
    wish = {"game": game, "seats": ["you", *seats], "options": {}, "terms": terms}
    answer = httpx.post(f"{house.address}/api/tables", json=wish)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    ann = house.page(made["table"], made["token"])
    ann.join("Ann")
    pages = [ann]
    for at, kind in enumerate(seats, 1):
        if kind == "person":
            pages.append(house.page(made["table"], ann.table["invitations"][str(at)]))
            pages[-1].join(["Ann", "Ben", "Cleo", "Dov"][at])
    for page in pages:
        page.until_table(lambda table: table["status"] == "playing")
    return made["table"], pages


def until(page, wanted):
    return page.until_table(wanted)


def put_a_mark(page, others, place):
    page.until_table(lambda table: table["asks"])
    assert page.answer(place)["type"] == "accepted"
    for other in others:
        other.until_table(lambda table: table["waiting"] != [page.table["seat"]] or table["outcome"])


def refused(page, type, **message):
    page.say(type, **message)
    return page.until("refused")["key"]
