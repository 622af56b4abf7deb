"""A table as everybody may see it."""

from sandtable.core.fairness import commitment
from sandtable.core.table import Table
from sandtable.server import clocks
from sandtable.server.records import Facts, Row, Seat, SeatCard, TableCard


def commitment_of(row: Row) -> str:
    """What is published before play, so that every seat can add its words to dice that are already fixed."""
    return commitment(bytes.fromhex(row.secret)) if row.facts.dice == "fair" else ""


def card(row: Row, seats: dict[str, Seat], table: Table | None) -> TableCard:
    """What everybody may know of a table."""
    facts: Facts = row.facts
    return TableCard(
        id=row.id,
        game=row.game,
        title=facts.title,
        scenario=facts.scenario,
        options=facts.options,
        host=row.host,
        status=row.status,
        archived=row.archived,
        listed=row.listed,
        ask=row.ask,
        created=row.created,
        updated=row.updated,
        pace=facts.pace,
        absence=facts.absence,
        watching=facts.watching,
        dice=facts.dice,
        rated=facts.rated,
        commitment=table.setup.commitment if table else commitment_of(row),
        seats=tuple(
            SeatCard(
                name=seat.name,
                nations=seat.nations,
                alliance=seat.alliance,
                kind=seat.kind,
                user=seat.user,
                user_name=seat.user_name,
                bot=seat.bot,
                caretaker=seat.caretaker,
                conceded=seat.conceded,
                due=seat.name in facts.due,
                clock=clocks.shown(facts, seat.name),
                words=seat.words,
            )
            for seat in seats.values()
        ),
        draw_agreed=facts.draw_agreed,
        takeback=facts.takeback,
        outcome=facts.outcome,
        origin=facts.origin,
        rematch=facts.rematch,
        war=facts.war.id if facts.war else "",
        takebacks=facts.takebacks,
        foreseen=facts.foreseen,
    )


def shown_by_card(row: Row, seats: dict[str, Seat]) -> tuple[object, ...]:
    """What a card shows and can change, but for the number of the question and the time: those change with every
    answer, and are no reason to send everybody the card."""
    facts = row.facts
    return (
        row.host,
        row.status,
        row.archived,
        row.listed,
        facts.title,
        facts.rated,
        facts.foreseen,
        facts.due,
        facts.clocks,
        facts.draw_agreed,
        facts.takeback,
        facts.takebacks,
        facts.outcome,
        facts.rematch,
        tuple(seats.values()),
    )
