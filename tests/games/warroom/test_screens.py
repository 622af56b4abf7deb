"""What the screens of War Room must know: a sentence for every question that is asked."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
RULES = ROOT / "src" / "sandtable" / "games" / "warroom" / "rules"
SCREENS = ROOT / "web" / "src" / "games" / "warroom"


def test_the_prompt_bar_has_a_sentence_for_every_question() -> None:
    asked = {name for file in RULES.glob("*.py") for name in re.findall(r'\bAsk\(\s*"([\w.]+)"', file.read_text())}
    told = set(re.findall(r'^  "(wr\.[\w.]+)":', (SCREENS / "prompts.ts").read_text(), re.MULTILINE))
    assert len(asked) > 25
    assert told == asked
