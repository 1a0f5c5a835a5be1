# SPDX-License-Identifier: MIT
"""Lists of applications (`mimeapps.list`): where they are, in which order, and what each of them says."""

from __future__ import annotations

from typing import Any, Callable

from .choices import Choice, Subject
from .values import MIME, SCHEME

DEFAULTS, ADDED, REMOVED = "Default Applications", "Added Associations", "Removed Associations"
SCHEME_PREFIX = "x-scheme-handler/"


def parse(text: str) -> dict[str, dict[str, list[str]]]:
    groups: dict[str, dict[str, list[str]]] = {}
    group: dict[str, list[str]] | None = None
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            group = groups.setdefault(line[1:-1], {})
        elif "=" in line and group is not None and not line.startswith("#"):
            key, _, value = line.partition("=")
            group[key.strip().lower()] = [word.strip() for word in value.split(";") if word.strip()]
    return groups


def names_of_lists(desktop: str, order: list[str]) -> list[tuple[str, bool]]:
    """The files in the order of the specification, and whether each is for one desktop."""
    own = [f"{name.lower()}-mimeapps.list" for name in desktop.split(":") if name]
    folders = ["config/", "site/", "user/applications/"] + [f"{root}/applications/" for root in order]
    return [(folder + name, name != "mimeapps.list")
            for folder in folders for name in own + ["mimeapps.list"]]


def subject_of_key(key: str, owner: Callable[[str], str | None]) -> Subject:
    if key.startswith(SCHEME_PREFIX):
        return "tag", (SCHEME, key[len(SCHEME_PREFIX):])
    identifier = owner(key)
    return ("type", identifier) if identifier else ("tag", (MIME, key))


def list_choices(files: dict[str, dict[str, Any]], desktop: str, order: list[str],
                 level: Callable[[str], int], owner: Callable[[str], str | None]) -> list[Choice]:
    """Defaults, added and removed applications of all lists, in order."""
    found: list[Choice] = []
    for number, (name, is_of_desktop) in enumerate(names_of_lists(desktop, order)):
        content = files.get(name)
        if content is None:
            continue
        root = name.split("/")[0]
        of_user = root in ("config", "user")
        folder = -1 if root in ("config", "site") else level(root)
        for group in [DEFAULTS] if is_of_desktop else [DEFAULTS, ADDED, REMOVED]:
            for key, words in content.get(group, {}).items():
                subject = subject_of_key(key.lower(), owner)
                bundles = [word.removesuffix(".desktop") for word in words]
                if not bundles:
                    continue
                if group == DEFAULTS:
                    found += [Choice(subject, [bundle], of_user=of_user, of_list=True) for bundle in bundles]
                elif group == ADDED:
                    found.append(Choice(subject, bundles, of_user=of_user, adds=True, level=folder, place=number, of_list=True))
                else:
                    found.append(Choice(subject, bundles, of_user=of_user, blocks=True, level=folder, place=number, of_list=True))
    return found


def said_of(files: dict[str, dict[str, Any]], mimes: list[str]) -> dict[str, Any]:
    """What the user's lists say of some MIME types, by list: a choice remembers it."""
    said: dict[str, Any] = {}
    for name, content in files.items():
        if name.endswith("mimeapps.list") and name.split("/")[0] in ("config", "user"):
            for group in (DEFAULTS, ADDED, REMOVED):
                for key, words in content.get(group, {}).items():
                    if key.lower() in mimes:
                        said[f"{name} {group} {key.lower()}"] = list(words)
    return said
