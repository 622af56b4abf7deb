"""Starting the server."""

import contextlib
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.server.config import Configuration, Settings, configure, database, kept


def load(given: Mapping[str, Any] | None = None, file: Path | None = None) -> Configuration:
    """The configuration of this process."""
    return configure(given or {}, os.environ, file)


def main(given: Mapping[str, Any] | None = None, file: Path | None = None, print_config: bool = False) -> None:
    """Serve until told to stop. `given` are settings from the command line."""
    configuration = load(given, file)
    if print_config:
        print(configuration.printed())
        return
    serve(configuration.settings)


def serve(settings: Settings, games: Any = None) -> None:
    """Serve with these settings until a signal comes; then finish what is in the making."""
    import uvicorn

    from sandtable.server import logs
    from sandtable.server.app import make_app
    from sandtable.server.hall import log
    from sandtable.server.refusals import EndsWithRefusal
    from sandtable.server.silence import NotForEver
    from sandtable.server.store import Store, migrate, must_be_current, reached

    logs.set_up(settings.log_level, settings.log_format)
    url = database(settings)
    with reached():  # before uvicorn, so that the reason is one sentence
        if url.startswith("sqlite"):
            migrate(url)
        with contextlib.closing(Store(url)) as store:
            must_be_current(store)
    if not settings.secret:
        kept(settings, "secret")
    log.info("serving", url=settings.url or f"http://{settings.host}:{settings.port}/")
    # uvicorn stops politely and then sends itself the signal again; that is when this is called
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    uvicorn.run(
        make_app(settings, games),
        http=NotForEver,
        ws=EndsWithRefusal,
        host=settings.host,
        port=settings.port,
        log_config=None,  # its warnings go the way of all others
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.trusted_proxies,
        server_header=False,
        ws_max_size=settings.max_body,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=32_768,
        lifespan="on",
    )
