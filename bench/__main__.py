"""Every benchmark, or those that are named: `python -m bench [NAME...]`."""

import os
import platform
import sys
from importlib import import_module

BENCHMARKS = ("engine", "odds", "planners", "playouts", "server", "warroom", "web")


def main(wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in BENCHMARKS]
    if unknown:
        print(f"There is no benchmark '{unknown[0]}'; there are: {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    # builds of the same Python differ: without profile-guided optimisation it is a sixth slower
    print(f"Python {platform.python_version()} in {sys.base_prefix}, {os.cpu_count()} processors")
    for name in wanted or BENCHMARKS:
        print(f"\n{name}")
        import_module(f"bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
