"""A private PostgreSQL for the tests: a cluster in a temporary folder, on a free port of the loopback address.

`python -m tests.server.postgres` says where its programs are, and installs them first if they are missing and this
machine lets us; where that fails the tests fail too, because skipping would prove nothing.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path:
    """The folder of initdb and postgres."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts[-3].zfill(4))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).resolve().parent
    install()
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        raise RuntimeError("PostgreSQL is needed for the tests of the server and could not be installed")
    return found[-1].parent


def install() -> None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise RuntimeError("PostgreSQL is needed for the tests of the server: install the package 'postgresql'")
    quiet = {"env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, "check": True, "stdout": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-q"], **quiet)  # type: ignore[call-overload]
    subprocess.run(["apt-get", "install", "-q", "-y", "--no-install-recommends", "postgresql"], **quiet)  # type: ignore[call-overload]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def cluster(durable: bool = False) -> Iterator[str]:
    """The address of a running cluster, without the name of a database. The tests do not need it to survive a power
    failure; figures do."""
    bin_folder, port = programs(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="sandtable-pg-"))
    owner = None
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        owner = "postgres" if any(entry.pw_name == "postgres" for entry in pwd.getpwall()) else "nobody"
        shutil.chown(folder, owner)
    run = {"cwd": "/", "user": owner, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        subprocess.run(
            [bin_folder / "initdb", "-D", folder / "data", "-U", "sandtable", "-A", "trust", "-N", "-E", "UTF8"],
            check=True,
            **run,  # type: ignore[call-overload]
        )
        server = subprocess.Popen(
            [
                bin_folder / "postgres", "-D", folder / "data", "-p", str(port), "-c", "listen_addresses=127.0.0.1",
                "-c", f"unix_socket_directories={folder}", "-c", f"fsync={'on' if durable else 'off'}", "-c", "max_connections=200",
            ],
            **run,  # type: ignore[call-overload]
        )  # fmt: skip
        try:
            subprocess.run(
                [bin_folder / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-t", "30"],
                check=False,
                **run,  # type: ignore[call-overload]
            )
            wait_for(port)
            yield f"postgresql://sandtable@127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nobody needs these databases again
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(port: int) -> None:
    import time

    import psycopg

    for _ in range(300):
        try:
            psycopg.connect(f"postgresql://sandtable@127.0.0.1:{port}/postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise RuntimeError("PostgreSQL did not start")


def new_database(address: str, name: str, like: str = "template1") -> str:
    """A new database, empty or with what another one has."""
    import psycopg

    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
    return f"{address}/{name}"


def execute(url: str, statements: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statements)


if __name__ == "__main__":
    print(programs())
