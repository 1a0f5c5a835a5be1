# SPDX-License-Identifier: MIT
"""Random applications: claims of bundles, desktop entries, their programs, and lists."""

from __future__ import annotations

import random
from typing import Any

from .random_types import MIMES, TYPES, VENDORS, some

CLAIMED = TYPES + ["public.data", "public.text", "public.plain-text", "public.image", "public.xml", "org.nobody.base",
                   "public.content", "public.item"]
ENTRY_MIMES = [m.lower() for m in MIMES] + ["text/plain", "application/xml", "application/octet-stream", "image/png",
                                            "application/x-ork", "image/*", "text/*", "audio/*"]
SCHEMES = ["oracle", "mailto", "https"]
APPLICATIONS = ["show", "write", "draw"]
PATTERNS = ["https://*.example.org/*", "https://www.example.org/*", "*://example.org/a*", "https://*/*.pdf",
            "https://www.example.org:8080/*", "https://www.example.org/a/b", "https://*.org/*", "oracle://*/*"]
URLS = ["https://www.example.org/", "https://example.org/a/b?c=d", "http://example.org/a.pdf",
        "https://WWW.Example.org/a/b", "https://www.example.org:8080/x", "https://www.example.org:443/a/%62",
        "https://www.example.org/a/b#c", "https://user@www.example.org/x.pdf", "oracle://host/p",
        "https://notexample.org/", "https://example.org/A"]
ENTRIES = ["zeta", "eta", "org.theta.View", "sub/iota"]
PROGRAMS = ["true", "/usr/bin/true", "missing-program", "own-tool", "other-tool", "/nowhere/at/all"]


def random_claims(chance: random.Random) -> dict[str, Any]:
    documents = []
    for _ in range(chance.randint(1, 3)):
        entry: dict[str, Any] = {}
        if chance.random() < 0.8:
            entry["LSItemContentTypes"] = some(chance, CLAIMED, 3, 1)
        else:
            entry["CFBundleTypeExtensions"] = some(chance, ["orx", "ory", "orn", "*", "pdf"], 2, 1)
            if chance.random() < 0.5:
                entry["CFBundleTypeMIMETypes"] = some(chance, ["application/x-ora", "text/x-orc"], 1, 1)
        if chance.random() < 0.7:
            entry["CFBundleTypeRole"] = chance.choice(["Editor", "Viewer", "Shell", "None"])
        if chance.random() < 0.7:
            entry["LSHandlerRank"] = chance.choice(["Owner", "Owner", "Default", "Alternate", "None"])
        documents.append(entry)
    document: dict[str, Any] = {"CFBundleDocumentTypes": documents,
                                "TRLaunch": {"Arguments": [chance.choice(PROGRAMS[:4] + ["true"] * 4), "%f"]}}
    if chance.random() < 0.3:
        document["CFBundleURLTypes"] = [{"CFBundleURLSchemes": some(chance, SCHEMES, 2, 1)}]
    return document


def random_entry(chance: random.Random, name: str) -> dict[str, Any]:
    entry = {"Type": "Application", "Name": name.title(), "Exec": chance.choice(["true"] * 5 + PROGRAMS) + " %f"}
    words = some(chance, ENTRY_MIMES, 4, 1)
    if chance.random() < 0.3:
        words += ["x-scheme-handler/" + each for each in some(chance, SCHEMES, 2, 1)]
    entry["MimeType"] = "".join(word + ";" for word in words)
    if chance.random() < 0.2:
        entry["TryExec"] = chance.choice(["true", "missing-program", "own-tool"])
    if chance.random() < 0.3:
        entry["InitialPreference"] = str(chance.choice([1, 5, 9]))
    if chance.random() < 0.06:
        entry["Hidden"] = "true"
    return entry


def random_site(chance: random.Random) -> dict[str, Any]:
    """An administrator's choices, and directories of programs."""
    bundles = [name.replace("/", "-") for name in ENTRIES] + [f"{v}.{a}" for v in VENDORS for a in APPLICATIONS]
    choices: dict[str, Any] = {}
    for word in some(chance, TYPES + [".orx", ".pdf", "image/jpeg", "oracle:", "mailto:", *PATTERNS], 4, 1):
        value: Any = chance.choice(bundles)
        if chance.random() < 0.5:
            value = {"Handler": value}
            if chance.random() < 0.3:
                value["Role"] = chance.choice(["Editor", "Viewer"])
            if chance.random() < 0.3 and word in TYPES:
                value["AndSubtypes"] = True
            if chance.random() < 0.2:
                value["Never"] = True
        choices[word] = value
    return {"CFBundleIdentifier": "com.site.choices", "CFBundleName": "Site", "TRDefaultHandlers": choices}


def random_application_files(chance: random.Random) -> dict[str, Any]:
    files: dict[str, Any] = {}
    for number in range(chance.randint(0, 3)):
        identifier = chance.choice(VENDORS) + "." + chance.choice(APPLICATIONS)
        document = {"CFBundleIdentifier": identifier, "CFBundleName": identifier.title(), **random_claims(chance)}
        root = chance.choice(["system", "local", "second", "user"])
        files[f"{root}/typed/declarations/a{number}.json"] = document
    for name in some(chance, ENTRIES, 4, 1):
        for root in some(chance, ["system", "local", "second", "user"], 2, 1):
            files[f"{root}/applications/{name}.desktop"] = random_entry(chance, name)
    if chance.random() < 0.35:
        root = chance.choice(["system", "local", "user"])
        files[f"{root}/typed/declarations/site.json"] = random_site(chance)
    if chance.random() < 0.3:
        document = files.setdefault("user/typed/declarations/programs.json", {
            "CFBundleIdentifier": "com.user.programs"})
        document["TRProgramDirectories"] = ["<tools>"]
    for root in some(chance, ["path", "tools", "home/.local/bin"], 3):
        files[f"{root}/own-tool"] = {"program": True, "mode": chance.choice([0o755, 0o755, 0o755, 0o644])}
    if chance.random() < 0.3:
        files["path/other-tool"] = {"program": True}
    return files


def random_list(chance: random.Random) -> dict[str, Any]:
    content: dict[str, Any] = {}
    names = [name.replace("/", "-") + ".desktop" for name in ENTRIES] + ["absent.desktop"]
    mimes = [m for m in ENTRY_MIMES if not m.endswith("*")] + ["x-scheme-handler/oracle"]
    for group in some(chance, ["Default Applications", "Added Associations", "Removed Associations"], 3, 1):
        content[group] = {mime: some(chance, names, 2, 1) for mime in some(chance, mimes, 3, 1)}
    return content
