# SPDX-License-Identifier: MIT
"""Applications: bundles that claim something and desktop entries, where their programs are, and which entry
masks which."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass, field
from typing import Any

from .bundles import Bundle, Claim, Source
from .places import Places
from .types import Types
from .values import MIME, SCHEME, normal_tag, trust

SCHEME_PREFIX = "x-scheme-handler/"

# The role of a category is a guess: it filters, and does not order.
EDITOR_CATEGORIES = {"TextEditor"}


@dataclass
class Application:
    bundle: str
    name: str
    source: Source
    claims: list[Claim]
    arguments: list[str] | None  # None: its program is not found
    is_entry: bool = False
    weight: int = 0
    rank_origin: str = ""  # that of the most trusted entry that it masks
    directory: int = 0  # the place of its own directory
    exports: set[str] = field(default_factory=set)

    @property
    def is_of_user(self) -> bool:
        return (self.rank_origin or self.source.origin) == "user"


def find_program(word: str, places: Places, of_user: bool, tools: list[str]) -> str | None:
    """The path of a program that can be run: fixed directories, the user's own, those that declarations
    name, PATH."""
    if word.startswith("/"):
        return word if os.path.isfile(word) and os.access(word, os.X_OK) else None
    if "/" in word:
        return None
    own = [places.roots["home"] + "/.local/bin", places.roots["home"] + "/.local/share/flatpak/exports/bin"]
    fixed = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games", "/snap/bin",
             "/var/lib/flatpak/exports/bin"]
    directories = (own + fixed if of_user else fixed + own) + tools + [places.roots["path"], "/usr/bin", "/bin"]
    for directory in directories:
        path = os.path.join(directory, word)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def tool_directories(types: Types, places: Places) -> list[str]:
    """The directories of TRProgramDirectories, by origin, then by bundle, then in the order of the list."""
    bundles = sorted(types.bundles, key=lambda b: (trust(b.source.origin), b.source.bundle))
    return [directory.replace("<tools>", places.roots["tools"])
            for bundle in bundles for directory in bundle.directories]


def of_bundle(bundle: Bundle, types: Types, places: Places, tools: list[str]) -> Application:
    arguments = list(bundle.arguments) if bundle.arguments else None
    if arguments:
        program = find_program(arguments[0], places, bundle.source.origin == "user", tools)
        arguments = [program] + arguments[1:] if program else None
    exports = {declaration.identifier for declaration in bundle.declarations
               if declaration.exported and types.active.get(declaration.identifier) is declaration}
    return Application(bundle.source.bundle, bundle.name, bundle.source, bundle.claims, arguments,
                       directory=bundle.source.level, exports=exports)


def entry_claims(content: dict[str, Any], types: Types) -> list[Claim]:
    categories = content.get("Categories", "").split(";")
    role = "Editor" if EDITOR_CATEGORIES & set(categories) else "Viewer"
    claims: list[Claim] = []
    for word in filter(None, content.get("MimeType", "").split(";")):
        mime = word.lower()
        if mime.startswith(SCHEME_PREFIX):
            claims.append(Claim("tag", None, (SCHEME, mime[len(SCHEME_PREFIX):]), role, "Alternate"))
        elif mime.endswith("/*"):
            claims.append(Claim("wildcard", mime, None, role, "Alternate"))
        else:
            claims.append(Claim("mime", types.owner(mime), normal_tag(MIME, mime), role, "Alternate"))
    return claims


def entry_vector(content: dict[str, Any], places: Places, of_user: bool, tools: list[str]) -> list[str] | None:
    attempt = content.get("TryExec")
    if attempt is not None and find_program(attempt, places, of_user, tools) is None:
        return None
    words = shlex.split(content.get("Exec", ""))
    program = find_program(words[0], places, of_user, tools) if words else None
    return [program] + words[1:] if program else None


def entries(found: list[tuple[str, Source, dict[str, Any]]], types: Types, places: Places,
            tools: list[str]) -> list[Application]:
    """Of entries with one identifier that of the first directory; it keeps the rank of what it masks."""
    result = []
    for identifier in sorted({each[0] for each in found}):
        same = sorted((each for each in found if each[0] == identifier), key=lambda each: each[1].level)
        _, source, content = same[0]
        if content.get("Hidden") == "true":
            continue
        rooted = [each[1] for each in same if each[1].origin != "user"]
        origin = min((each[1].origin for each in same), key=trust)
        level = max((each.level for each in rooted), default=source.level)
        placed = Source(source.bundle, source.origin, source.path, level=level)
        result.append(Application(
            identifier, content.get("Name", ""), placed, entry_claims(content, types),
            entry_vector(content, places, source.origin == "user", tools), True,
            int(content.get("InitialPreference", "0")), origin, source.level))
    return result


def all_applications(types: Types, found: list[tuple[str, Source, dict[str, Any]]],
                     places: Places) -> list[Application]:
    tools = tool_directories(types, places)
    bundles = [of_bundle(bundle, types, places, tools) for bundle in types.bundles if bundle.claims]
    return bundles + entries(found, types, places, tools)
