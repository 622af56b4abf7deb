"""The library, the odds lab, and what else the pages around a game ask for."""

import pytest

from sandtable import ledger
from sandtable.games import MODULES, load_game, load_records
from sandtable.games.axis1940.odds import battle_odds
from sandtable.games.warroom.odds import battle_odds as warroom_odds
from tests.server.test_after import played
from tests.server.world import World


async def test_every_ledger_is_there_clause_by_clause(world: World) -> None:
    reader = world.person()
    cards = {card["game"]: card for card in await reader.get("/rules")}
    assert list(cards) == ledger.games()
    for game, card in cards.items():
        found = await reader.get(f"/games/{game}/rules")
        assert [clause["id"] for clause in found["clauses"]] == list(ledger.clauses(game))
        assert card["clauses"] == len(found["clauses"])
        assert card["proven"] == sum(bool(clause["proven_by"]) for clause in found["clauses"])
        assert all(clause["id"].startswith(f"{card['prefix']}-") for clause in found["clauses"])


async def test_rulings_are_chapters_of_the_ledger(world: World) -> None:
    chapters = {chapter["title"]: chapter for chapter in (await world.person().get("/games/echoes/rules"))["chapters"]}
    silent = chapters["Where the book is silent"]["blocks"]
    assert {block["kind"] for block in silent} == {"item"}
    assert silent[0]["text"].startswith("A modified roll is compared with what it needs when its effect is due.")
    table = next(
        block
        for chapter in (await world.person().get("/games/warroom/rules"))["chapters"]
        if chapter["title"] == "Rulings"
        for block in chapter["blocks"]
        if block["kind"] == "table"
    )
    assert table["head"][0] == "ID"
    assert table["rows"][0][0] == "R-01"


async def test_the_library_is_not_sent_twice(world: World) -> None:
    reader = world.person()
    for path in ("/rules", "/games/pacific/rules", "/games/pacific/data", "/games/pacific/data/unit"):
        first = await reader.call("GET", path)
        again = await reader.call("GET", path, headers={"If-None-Match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


async def test_facts_say_what_is_reconstructed(world: World) -> None:
    reader = world.person()
    for game in MODULES:
        facts = await reader.get(f"/games/{game}/data")
        records = load_records(game)
        assert sum(sum(counts.values()) for counts in facts["kinds"].values()) == sum(map(len, records.values()))
        rebuilt = sum(counts[share] for counts in facts["kinds"].values() for share in facts["shares"][2:])
        assert len(facts["reconstructed"]) == rebuilt
    strength = next(
        fact for fact in (await reader.get("/games/echoes/data"))["reconstructed"] if fact["id"] == "WF-allies"
    )
    assert (strength["kind"], strength["confidence"], strength["fields"]) == ("strength", "guess", [])
    units = await reader.get("/games/pacific/data/unit")
    assert next(unit for unit in units if unit["id"] == "tank")["cost"] == 6
    assert (await reader.refused("GET", "/games/pacific/data/dragons"))[0] == 404
    assert (await reader.refused("GET", "/games/chess/rules"))[0] == 404
    assert (await reader.refused("GET", "/games/chess/data"))[0] == 404


def test_options_name_clauses_that_are_there() -> None:
    rules = [option.rule for game in MODULES for option in load_game(game).options.values() if option.rule]
    assert rules
    assert all(ledger.owner(rule) for rule in rules)


async def test_odds_are_those_of_the_rules(world: World) -> None:
    lab = world.person()
    body = {"attackers": {"infantry": 6, "tank": 2}, "defenders": "5 infantry 1 aaa", "retreat_below": 0.3}
    found = await lab.post("/games/pacific/odds", body)
    right = battle_odds("6 infantry 2 tank", "5 infantry 1 aaa", retreat_below=0.3)
    assert found["win"] == right.win
    assert found["taken"] == right.take
    assert found["swing"] == right.swing
    assert sum(chance["chance"] for chance in found["chances"]) == pytest.approx(1)
    assert sum(bar["chance"] for bar in found["bars"]) == pytest.approx(1)
    assert [tuple(pair) for pair in found["attacker"]["losses"]] == right.losses("attacker")
    body = {"attackers": {"infantry": 5, "armor": 2}, "defenders": "4 infantry", "stances": ["infantry defense", ""]}
    found = await lab.post("/games/warroom/odds", body)
    assert found["win"] == warroom_odds("5 infantry 2 armor", "4 infantry", stances=("infantry defense", "")).win
    best = await lab.post("/games/warroom/odds", {**body, "stances": ["", ""], "best": "attacker"})
    assert best["swing"] >= found["swing"]


async def test_odds_refuse_what_is_no_battle(world: World) -> None:
    lab = world.person()
    status, sentence = await lab.refused("POST", "/games/pacific/odds", {"attackers": "3 dragons"})
    assert status == 422
    assert "dragons" in sentence
    assert (await lab.refused("POST", "/games/pacific/odds", {"attackers": {"infantry": 121}}))[0] == 422
    assert (await lab.refused("POST", "/games/pacific/odds", {"attackers": "200 infantry", "defenders": "1 infantry"}))[
        0
    ] == 422
    assert (await lab.refused("POST", "/games/echoes/odds", {"attackers": "1 infantry"}))[0] == 404


async def test_attacks_of_echoes_by_year_and_leads(world: World) -> None:
    lab = world.person()
    early = await lab.post("/games/echoes/attacks", {"year": 1940, "leads": {"EMT": 0, "PMT": 0}})
    led = await lab.post("/games/echoes/attacks", {"year": 1940, "leads": {"EMT": 1, "PMT": 0}})
    chances = [
        next(odds["chance"] for odds in found if (odds["side"], odds["region"]) == ("allies", "WF"))
        for found in (early, led)
    ]
    assert chances[1] == pytest.approx(chances[0] + 1 / 6)
    assert (await lab.refused("POST", "/games/echoes/attacks", {"leads": {"XYZ": 1}}))[0] == 422


async def test_nobody_is_nobody_without_an_error(world: World) -> None:
    visitor = world.person()
    assert (await visitor.get("/session"))["me"] is None
    made = await visitor.post("/session")
    assert (await visitor.get("/session"))["me"] == made


async def test_a_link_says_where_it_leads_before_anybody_sits(world: World) -> None:
    host, guest = world.person(), world.person()
    seats = [{"nations": ["north"], "who": "me"}, {"nations": ["south"], "who": "link"}]
    made = await host.post(
        "/tables", {"game": "auction", "seats": seats, "listed": False, "watching": {"by": "nobody"}}
    )
    assert (await guest.get("/invitations"))["to"] is None
    await guest.http.get(f"/seat/{made['links']['south']}")
    shown = (await guest.get("/invitations"))["to"]
    assert (shown["seat"], shown["table"]["id"]) == ("south", made["table"]["id"])
    assert not next(seat for seat in shown["table"]["seats"] if seat["name"] == "south")["user"]
    await guest.post("/invitations")
    assert (await guest.get("/invitations"))["to"] is None


async def test_figures_come_after_the_end_only(world: World) -> None:
    north, _, table = await world.two_at_a_table()
    assert (await north.refused("GET", f"/tables/{table}/figures"))[0] == 409
    _, _, over = await played(world)
    figures = await north.get(f"/tables/{over}/figures")
    assert figures[0]["move"] == 0
    assert figures[-1]["move"] == (await north.get(f"/tables/{over}/timeline"))[-1]["move"]
