# SPDX-License-Identifier: MIT
"""Which applications open a type or a tag, in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import urls
from .applications import Application
from .bundles import Claim
from .choices import ROLES, Choice
from .packages import MEDIA_PARENTS
from .types import Types
from .values import MIME, SCHEME, Tag

RANKS = {"Owner": 0, "Default": 0, "Alternate": 1, "None": 2}
ROLE_ORDER = {"Editor": 0, "Viewer": 1, "Shell": 2, "QLGenerator": 3, "None": 4}
SUFFIX = "org.iana.structured-syntax-suffix"
NOWHERE = "-"  # schemes have no type
CHOSEN = ("binding", "supertype-binding", "added-association")
FAR = 10 ** 6


@dataclass
class Candidate:
    application: Application
    claim: Claim | None
    placement: str
    distance: int | None
    of_user: bool = True  # of a choice: whose it is
    of_tag: bool = False  # of a claim: on a tag of the operand, not on a type

    @property
    def claim_kind(self) -> str | None:
        return self.claim.kind if self.claim else None

    def answer(self) -> dict[str, Any]:
        # What a chosen application claims besides is no part of the order.
        claim = self.claim if self.placement not in CHOSEN else None
        return {
            "bundle": self.application.bundle, "placement": self.placement, "distance": self.distance,
            "role": claim.role if claim else None, "rank": claim.rank if claim else None,
            "origin": self.application.source.origin, "arguments": self.application.arguments,
        }


class Handlers:
    def __init__(self, types: Types, applications: list[Application], choices: list[Choice]) -> None:
        self.types = types
        self.applications = applications
        # The user's come first, then the site's; within each the order of the list is kept.
        self.choices = choices

    def reach(self, identifier: str, claim: Claim, tags: list[Tag]) -> tuple[int, int, str] | None:
        """How far a claim is: its class (0 types and tags, 1 wildcards, 2 everything), distance, placement."""
        closure = self.types.closure(identifier)
        wildcard = claim.kind == "wildcard" and claim.type is not None
        target = MEDIA_PARENTS.get(str(claim.type).split("/")[0]) if wildcard else claim.type
        if claim.kind in ("type", "mime", "wildcard") and target is not None:
            if target in closure:
                return int(wildcard), 2 * closure[target], "wildcard" if wildcard else "claim"
            distance = self.reached(identifier, tags).get(target)
            if distance is None:
                return None
            return int(wildcard), 2 * distance, "wildcard" if wildcard else "opens-as"
        if claim.kind in ("tag", "mime") and claim.tag in tags:
            return 0, 1, "tag-claim"
        if claim.kind == "all":
            return 2, 0, "wildcard"
        return None

    def answer_url(self, url: str, role: str | None = None) -> list[Candidate]:
        """The choices for patterns that match, the most specific one first, then those for the scheme."""
        patterns = sorted({c.subject[1] for c in self.choices if c.subject[0] == "url" and urls.matches(c.subject[1], url)},
                          key=urls.specificity)
        scheme = (SCHEME, urls.parse(url).scheme)
        # A claim on everything is one on all files.
        ranked = [each for each in self.answer(NOWHERE, [scheme], role)
                  if each.placement != "binding" and each.claim_kind != "all"]
        own = {each.application.bundle: each for each in self.candidates(NOWHERE, [scheme], role, False)
               if each.claim_kind != "all"}
        found: list[Candidate] = []
        allowed: set[str] = set()
        blocked: set[str] = set()
        for of_user in (True, False):
            for subject in [("url", pattern) for pattern in patterns] + [("tag", scheme)]:
                for choice in self.of(subject, role, of_user):
                    application = self.chosen(choice)
                    if application is None or self.is_refused(choice, application):
                        continue
                    if application.bundle not in blocked | allowed:
                        allowed.add(application.bundle)
                        claimed = own.get(application.bundle)
                        found.append(Candidate(application, claimed.claim if claimed else None, "binding", 0))
                blocked |= {bundle for c in self.choices if c.blocks and c.subject == subject and c.of_user == of_user
                            for bundle in c.bundles if subject[0] == "url"}
        return found + [each for each in ranked if each.application.bundle not in allowed | blocked]

    def opens_as(self, identifier: str, tags: list[Tag]) -> list[str]:
        """What a type can be opened as; one that only a MIME type names, by the suffix of this."""
        found = list(self.types.opens_as.get(identifier, []))
        for tag_class, value in tags if identifier.startswith("dyn.") else []:
            suffix = value.rpartition("+")[2]
            if tag_class == MIME and "+" in value:
                found += [holder.type for holder in self.types.holders.get((SUFFIX, suffix), [])]
        return found

    def reached(self, identifier: str, tags: list[Tag]) -> dict[str, int]:
        """Supertypes and what the type can be opened as, with their distances: each step of opens-as begins
        behind the last step of conformance."""
        found = dict(self.types.closure(identifier))
        while True:
            beyond = max(found.values()) + 1
            queue = [other for each in list(found) for other in self.opens_as(each, tags) if other not in found]
            if not queue:
                return dict(sorted(found.items(), key=lambda item: item[1]))
            for other in queue:
                found.setdefault(other, beyond)
            for each in queue:
                for parent in self.types.parents.get(each, []):
                    if parent not in found:
                        found[parent] = found[each] + 1
                        queue.append(parent)

    def is_blocked(self, application: Application, claim: Claim, identifier: str, tags: list[Tag]) -> bool:
        """Whether a choice takes a claim away: on a type, and on its supertypes, for all its subtypes."""
        reached = self.reached(identifier, tags)
        own = self.types.closure(identifier)
        for choice in self.choices:
            if not choice.blocks or not self.concerns(choice, application):
                continue
            kind, subject = choice.subject
            if kind == "tag":
                if subject in tags:
                    return True
                continue
            if subject not in reached:
                continue
            target = claim.type
            if claim.kind == "wildcard":
                target = MEDIA_PARENTS.get(str(claim.type).split("/")[0])
            if claim.kind == "tag" or claim.kind == "mime" and target is None:
                if subject == identifier:
                    return True
            elif target is None or target in self.reached(subject, tags):
                # What a type can be opened as has a say only about claims that apply because of that.
                if subject in own or target is not None and target not in own:
                    return True
        return False

    def concerns(self, choice: Choice, application: Application) -> bool:
        """Whether what a list adds or removes is said of an application where it is installed."""
        return application.bundle in choice.bundles and (
            choice.level is None or application.directory >= choice.level) and not (
            choice.blocks and self.is_overruled(choice, application))

    def is_overruled(self, block: Choice, application: Application) -> bool:
        """Whether a list that comes before that of a removal adds what this removes."""
        return any(c.adds and c.subject == block.subject and c.place < block.place and self.concerns(c, application)
                   for c in self.choices)

    def is_refused(self, choice: Choice, application: Application) -> bool:
        """Whether the user blocks what others chose for the very same thing, or a choice of theirs what a list says."""
        return any(
            c.blocks and c.of_user and c.subject == choice.subject and self.concerns(c, application)
            and (not choice.of_user or choice.of_list and not c.of_list)
            for c in self.choices)

    def is_taken_away(self, application: Application, identifier: str, tags: list[Tag], chosen: str,
                      of_user: bool, is_explicit: bool = False) -> bool:
        """Whether a nearer block takes a choice for a type away. A site's block takes none of the user's
        explicit choices, which come before all that the site says."""
        reached = self.reached(identifier, tags)
        own = self.types.closure(identifier)
        for choice in self.choices:
            kind, subject = choice.subject
            if not choice.blocks or not self.concerns(choice, application):
                continue
            if of_user and not choice.of_user and is_explicit:
                continue
            if kind == "tag" and subject in tags:
                return True
            if kind != "type" or subject == chosen or subject not in reached:
                continue
            if chosen in self.reached(subject, tags) and (subject in own or chosen not in own):
                return True
        return False

    def candidates(self, identifier: str, tags: list[Tag], role: str | None,
                   blocked: bool = True) -> list[Candidate]:
        """The nearest claim of each application, less what is blocked."""
        found = []
        for application in self.applications:
            if application.arguments is None:
                continue
            best: tuple[Any, ...] | None = None
            for claim in application.claims:
                if claim.role != role if role else claim.role not in ROLES:
                    continue
                reach = self.reach(identifier, claim, tags)
                if reach is None or blocked and self.is_blocked(application, claim, identifier, tags):
                    continue
                key = (reach[0], reach[1], RANKS[claim.rank], ROLE_ORDER[claim.role])
                if best is None or key < best[0]:
                    best = (key, claim, reach)
            if best is not None:
                _, claim, (kind, doubled, placement) = best
                distance = None if kind == 2 else doubled // 2
                of_tag = placement == "tag-claim"
                if claim.rank == "None":
                    placement = "drops"
                found.append(Candidate(application, claim, placement, distance, of_tag=of_tag))
        return found

    def order(self, candidate: Candidate) -> tuple[Any, ...]:
        claim, application = candidate.claim, candidate.application
        assert claim is not None
        reach = {"claim": 0, "opens-as": 0, "tag-claim": 0, "wildcard": 1, "drops": 3}[candidate.placement]
        if candidate.distance is None and candidate.placement == "wildcard":
            reach = 2
        owner = claim.rank == "Owner" and claim.type in application.exports
        user = application.is_of_user
        role = ROLE_ORDER["Viewer"] if application.is_entry else ROLE_ORDER[claim.role]
        return (reach, FAR if candidate.distance is None else candidate.distance, candidate.of_tag, not owner, user,
                RANKS[claim.rank], role, 0 if user else application.source.level, -application.weight,
                application.bundle, application.source.path)

    def answer(self, identifier: str, tags: list[Tag], role: str | None = None) -> list[Candidate]:
        ranked = sorted(self.candidates(identifier, tags, role), key=self.order)
        first: list[Candidate] = []
        taken: set[str] = set()
        allowed = {each.application.bundle: each for each in ranked}
        by_bundle = {each.application.bundle: each for each in self.candidates(identifier, tags, role, False)}

        def bind(choice: Choice, placement: str, distance: int, target: list[Candidate]) -> None:
            application = self.chosen(choice)
            if application is None or application.bundle in taken:
                return
            if self.is_refused(choice, application):
                return
            if choice.subject[0] != "tag" and self.is_taken_away(
                    application, identifier, tags, choice.subject[1], choice.of_user, placement == "binding"):
                return
            own = by_bundle.get(application.bundle)
            if own and placement == "supertype-binding" and own.placement == "drops" and (
                    own.distance is not None and own.distance < distance):
                return
            if target is first:
                taken.add(application.bundle)
            target.append(Candidate(application, own.claim if own else None, placement, distance, choice.of_user))

        for choice, distance in self.explicit(identifier, tags, role):
            bind(choice, "binding", distance, first)
        near: list[Candidate] = []
        for supertype, distance in self.reached(identifier, tags).items():
            beyond = [] if supertype in self.types.closure(identifier) else self.of(("family", supertype), role)
            for choice in self.of(("type", supertype), role) + beyond if distance else []:
                bind(choice, "supertype-binding", distance, near)
            for choice in self.choices:
                if choice.adds and choice.subject == ("type", supertype):
                    self.add(choice, identifier, tags, distance, taken, allowed, near)
        for choice in self.choices:
            if choice.adds and choice.subject[0] == "tag" and choice.subject[1] in tags:
                self.add(choice, identifier, tags, 0, taken, allowed, near)
        near.sort(key=lambda each: (each.distance or 0, each.placement == "added-association", not each.of_user))
        # A choice for a supertype comes before all claims at its distance; of one application the first counts.
        merged: list[Candidate] = []
        for each in [each for each in ranked if each.application.bundle not in {c.application.bundle for c in first}]:
            limit = each.distance if each.placement in ("claim", "opens-as", "tag-claim") else FAR
            while near and (limit is None or (near[0].distance or 0) <= limit):
                merged.append(near.pop(0))
            merged.append(each)
        once = {each.application.bundle: each for each in reversed(first + merged + near)}
        return [each for each in first + merged + near if once[each.application.bundle] is each]

    def add(self, choice: Choice, identifier: str, tags: list[Tag], distance: int, taken: set[str],
            by_bundle: dict[str, Candidate], near: list[Candidate]) -> None:
        for bundle in choice.bundles:
            application = next((a for a in self.applications if a.bundle == bundle), None)
            if application is None or application.arguments is None or bundle in taken:
                continue
            if not self.concerns(choice, application):
                continue
            if any(c.blocks and self.concerns(c, application) and c.place <= choice.place
                   and c.subject == choice.subject for c in self.choices):
                continue
            if choice.subject[0] == "type" and self.is_taken_away(
                    application, identifier, tags, choice.subject[1], choice.of_user):
                continue
            own = by_bundle.get(bundle)
            near.append(Candidate(application, own.claim if own else None, "added-association", distance, choice.of_user))

    def chosen(self, choice: Choice) -> Application | None:
        """The application of a choice, if it is installed; the site has only what all users have."""
        for bundle in choice.bundles:
            application = next((a for a in self.applications if a.bundle == bundle), None)
            if application is None or application.arguments is None:
                continue
            if choice.of_site and application.source.origin == "user":
                continue
            return application
        return None

    def of(self, subject: Any, role: str | None, of_user: bool | None = None) -> list[Choice]:
        """The choices of a subject that fit a role: the role's own first, else that of all, then by role."""
        found = [c for c in self.choices if c.subject == subject and not c.blocks and not c.adds
                 and (of_user is None or c.of_user == of_user)]
        wanted = [role, None] if role else [None, *ROLES]
        return [c for each in wanted for c in found if c.role == each]

    def explicit(self, identifier: str, tags: list[Tag], role: str | None) -> list[tuple[Choice, int]]:
        found: list[tuple[Choice, int]] = []
        closure = self.types.closure(identifier)
        for of_user in (True, False):
            for tag in tags:
                found += [(c, 0) for c in self.of(("tag", tag), role, of_user)]
            found += [(c, 0) for c in self.of(("type", identifier), role, of_user)]
            for supertype, distance in closure.items():
                found += [(c, distance) for c in self.of(("family", supertype), role, of_user)]
        return found
