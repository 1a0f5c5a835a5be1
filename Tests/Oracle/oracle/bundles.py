# SPDX-License-Identifier: MIT
"""What the declaration files of bundles say: declarations, supplements, claims, and choices of a site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .values import Tag, is_reserved, normal_tag

Document = dict[str, Any]


def array(value: Any) -> list[Any]:
    """A string may stand where an array of one may stand."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


@dataclass
class Source:
    """A file that says something, and how far it is trusted."""
    bundle: str
    origin: str
    path: str
    version: str = ""
    level: int = 0  # the place of its directory among those of shared data


@dataclass
class Declaration:
    identifier: str
    exported: bool
    source: Source
    tags: list[Tag]
    supertypes: list[str]
    position: int = 0
    freedesktop_name: str | None = None
    preferred: list[str] = field(default_factory=list)
    weights: dict[Tag, int] = field(default_factory=dict)
    from_package: bool = False


@dataclass
class Supplement:
    identifier: str
    source: Source
    tags: list[Tag]
    supertypes: list[str]
    weights: dict[Tag, int] = field(default_factory=dict)
    opens_as: list[str] = field(default_factory=list)
    position: int = 0
    from_package: bool = False


@dataclass
class Claim:
    """One type, tag, or everything that an application says that it opens."""
    kind: str  # "type", "tag", "all"
    type: str | None
    tag: Tag | None
    role: str
    rank: str


@dataclass
class Bundle:
    source: Source
    declarations: list[Declaration]
    supplements: list[Supplement]
    claims: list[Claim]
    arguments: list[str] | None
    choices: Document
    name: str = ""
    directories: list[str] = field(default_factory=list)


def tags_of(document: Document) -> list[Tag]:
    tags: list[Tag] = []
    for tag_class, values in document.get("UTTypeTagSpecification", {}).items():
        for value in array(values):
            tag = normal_tag(tag_class, value)
            if tag not in tags:
                tags.append(tag)
    return tags


def supertypes_of(document: Document) -> list[str]:
    return list(dict.fromkeys(name.lower() for name in array(document.get("UTTypeConformsTo"))))


def read_bundle(document: Document, source: Source) -> Bundle:
    declarations, supplements = [], []
    position = 0
    for key, exported in (("UTExportedTypeDeclarations", True), ("UTImportedTypeDeclarations", False)):
        for entry in document.get(key, []):
            identifier = entry["UTTypeIdentifier"].lower()
            if identifier.startswith("dyn."):
                continue
            core = source.origin == "core"
            declarations.append(Declaration(
                identifier, exported and (core or not is_reserved(identifier)), source, tags_of(entry),
                supertypes_of(entry), position,
                entry.get("TRFreedesktopMIMEType") if core else None,
                [text.lower() for text in array(entry.get("TRPreferredExtensions"))] if core else []))
            position += 1
    for number, entry in enumerate(document.get("TRTypeSupplements", [])):
        supplements.append(Supplement(
            entry["UTTypeIdentifier"].lower(), source, tags_of(entry), supertypes_of(entry),
            position=number))
    launch = document.get("TRLaunch")
    return Bundle(source, declarations, supplements, read_claims(document),
                  array(launch.get("Arguments")) if launch else None,
                  document.get("TRDefaultHandlers", {}),
                  document.get("CFBundleDisplayName") or document.get("CFBundleName", ""),
                  array(document.get("TRProgramDirectories")))


def read_claims(document: Document) -> list[Claim]:
    claims: list[Claim] = []
    for entry in document.get("CFBundleDocumentTypes", []):
        role = entry.get("CFBundleTypeRole", "Viewer")
        rank = entry.get("LSHandlerRank", "Default")
        if "LSItemContentTypes" in entry:
            claims += [Claim("type", name.lower(), None, role, rank)
                       for name in array(entry["LSItemContentTypes"])]
            continue
        for key, tag_class in (("CFBundleTypeExtensions", "public.filename-extension"),
                               ("CFBundleTypeMIMETypes", "public.mime-type"),
                               ("CFBundleTypeOSTypes", "com.apple.ostype")):
            for value in array(entry.get(key)):
                if value in ("*", "*/*", "****"):
                    claims.append(Claim("all", None, None, role, rank))
                else:
                    claims.append(Claim("tag", None, normal_tag(tag_class, value), role, rank))
    for entry in document.get("CFBundleURLTypes", []):
        for value in array(entry.get("CFBundleURLSchemes")):
            claims.append(Claim("tag", None, normal_tag("public.url-scheme", value),
                                entry.get("CFBundleTypeRole", "Viewer"), entry.get("LSHandlerRank", "Default")))
    return claims
