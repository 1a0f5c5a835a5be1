# SPDX-License-Identifier: MIT
"""Origins, identifiers, versions, tags, patterns of names, and dynamic identifiers."""

from __future__ import annotations

import fnmatch
import re

# The most trusted first.
ORIGINS = ["core", "system", "local", "user"]

EXTENSION = "public.filename-extension"
MIME = "public.mime-type"
SCHEME = "public.url-scheme"
OSTYPE = "com.apple.ostype"
PASTEBOARD = "com.apple.nspboard-type"
GLOB = "org.freedesktop.filename-glob"
CASE_GLOB = "org.freedesktop.case-sensitive-glob"

USUAL_WEIGHT = 50
NAME_WEIGHT = 101  # of a MIME type that is a type's own, not an alias in a package

Tag = tuple[str, str]

ALPHABET = "abcdefghkmnpqrstuvwxyz0123456789"

CODES = {
    "conforms-to": "0", EXTENSION: "1", OSTYPE: "2", MIME: "3", PASTEBOARD: "4", SCHEME: "5",
    "public.data": "6", "public.text": "7", "public.plain-text": "8", "public.utf16-plain-text": "9",
    "com.apple.traditional-mac-plain-text": "A", "public.image": "B", "public.video": "C",
    "public.audio": "D", "public.directory": "E", "public.folder": "F", "com.apple.package": "10",
    "public.content": "13",
}


def trust(origin: str) -> int:
    """Less is more trusted."""
    return ORIGINS.index(origin)


def first_labels(identifier: str) -> list[str]:
    return identifier.lower().split(".")[:2]


def is_reserved(identifier: str) -> bool:
    return identifier.startswith(("public.", "com.apple."))


def version_key(text: str | None) -> tuple[int, ...]:
    """Numbers between dots, compared as numbers; a missing one is 0."""
    numbers = [int(part) if part.isdigit() else 0 for part in (text or "0").split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def normal_tag(tag_class: str, value: str) -> Tag:
    if tag_class == MIME:
        return tag_class, value.split(";")[0].strip().lower()
    if tag_class in (EXTENSION, SCHEME, GLOB):
        return tag_class, value.lower()
    return tag_class, value


def is_literal(pattern: str) -> bool:
    return not any(sign in pattern for sign in "*?[")


def glob_tag(pattern: str, case_sensitive: bool) -> Tag:
    """The tag that a pattern of a MIME package is."""
    if case_sensitive and pattern != pattern.lower():
        return CASE_GLOB, pattern
    rest = pattern[2:]
    if pattern.startswith("*.") and rest and is_literal(rest):
        return EXTENSION, rest.lower()
    if case_sensitive:
        return CASE_GLOB, pattern
    return GLOB, pattern.lower()


def matches(tag: Tag, name: str) -> bool:
    tag_class, pattern = tag
    return fnmatch.fnmatchcase(name if tag_class == CASE_GLOB else name.lower(), pattern)


def extensions(name: str) -> list[str]:
    """What follows each dot that has something before it, the longest first."""
    found = []
    for index, sign in enumerate(name):
        rest = name[index + 1:]
        if sign == "." and index > 0 and rest and not re.search(r"[\s\x00-\x1f\x7f]", rest):
            found.append(rest.lower())
    return found


def dynamic_identifier(tag: Tag, supertype: str | None = "public.data") -> str:
    def code(word: str) -> str:
        return CODES.get(word, word)

    def escaped(text: str) -> str:
        return text.replace("\\", "\\\\").replace(":", "\\:").replace("\0", "\\\0")

    tag_class, value = tag
    text = f"{code(tag_class)}={escaped(value)}"
    if supertype is not None:
        text = f"?0={code(supertype)}:{text}"
    bits = "".join(f"{byte:08b}" for byte in text.encode())
    bits += "0" * (-len(bits) % 5)
    return "dyn.a" + "".join(ALPHABET[int(bits[i:i + 5], 2)] for i in range(0, len(bits), 5))


def mime_identifier(mime: str) -> str:
    """The identifier of a MIME type that no declaration has."""
    coded = ""
    for index, byte in enumerate(mime.replace("/", ".", 1).encode()):
        sign = chr(byte)
        if sign == "-":
            rest = mime.replace("/", ".", 1)[index + 1:index + 4]
            coded += "-2d-" if re.match(r"[0-9a-f]{2}-", rest) else "-"
        elif re.match(r"[a-z0-9.]", sign):
            coded += sign
        else:
            coded += f"-{byte:02x}-"
    return "org.freedesktop.mime." + coded
