"""What the operator of a server does with its database."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli.printing import result
from sandtable.core.verdicts import BadInput

EXAMPLES = (
    "sandtable admin upgrade",
    "sandtable admin backup copy.db",
    "sandtable admin tables",
    "sandtable admin link TABLE SEAT",
)
NEEDS = {
    "upgrade": 0,
    "backup": 1,
    "tables": 0,
    "users": 0,
    "export": 2,
    "remove": 1,
    "ban": 1,
    "unban": 1,
    "sweep": 0,
    "link": 2,
}


def run(
    what: Annotated[str, typer.Argument(help=", ".join(NEEDS))],
    names: Annotated[list[str] | None, typer.Argument(help="Table, seat, user or file, as the work needs.")] = None,
    config: Annotated[Path | None, typer.Option(help="The TOML file of the server.")] = None,
) -> None:
    """Bring the database up to date, copy it, list and export tables, ban people, forget idle guests, give seat links
    anew."""
    from sandtable.server import admin
    from sandtable.server.run import load

    given = names or []
    if what not in NEEDS:
        raise BadInput(f"there is no '{what}'; there are: {', '.join(NEEDS)}")
    if len(given) != NEEDS[what]:
        raise BadInput(f"{what} needs {NEEDS[what]} names after it, not {len(given)}")
    settings = load(file=config).settings
    if what == "upgrade":
        admin.upgrade(settings)
        result("the database is up to date")
    elif what == "backup":
        admin.backup(settings, Path(given[0]))
        result(f"copied to {given[0]}")
    elif what == "tables":
        for row in admin.list_tables(settings):
            result(f"{row.id}  {row.status:8} {row.game:10} {row.facts.title}")
    elif what == "users":
        for user in admin.list_users(settings):
            result(f"{user['id']}  {user['kind']:8} {'banned ' if user['banned'] else ''}{user['name']}")
    elif what == "export":
        target = Path(given[1])
        if target.exists():
            raise BadInput(f"{target} is there already")
        target.write_text(admin.export(settings, given[0]), "utf-8")
        result(f"saved as {target}")
    elif what == "remove":
        admin.remove(settings, given[0])
        result(f"removed {given[0]}")
    elif what == "sweep":
        swept = admin.sweep(settings)
        result(f"forgotten: {swept.sessions} expired sessions, {swept.guests} idle guests")
    elif what == "link":
        result(admin.reissue(settings, *given))
    else:
        admin.ban(settings, given[0], banned=what == "ban")
        result(f"{given[0]} may {'no longer' if what == 'ban' else 'again'} play here")
