"""The action page in our own words: every instruction as it is shown to the player, made from the data itself."""

from sandtable.games.echoes.data import (
    BOXES,
    REGIONS,
    TRACKS,
    Advance,
    Attack,
    Box,
    Choose,
    Die,
    Grant,
    Instruction,
    Mark,
    Offer,
    Reroll,
    Where,
)

SIDE_WORDS = {"allies": "Allies", "axis": "Axis"}


def number_of(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def grant_text(grant: Grant) -> str:
    """What a grant gives, as the end of a sentence."""
    if grant.only:
        return f"one attack in {grant.only[0]} at +{grant.bonus}"
    gifts = [number_of(n, thing) for n, thing in ((grant.attacks, "attack"), (grant.actions, "action")) if n]
    barred = f", but none in {'-'.join(grant.barred)}" if grant.barred else ""
    return " and ".join(gifts) + barred


def instruction_text(instruction: Instruction) -> str:
    """One instruction as a sentence without its stop."""
    if isinstance(instruction, Mark):
        row = TRACKS[instruction.track].axis_row if instruction.side == "axis" else TRACKS[instruction.track].allied_row
        return f"{row} +{instruction.n} on {instruction.track}"
    if isinstance(instruction, Advance):
        return f"{SIDE_WORDS[instruction.side]} advance in {'-'.join(instruction.regions)}"
    if isinstance(instruction, Attack):
        return f"Axis attacks {'-'.join(instruction.regions)}"
    if isinstance(instruction, Grant):
        return f"Allies get {grant_text(instruction)}"
    if isinstance(instruction, Reroll):
        return "Allies may have one die of this turn rolled again"
    if isinstance(instruction, Die):
        results = (
            f"on {result.on[0]}-{result.on[-1]}: {instructions_text(result.then)}" for result in instruction.results
        )
        return f"Roll a die; {'; '.join(results)}"
    if isinstance(instruction, Choose):
        return f"Allies choose: {'; or '.join(offer_text(offer) for offer in instruction.options)}"
    assert isinstance(instruction, Where)
    spaces = f"{instruction.spaces[0]}-{instruction.spaces[-1]}"
    return (
        f"With the front in {instruction.region} at {spaces}: {instructions_text(instruction.then)}; "
        f"elsewhere: {instructions_text(instruction.otherwise)}"
    )


def instructions_text(instructions: tuple[Instruction, ...]) -> str:
    return ", ".join(instruction_text(instruction) for instruction in instructions) or "nothing"


def offer_text(offer: Offer) -> str:
    """What an offer to the player comes to."""
    return instructions_text(offer.then)


def half_text(box: Box, half: str) -> str:
    """A half of a box: a sentence for each instruction."""
    return ". ".join(instruction_text(item) for item in (box.event if half == "event" else box.alternate)) + "."


def names() -> dict[str, str]:
    """Everything that a click can name, with a label for people."""
    found = {region: record.name for region, record in REGIONS.items()}
    found.update({track: record.name for track, record in TRACKS.items()})
    found.update(
        {
            "attack": "Attack",
            "special": "Special attack of the box",
            "shift": "Shift a track",
            "tide": "Tide of War: shift a track",
            "reroll": "Tide of War: roll again",
            "enigma": "Broken code: roll again",
            "pass": "Let it stand",
            "stop": "End the turn",
        }
    )
    for box in BOXES.values():
        for instruction in (*box.event, *box.alternate):
            if isinstance(instruction, Die):
                for result in instruction.results:
                    found.update(offers_in(result.then))
        found.update(offers_in((*box.event, *box.alternate)))
    return found


def offers_in(instructions: tuple[Instruction, ...]) -> dict[str, str]:
    """A label for each choice that these instructions offer."""
    return {
        offer.id: offer.id.replace("_", " ").capitalize()
        for instruction in instructions
        if isinstance(instruction, Choose)
        for offer in instruction.options
    }
