"""Pacific 1940 in lines of text: what to type, the odds before a move, answers once and for all."""

from sandtable.games.axis1940.policies import POLICIES
from tests.cli.conftest import Run

PLAY = ("play", "pacific", "--plain")
TO_THE_ATTACK = "8 infantry ok\n1\n"
"""Japan buys and declares no war."""


def test_what_to_type_is_said_until_it_was_typed(sandtable: Run) -> None:
    out = sandtable(*PLAY, input=TO_THE_ATTACK + "kwangsi yunnan 3 infantry ok\n").out
    assert out.count("such as: 3 infantry 1 transport ok") == 1
    assert out.count("such as: kwangsi yunnan 2 infantry ok") == 1
    assert out.count("Combat moves of Japan") == 2


def test_a_purchase_shows_prices_and_takes_a_needless_ok(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="8 infantry ok\n").out
    assert "infantry (3 IPCs), artillery (4 IPCs)" in out
    assert "minor_ic (minor industrial complex, 12 IPCs)" in out
    assert "Japan buys 8 infantry for 24 IPCs and keeps 2." in out


def test_the_odds_of_a_move_before_it_is_made(sandtable: Run) -> None:
    asked = "odds kwangsi yunnan 3 infantry\nodds kwangsi\nodds\nodds jehol korea\n"
    out = sandtable(*PLAY, input=TO_THE_ATTACK + asked).out
    assert "In Yunnan: 3 infantry against 4 infantry. Win 4%, loss 95%" in out
    assert "After a win China could answer with" in out
    assert "After kwangsi: french_indo_china (French Indo-China), hunan, yunnan." in out
    assert "There is no battle to decide about now." in out
    assert "There is no way by korea from here [AA-CMOVE-01]." in out
    assert "from Kwangsi to Yunnan" not in out


def test_the_odds_are_said_before_a_retreat(sandtable: Run) -> None:
    moves, dice = "kiangsi hunan 3 infantry 1 artillery\ndone\n", "6 6 6 1\n6 1\n"
    out = sandtable(*PLAY, "--dice", "manual", input=TO_THE_ATTACK + moves + dice + "1 infantry\n").out
    told = out[out.index("Lost in Hunan: 1 infantry of Japan.") :]
    assert "In Hunan: 2 infantry, 1 artillery against 1 infantry. Win 9" in told
    assert told.index("In Hunan: ") < told.index("Does Japan press the attack in Hunan?")
    assert "2. retreat to Kiangsi" in told


def test_a_standing_answer_is_declared_by_its_name(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="standing\nstanding retreat when weaker\n").out
    assert "standing retreat when weaker: Answered so from now on" in out
    assert out.count("What does it buy?") == 2  # the declaration is written down, and the question asked again


def test_every_policy_of_the_game_can_be_declared(sandtable: Run) -> None:
    out = sandtable(*PLAY, input="standing\n").out
    assert [policy for policy in POLICIES if f"standing {policy}: " not in out] == []
