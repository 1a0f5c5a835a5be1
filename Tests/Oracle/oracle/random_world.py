# SPDX-License-Identifier: MIT
"""Random worlds: files, and steps of questions and changes."""

from __future__ import annotations

import random
from typing import Any

from . import random_applications, random_types
from .values import mime_identifier

MIMES = list(dict.fromkeys(m.lower() for m in random_types.MIMES + random_types.PACKAGE_MIMES))

LISTS = ["config/mimeapps.list", "site/mimeapps.list", "user/applications/mimeapps.list",
         "local/applications/mimeapps.list", "system/applications/mimeapps.list", "config/gnome-mimeapps.list",
         "site/kde-mimeapps.list", "system/applications/gnome-mimeapps.list"]
DESKTOPS = ["GNOME", "KDE", "Other:GNOME", "KDE:GNOME"]


def random_world(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    files = random_types.random_type_files(chance)
    world: dict[str, Any] = {"seed": seed, "files": files, "steps": type_questions(chance)}
    files.update(random_applications.random_application_files(chance))
    order = ["local", "second", "system"]
    chance.shuffle(order)
    world["order"] = order
    questions = handler_questions(chance)
    world["steps"] += questions
    for name in random_applications.some(chance, LISTS, 3) if chance.random() < 0.7 else []:
        files[name] = random_applications.random_list(chance)
    if chance.random() < 0.3:
        world["desktop"] = chance.choice(DESKTOPS)
    for _ in range(chance.randint(1, 4)):
        world["steps"] += [random_change(chance, files, chance.random()), *questions]
    return world


def random_change(chance: random.Random, files: dict[str, Any], which: float) -> dict[str, Any]:
    """A change by us, by an editor, by another program, or of the desktop."""
    bundles = [document["CFBundleIdentifier"] for name, document in files.items() if "CFBundleDocumentTypes" in document]
    entries = [name.replace("/", "-") for name in random_applications.ENTRIES]
    application = chance.choice(bundles + entries)
    operand = chance.choice(random_types.TYPES + [".orx", ".ory", ".pdf", "public.text", "public.image", "oracle:",
                                                         *random_applications.PATTERNS[:4]])
    role = ["--role", chance.choice(["editor", "viewer"])] if chance.random() < 0.2 else []
    options = role + [o for o in ("--and-subtypes", "--no-mimeapps") if chance.random() < 0.3]
    door = chance.randint(0, 1)
    if which < 0.3:
        if (operand.startswith(".") or ":" in operand) and "--and-subtypes" in options:
            options.remove("--and-subtypes")
        return {"do": ["default", "set", operand, application, *options], "door": door}
    if which < 0.42:
        return {"do": ["never", operand, application] + [o for o in options if o == "--no-mimeapps"], "door": door}
    if which < 0.5:
        return {"do": ["prefer", chance.choice([".orx", ".ory", ".pdf"]), chance.choice(random_types.TYPES)],
                "door": door}
    if which < 0.6:
        return {"do": ["undo"], "door": door}
    if which < 0.75:
        return {"write": chance.choice(LISTS), "content": random_applications.random_list(chance)}
    if which < 0.82:
        return {"desktop": chance.choice(["", *DESKTOPS])}
    if which < 0.9:
        mime = chance.choice(["text/plain", "application/pdf", "image/jpeg", "application/x-ora"])
        return {"other": ["gio", "mime", mime, chance.choice(entries) + ".desktop"]}
    if files and which < 0.95:
        return {"remove": chance.choice(sorted(files))}
    return {"write": f"user/applications/{random_applications.ENTRIES[0]}.desktop",
            "content": random_applications.random_entry(chance, "new")}


def type_questions(chance: random.Random) -> list[dict[str, Any]]:
    identifiers = random_types.TYPES + [mime_identifier(m) for m in MIMES] + ["org.nobody.base", "org.nobody.declares"]
    return [
        {"ask": "type-of", "operands": chance.sample(random_types.NAMES, 30)},
        {"ask": "why", "operands": chance.sample(random_types.NAMES, 12)},
        {"ask": "info", "operands": chance.sample(identifiers, 12)},
        {"ask": "dynamic", "operands": [random_tag(chance) for _ in range(2)]},
        {"ask": "meaning", "operands": chance.sample(MIMES, 6)},
    ]


def random_tag(chance: random.Random) -> str:
    """A tag of any class, with signs that an identifier writes in a way of its own."""
    text = "q" + "".join(chance.choice("abcXYZ019._-:\\=\u00e9\u6587") for _ in range(chance.randint(1, 12))) + "q"
    if chance.random() < 0.2:
        return "com.apple.ostype=" + "".join(chance.choice("AbC 1?") for _ in range(4))
    return chance.choice(["public.filename-extension", "com.apple.nspboard-type", "org.oracle.tags"]) + "=" + text


def handler_questions(chance: random.Random) -> list[dict[str, Any]]:
    names = [name for name in random_types.NAMES if name[0] not in "./" and "/" not in name]
    operands = (chance.sample(random_types.TYPES, 4) + chance.sample(MIMES, 4)
                + chance.sample(random_applications.URLS, 2) + ["oracle:"]
                + ["name:" + name for name in chance.sample(names, 5)]
                + ["." + each for each in chance.sample(["orx", "ory", "oraa", "pdf", "ts", "unknown"], 2)])
    return [{"ask": "handlers", "operands": operands, "role": chance.choice([None, None, "Editor", "Viewer"])}]
