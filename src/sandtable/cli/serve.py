"""Host games in the browser for oneself, for friends, or for everyone."""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = ("sandtable serve", "sandtable serve --port 9000", "sandtable serve --print-config")


def run(
    host: Annotated[str | None, typer.Option(help="The address to listen at.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen at.")] = None,
    database_url: Annotated[str | None, typer.Option(help="PostgreSQL instead of a file: postgresql://...")] = None,
    data_dir: Annotated[str | None, typer.Option(help="The folder for the database file and kept secrets.")] = None,
    url: Annotated[str | None, typer.Option(help="The address that people use.")] = None,
    mode: Annotated[str | None, typer.Option(help="local, or production.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.")] = None,
    print_config: Annotated[bool, typer.Option(help="Print every setting with its source, and stop.")] = False,
) -> None:
    """Host games in the browser. All settings: docs/hosting.md."""
    from sandtable.server.run import main

    given = {"host": host, "port": port, "database_url": database_url, "data_dir": data_dir, "url": url, "mode": mode}
    main(given, config, print_config)
