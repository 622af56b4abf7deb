"""Clocks: when a seat is reminded, late, and taken over until its owner takes it back.

A clock runs while a seat held by a person has something to decide. Times are only looked at here and when a change is
drafted; the rules know no clock.
"""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sandtable.server.records import ClockCard, DaysClock, Facts, LiveClock, Seat, Timer

if TYPE_CHECKING:
    from sandtable.server.drafts import Draft

DAY = 86_400.0
LOOK_AFTER_BOTS = 30.0
"""If a bot has not answered by then, its process is gone and another one wakes it."""
COME_BACK = 60.0
"""What is left on a live clock that ran out, for whoever takes the seat back: time is not won by letting it pass."""


def advance(draft: "Draft") -> None:
    """Stop the clocks of seats that have decided, start those of seats that have to, and say when to look again."""
    due = draft.due()
    moments: list[float] = []
    if has_clock(draft.facts):
        draft.set(clocks=clocks_after(draft, due))
        moments = [moment for name in due if (moment := next_moment(draft.facts, name)) is not None]
    for name in due:
        if draft.seats[name].driver:
            moments.append(draft.now + LOOK_AFTER_BOTS)
    if due != draft.facts.due:
        draft.set(due=due)
    wake = min(moments, default=None)
    if wake != draft.row.wake:
        draft.change_row(wake=wake)


def clocks_after(draft: "Draft", due: tuple[str, ...]) -> dict[str, Timer]:
    """The clock of every seat, if these seats have something to decide now."""
    facts = draft.facts
    answered: set[str] = set()
    if not draft.went_back:  # nobody has decided anything then
        answered = set(draft.due_before) - set(due)
        if draft.row.ask != draft.room.row.ask and draft.seat in draft.due_before:
            answered.add(draft.seat)
    clocks: dict[str, Timer] = {}
    for name, seat in draft.seats.items():
        timer = facts.clocks.get(name) or Timer(left=bank(facts))
        if name in answered and timer.since is not None:
            timer = stopped(facts, timer, draft.now, decided=True)
        elif draft.went_back and name == draft.seat:
            timer = without_increment(facts, timer)
        if name in due and runs_for(facts, seat):
            timer = timer if timer.since is not None else Timer(left=timer.left, since=draft.now)
        elif timer.since is not None:
            timer = stopped(facts, timer, draft.now)
        clocks[name] = timer
    return clocks if clocks != facts.clocks else facts.clocks


def has_clock(facts: Facts) -> bool:
    return isinstance(facts.pace, LiveClock | DaysClock)


def bank(facts: Facts) -> float | None:
    """What a seat has at the beginning, in seconds."""
    return facts.pace.minutes * 60 if isinstance(facts.pace, LiveClock) else None


def runs_for(facts: Facts, seat: Seat) -> bool:
    """Nobody's clock runs while a bot or policy answers, as in every seat that nobody sits in."""
    return has_clock(facts) and not seat.driver


def stopped(facts: Facts, timer: Timer, now: float, decided: bool = False) -> Timer:
    """A clock that stops; with more time on it if its seat has decided."""
    if timer.left is None or timer.since is None or not isinstance(facts.pace, LiveClock):
        return Timer(left=timer.left)
    return Timer(left=max(0.0, timer.left - (now - timer.since)) + (facts.pace.increment if decided else 0.0))


def without_increment(facts: Facts, timer: Timer) -> Timer:
    """A clock whose seat takes a decision back: nobody gains time by answering and taking back."""
    if timer.left is None or not isinstance(facts.pace, LiveClock):
        return timer
    return Timer(max(0.0, timer.left - facts.pace.increment), timer.since, timer.reminded, timer.late)


def deadline(facts: Facts, timer: Timer) -> float | None:
    """When the time of a running clock is over."""
    if timer.since is None:
        return None
    if isinstance(facts.pace, LiveClock):
        return timer.since + (timer.left or 0.0)
    if isinstance(facts.pace, DaysClock):
        return after_holidays(timer.since, facts.pace.days * DAY, facts.pace.holidays)
    return None


def after_holidays(start: float, seconds: float, holidays: tuple[str, ...]) -> float:
    """The moment so many seconds later, if no time passes on holidays."""
    free = set(holidays)
    moment = datetime.fromtimestamp(start, UTC)
    while True:
        midnight = (moment + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
        rest = (midnight - moment).total_seconds()
        if moment.date().isoformat() not in free:
            if seconds <= rest:
                return moment.timestamp() + seconds
            seconds -= rest
        moment = midnight


def end_of_grace(facts: Facts, end: float) -> float:
    """When the grace after a deadline is over. It does not run on holidays either."""
    if isinstance(facts.pace, DaysClock):
        return after_holidays(end, facts.pace.grace_hours * 3600, facts.pace.holidays)
    return end + facts.pace.grace if isinstance(facts.pace, LiveClock) else end


def reminder(facts: Facts, timer: Timer) -> float | None:
    """When to remind: with three quarters of the time gone. Live games need none."""
    end = deadline(facts, timer)
    if end is None or timer.since is None or not isinstance(facts.pace, DaysClock):
        return None
    return timer.since + 0.75 * (end - timer.since)


def next_moment(facts: Facts, seat: str) -> float | None:
    """When something is to be done about a running clock."""
    timer = facts.clocks.get(seat)
    end = deadline(facts, timer) if timer else None
    if timer is None or end is None:
        return None
    if timer.late:
        return None if facts.absence.by == "nobody" else end_of_grace(facts, end)
    remind = reminder(facts, timer)
    return end if remind is None or timer.reminded else min(end, remind)


def tick(draft: "Draft") -> None:
    """Do what the clocks say at this moment: remind, call late, take over."""
    for name in draft.due():
        timer = draft.facts.clocks.get(name)
        end = deadline(draft.facts, timer) if timer else None
        if timer is None or end is None or draft.seats[name].driver:
            continue
        remind, over = reminder(draft.facts, timer), end_of_grace(draft.facts, end)
        if draft.now >= over and draft.facts.absence.by != "nobody":
            take_over(draft, name)
        elif draft.now >= end and not timer.late:
            set_timer(draft, name, Timer(timer.left, timer.since, timer.reminded, late=True))
            draft.say("late", {"seat": name, "grace_until": over})
            draft.room.hall.notices.remind(draft, name, "Your time is over; the grace runs.")
        elif remind is not None and draft.now >= remind and not timer.reminded:
            set_timer(draft, name, Timer(timer.left, timer.since, True, timer.late))
            draft.say("reminder", {"seat": name, "deadline": end})
            draft.room.hall.notices.remind(draft, name, "Your time is running out.")
    if draft.row.wake is not None and draft.row.wake <= draft.now:
        draft.change_row(wake=None)  # advance() says when to look again


def set_timer(draft: "Draft", name: str, timer: Timer) -> None:
    draft.set(clocks={**draft.facts.clocks, name: timer})


def take_over(draft: "Draft", name: str) -> None:
    """The grace is over: a bot or the default answers go on for the seat until its owner takes it back."""
    absence = draft.facts.absence
    draft.change_seat(name, caretaker=absence.bot if absence.by == "bot" else "default")
    whole = bank(draft.facts)
    set_timer(draft, name, Timer(left=None if whole is None else min(whole, COME_BACK)))
    draft.say("takeover", {"seat": name, "by": draft.seats[name].caretaker, "may_be_replaced": absence.replace})


def shown(facts: Facts, seat: str) -> ClockCard | None:
    """The clock of a seat as everybody may see it."""
    timer = facts.clocks.get(seat)
    return ClockCard(timer.left, timer.since, deadline(facts, timer), timer.late) if timer else None
