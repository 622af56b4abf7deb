"""The build hook: puts the compiled odds and the built screens into the package. Its two parts are in `hatch_hooks`."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # a build front end runs this file from wherever it likes

from hatch_hooks import odds, web


class BuildPackage(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for wheels, editable installs and source packages. The odds are compiled for the first two only."""

    def dependencies(self) -> list[str]:
        compiles = self.target_name == "wheel" and odds.compiler()
        return [*(["cython>=3.1"] if compiles else []), *web.dependencies(Path(self.root))]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.workshop = tempfile.mkdtemp()
        web.build(Path(self.root), must_be_there=version != "editable", warn=self.app.display_warning)
        if self.target_name != "wheel":
            return
        built = odds.built_modules(Path(self.root), version, Path(self.workshop), self.app.display_warning)
        if built:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        if version != "editable":
            build_data["force_include"].update({str(file): place for file, place in built.items()})

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self.workshop, ignore_errors=True)
