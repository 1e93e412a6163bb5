"""Hatchling's hook: a wheel has the web app in it, built now if it is not there yet, and its bill of materials.

Pictures, the referee's file and the bots' data are packed in, too, where the workshop has made them: `make wheel` sees
to that.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
WEB = runpy.run_path(str(HERE / "web" / "build.py"))
SBOM = runpy.run_path(str(HERE / "tools" / "sbom.py"))


class CustomBuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return [] if WEB["BUILT"].exists() or WEB["system_node"]() else [WEB["NODE_FROM_PYPI"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if not WEB["BUILT"].exists():
            WEB["build"]()
        bill = SBOM["written"](HERE / "build", self.metadata.version)
        build_data["sbom_files"].append(str(bill.relative_to(HERE)))
