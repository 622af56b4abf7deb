"""The description of the API, made from the same table of endpoints that the router uses."""

import re
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.server.problems import EVERY
from sandtable.server.streams import STREAMS
from sandtable.server.web import ENDPOINTS, JSON, Endpoint, Text

PREFIX = "/api/v1"


class ProblemBody(msgspec.Struct, frozen=True):
    """RFC 9457: what went wrong, in one sentence."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""


def describe() -> dict[str, Any]:
    """The whole description, OpenAPI 3.1."""
    kinds = [kind for found in ENDPOINTS for kind in (found.body, found.query, found.returns)]
    wanted = [kind for kind in kinds if kind not in (None, str, Text)]
    schemas, components = msgspec.json.schema_components(
        [*wanted, ProblemBody], ref_template="#/components/schemas/{name}"
    )
    by_kind = {str(kind): schema for kind, schema in zip([*wanted, ProblemBody], schemas, strict=True)}
    problem = {"application/problem+json": {"schema": by_kind[str(ProblemBody)]}}
    paths: dict[str, Any] = {}
    for found in ENDPOINTS:
        paths.setdefault(PREFIX + found.path, {})[found.method.lower()] = operation(found, by_kind, components)
    for path, _, summary in STREAMS:
        paths[PREFIX + path] = {"get": stream_operation(path, summary)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sandtable", "version": __version__, "license": {"name": "Apache-2.0"}},
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {"Problem": {"description": "What went wrong", "content": problem}},
            "securitySchemes": {
                "key": {"type": "http", "scheme": "bearer"},
                "session": {"type": "apiKey", "in": "cookie", "name": "sandtable"},
            },
        },
        "security": [{"key": []}, {"session": []}, {}],
    }  # fmt: skip


def operation(found: Endpoint, by_kind: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": f"{found.method.lower()}{re.sub(r'[^a-z]+', '_', found.path)}",
        "summary": found.summary,
        "tags": [found.tag],
        "parameters": parameters(found.path) + query_parameters(by_kind[str(found.query)], components),
        "responses": {str(found.status): {"description": "Done", "content": content(found, by_kind)}, **problems()},
    }
    if found.method != "GET":
        described["parameters"].append(
            {"name": "X-Sandtable", "in": "header", "required": True, "schema": {"type": "string", "enum": ["1"]}}
        )
    if found.body is str:
        described["requestBody"] = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
    elif found.body is not None:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": by_kind[str(found.body)]}}}
    return described


def content(found: Endpoint, by_kind: dict[str, Any]) -> dict[str, Any]:
    if found.returns is Text:
        return {found.media_type: {"schema": {"type": "string"}}}
    return {JSON: {"schema": by_kind[str(found.returns)]}}


def problems() -> dict[str, Any]:
    return {
        str(status): {"$ref": "#/components/responses/Problem"} for status in sorted({kind.status for kind in EVERY})
    }


def parameters(path: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"{(\w+)}", path)
    ]


def query_parameters(schema: dict[str, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    found = components[schema["$ref"].rpartition("/")[2]]
    return [
        {"name": name, "in": "query", "required": name in found.get("required", ()), "schema": kind}
        for name, kind in found.get("properties", {}).items()
    ]


def stream_operation(path: str, summary: str) -> dict[str, Any]:
    return {
        "operationId": f"get{re.sub(r'[^a-z]+', '_', path)}",
        "summary": summary,
        "tags": ["streams"],
        "parameters": parameters(path),
        "responses": {"200": {"description": "Events", "content": {"text/event-stream": {}}}, **problems()},
    }
