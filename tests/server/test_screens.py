"""What the screens need from the server besides the game itself: files, types, parts of answers, the past."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from sandtable.server import static
from tests.server.world import World

ROOT = Path(__file__).parents[2]


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "web" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    for name, text in script("write_types").files().items():
        written = (ROOT / "web" / "src" / "api" / name).read_text()
        assert written == text, f"{name} is out of date: run `python web/write_types.py`"


def test_the_facts_in_the_client_are_those_of_the_rules() -> None:
    for file, text in script("write_facts").files().items():
        assert file.read_text() == text, f"{file} is out of date: run `python web/write_facts.py`"


async def test_maps_are_sent_compressed_and_only_once(small: World) -> None:
    person = small.person()
    first = await person.http.get("/maps/pacific.topo.json")
    assert first.status_code == 200
    assert first.headers["content-encoding"] == "gzip"
    assert first.json()["map"]["name"] == "pacific"
    again = await person.http.get("/maps/pacific.topo.json", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    relief = await person.http.get("/maps/pacific.avif")
    assert (relief.headers["content-type"], relief.headers.get("content-encoding")) == ("image/avif", None)


@pytest.mark.parametrize("path", ["/maps/none.avif", "/maps/..%2Fserver%2Fapp.py", "/maps/%2e%2e%2fledger.py"])
async def test_nothing_but_maps_lies_among_the_maps(small: World, path: str) -> None:
    response = await small.person().http.get(path)
    assert response.status_code == 404 or "<title>Sandtable</title>" in response.text


async def test_screens_answer_for_every_address_of_theirs(
    small: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<title>Sandtable</title>")
    (web / "assets" / "app-1.js").write_text("let x")
    (web / "settings.toml").write_text("secret")
    (tmp_path / "outside.json").write_text("secret")
    monkeypatch.setattr(static, "WEB", web)
    http = small.person().http
    for address in ("/", "/t/abc/seat/japan", "/library?clause=AA-CMOVE-01"):
        page = await http.get(address)
        assert "Sandtable" in page.text
        assert page.headers["cache-control"] == "no-cache"
        assert "unsafe-inline" not in page.headers["content-security-policy"]
    script = await http.get("/assets/app-1.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert (await http.get("/assets/gone.js")).status_code == 404
    for hidden in ("/..%2foutside.json", "/%2e%2e/outside.json", f"/{tmp_path}/outside.json", "/settings.toml"):
        assert (await http.get(hidden)).text == page.text


async def test_an_answer_in_parts_is_asked_for_part_by_part(small: World) -> None:
    person = small.person()
    made = await person.post("/tables", {"game": "echoes"})
    path = f"/tables/{made['table']['id']}/seats/allies"
    seen = await person.get(path)
    question = {"ask": seen["ask"], "nation": "allies"}
    first = await person.post(f"{path}/part", question)
    assert first["chosen"] == []
    assert first["menu"]["menu"] == "pick"
    choice = first["menu"]["options"][0]
    assert (await person.post(f"{path}/part", {**question, "chosen": [choice]}))["chosen"] == [choice]
    status, sentence = await person.refused("POST", f"{path}/part", {**question, "chosen": ["surrender"]})
    assert status == 422
    assert "surrender" in sentence


async def test_a_question_without_parts_says_so(small: World) -> None:
    north, _, table = await small.two_at_a_table()
    seen = await north.get(f"/tables/{table}/seats/north")
    status, sentence = await north.refused(
        "POST", f"/tables/{table}/seats/north/part", {"ask": seen["ask"], "nation": "north"}
    )
    assert (status, sentence) == (422, "The answer to this question has no parts.")


async def test_the_past_is_seen_question_by_question_and_keeps_secrets(small: World) -> None:
    north, south, table = await small.two_at_a_table()
    path = f"/tables/{table}/seats/north"
    assert await north.get(f"{path}/history") == []
    before = await north.get(path)
    await south.answer(table, "south", 3)
    await south.answer(table, "south", 2)  # a changed mind leaves no trace
    assert await north.get(f"{path}/history") == []
    await north.answer(table, "north", 1)
    moments = await north.get(f"{path}/history")
    assert [moment["ask"] for moment in moments] == [before["ask"]]
    assert moments[0]["nation"] == ""
    past = await north.get(f"{path}/history/{before['ask']}")
    assert past["view"] == before["view"]
    assert (await north.refused("GET", f"{path}/history/99"))[0] == 404
    assert (await south.refused("GET", f"{path}/history"))[0] == 403


async def test_the_odds_of_a_move_are_told_while_it_is_drawn(small: World) -> None:
    person = small.person()
    made = await person.post("/tables", {"game": "pacific"})
    path = f"/tables/{made['table']['id']}/seats/japan"

    async def odds(choice: object) -> object:
        seen = await person.get(path)
        question = {"ask": seen["ask"], "nation": "japan", "choice": choice}
        return (await person.post(f"{path}/odds", question))["odds"]

    assert await odds(None) is None
    await person.answer(made["table"]["id"], "japan", [])
    await person.answer(made["table"]["id"], "japan", [])
    found = await odds(["kiangsi", ["hunan"], [["infantry", 3], ["artillery", 1]]])
    assert isinstance(found, dict)
    assert found["defenders"] == {"infantry": 2}
    assert 0.93 < found["take"] < 0.931
    assert found["counter"]["power"] == "china"
    assert await odds(["kiangsi"]) is None
    threats = await person.get(f"{path}/threats?nation=japan")
    assert threats["kiangsi"]["power"] == "china"
    assert (await person.refused("GET", f"{path}/threats?nation=china"))[0] == 403
    seen = await person.get(path)
    question = {"ask": seen["ask"], "nation": "japan", "choice": ["kiangsi", ["hunan"], [["tank", 9]]]}
    assert (await person.refused("POST", f"{path}/odds", question))[0] == 422
