# SPDX-License-Identifier: MIT
"""Faults of the programs that are not mended yet: what they do, in place of what the documents say.

A name in OPEN makes the resolver answer as the programs do, so that the check finds what is new; `run --strict`
empties the set. README.md explains each. Whoever mends one removes its name.
"""

from __future__ import annotations

OPEN = {
    "inherited-trust",  # a tag has the trust of a declaration that is not in effect
    "mime-owner-general",  # of equal types with one MIME type, entries do not mean the more general one
    "pattern-weight",  # a pattern has the weight of a type that is no candidate for the name
    "reserved-parents",  # a package adds supertypes to a reserved type that the core does not declare
    "site-removal",  # what a site's list removes gives way to what a later list of the user says of a supertype
}


def is_open(name: str) -> bool:
    return name in OPEN
