# SPDX-License-Identifier: MIT
"""Which declaration of a type is in effect, what conforms to what, and which types have a tag."""

from __future__ import annotations

import functools
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from .bundles import Bundle, Declaration, Source, Supplement
from .packages import Package, bridge
from .values import (CASE_GLOB, GLOB, MIME, NAME_WEIGHT, Tag, USUAL_WEIGHT, first_labels, is_literal, is_reserved, trust,
                     version_key)


@dataclass
class Holder:
    """A type that has a tag, by its declaration or by a supplement."""
    type: str
    source: Source
    exported: bool
    weight: int
    position: int
    preferred: bool
    marked: bool
    supplement: bool


def counted_bundles(bundles: list[Bundle]) -> list[Bundle]:
    """One installation of each bundle: the most trusted one, then the higher version, then the path."""
    best: dict[str, Bundle] = {}
    for bundle in sorted(bundles, key=lambda b: b.source.path):
        other = best.get(bundle.source.bundle)
        if other is None or (-trust(bundle.source.origin), version_key(bundle.source.version)) > (
                -trust(other.source.origin), version_key(other.source.version)):
            best[bundle.source.bundle] = bundle
    return sorted(best.values(), key=lambda b: (trust(b.source.origin), b.source.bundle, b.source.path))


def precedence(declaration: Declaration) -> tuple[Any, ...]:
    """The order in which declarations of one type take effect, but for versions: see `in_order`."""
    source = declaration.source
    return (not declaration.exported, trust(source.origin),
            first_labels(source.bundle) != first_labels(declaration.identifier))


def in_order(declarations: list[Declaration]) -> list[Declaration]:
    by_name = sorted(declarations, key=lambda d: (d.source.bundle, d.source.path, d.position))
    by_version = sorted(by_name, key=lambda d: version_key(d.source.version), reverse=True)
    return sorted(by_version, key=precedence)


def narrows(export: Declaration, declarations: list[Declaration]) -> bool:
    """Whether an export of little trust may not come before an import of more trust."""
    origin = export.source.origin
    if origin not in ("local", "user"):
        return False
    trusted = [d for d in in_order(declarations)
               if not d.exported and trust(d.source.origin) < trust(origin)]
    if not trusted:
        return False
    if first_labels(export.source.bundle) != first_labels(export.identifier):
        return True
    return any(set(other.tags) - set(export.tags) or set(other.supertypes) - set(export.supertypes)
               for other in trusted[:1])


def active_declaration(declarations: list[Declaration]) -> Declaration | None:
    for declaration in in_order(declarations) if len(declarations) > 1 else declarations:
        if not (declaration.exported and narrows(declaration, declarations)):
            return declaration
    return None


def rank(holder: Holder) -> tuple[Any, ...]:
    """What decides between candidates before their generality does."""
    return (not (holder.preferred or holder.marked), trust(holder.source.origin), not holder.exported,
            -holder.weight)


class Types:
    """Everything that is known of types at one moment. `core` is what is known of the core alone: most of its
    types are the same in every world, and are taken over."""

    def __init__(self, bundles: list[Bundle], packages: list[Package], core: Types | None = None) -> None:
        self.core = core
        self.bundles = counted_bundles(bundles)
        # The types of which something besides the core says anything. All else is the core's own, and is not changed.
        self.touched: set[str] = set()
        self.declarations: dict[str, list[Declaration]] = defaultdict(list, core.declarations if core else {})
        self.supplements: dict[str, list[Supplement]] = defaultdict(list, core.supplements if core else {})
        self.holders: dict[Tag, list[Holder]] = defaultdict(list, core.holders if core else {})
        self.active: dict[str, Declaration] = dict(core.active) if core else {}
        added = [bundle for bundle in self.bundles if not core or bundle.source.origin != "core"]
        for bundle in added:
            for declaration in bundle.declarations:
                self._add(declaration, self.declarations)
        for identifier in self.touched:
            active = active_declaration(self.declarations[identifier])
            if active is not None:
                self.active[identifier] = active
        for bundle in added:
            for supplement in bundle.supplements:
                if supplement.identifier in self.active:
                    self._trust_supertypes(supplement)
                    self._add(supplement, self.supplements)
        self._hold_again(self.touched, core)
        self._closures: dict[str, dict[str, int]] = {}
        from_packages = bridge(packages, self.owner, self.origin_of, self.owner_origin)
        for declaration in from_packages.declarations:
            self._add(declaration, self.declarations)
            self.active.setdefault(declaration.identifier, declaration)
        for supplement in from_packages.supplements:
            self._add(supplement, self.supplements)
        for identifier in self.touched & set(self.supplements):
            self.supplements[identifier].sort(key=lambda s: (trust(s.source.origin), s.source.bundle))
        self._hold_again({each.identifier for each in from_packages.declarations + from_packages.supplements})
        self.patterns = [tag for tag in self.holders if tag[0] in (GLOB, CASE_GLOB) and not is_literal(tag[1])]
        self.parents = self._all_parents()
        self.opens_as: dict[str, list[str]] = defaultdict(list)
        self._closures = {}
        self.database_names = from_packages.names
        self.named = {parent for parents in self.parents.values() for parent in parents}
        self.named |= {claim.type for bundle in self.bundles for claim in bundle.claims if claim.type}
        for identifier, supplements in self.supplements.items():
            for supplement in supplements:
                self.opens_as[identifier] += supplement.opens_as
        for identifier, others in self.opens_as.items():
            closure = self.closure(identifier)
            self.named.update(others)
            self.opens_as[identifier] = [other for other in dict.fromkeys(others) if other not in closure]

    def _add(self, said: Declaration | Supplement, to: dict[str, list[Any]]) -> None:
        """Adds what is said of a type to a list of its own."""
        to[said.identifier] = [*to[said.identifier], said]
        self.touched.add(said.identifier)

    def _trust_supertypes(self, supplement: Supplement) -> None:
        """A supplement adds supertypes only to what is no more trusted, and never to a reserved type."""
        origin = self.active[supplement.identifier].source.origin
        less = trust(origin) < trust(supplement.source.origin)
        if is_reserved(supplement.identifier):
            supplement.supertypes = []
        elif supplement.supertypes and less:
            supplement.opens_as, supplement.supertypes = supplement.supertypes, []

    def _all_parents(self) -> dict[str, list[str]]:
        """The supertypes of each type that is in effect so far."""
        found = dict(self.core.parents) if self.core else {}
        found.update({each: self._parents(each) for each in self.touched if each in self.active})
        return found

    def _parents(self, identifier: str) -> list[str]:
        parents = list(self.active[identifier].supertypes)
        for supplement in self.supplements.get(identifier, []):
            parents += supplement.supertypes
        return [parent for parent in dict.fromkeys(parents) if parent != identifier]

    def _hold(self, identifier: str) -> None:
        """Notes the tags of a type, each with what says that it has it."""
        declaration = self.active[identifier]
        marked = (MIME, declaration.freedesktop_name)
        seen: set[Tag] = set()
        for speaker in (declaration, *self.supplements.get(identifier, [])):
            own = speaker is declaration
            for tag in speaker.tags:
                if tag not in seen:
                    # A MIME type in a file is the type's own; in a package it may be an alias.
                    is_own = tag[0] == MIME and not speaker.from_package
                    seen.add(tag)
                    said = self._first_to_say(identifier, tag) if own else None
                    self.holders[tag].append(Holder(
                        identifier, (said or speaker).source, own and (said or declaration).exported,
                        NAME_WEIGHT if is_own else speaker.weights.get(tag, USUAL_WEIGHT), speaker.position,
                        tag[1] in declaration.preferred, tag == marked, not own))

    def _first_to_say(self, identifier: str, tag: Tag) -> Declaration:
        """The most trusted declaration of a type that has a tag: one in effect that has replaced a more trusted
        one keeps the trust of the tags of this, so that no type loses a tag because its owner declares it."""
        found = self.declarations[identifier]
        if len(found) == 1:
            return found[0]
        found = [each for each in found if tag in each.tags]
        return min(found, key=lambda each: (trust(each.source.origin), each is not self.active[identifier]))

    def _hold_again(self, identifiers: set[str], before: Types | None = None) -> None:
        for tag in {tag for types in (self, before or self) for identifier in identifiers for tag in types.tags(identifier)}:
            self.holders[tag] = [each for each in self.holders[tag] if each.type not in identifiers]
        for identifier in sorted(identifiers):
            self._hold(identifier)

    def tags(self, identifier: str) -> list[Tag]:
        if identifier not in self.active:
            return []
        tags = list(self.active[identifier].tags)
        for supplement in self.supplements.get(identifier, []):
            tags += supplement.tags
        return list(dict.fromkeys(tags))

    def origin_of(self, identifier: str) -> str | None:
        declaration = self.active.get(identifier)
        return declaration.source.origin if declaration else None

    def closure(self, identifier: str) -> dict[str, int]:
        """The type and its supertypes with their distances, nearest first."""
        if identifier not in self._closures:
            found = {identifier: 0}
            queue = [identifier]
            for each in queue:
                for parent in self.parents.get(each, ["public.data"] if each.startswith("dyn.") else []):
                    if parent not in found:
                        found[parent] = found[each] + 1
                        queue.append(parent)
            self._closures[identifier] = found
        return self._closures[identifier]

    @functools.cached_property
    def has_cycle(self) -> bool:
        """Whether a type that is not of the core alone conforms to one that conforms to it."""
        return any(identifier in self.closure(parent) for identifier, parents in self.parents.items()
                   if self.active[identifier].source.origin != "core" or identifier in self.supplements
                   for parent in parents)

    def conforms(self, identifier: str, other: str) -> bool:
        return other in self.closure(identifier)

    def _generality(self, holder: Holder, found: list[Holder]) -> int:
        """How many of the other candidates a type conforms to; what is less trusted has no say."""
        return sum(1 for other in found if other is not holder and self.conforms(holder.type, other.type)
                   and trust(other.source.origin) <= trust(holder.source.origin))

    def in_candidate_order(self, tag: Tag, required: str | None, chosen: str | None = None) -> list[Holder]:
        """The types that have a tag and conform to what is required, the one that it means first."""
        found = [holder for holder in self.holders.get(tag, [])
                 if required is None or self.conforms(holder.type, required)]

        def key(holder: Holder) -> tuple[Any, ...]:
            core = holder.source.origin == "core"
            last = ((holder.source.path, holder.position, "") if core else ("", 0, holder.type))
            return (holder.type != chosen, *rank(holder), self._generality(holder, found), last)

        return sorted(found, key=key)

    def tied(self, found: list[Holder]) -> list[str]:
        """The first candidates, if nothing but the order of files or identifiers distinguishes them."""
        def key(holder: Holder) -> tuple[Any, ...]:
            return (*rank(holder), self._generality(holder, found))

        equal = [holder.type for holder in found if key(holder) == key(found[0])]
        return equal if len(equal) > 1 else []

    def owner(self, mime: str) -> str | None:
        """The type that a MIME type means, among what is in effect so far."""
        prefix, _, rest = mime.partition("/")
        if rest.startswith("x-uti."):
            return rest[len("x-uti."):]
        found = self._owners(mime)
        return found[0].type if found else None

    def owner_origin(self, mime: str) -> str | None:
        """The origin of the bundle that gives a type its MIME type, among what is in effect so far."""
        found = self._owners(mime)
        return found[0].source.origin if found else None

    def _owners(self, mime: str) -> list[Holder]:
        if not hasattr(self, "parents"):
            # Before the graph is made conformance is that of the bundles alone.
            self.parents = self._all_parents()
        return self.in_candidate_order((MIME, mime), None)

    def meanings(self, tag: Tag) -> list[Holder]:
        """The types that a tag means by itself: those of files, unless there is none."""
        return self.in_candidate_order(tag, "public.data") or self.in_candidate_order(tag, None)

    def is_named(self, identifier: str) -> bool:
        """Whether something says of another type that it is this one."""
        return identifier in self.named
