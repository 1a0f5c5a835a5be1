# SPDX-License-Identifier: MIT
"""Makes a world smaller while the programs and the resolver still differ for the same question."""

from __future__ import annotations

import copy
import itertools
import time
from typing import Any, Callable, Iterator

from .trial import Difference, World

Path = tuple[Any, ...]

# Without these a file is no longer what it is.
NEEDED = {"CFBundleIdentifier", "UTTypeIdentifier", "Type", "Name", "Exec", "type", "types", "pattern", "text",
          "program", "Arguments", "TRLaunch"}


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Everything in a document that can be taken out, the outermost first."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    inner = []
    for key, each in items:
        if key not in NEEDED:
            yield (*path, key)
        inner.append((key, each))
    for key, each in inner:
        yield from paths(each, (*path, key))


def without(world: World, path: Path) -> World:
    smaller = copy.deepcopy(world)
    place: Any = smaller
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return smaller


def reductions(world: World) -> Iterator[World]:
    steps = world["steps"]
    for number in reversed(range(len(steps))):
        yield without(world, ("steps", number))
    for name in list(world["files"]):
        yield without(world, ("files", name))
    for name, content in world["files"].items():
        for path in paths(content):
            yield without(world, ("files", name, *path))
    if "desktop" in world:
        yield without(world, ("desktop",))


def shrunk(world: World, first: Difference, differences: Callable[[World], list[Difference]],
           seconds: float = 60) -> World:
    """The smallest world that is found in some time, with the one question that shows the difference."""
    deadline = time.monotonic() + seconds

    def differs(candidate: World) -> bool:
        try:
            return any((d.question, d.operand) == (first.question, first.operand) for d in differences(candidate))
        except (KeyError, IndexError, ValueError, RuntimeError, StopIteration):
            return False

    world = copy.deepcopy(world)
    if first.question != "change":
        world["steps"] = world["steps"][:first.step + 1]
        world["steps"][-1]["operands"] = [first.operand]
        world["steps"] = [s for s in world["steps"][:-1] if "ask" not in s] + world["steps"][-1:]
    progress = True
    while progress:
        progress = False
        number = 0
        while time.monotonic() < deadline:
            candidate = next(itertools.islice(reductions(world), number, None), None)
            if candidate is None:
                break
            if candidate["steps"] and differs(candidate):
                world = candidate
                progress = True
            else:
                number += 1
    return world
