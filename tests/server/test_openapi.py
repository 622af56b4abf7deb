"""The description of the API holds: Schemathesis makes requests from it and looks at what comes back."""

import httpx
import msgspec
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import checks

from sandtable.server.config import Settings
from tests.server.process import free_port, started
from tests.server.world import SITTING


def test_every_endpoint_answers_as_described(lite: Settings) -> None:
    with started(msgspec.structs.replace(lite, port=free_port(), log_level="error")) as server:
        address = f"http://{server.address}"
        client = httpx.Client(base_url=address, **SITTING)
        table = client.post("/api/v1/tables", json={"game": "echoes"}).json()["table"]["id"]
        schema = schemathesis.openapi.from_dict(client.get("/api/v1/openapi.json").json())
        tried = set()
        for found in schema.get_all_operations():
            operation = found.ok()
            if "stream" in operation.path or operation.path.endswith(("/watch", "/me")):
                continue  # streams do not end, and nobody deletes themselves here
            tried.add(operation.path)
            check(operation, address, table, dict(client.cookies))
        assert len(tried) > 50


def check(operation: object, address: str, table: str, cookies: dict[str, str]) -> None:
    """A few requests to one endpoint, mostly about a table that is there."""

    @settings(
        max_examples=4,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())  # type: ignore[attr-defined]
    def run(case: object) -> None:
        if "table" in case.path_parameters:  # type: ignore[attr-defined]
            case.path_parameters["table"] = table  # type: ignore[attr-defined]
        if "seat" in case.path_parameters:  # type: ignore[attr-defined]
            case.path_parameters["seat"] = "allies"  # type: ignore[attr-defined]
        case.headers = {"X-Sandtable": "1"}  # type: ignore[attr-defined]
        response = case.call(base_url=address, cookies=cookies)  # type: ignore[attr-defined]
        case.validate_response(  # type: ignore[attr-defined]
            response,
            checks=[
                checks.not_a_server_error,
                checks.status_code_conformance,
                checks.content_type_conformance,
                checks.response_schema_conformance,
            ],
        )

    run()
