# SPDX-License-Identifier: MIT
"""Packages of MIME types: which element declares a type, which one supplements a type that is there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

from .bundles import Declaration, Source, Supplement
from .deviations import is_open
from .values import (CASE_GLOB, EXTENSION, GLOB, MIME, Tag, USUAL_WEIGHT, glob_tag, is_reserved,
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
    opens_as: list[tuple[str, str]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)  # MIME types of the types that packages declare


def media_parent(mime: str) -> str:
    return MEDIA_PARENTS.get(mime.split("/")[0], "public.data")


def bridge(packages: list[Package], owner: Callable[[str], str | None],
           origin_of: Callable[[str], str | None]) -> Bridge:
    """Reads all packages, the most trusted first; `owner` is the type of a bundle that has a MIME type,
    `origin_of` the origin of a type's declaration in effect."""
    result = Bridge()
    elements = [(package, element) for package in packages for element in package.elements]
    for _, element in elements:
        mime = element["type"].lower()
        if owner(mime) is None:
            result.names[mime] = mime_identifier(mime)
    aliases: dict[str, str] = {}
    for _, element in elements:
        identifier = owner(element["type"].lower()) or mime_identifier(element["type"].lower())
        for alias in element.get("aliases", []):
            if owner(alias) is None:
                aliases.setdefault(alias, identifier)

    def type_of(mime: str) -> str:
        return owner(mime) or result.names.get(mime) or aliases.get(mime) or mime_identifier(mime)

    declared: dict[str, str] = {}
    for package, element in elements:
        mime = element["type"].lower()
        known = owner(mime)
        identifier = known or mime_identifier(mime)
        tags: list[Tag] = [(MIME, mime)]
        weights: dict[Tag, int] = {}
        for alias in element.get("aliases", []):
            other = owner(alias)
            if other is None:
                tags.append((MIME, alias))
            elif other != identifier:
                result.opens_as.append((other, identifier))
        for glob in element.get("globs", []):
            tag = glob_tag(glob["pattern"], glob.get("case", False))
            tags.append(tag)
            weights[tag] = max(glob.get("weight", USUAL_WEIGHT), weights.get(tag, 0))
        supertypes = [type_of(parent.lower()) for parent in element.get("subclass", [])]
        supertypes = [parent for parent in dict.fromkeys(supertypes) if parent != identifier]
        first = declared.get(identifier)
        if known is None and first is None:
            declared[identifier] = package.source.origin
            is_declared = any(origin_of(parent) or parent in result.names.values() for parent in supertypes)
            parent = media_parent(mime)
            if parent != "public.data" or not is_declared:
                supertypes.append(parent)
            result.declarations.append(Declaration(
                identifier, False, package.source, tags, list(dict.fromkeys(supertypes)),
                weights=weights, from_package=True))
            continue
        origin = first or origin_of(identifier) or package.source.origin
        supplement = Supplement(identifier, package.source, tags, [], weights)
        reserved = is_reserved(identifier) and not is_open("reserved-parents")
        if reserved or trust(origin) < trust(package.source.origin):
            supplement.opens_as = supertypes
        else:
            supplement.supertypes = supertypes
        result.supplements.append(supplement)
    return result
