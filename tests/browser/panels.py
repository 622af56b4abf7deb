"""Panels of questions that come up seldom: what they must show, and how they are answered."""

from dataclasses import dataclass, field

ENTER = "Enter"


@dataclass(frozen=True)
class Panel:
    """What somebody must see at a position, what they do, and what the log says to it."""

    position: str
    prompt: str
    shows: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    """Names of buttons to press on the way; `label=value` fills in a field."""
    gives: str = ENTER
    """The button that answers, or the key."""
    told: str = ""
    quiet: bool = field(default=False)
    """Nothing is told about this answer."""


PACIFIC = [
    Panel(
        "kamikaze",
        "Kamikaze strikes in sea zone 17?",
        ("hits the ship it is aimed at with a 1 or 2", "6 of 6 left", "Battleship", "Destroyer number 2"),
        ("More strikes on Carrier", "More strikes on Carrier"),
        "Send 2 strikes",
        "2 at a carrier",
    ),
    Panel("kamikaze", "Kamikaze strikes", ("Send none",), told="Battle in sea zone 17"),
    Panel(
        "intercept",
        "How many fighters of Japan intercept the raid on Japan?",
        ("They come with 2 strategic bombers, 1 fighter", "Let them come"),
        ("More number", "More number"),
        "Intercept with 2",
        "2 fighters of Japan rise to intercept",
    ),
    Panel(
        "raid losses", "Which aircraft does the United States lose over Japan?", ("lose 1 fighter",), told="1 fighter"
    ),
    Panel(
        "raid targets",
        "What do the bombers of the United States attack in Japan?",
        ("Air base (whole)", "Major industrial complex (whole)", "Naval base"),
        ("Fewer strategic bombers against the major industrial complex", "More strategic bombers against the air base"),
        "Bomb the air base and the major industrial complex",
        "Japan",
    ),
    Panel(
        "second interception",
        "How many fighters of Japan intercept the raid on Manchuria?",
        ("They come with 1 strategic bomber.",),
        quiet=True,
    ),
    Panel(
        "second raid",
        "What do the bombers of the United States attack in Manchuria?",
        ("Air base (3 damage)", "Minor industrial complex (whole)"),
        told="Manchuria",
    ),
    Panel(
        "scramble",
        "Which aircraft of Japan scramble from Japan?",
        ("Fighter to sea zone 6", "In sea zone 6: 1 cruiser, 1 destroyer", "Stay on the ground"),
        ("More Fighter to sea zone 6",),
        "Scramble 1 fighter",
        "1 fighter of Japan scramble",
    ),
    Panel(
        "submerge",
        "How many submarines of the United Kingdom submerge",
        ("20 % beaten off",),
        ("More number",),
        "Submerge 1",
        "submerge",
    ),
    Panel("transports", "Do the transports stay?", ("Stay here",), (), "Leave for sea zone 36", "sea zone 36"),
    Panel(
        "consent", "Does the United Kingdom host units of ANZAC in Malaya?", ("Yes", "No"), (), "No", "United Kingdom"
    ),
    Panel(
        "hand dice",
        "the attacker fires",
        ("Throw 4 dice of 6 sides", "4 still to come"),
        ("6", "1", "6", "6"),
        "They show 6, 1, 6, 6",
        "6 1 6 at 1, 6 at 3 — 1 hit",
    ),
]

WARROOM = [
    Panel(
        "escort",
        "A red hit on your battleship: may an escort take it?",
        ("The battleship takes it",),
        (),
        "Instead: Cruiser, escort",
        "CRU",
    ),
    Panel(
        "commander",
        "Germany: name the Commander of your side in Bryansk (R5).",
        ("Germany", "Italy"),
        (),
        "Italy",
        "Italy commands",
    ),
    Panel(
        "convoys",
        "Germany: choose the convoys that your Commands raid.",
        (
            "Command 1 (2 submarines)",
            "Convoy from Eastern United States to Great Britain",
            "3 OSR",
            "Convoy of Eastern Canada",
        ),
        told="roll",
    ),
    Panel(
        "owner",
        "Who owns the convoy from Eastern Canada to Great Britain, and pays for what is sunk?",
        ("Italy",),
        (),
        "Germany",
        "roll",
    ),
    Panel(
        "sink",
        "Germany: choose a colour for a black result; ships of that colour sink.",
        ("Yellow: OSR",),
        (),
        "Blue: Iron",
        "loses 1 Iron",
    ),
    Panel(
        "bomb damage",
        "British Commonwealth: choose what the black result destroys in Greater Germany (G1).",
        ("Infantry under construction", "1 OSR from the stock", "The works: 1 Bomb Token"),
        (),
        "1 Oil from the stock",
        "black",
    ),
    Panel(
        "garrison",
        "choose the unit that the Garrison of Bryansk (R5) eliminates.",
        ("Infantry (Germany)",),
        (),
        "Artillery (Germany)",
        "ART",
    ),
    Panel(
        "control",
        "Imperial Japan: name the new controller of Caucasus (R6).",
        ("Germany",),
        (),
        "Italy",
        "Italy takes control",
    ),
    Panel("medals", "United States: divide the 3 Medals among those who fought.", ("3 of 3 chosen",), told="3 Medals"),
    Panel(
        "take her down",
        "Germany: move Submarines that dived, or let them stay.",
        ("1 submarine of Command 1 goes to",),
        (),
        "A-13 Central Atlantic",
        quiet=True,
    ),
    Panel(
        "quick battle",
        "Germany: choose what 10 black results eliminate.",
        ("Infantry (Soviet Union)",),
        (),
        "Artillery (Soviet Union)",
        "ART",
    ),
    Panel(
        "capacity",
        "name the unit under construction in Leningrad (R4) that the bombs destroy.",
        ("Artillery",),
        ("More Infantry",),
        "Give up 1 infantry",
        "INF",
    ),
    Panel(
        "deploy",
        "choose where what was built in Great Britain (B1) appears.",
        ("A-6 North Sea",),
        ("Fewer cruisers in North Sea", "More cruisers in Western Approaches"),
        "Deploy",
        "CRU",
    ),
    Panel(
        "cancel",
        "Italy may give up Medals and Civilian Goods for its 4 Stress.",
        ("Keep them all",),
        ("More Medal",),
        "Give up 1",
        "Italy",
    ),
    Panel(
        "relieve",
        "Germany may go back a zone for 6 tokens.",
        ("Stay in yellow", "6 of 6 chosen"),
        (),
        "Back to blue for 6 tokens",
        "Germany",
    ),
    Panel("unrest", "Italy pays 3 Resources for unrest: choose which.", ("3 of 3 chosen",), told="Italy"),
    Panel(
        "desert",
        "4 units of Italy desert: name them.",
        ("Cruiser of Command 1, Central Mediterranean",),
        ("All Infantry of Command 112, Italy", "More Cruiser of Command 1, Central Mediterranean"),
        "Let 1 cruiser, 3 infantry go",
        "INF",
    ),
    Panel(
        "bomb repair",
        "Germany: clear a Bomb Token for 9 Iron, or keep the Iron.",
        ("Keep the Iron",),
        (),
        "Greater Germany (2 on it)",
        "Greater Germany",
    ),
    Panel(
        "placement",
        "China: place what you have bought",
        ("0 of 1 Land tokens left", "1 unit finds no place"),
        told="2 INF",
    ),
    Panel(
        "trade",
        "Germany: trade one block with a Neutral, or not.",
        ("Sweden gives", "3 Iron for"),
        (),
        "2 Oil",
        "Sweden",
    ),
    Panel(
        "bonus dice",
        "United States: turn in Medals for bonus dice, or not.",
        ("Keep the Medals",),
        ("More number",),
        "Turn in 1 for as many dice",
        quiet=True,
    ),
    Panel(
        "pin",
        "let Command 21 of Soviet Union pass, or pin it and break the Pact.",
        ("Let them pass",),
        ("Pin, and break the Pact…",),
        "Yes, pin",
        "Pact",
    ),
    Panel(
        "pact",
        "keep the Soviet-Japanese Pact, or break it for 6 Stress.",
        ("Keep the Pact",),
        ("Break the Pact…",),
        "Yes, break the Pact",
        "Pact",
    ),
    Panel(
        "launch",
        "launch Carrier Fighters, or keep them on deck.",
        ("Keep them on deck",),
        ("J1 Japan",),
        "Launch 1",
        "Japan",
    ),
]
