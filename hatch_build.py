"""Hatchling's hook: a wheel has the web app in it, built now if it is not there yet.

Pictures, the referee's file and the bots' data are packed in, too, where the workshop has made them: `make wheel` sees
to that.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = runpy.run_path(str(Path(__file__).parent / "web" / "build.py"))


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return [] if WEB["BUILT"].exists() or WEB["system_node"]() else [WEB["NODE_FROM_PYPI"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not WEB["BUILT"].exists():
            WEB["build"]()
