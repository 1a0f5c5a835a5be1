# SPDX-License-Identifier: MIT
"""Packages of MIME types: which element declares a type, which one supplements a type that is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

from .bundles import Declaration, Source, Supplement
from .values import (CASE_GLOB, EXTENSION, GLOB, MIME, NAME_WEIGHT, Tag, USUAL_WEIGHT, glob_tag, is_reserved,
                     mime_identifier, trust)

MEDIA_PARENTS = {
    "text": "public.plain-text", "image": "public.image", "audio": "public.audio", "video": "public.movie",
    "font": "public.font", "model": "public.3d-content", "x-content": "public.volume",
}

GLOB_CLASSES = (EXTENSION, GLOB, CASE_GLOB)


@dataclass
class Package:
    """A file of mime/packages: its elements as they are in the description of a world."""
    source: Source
    elements: list[dict[str, Any]]


@dataclass
class Bridge:
    """What packages add to the declarations of bundles."""
    declarations: list[Declaration] = field(default_factory=list)
    supplements: list[Supplement] = field(default_factory=list)
    # The name of each element, with the type that it declares or supplements.
    names: set[tuple[str, str]] = field(default_factory=set)


def media_parent(mime: str) -> str:
    return MEDIA_PARENTS.get(mime.split("/")[0], "public.data")


class Names:
    """Which type a MIME type means to packages: one that a bundle declares, or one of theirs."""

    def __init__(self, elements: list[tuple[Package, dict[str, Any]]], owner: Callable[[str], str | None],
                 owner_origin: Callable[[str], str | None]) -> None:
        self.owner = owner
        self.owner_origin = owner_origin
        self.elements = [(package.source.origin, element["type"].lower(), element.get("aliases", []))
                         for package, element in elements]
        self.own = {mime for _, mime, _ in self.elements}

    def known_by_alias(self, mime: str) -> str | None:
        """The type of a bundle that has an alias of a MIME type; the most trusted packages say which these are."""
        same = [each for each in self.elements if each[1] == mime]
        # A more trusted package may give it to another type, as an alias.
        if any(trust(origin) < trust(same[0][0]) for origin, _, aliases in self.elements if same and mime in aliases):
            return None
        for origin, _, aliases in same:
            for alias in aliases if origin == same[0][0] else []:
                if self.owner(alias):
                    return self.owner(alias)
        return None

    def trusted_name(self, mime: str) -> str | None:
        """The name of the package type that a look-up prefers to the bundle's type: the most trusted packages
        about that name have the MIME type, and are more trusted than the bundle."""
        bundle = self.owner_origin(mime)
        found = []
        for name in self.own if bundle else ():
            origin = next(origin for origin, other, _ in self.elements if other == name)
            has = any(mime in (name, *aliases) for each, other, aliases in self.elements
                      if other == name and each == origin)
            if has and trust(origin) < trust(bundle):
                found.append((trust(origin), self.type_of(name, trusts=False), name))
        return min(found)[2] if found else None

    def type_of(self, mime: str, seen: tuple[str, ...] = (), trusts: bool = True) -> str:
        """The type that a MIME type means to packages, entries and lists; without `trusts`, whoever else is
        more trusted than the bundle that has it."""
        name = self.trusted_name(mime) if trusts else None
        if name:
            return self.type_of(name, trusts=False)
        known = self.owner(mime) or self.known_by_alias(mime)
        if known:
            return known
        seen = (*seen, mime)

        def known_as(other: str) -> str:
            if other == mime or other in seen:
                return mime_identifier(other)
            return self.type_of(other, seen, trusts)

        # The most trusted package that has the name, as its type's own before an alias.
        having = [(trust(origin), mime != other, known_as(other), mime_identifier(other), other)
                  for origin, other, aliases in self.elements if mime == other or mime in aliases]
        if not having or min(having)[4] == mime:
            return mime_identifier(mime)
        other = min(having)[4]
        if other in seen:
            return mime_identifier(min(seen[seen.index(other):]))
        return self.type_of(other, seen, trusts)


def bridge(packages: list[Package], owner: Callable[[str], str | None],
           origin_of: Callable[[str], str | None], owner_origin: Callable[[str], str | None]) -> Bridge:
    """Reads all packages, the most trusted first; `owner` is the type of a bundle that has a MIME type,
    `owner_origin` the origin of the bundle that gives it, `origin_of` that of a type's declaration in effect."""
    result = Bridge()
    elements = [(package, element) for package in packages for element in package.elements]
    names = Names(elements, owner, owner_origin)
    type_of = names.type_of
    own = {mime_identifier(mime) for mime in names.own if type_of(mime) == mime_identifier(mime)}

    declared: dict[str, str] = {}
    for package, element in elements:
        mime = element["type"].lower()
        identifier = type_of(mime)
        result.names.add((mime, identifier))
        known = identifier if identifier != mime_identifier(mime) else None
        tags: list[Tag] = [(MIME, mime)]
        # Its name comes before what is only an alias of another one.
        weights: dict[Tag, int] = {(MIME, mime): NAME_WEIGHT}
        others: list[str] = []
        tags += [(MIME, alias) for alias in element.get("aliases", [])]
        for name in (mime, *element.get("aliases", [])):
            other = owner(name)
            if other is not None and other != identifier and other not in others:
                others.append(other)
        for glob in element.get("globs", []):
            tag = glob_tag(glob["pattern"], glob.get("case", False))
            tags.append(tag)
            weights[tag] = max(glob.get("weight", USUAL_WEIGHT), weights.get(tag, 0))
        supertypes = [type_of(parent.lower()) for parent in element.get("subclass", [])]
        supertypes = [parent for parent in dict.fromkeys(supertypes) if parent != identifier]
        aliases = [Supplement(other, package.source, [], [], opens_as=[identifier]) for other in others]
        first = declared.get(identifier)
        if known is None and first is None:
            declared[identifier] = package.source.origin
            is_declared = any(origin_of(parent) or parent in own for parent in supertypes)
            parent = media_parent(mime)
            if parent != "public.data" or not is_declared:
                supertypes.append(parent)
            result.declarations.append(Declaration(
                identifier, False, package.source, tags, list(dict.fromkeys(supertypes)),
                weights=weights, from_package=True))
            result.supplements += aliases
            continue
        origin = first or origin_of(identifier) or package.source.origin
        supplement = Supplement(identifier, package.source, tags, [], weights, from_package=True)
        if is_reserved(identifier) or trust(origin) < trust(package.source.origin):
            supplement.opens_as = supertypes
        else:
            supplement.supertypes = supertypes
        result.supplements += [supplement, *aliases]
    return result
