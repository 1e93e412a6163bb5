"""The register of scenes: `@scene` puts a drawing function into it under the function's own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

SceneFunction = TypeVar("SceneFunction", bound=Callable[..., None])
SCENES: dict[str, Callable[..., None]] = {}


def scene(function: SceneFunction) -> SceneFunction:
    SCENES[function.__name__] = function
    return function
