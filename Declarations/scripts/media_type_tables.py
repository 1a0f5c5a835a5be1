# SPDX-License-Identifier: MIT
"""Lists of media types: IANA's registry as of mime-types-data, and Debian's /etc/mime.types.

check-declarations.py compares them with the declarations. A media type that no declaration has, and an
extension that is not one of the media type's type, or means another type before, need a row in
media-type-differences.tsv; a row that no list needs is an error, too. A list that is not installed is not compared.
"""

import json
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent
REGISTRY = pathlib.Path("/usr/share/ruby-mime-types-data/data/mime-types.json")
DEBIAN = pathlib.Path("/etc/mime.types")
MIME_TYPE = "public.mime-type"
EXTENSION = "public.filename-extension"


def registry():
    """The registered media types with their extensions; None if the list is not installed."""
    if not REGISTRY.exists():
        return None
    entries = json.loads(REGISTRY.read_text(encoding="utf-8"))
    return {
        entry["content-type"].lower(): entry.get("extensions", [])
        for entry in entries
        if entry.get("registered")
    }


def debian():
    """The media types of /etc/mime.types with their extensions; None if there is none."""
    if not DEBIAN.exists():
        return None
    found = {}
    for line in DEBIAN.read_text(encoding="utf-8").splitlines():
        words = line.partition("#")[0].split()
        if words and "/" in words[0]:
            found.setdefault(words[0].lower(), []).extend(words[1:])
    return found


LISTS = (("IANA's registry (mime-types-data)", registry), ("/etc/mime.types", debian))


def committed():
    """The media types of media-types.tsv, from which the declarations are made."""
    lines = (SCRIPTS / "media-types.tsv").read_text(encoding="utf-8").splitlines()
    return {line.split("\t")[0] for line in lines if not line.startswith("#")}


def decisions(problem):
    """The rows of media-type-differences.tsv by media type and extension ("-" for the type itself)."""
    found = {}
    path = SCRIPTS / "media-type-differences.tsv"
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != 4 or cells[0] not in ("left-out", "other", "later", "unknown") or not cells[3]:
            problem(path.name, f"not a row of four cells: {line!r}")
            continue
        if (cells[2], cells[1]) in found:
            problem(path.name, f"{cells[1]} of {cells[2]} has two rows")
        found[cells[2], cells[1]] = cells[0]
    return found


def has(index, media_type, extension):
    """Whether an extension can mean the type of a media type, a subtype or a supertype of it."""
    of_extension = index.candidates(EXTENSION, extension)
    for entry in index.candidates(MIME_TYPE, media_type):
        for other in of_extension:
            if entry.key == other.key or other.key in index.supertypes[entry.key]:
                return True
            if entry.key in index.supertypes[other.key]:
                return True
    return False


def means(index, extension, media_type):
    """Whether an extension means the type of a media type before all others, or a type related to it."""
    first = index.candidates(EXTENSION, extension)[:1]
    return any(
        entry.key == first[0].key
        or entry.key in index.supertypes[first[0].key]
        or first[0].key in index.supertypes[entry.key]
        for entry in index.candidates(MIME_TYPE, media_type)
    ) if first else False


def meanings(index, types):
    """The extensions that a list gives one registered media type, and whether they mean it."""
    registered = committed()
    names = {}
    for name, tags in types.items():
        for tag in tags:
            if name in registered:
                names.setdefault(tag.lower(), set()).add(name)
    return {
        (min(found), tag): means(index, tag, min(found))
        for tag, found in sorted(names.items())
        if len(found) == 1
    }


def check(index, problem, details):
    """Compares each list that is installed."""
    decided = decisions(problem)
    needed = set()
    for media_type in sorted(committed()):
        if not index.candidates(MIME_TYPE, media_type):
            problem("media-types.tsv", f"{media_type} has no declaration")
    compared = 0
    for title, read in LISTS:
        types = read()
        if types is None:
            print(f"skipped: comparison with {title}, because it is not installed")
            continue
        compared += 1
        left = set()
        pairs = {(name, tag.lower()) for name, tags in types.items() for tag in tags}
        left |= {(name, "-") for name in types if not index.candidates(MIME_TYPE, name)}
        unknown = {name for name, _ in left}
        families = {(name.split("/")[0] + "/*", "-") for name in unknown} & decided.keys()
        left = {pair for pair in left if (pair[0].split("/")[0] + "/*", "-") not in families}
        needed |= families
        known = {pair for pair in pairs if pair[0] not in unknown and has(index, *pair)}
        left |= {pair for pair in pairs - known if pair[0] not in unknown}
        needed |= left
        firsts = meanings(index, types)
        differ = {pair for pair, same in firsts.items() if not same}
        needed |= differ
        for name, tag in sorted(differ - left - decided.keys()):
            first = index.candidates(EXTENSION, tag)[0].identifier
            problem(title, f".{tag} means {first} before {name}; say why in media-type-differences.tsv")
        print(
            f"{title}: {len(types) - len(unknown)} of {len(types)} media types are known, "
            f"{len(known)} of {len(pairs)} extensions can mean them; of {len(firsts)} with one registered "
            f"media type, {len(firsts) - len(differ)} mean it first, {len(differ & decided.keys())} differ by decision"
        )
        for name, tag in sorted(left - decided.keys()):
            what = f"{name} is unknown" if tag == "-" else f".{tag} does not mean {name}"
            problem(title, f"{what}, and media-type-differences.tsv has no reason for it")
        if details:
            print(f"{title}, left out:", *(f"{name}:{tag}" for name, tag in sorted(left)))
    if compared == len(LISTS):
        for (name, tag), kind in sorted(decided.items()):
            # An extension that only newer lists have is left out of what is generated.
            if (name, tag) not in needed and not (kind == "left-out" and name in committed()):
                problem("media-type-differences.tsv", f"{tag} of {name} is not needed")


def check_generated(path, problem):
    """The generated file is what the tables and the other files lead to."""
    command = [sys.executable, str(SCRIPTS / "generate-media-types.py"), "--check"]
    if subprocess.run(command, capture_output=True).returncode != 0:
        problem(path.name, "not what generate-media-types.py writes: run it")
