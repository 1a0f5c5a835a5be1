# SPDX-License-Identifier: MIT
"""Which type the name of a regular file has."""

from __future__ import annotations

from dataclasses import dataclass

from .types import Holder, Types
from .values import (CASE_GLOB, EXTENSION, GLOB, MIME, Tag, USUAL_WEIGHT, dynamic_identifier, extensions,
                     is_literal, matches)


@dataclass
class Answer:
    type: str
    tag: Tag | None
    candidates: list[str]
    tied: list[str]


class Names:
    """The look-up of names, with the choices of a person (`utcli prefer`) by tag."""

    def __init__(self, types: Types, preferences: dict[Tag, str] | None = None) -> None:
        self.types = types
        self.preferences = preferences or {}

    def candidates(self, tag: Tag) -> list[Holder]:
        return self.types.in_candidate_order(tag, "public.data", self.preferences.get(tag))

    def answer(self, name: str) -> Answer:
        tag = self._pattern(name)
        if tag is None:
            found = extensions(name)
            last = found[-1] if found and name.rpartition(".")[2].lower() == found[-1] else None
            if last is None:
                return Answer("public.data", None, [], [])
            return Answer(dynamic_identifier((EXTENSION, last)), (EXTENSION, last), [], [])
        candidates = self.candidates(tag)
        chosen = candidates[0].type == self.preferences.get(tag)
        return Answer(candidates[0].type, tag, [each.type for each in candidates],
                      [] if chosen else self.types.tied(candidates))

    def _pattern(self, name: str) -> Tag | None:
        """The pattern that decides: a literal name, else the best of the longest extension and the
        patterns with wildcards, by weight and then by length."""
        for tag in ((CASE_GLOB, name), (GLOB, name.lower())):
            if is_literal(name) and self.candidates(tag):
                return tag
        found: list[tuple[int, int, int, Tag]] = []
        for text in extensions(name):
            if self.candidates((EXTENSION, text)):
                found.append((USUAL_WEIGHT, len(text) + 2, 1, (EXTENSION, text)))
                break
        for tag in self.types.patterns:
            if matches(tag, name):
                candidates = self.candidates(tag)
                if candidates:
                    weight = max(each.weight for each in candidates)
                    # An extension whose case counts differs from the extension in this alone.
                    place = 2 if tag[0] == CASE_GLOB and tag[1].startswith("*.") else 0
                    found.append((weight, len(tag[1]), place, tag))
        if not found:
            return None
        best = max(each[:3] for each in found)
        return min(each[3] for each in found if each[:3] == best)

    def mime_type(self, identifier: str) -> str | None:
        """The name of a type for programs of Linux: its own, else that of the nearest supertype."""
        for each in self.types.closure(identifier):
            declaration = self.types.active.get(each)
            if declaration and declaration.freedesktop_name:
                return declaration.freedesktop_name.lower()
            own = [value for tag_class, value in self.types.tags(each) if tag_class == MIME]
            named = [value for value in own if (value, each) in self.types.database_names]
            for value in named + own:
                return value
        return None
