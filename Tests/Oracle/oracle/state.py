# SPDX-License-Identifier: MIT
"""The files of a world as the resolver sees them: bundles, packages, applications, lists."""

from __future__ import annotations

import functools
import glob
import json
import os
from typing import Any

from .bundles import Bundle, Source, read_bundle
from .packages import Package
from .places import Places
from .types import Types

HERE = os.path.dirname(os.path.abspath(__file__))
CORE = os.path.join(HERE, "../../../Declarations")
ORIGIN_OF_ROOT = {"system": "system", "local": "local", "second": "local", "user": "user"}


@functools.cache
def core_bundles() -> tuple[Bundle, ...]:
    found = []
    for path in sorted(glob.glob(os.path.join(CORE, "*.json"))):
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        source = Source(document["CFBundleIdentifier"], "core", os.path.basename(path),
                        document.get("CFBundleVersion", ""))
        found.append(read_bundle(document, source))
    return tuple(found)


class State:
    """The files of a world at one moment."""

    def __init__(self, world: dict[str, Any], places: Places) -> None:
        self.files: dict[str, dict[str, Any]] = dict(world["files"])
        self.order: list[str] = world.get("order", ["local", "second", "system"])
        self.desktop: str = world.get("desktop", "")
        self.places = places
        self._types: Types | None = None

    def changed(self) -> None:
        self._types = None

    def level(self, root: str) -> int:
        """The place of a directory of shared data among all."""
        return 0 if root == "user" else 1 + self.order.index(root)

    def source(self, name: str, bundle: str, version: str = "") -> Source:
        root = name.split("/")[0]
        return Source(bundle, ORIGIN_OF_ROOT[root], self.places.path(name), version, self.level(root))

    def below(self, folder: str, ending: str) -> list[str]:
        return sorted(name for name in self.files
                      if name.split("/")[0] in ORIGIN_OF_ROOT and name.partition("/")[2].startswith(folder)
                      and name.endswith(ending))

    def bundles(self) -> list[Bundle]:
        found = list(core_bundles())
        for name in self.below("typed/declarations/", ".json"):
            document = self.files[name]
            version = document.get("CFBundleVersion") or document.get("CFBundleShortVersionString") or ""
            found.append(read_bundle(document, self.source(name, document["CFBundleIdentifier"], version)))
        return found

    def packages(self) -> list[Package]:
        found = [Package(self.source(name, os.path.basename(name)), self.files[name]["types"])
                 for name in self.below("mime/packages/", ".xml")]
        roots = ["system", "local", "user"]
        return sorted(found, key=lambda p: (roots.index(p.source.origin), p.source.level, p.source.path))

    def types(self) -> Types:
        if self._types is None:
            self._types = Types(self.bundles(), self.packages())
        return self._types
