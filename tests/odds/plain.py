"""A kernel of the odds as plain Python, whatever the package itself imports."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def plain_source(kernel: ModuleType) -> ModuleType:
    """The module of the same name that stands beside a kernel, read from its source."""
    name = kernel.__name__.rpartition(".")[2]
    source = Path(str(kernel.__file__)).with_name(f"{name}.py")
    spec = spec_from_file_location(f"plain_{name}", source)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    assert module.__file__ == str(source)
    return module
