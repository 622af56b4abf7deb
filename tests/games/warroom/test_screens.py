"""What the screens of War Room must know: the facts as they are, and a sentence for every question that is asked."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[3]
RULES = ROOT / "src" / "sandtable" / "games" / "warroom" / "rules"
SCREENS = ROOT / "web" / "src" / "games" / "warroom"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "web" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_facts_in_the_client_are_those_of_the_rules() -> None:
    found = script("write_warroom")
    assert found.FILE.read_text() == found.text(), "run `python web/write_warroom.py`"


def test_the_prompt_bar_has_a_sentence_for_every_question() -> None:
    asked = {name for file in RULES.glob("*.py") for name in re.findall(r'\bAsk\(\s*"([\w.]+)"', file.read_text())}
    told = set(re.findall(r'^  "(wr\.[\w.]+)":', (SCREENS / "prompts.ts").read_text(), re.MULTILINE))
    assert len(asked) > 25
    assert told == asked
