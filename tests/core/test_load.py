"""Facts from TOML: every message names file, record and field."""

import pytest

from sandtable.core.load import Record, need, parse_records
from sandtable.core.verdicts import BadInput

SOURCE = 'provenance = "rulebook"\nref = "2.3"\nconfidence = "certain"\n'


class Town(Record, frozen=True):
    size: int
    name: str = ""


def parse(text):
    return parse_records("towns.toml", text, {"town": Town})


def test_records_come_by_id_with_their_source():
    town = parse(f'[[town]]\nid = "ulm"\nsize = 3\nparts = {{ size = "reconstructed" }}\n{SOURCE}')["town"]["ulm"]
    assert (town.size, town.came_from("size"), town.came_from("name")) == (3, "reconstructed", "rulebook")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[town", "towns.toml: not valid TOML"),
        ("[[village]]", "towns.toml: unknown table 'village'; known are: town"),
        ("town = 3", r"towns.toml: there must be a list of tables \[\[town\]\]"),
        (
            f'[[town]]\nid = "ulm"\nsize = "big"\n{SOURCE}',
            "towns.toml: town 'ulm', field 'size': Expected `int`, got `str`",
        ),
        (f'[[town]]\nid = "ulm"\n{SOURCE}', "towns.toml: town 'ulm': .*missing required field `size`"),
        (f'[[town]]\nid = "ulm"\nsize = 3\nseize = 1\n{SOURCE}', "towns.toml: town 'ulm': .*unknown field `seize`"),
        ('[[town]]\nid = "ulm"\nsize = 3', "town 'ulm': .*missing required field `provenance`"),
        (f"[[town]]\nsize = 3\n{SOURCE}", "town number 1: .*missing required field `id`"),
        (
            f'[[town]]\nid = "ulm"\nsize = 3\n{SOURCE}'.replace("rulebook", "hearsay"),
            "field 'provenance': Invalid enum value",
        ),
        (f'[[town]]\nid = "ulm"\nsize = 3\n{SOURCE}' * 2, "town 'ulm' is there twice"),
        (
            f'[[town]]\nid = "ulm"\nsize = 3\nparts = {{ mayor = "public" }}\n{SOURCE}',
            "town 'ulm', field 'parts': there is no field 'mayor'",
        ),
    ],
)
def test_what_is_wrong_is_named(text, says):
    with pytest.raises(BadInput, match=says):
        parse(text)


def test_checks_between_records_name_the_place():
    with pytest.raises(BadInput, match=r"towns\.toml: too few"):
        need(False, "towns.toml", "too few")
