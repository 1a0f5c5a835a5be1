# SPDX-License-Identifier: MIT
"""Choices of the user, of the site and of lists of applications: what is bound, added and blocked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .bundles import Bundle, array
from .values import EXTENSION, MIME, SCHEME

ROLES = ["Editor", "Viewer", "Shell"]

# What a choice is about: ("type", identifier), ("family", identifier), ("tag", tag), ("url", pattern).
Subject = tuple[str, Any]


@dataclass
class Choice:
    subject: Subject
    bundles: list[str]  # of several the first one that is installed
    role: str | None = None
    blocks: bool = False
    of_user: bool = True
    of_site: bool = False  # by TRDefaultHandlers, which has only what all users have
    level: int | None = None  # for what a list adds or removes: the directory of the list
    place: int = -1  # the place of the list among all
    adds: bool = False
    of_list: bool = False
    lists: dict[str, Any] = field(default_factory=dict)  # what the user's lists said when it was made
    chosen: tuple[str, str] | None = None  # the origin and the path of the application, as it was chosen then


def subject_of(word: str, and_subtypes: bool, meaning: Any) -> Subject | None:
    """What a word of TRDefaultHandlers or of a command names; `meaning` is the type of a MIME type."""
    if word.startswith("."):
        return "tag", (EXTENSION, word[1:].lower())
    if "://" in word:
        return "url", word
    if word.endswith(":"):
        return "tag", (SCHEME, word[:-1].lower())
    if "/" in word:
        identifier = meaning(word.lower())
        return ("family" if and_subtypes else "type", identifier) if identifier else ("tag", (MIME, word.lower()))
    return "family" if and_subtypes else "type", word.lower()


def site_choices(bundles: list[Bundle], meaning: Any) -> list[Choice]:
    """TRDefaultHandlers of what only root can change, system before local, then by bundle."""
    found = []
    for bundle in bundles:
        if bundle.source.origin not in ("system", "local"):
            continue
        for word, value in bundle.choices.items():
            for entry in array(value):
                entry = {"Handler": entry} if isinstance(entry, str) else entry
                subject = subject_of(word, entry.get("AndSubtypes", False), meaning)
                if subject:
                    found.append(Choice(subject, [entry["Handler"]], entry.get("Role"),
                                        entry.get("Never", False), of_user=False, of_site=True))
    return found

