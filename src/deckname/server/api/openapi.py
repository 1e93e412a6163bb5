"""The HTTP API as an OpenAPI document, made from what the rooms say of themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import UnionType
from typing import Any, get_args

import msgspec

from deckname import __version__
from deckname import protocol as wire
from deckname.protocol.endpoints import Endpoint
from deckname.server.api.answers import status_of
from deckname.server.auth import COOKIE

_FAILED = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}


def openapi(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    kinds = [
        kind
        for endpoint in endpoints
        for either in (endpoint.body, endpoint.answer)
        if either and not isinstance(either, str)
        for kind in _alternatives(either)
    ]
    schemas, parts = msgspec.json.schema_components([*kinds, wire.Problem], ref_template="#/components/schemas/{name}")
    known = dict(zip(map(repr, kinds), schemas, strict=False))
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Deckname",
            "version": __version__,
            "description": "Sockets are told of in docs/protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": parts,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE},
            },
        },
        "security": [{"bearer": []}, {"cookie": []}, {}],
    }


def _alternatives(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _schema(kind: Any, known: dict[str, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {"type": "string"}
    schemas = [known[repr(one)] for one in _alternatives(kind)]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _operation(endpoint: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    media = endpoint.answer if isinstance(endpoint.answer, str) else "application/json"
    codes = {*endpoint.refusals, "foreign_origin"} | ({"bad_message", "too_large"} if endpoint.body else set())
    schema = _schema(endpoint.answer, known)
    operation: dict[str, Any] = {
        "summary": endpoint.does,
        "operationId": endpoint.name,
        "parameters": [
            *(_in_path(name) for name in re.findall(r"\{(\w+)\}", endpoint.path)),
            *({"name": name, "in": "query", "schema": {"type": "string"}} for name in endpoint.query),
        ],
        "responses": {
            str(endpoint.status): {"description": "Done", "content": {media: {"schema": schema}}},
            **{str(status): {"description": "Refused", **_FAILED} for status in sorted(map(status_of, codes))},
        },
    }
    if endpoint.body is not None:
        content = {"application/json": {"schema": known[repr(endpoint.body)]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _in_path(name: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0} if name == "number" else {"type": "string", "minLength": 1}
    return {"name": name, "in": "path", "required": True, "schema": schema}
