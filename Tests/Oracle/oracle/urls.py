# SPDX-License-Identifier: MIT
"""URLs and the patterns that choices name them by."""

from __future__ import annotations

import fnmatch
import re
from dataclasses import dataclass
from typing import Any

PORTS = {"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443"}
UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


def unescaped(text: str) -> str:
    """The escape of an unreserved character is that character; other escapes are in capitals."""
    def one(match: re.Match[str]) -> str:
        sign = chr(int(match[1], 16))
        return sign if UNRESERVED.fullmatch(sign) else match[0].upper()

    return re.sub("%([0-9A-Fa-f]{2})", one, text)


@dataclass
class Address:
    scheme: str
    host: str | None
    port: str | None
    path: str


def parse(text: str) -> Address:
    """A URL, or a pattern, in parts; the fragment and the user's name have no part in it."""
    scheme, _, rest = text.partition(":")
    scheme = scheme.lower()
    rest = rest.partition("#")[0]
    if not rest.startswith("//"):
        return Address(scheme, None, None, rest)
    authority, slash, path = rest[2:].partition("/")
    host, _, port = authority.rpartition("@")[2].partition(":")
    return Address(scheme, host.lower(), port or None, unescaped("/" + path if slash else "/"))


def matches(pattern: str, url: str) -> bool:
    wanted, address = parse(pattern), parse(url)
    if not address.host:
        return False
    if wanted.scheme != address.scheme and not (wanted.scheme == "*" and address.scheme in ("http", "https")):
        return False
    host = str(wanted.host)
    if host.startswith("*."):
        if address.host != host[2:] and not address.host.endswith(host[1:]):
            return False
    elif host not in ("*", address.host):
        return False
    port = address.port or PORTS.get(address.scheme)
    if wanted.port not in (None, "*") and wanted.port != port:
        return False
    literal = re.sub(r"([?\\[])", r"[\1]", wanted.path)
    return fnmatch.fnmatchcase(address.path, literal)


def specificity(pattern: str) -> tuple[Any, ...]:
    """The key of the order of patterns that match: the most specific one first."""
    wanted = parse(pattern)
    host = str(wanted.host)
    kind = 2 if host == "*" else 1 if host.startswith("*.") else 0
    return (kind, -len(host) if kind == 1 else 0, wanted.port in (None, "*"), "*" in wanted.path,
            -len(wanted.path.replace("*", "")), wanted.path.count("*"), wanted.scheme == "*", pattern)
