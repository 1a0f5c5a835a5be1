# SPDX-License-Identifier: MIT
"""The command line: worlds by their seeds, in namespaces of their own, and the kept cases."""

from __future__ import annotations

import argparse
import glob
import json
import os
import shlex
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
RUN = os.path.normpath(os.path.join(HERE, "../run"))
CASES = os.path.normpath(os.path.join(HERE, "../cases"))
FOUND = os.path.normpath(os.path.join(HERE, "../../../.build/oracle"))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compares utcli and typed with an independent resolver.")
    parser.add_argument("utcli")
    parser.add_argument("--typed", help="the daemon; without it utcli alone is asked")
    parser.add_argument("--worlds", type=int, default=200, help="how many random worlds (200)")
    parser.add_argument("--seed", action="append", type=int, default=[],
                        help="the seed of the first world (1); several share the worlds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--case", action="append", default=[], help="a world in a file; also without --worlds")
    parser.add_argument("--keep-going", action="store_true", help="show the differences of all worlds, unshrunk")
    parser.add_argument("--found", default=FOUND, metavar="DIRECTORY",
                        help="where the smallest world of a difference is kept (.build/oracle)")
    parser.add_argument("--again", metavar="WORDS", help="what repeats a case whose file follows these words, "
                        "in place of this program")
    parser.add_argument("--strict", action="store_true", help="also report the faults that are known and open")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.seed = options.seed or [1]
    return options


def main() -> int:
    options = arguments()
    options.utcli = os.path.abspath(options.utcli)
    options.typed = os.path.abspath(options.typed) if options.typed else None
    if options.worker:
        return work(options)
    return dispatch(options)


def namespace() -> list[str]:
    """The words that start a program in a namespace of mounts of its own."""
    return ["unshare", "-m" if os.geteuid() == 0 else "-rm"]


def is_possible() -> bool:
    """Whether there can be directories that only root can change. In a namespace of another user's, whatever root
    owns belongs to nobody."""
    try:
        owner = subprocess.run([*namespace(), "stat", "-c", "%u", "/"], capture_output=True, check=False).stdout
    except FileNotFoundError:
        return False
    return owner.strip() == b"0"


def dispatch(options: argparse.Namespace) -> int:
    """Starts the workers, each in a namespace of mounts, and puts their results together."""
    if not is_possible():
        print("skipped: random worlds, which need root and unshare")
        return 0
    started = time.monotonic()
    scratch = tempfile.mkdtemp(prefix="oracle.")
    try:
        failed, totals = run_workers(options, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    seeds = ", ".join(str(seed) for seed in options.seed)
    print(f"oracle: {totals['worlds']} worlds (seeds from {seeds}), {totals['answers']} answers compared, "
          f"{time.monotonic() - started:.1f} s{', FAILED' if failed else ''}")
    return 1 if failed else 0


def run_workers(options: argparse.Namespace, scratch: str) -> tuple[bool, dict[str, int]]:
    cases = options.case or sorted(glob.glob(os.path.join(CASES, "*.json")))
    workers = []
    for job in range(options.jobs):
        words = [*namespace(), sys.executable, RUN, options.utcli,
                 "--worker", f"{scratch}/{job}", "--worlds", str(0 if options.case else options.worlds),
                 "--jobs", str(options.jobs), "--found", options.found]
        for seed in options.seed:
            words += ["--seed", str(seed)]
        words += ["--typed", options.typed] if options.typed else []
        words += ["--keep-going"] if options.keep_going else []
        words += ["--strict"] if options.strict else []
        words += ["--again", options.again] if options.again else []
        for case in cases:
            words += ["--case", case]
        workers.append(subprocess.Popen(words, stdin=subprocess.DEVNULL))
    # All end before any is judged: each shows what it finds.
    failed = any([worker.wait() != 0 for worker in workers])
    totals = {"worlds": 0, "answers": 0}
    for job in range(options.jobs):
        try:
            with open(f"{scratch}/{job}.totals", encoding="utf-8") as file:
                for key, value in json.load(file).items():
                    totals[key] += value
        except FileNotFoundError:
            failed = True
    return failed, totals


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
    share = -(-options.worlds // len(options.seed))
    seeds = [seed for first in options.seed for seed in range(first, first + share) if seed % options.jobs == job]
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
        typed = options.typed if first.door != "embedded" else None
        smallest = shrunk(world, first, lambda each: Trial(each, places, options.utcli, typed, 3).run())
        text = json.dumps(smallest, indent=1, ensure_ascii=False)
        lines += ["a smallest world that shows the first of these, for a file of 'cases':", text]
        lines += [difference.text() for difference in Trial(smallest, places, options.utcli, typed).run()[:1]]
        lines += ["again: " + replay(keep(name, text, options.found), options)]
    print("\n".join(lines), flush=True)


def keep(name: str, text: str, directory: str) -> str:
    """Writes a world to a file."""
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, os.path.basename(name).replace(" ", "-").removesuffix(".json") + ".json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    return path


def replay(case: str, options: argparse.Namespace) -> str:
    """The line that repeats a case."""
    if options.again:
        return options.again + shlex.quote(case)
    words = [RUN, options.utcli, *(["--typed", options.typed] if options.typed else [])]
    return shlex.join(words + (["--strict"] if options.strict else []) + ["--case", case])
