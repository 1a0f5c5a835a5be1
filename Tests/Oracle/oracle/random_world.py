# SPDX-License-Identifier: MIT
"""Random worlds: files, and steps of questions and changes."""

from __future__ import annotations

import random
from typing import Any

from . import random_applications, random_types
from .values import mime_identifier

MIMES = list(dict.fromkeys(m.lower() for m in random_types.MIMES + random_types.PACKAGE_MIMES))


def random_world(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    files = random_types.random_type_files(chance)
    world: dict[str, Any] = {"seed": seed, "files": files, "steps": type_questions(chance)}
    files.update(random_applications.random_application_files(chance))
    order = ["local", "second", "system"]
    chance.shuffle(order)
    world["order"] = order
    world["steps"] += handler_questions(chance)
    return world


def type_questions(chance: random.Random) -> list[dict[str, Any]]:
    identifiers = random_types.TYPES + [mime_identifier(m) for m in MIMES] + ["org.nobody.base", "org.nobody.declares"]
    return [
        {"ask": "type-of", "operands": chance.sample(random_types.NAMES, 30)},
        {"ask": "why", "operands": chance.sample(random_types.NAMES, 12)},
        {"ask": "info", "operands": chance.sample(identifiers, 12)},
        {"ask": "meaning", "operands": chance.sample(MIMES, 6)},
    ]


def handler_questions(chance: random.Random) -> list[dict[str, Any]]:
    names = [name for name in random_types.NAMES if name[0] not in "./" and "/" not in name]
    operands = (chance.sample(random_types.TYPES, 4) + chance.sample(MIMES, 4)
                + ["name:" + name for name in chance.sample(names, 5)]
                + ["." + each for each in chance.sample(["orx", "ory", "pdf", "ts", "unknown"], 2)])
    return [{"ask": "handlers", "operands": operands, "role": chance.choice([None, None, "Editor", "Viewer"])}]
