# SPDX-License-Identifier: MIT
"""Random worlds: files, and steps of questions and changes."""

from __future__ import annotations

import random
from typing import Any

from . import random_types
from .values import mime_identifier


def random_world(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    files = random_types.random_type_files(chance)
    return {"seed": seed, "files": files, "steps": type_questions(chance)}


def type_questions(chance: random.Random) -> list[dict[str, Any]]:
    mimes = list(dict.fromkeys(m.lower() for m in random_types.MIMES + random_types.PACKAGE_MIMES))
    identifiers = random_types.TYPES + [mime_identifier(m) for m in mimes] + ["org.nobody.base", "org.nobody.declares"]
    return [
        {"ask": "type-of", "operands": chance.sample(random_types.NAMES, 30)},
        {"ask": "why", "operands": chance.sample(random_types.NAMES, 12)},
        {"ask": "info", "operands": chance.sample(identifiers, 12)},
        {"ask": "meaning", "operands": chance.sample(mimes, 6)},
    ]
