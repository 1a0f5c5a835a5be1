# SPDX-License-Identifier: MIT
"""The command line: worlds by their seeds, in namespaces of their own, and the kept cases."""

from __future__ import annotations

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any

from .deviations import OPEN
from .places import Places, mount_shared
from .random_world import random_world
from .shrinking import shrunk
from .trial import Difference, Trial

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = os.path.join(HERE, "../run")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compares utcli and typed with an independent resolver.")
    parser.add_argument("utcli")
    parser.add_argument("--typed", help="the daemon; without it utcli alone is asked")
    parser.add_argument("--worlds", type=int, default=200, help="how many random worlds (200)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first world (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--case", action="append", default=[], help="a world in a file; also without --worlds")
    parser.add_argument("--keep-going", action="store_true", help="show the differences of all worlds, unshrunk")
    parser.add_argument("--strict", action="store_true", help="also report the faults that are known and open")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    options = arguments()
    options.utcli = os.path.abspath(options.utcli)
    options.typed = os.path.abspath(options.typed) if options.typed else None
    if options.worker:
        return work(options)
    return dispatch(options)


def dispatch(options: argparse.Namespace) -> int:
    """Starts the workers, each in a namespace of mounts, and puts their results together."""
    started = time.monotonic()
    cases = options.case or sorted(glob.glob(os.path.join(HERE, "../cases/*.json")))
    scratch = tempfile.mkdtemp(prefix="oracle.")
    workers = []
    for job in range(options.jobs):
        words = ["unshare", "-m" if os.geteuid() == 0 else "-rm", sys.executable, RUN, options.utcli,
                 "--worker", f"{scratch}/{job}", "--worlds", str(0 if options.case else options.worlds),
                 "--seed", str(options.seed), "--jobs", str(options.jobs)]
        words += ["--typed", options.typed] if options.typed else []
        words += ["--keep-going"] if options.keep_going else []
        words += ["--strict"] if options.strict else []
        for case in cases:
            words += ["--case", case]
        workers.append(subprocess.Popen(words, stdin=subprocess.DEVNULL))
    failed = sum(1 for worker in workers if worker.wait() != 0)
    totals = {"worlds": 0, "answers": 0}
    for job in range(options.jobs):
        try:
            with open(f"{scratch}/{job}.totals", encoding="utf-8") as file:
                for key, value in json.load(file).items():
                    totals[key] += value
        except FileNotFoundError:
            failed = max(failed, 1)
    shutil.rmtree(scratch, ignore_errors=True)
    print(f"oracle: {totals['worlds']} worlds, {totals['answers']} answers compared, "
          f"{time.monotonic() - started:.1f} s{', FAILED' if failed else ''}")
    return 1 if failed else 0


def work(options: argparse.Namespace) -> int:
    mount_shared()
    if options.strict:
        OPEN.clear()
    job = int(os.path.basename(options.worker))
    worlds: list[tuple[str, dict[str, Any]]] = []
    for number, case in enumerate(options.case):
        if number % options.jobs == job:
            with open(case, encoding="utf-8") as file:
                worlds.append((case, json.load(file)))
    seeds = [seed for seed in range(options.seed, options.seed + options.worlds) if seed % options.jobs == job]
    places = Places(options.worker)
    totals = {"worlds": 0, "answers": 0}
    failed = False
    for name, world in worlds + [(f"seed {seed}", None) for seed in seeds]:
        world = world or random_world(int(name.split()[1]))
        trial = Trial(world, places, options.utcli, options.typed)
        differences = trial.run()
        totals["worlds"] += 1
        totals["answers"] += trial.answers
        if differences:
            failed = True
            report(name, world, differences, options)
            if not options.keep_going:
                break
    with open(f"{options.worker}.totals", "w", encoding="utf-8") as file:
        json.dump(totals, file)
    return 1 if failed else 0


def report(name: str, world: dict[str, Any], differences: list[Difference], options: argparse.Namespace) -> None:
    """Prints what differs, and in what smallest world."""
    lines = [f"== {name}: {len(differences)} differences"]
    lines += [difference.text() for difference in differences[:4]]
    if not options.keep_going:
        places = Places(options.worker + ".smaller")
        first = differences[0]
        typed = options.typed if first.door == "daemon" else None
        smallest = shrunk(world, first, lambda each: Trial(each, places, options.utcli, typed).run())
        lines += ["a smallest world that shows the first of these, for a file of 'cases':",
                  json.dumps(smallest, indent=1, ensure_ascii=False)]
        lines += [difference.text() for difference in Trial(smallest, places, options.utcli, typed).run()[:1]]
    print("\n".join(lines), flush=True)
