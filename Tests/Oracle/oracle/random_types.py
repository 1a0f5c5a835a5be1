# SPDX-License-Identifier: MIT
"""Random declarations and packages of MIME types, made of few words, so that they meet each other."""

from __future__ import annotations

import random
from typing import Any

VENDORS = ["org.alpha", "org.beta", "net.gamma"]
OWN_TYPES = ["com.aardvark.sheet", "org.alpha.sheet", "org.alpha.draft", "org.beta.sheet", "org.beta.note",
             "net.gamma.note", "net.gamma.pack", "public.oracle-thing"]
TYPES = OWN_TYPES + ["com.adobe.pdf", "org.gimp.xcf", "org.python.wheel", "public.jpeg",
                     "net.daringfireball.markdown"]
FREE_PARENTS = ["public.data", "public.content", "public.text", "public.plain-text", "public.image",
                "public.xml", "public.json", "public.folder", "org.nobody.base", "com.apple.package"]
EXTENSIONS = ["orx", "ory", "orz", "oraa", "orbb", "orx.ory", "ory.orz", "OrW", "pdf", "jpeg", "md", "ts", "whl"]
MIMES = ["application/x-ora", "application/x-orb", "text/x-orc", "image/x-ord", "audio/x-ore",
         "application/x-or+json", "application/pdf", "image/jpeg", "text/markdown", "Application/X-OrF",
         "audio/x-oralias", "image/x-xcf"]
GLOBS = ["Orfile", "orfile", "orx*", "or*.orx", "*.orx~", "?rx.*", "OR[a-c]*", "README*"]
CASE_GLOBS = ["Orfile", "*.ORX", "ORX*", "*.O"]
PACKAGE_MIMES = MIMES[:6] + ["application/x-org", "text/x-orh", "application/pdf", "image/jpeg", "model/x-ori",
                             "font/x-orj", "application/x-ork"]
ALIASES = ["application/x-oralias", "audio/x-oralias", "image/x-oralias", "application/x-ora", "text/x-orc",
           "application/pdf"]
PACKAGE_GLOBS = [{"pattern": "*.orx"}, {"pattern": "*.oraa"}, {"pattern": "*.[oO]raa"}, {"pattern": "*.orbb"}, {"pattern": "*.ory"}, {"pattern": "*.orx.ory"}, {"pattern": "Orfile"},
                 {"pattern": "orx*"}, {"pattern": "*.orq"}, {"pattern": "*.ORX", "case": True},
                 {"pattern": "orfile", "case": True}, {"pattern": "or*.orq"}, {"pattern": "*.pdf"},
                 {"pattern": "*.ts"}, {"pattern": "*.[oO]rz"}]
NAMES = ["a.oraa", "a.ORaa", "a.orbb", "b.oraa.orbb", "a.orx", "a.ory", "a.orz", "a.orw", "a.ORX", "A.Orx", "b.orx.ory", "b.ory.orz", "b.x.orx", "Orfile",
         "orfile", "ORFILE", "orxa", "orx.orx", "ora.orx", "a.orx~", "xrx.ab", "ORab", "orab", "ORX.pdf", "a.O",
         "a.o", "README.orx", "README", "a.pdf", "a.md", "a.ts", "a.jpeg", "a.whl", ".orx", "a.orx ", "a. orx",
         "a.orq", "orb.orq", "a.unknown", "noext", "a.", "x.tar.gz", "dir.orx/a.ory", "a.\u00f6rx", "a.o\u00dfx"]


def some(chance: random.Random, values: list[Any], most: int, least: int = 0) -> list[Any]:
    return chance.sample(values, min(len(values), chance.randint(least, most)))


def random_type(chance: random.Random, identifier: str, imported_core: bool) -> dict[str, Any]:
    # Parents come before their children in one order, so that there is no cycle.
    place = TYPES.index(identifier)
    parents = some(chance, OWN_TYPES[:place] + FREE_PARENTS, 3)
    if chance.random() < 0.7 and "public.data" not in parents:
        parents.append("public.data")
    tags: dict[str, Any] = {}
    if chance.random() < 0.8:
        tags["public.filename-extension"] = some(chance, EXTENSIONS, 3, 1)
    if chance.random() < 0.6:
        tags["public.mime-type"] = some(chance, MIMES, 2, 1)
    if chance.random() < 0.25:
        tags["org.freedesktop.filename-glob"] = some(chance, GLOBS, 2, 1)
    if chance.random() < 0.15:
        tags["org.freedesktop.case-sensitive-glob"] = some(chance, CASE_GLOBS, 2, 1)
    for tag_class, values in list(tags.items()):
        if len(values) == 1 and chance.random() < 0.3:
            tags[tag_class] = values[0]
    spelled = identifier.upper() if chance.random() < 0.05 else identifier
    return {"UTTypeIdentifier": spelled, "UTTypeConformsTo": parents, "UTTypeTagSpecification": tags}


def random_bundle(chance: random.Random, identifier: str) -> dict[str, Any]:
    document: dict[str, Any] = {"CFBundleIdentifier": identifier, "CFBundleName": identifier.split(".")[-1].title()}
    if chance.random() < 0.6:
        document["CFBundleVersion"] = chance.choice(["1", "1.0", "3.9", "3.10", "2", "10"])
    kinds = [("UTExportedTypeDeclarations", 2), ("UTImportedTypeDeclarations", 2)]
    used: list[str] = []
    for key, most in kinds:
        chosen = [t for t in some(chance, TYPES, most) if t not in used]
        used += chosen
        if chosen:
            document[key] = [random_type(chance, each, False) for each in chosen]
    if chance.random() < 0.4:
        supplements = []
        for each in some(chance, TYPES + ["org.nobody.declares"], 2, 1):
            entry = random_type(chance, each, False) if each in TYPES else {
                "UTTypeIdentifier": each, "UTTypeTagSpecification": {"public.filename-extension": ["orn"]}}
            if chance.random() < 0.5:
                entry.pop("UTTypeConformsTo", None)
            supplements.append(entry)
        document["TRTypeSupplements"] = supplements
    return document


def random_package(chance: random.Random) -> dict[str, Any]:
    elements = []
    order = list(dict.fromkeys(PACKAGE_MIMES))
    for mime in some(chance, order, 4, 1):
        element: dict[str, Any] = {"type": mime}
        place = order.index(mime)
        parents = order[:place] + ["text/plain", "application/xml", "application/x-nowhere"]
        if chance.random() < 0.5:
            element["subclass"] = some(chance, parents, 2, 1)
        if chance.random() < 0.25:
            element["aliases"] = [alias for alias in some(chance, ALIASES, 2, 1) if alias != mime]
        globs = []
        for glob in some(chance, PACKAGE_GLOBS, 3):
            glob = dict(glob)
            if chance.random() < 0.4:
                glob["weight"] = chance.choice([10, 40, 50, 60, 90])
            globs.append(glob)
        element["globs"] = globs
        elements.append(element)
    return {"types": elements}


def random_type_files(chance: random.Random) -> dict[str, Any]:
    files: dict[str, Any] = {}
    for number in range(chance.randint(1, 5)):
        root = chance.choice(["system", "local", "second", "user", "user"])
        identifier = chance.choice(VENDORS) + "." + chance.choice(["app", "tool", "editor"])
        files[f"{root}/typed/declarations/b{number}.json"] = random_bundle(chance, identifier)
    for number in range(chance.randint(0, 3)):
        root = chance.choice(["system", "local", "user"])
        files[f"{root}/mime/packages/p{number}.xml"] = random_package(chance)
    return files
