# SPDX-License-Identifier: MIT
"""Where the tags of each type come from: Declarations/sources.tsv.

Each line has an identifier and the short names of its sources; README.md explains them below "Sources of
each type". Most follow from the declarations and from the tables that are installed, and
`check-declarations.py --write` writes these; the others are written by hand and kept. The check insists on
at least one source for each type, on one line for each, and on those that the declarations alone lead to.
"""

import pathlib

import language_tables
import media_type_tables

TABLE = pathlib.Path(__file__).resolve().parent.parent / "sources.tsv"
EXTENSION = "public.filename-extension"
MIME_TYPE = "public.mime-type"
GLOB = "org.freedesktop.filename-glob"
# What the declarations themselves lead to, what the installed tables do, and what is written by hand.
DERIVED = ("apple", "iana", "page")
INSTALLED = ("freedesktop", "debian", "linguist", "pygments")
BY_HAND = ("pronom", "tika", "file", "magika", "puremagic", "loc", "editors", "counters", "wikidata", "known")
ORDER = DERIVED + INSTALLED + BY_HAND


def derived(types, url):
    """The sources of each type that need no table of other people."""
    registered = media_type_tables.committed()
    found = {}
    for entry in types:
        sources = found.setdefault(entry.identifier, set())
        if entry.file < "60" or entry.file.startswith("90-"):
            sources.add("apple")
        if any(name.lower() in registered for name in entry.tags.get(MIME_TYPE, [])):
            sources.add("iana")
        if entry.key in url:
            sources.add("page")
    return found


def installed(types, index, database):
    """The sources of each type among the tables that are installed; a table that is not is None."""
    found = {name: None for name in INSTALLED}
    if database is not None:
        names = {entry.name.lower() for entry in database}
        found["freedesktop"] = {
            entry.identifier for entry in types
            if any(name.lower() in names for name in entry.tags.get(MIME_TYPE, []))
        }
    debian = media_type_tables.debian()
    if debian is not None:
        found["debian"] = {
            entry.identifier for name in debian for entry in index.candidates(MIME_TYPE, name)
        }
    for source, read in zip(("linguist", "pygments"), (language_tables.linguist, language_tables.pygments)):
        patterns = read()
        if patterns is not None:
            plain = {plain.lower() for one in patterns for plain in language_tables.without_sets(one)}
            found[source] = {entry.identifier for entry in types if is_listed(entry, plain, index)}
    return found


def is_listed(entry, plain, index):
    """Whether a list of languages names an extension or a name of a type of text."""
    if "public.text" not in index.supertypes[entry.key]:
        return False
    return any("*." + tag.lower() in plain for tag in entry.tags.get(EXTENSION, [])) or any(
        tag.lower() in plain for tag in entry.tags.get(GLOB, [])
    )


def read():
    """The committed table, by identifier."""
    found = {}
    if TABLE.exists():
        for line in TABLE.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                identifier, _, sources = line.partition("\t")
                found[identifier] = sources.split()
    return found


def table(types, index, url, database):
    """The lines of the table, with what is installed here and what was written by hand."""
    committed = read()
    of_tables = installed(types, index, database)
    result = derived(types, url)
    for entry in types:
        before = committed.get(entry.identifier, [])
        sources = result[entry.identifier]
        for name in INSTALLED:
            if entry.identifier in (of_tables[name] if of_tables[name] is not None else ()):
                sources.add(name)
            elif of_tables[name] is None and name in before:
                sources.add(name)
        sources |= {name for name in before if name in BY_HAND}
    head = "# The sources of the tags of each type, by the short names of README.md; see source_table.py.\n"
    lines = (
        f"{identifier}\t{' '.join(name for name in ORDER if name in sources)}\n"
        for identifier, sources in sorted(result.items(), key=lambda pair: pair[0].lower())
    )
    return head + "".join(lines)


def check(types, url, problem):
    """Checks what needs no table of other people."""
    committed = read()
    for identifier, sources in derived(types, url).items():
        row = committed.pop(identifier, None)
        if not row:
            problem(TABLE.name, f"{identifier} has no source: run check-declarations.py --write, or add one by hand")
            continue
        for name in row:
            if name not in ORDER:
                problem(TABLE.name, f"{identifier}: {name} is no short name of a source")
        if sources != set(row) & set(DERIVED):
            problem(TABLE.name, f"{identifier}: not what the declaration leads to: run check-declarations.py --write")
    for identifier in committed:
        problem(TABLE.name, f"{identifier} is not declared")
