# SPDX-License-Identifier: MIT
"""The files of a world as the resolver sees them: bundles, packages, applications, lists."""

from __future__ import annotations

import functools
import glob
import json
import os
from typing import Any

from .applications import Application, all_applications
from .bundles import Bundle, Source, read_bundle
from .choices import Choice, Subject, site_choices
from .handlers import Handlers
from .lists import ADDED, DEFAULTS, REMOVED, SCHEME_PREFIX, list_choices, names_of_lists, parse, said_of
from .names import Names
from .packages import Package
from .places import Places
from .types import Types
from .values import MIME, SCHEME, Tag, trust

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


@functools.cache
def core_types() -> Types:
    return Types(list(core_bundles()), [])


class State:
    """The files of a world at one moment."""

    def __init__(self, world: dict[str, Any], places: Places) -> None:
        self.files: dict[str, dict[str, Any]] = dict(world["files"])
        self.order: list[str] = world.get("order", ["local", "second", "system"])
        self.desktop: str = world.get("desktop", "")
        self.places = places
        self.stored: list[Choice] = []
        self.preferences: dict[Tag, str] = {}
        self._types: Types | None = None
        self._applications: list[Application] | None = None

    def changed(self) -> None:
        self._types = None
        self._applications = None

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
            self._types = Types(self.bundles(), self.packages(), core_types())
        return self._types

    def entries(self) -> list[tuple[str, Source, dict[str, Any]]]:
        found = []
        for name in self.below("applications/", ".desktop"):
            identifier = name.split("/", 2)[2].removesuffix(".desktop").replace("/", "-")
            found.append((identifier, self.source(name, identifier), self.files[name]))
        return found

    def applications(self) -> list[Application]:
        if self._applications is None:
            self._applications = all_applications(self.types(), self.entries(), self.places)
        return self._applications

    def application(self, bundle: str) -> Application | None:
        return next((each for each in self.applications() if each.bundle == bundle), None)

    def is_installed(self, choice: Choice) -> bool:
        """Whether the application of a choice is the one that was chosen: a desktop entry may be in another
        directory, if it is as trusted as that one or masks it."""
        if choice.chosen is None:
            return True
        found = self.application(choice.bundles[0])
        if found is None or (found.source.origin, found.source.path) == choice.chosen:
            return True
        origin, path = choice.chosen
        return found.is_entry and path.endswith(".desktop") and (
            trust(found.source.origin) <= trust(origin) or path in [source.path for _, source, _ in self.entries()])

    def choices(self) -> list[Choice]:
        """All choices, the user's own before those of lists, and both before the site's."""
        types = self.types()
        lists = list_choices(self.files, self.desktop, self.order, self.level, types.owner)
        return ([choice for choice in self.stored if self.is_installed(choice) and not self.is_on_hold(choice)]
                + [choice for choice in lists if choice.of_user]
                + site_choices(types.bundles, types.owner)
                + [choice for choice in lists if not choice.of_user])

    def is_on_hold(self, choice: Choice) -> bool:
        """Whether a list says something else than when the choice was made."""
        keys = self.keys_of_lists(choice.subject)
        if not keys or choice.role:
            return False
        read = dict(names_of_lists(self.desktop, self.order))
        now = said_of(self.files, keys)
        if choice.blocks:
            return any(self.said_of_application(now, name, is_of_desktop, choice.bundles)
                       != self.said_of_application(choice.lists, name, is_of_desktop, choice.bundles)
                       for name, is_of_desktop in read.items())
        keys = {key for key in set(now) | set(choice.lists) if key.split(" ")[0] in read and f" {DEFAULTS} " in key}
        return any(now.get(key) != choice.lists.get(key) for key in keys)

    @staticmethod
    def said_of_application(said: dict[str, Any], name: str, is_of_desktop: bool, bundles: list[str]) -> tuple[bool, bool]:
        """Whether a list has an application open what it was asked about, and whether it removes it from that."""
        def names(group: str) -> bool:
            return any(word.removesuffix(".desktop") in bundles
                       for key, words in said.items() if key.startswith(f"{name} {group} ") for word in words)

        # A list of a desktop has defaults alone.
        return names(DEFAULTS) or not is_of_desktop and names(ADDED), not is_of_desktop and names(REMOVED)

    def has_lists_of_desktop(self) -> bool:
        """Whether there is a list for this desktop alone."""
        return any(is_of_desktop and name in self.files
                   for name, is_of_desktop in names_of_lists(self.desktop, self.order))

    def keys_of_lists(self, subject: Subject) -> list[str]:
        """What lists call the subject of a choice: types and schemes have a name there."""
        kind, value = subject
        if kind == "type":
            return self.mimes(value)
        if kind == "tag" and value[0] == SCHEME:
            return [SCHEME_PREFIX + value[1]]
        return [value[1]] if kind == "tag" and value[0] == MIME else []

    def mimes(self, identifier: str) -> list[str]:
        return [value for tag_class, value in self.types().tags(identifier) if tag_class == MIME]

    def handlers(self) -> Handlers:
        return Handlers(self.types(), self.applications(), self.choices())

    def names(self) -> Names:
        return Names(self.types(), self.preferences)

    def read_list(self) -> None:
        """Takes over what a program has written into the user's list."""
        name = "config/mimeapps.list"
        self.files.pop(name, None)
        if os.path.exists(self.places.path(name)):
            with open(self.places.path(name), encoding="utf-8") as file:
                self.files[name] = parse(file.read())
