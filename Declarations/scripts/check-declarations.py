#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the declaration files that ship with the type registry.

    check-declarations.py [--freedesktop DIR] [--details] [--report] [--write] [DIRECTORY]

DIRECTORY is where the files are (by default the one above this script). Where DIR (by default
/usr/share/mime) holds packages/freedesktop.org.xml, the extensions and MIME types are compared
with it; the decisions that README.md lists are allowed, and each of them must still be needed.
So are the patterns of Linguist and Pygments, where they are installed (language_tables.py).
So are the descriptions and their translations (description_checks.py).
So are the media types of IANA's registry and of /etc/mime.types (media_type_tables.py).
--details also prints which tags are shared, and what of the tables is left out. --report prints the page
Documentation/coverage.md as it has to be; --write writes it, and sources.tsv (source_table.py).

Exit status: 0 if all is well, 1 if something is wrong, 2 if the check itself could not run.
"""

import argparse
import collections
import json
import pathlib
import re
import sys
import xml.etree.ElementTree

import coverage_report
import description_checks
import language_tables
import media_type_tables
import source_table

EXTENSION = "public.filename-extension"
MIME_TYPE = "public.mime-type"
GLOB = "org.freedesktop.filename-glob"
CASED_GLOB = "org.freedesktop.case-sensitive-glob"
FOLDED = {EXTENSION, MIME_TYPE, GLOB, "public.url-scheme"}  # compared without case
LANGUAGES = description_checks.LANGUAGES
GENERATED = "95-media-types.json"
SUPPLEMENTING = "80"  # supplements of the files from here on are of types of any file before them
BUNDLE_KEYS = {
    "CFBundleIdentifier", "CFBundleName", "CFBundleVersion", "UTExportedTypeDeclarations",
    "UTImportedTypeDeclarations", "TRTypeSupplements", "TRLocalizedStrings",
}
TYPE_KEYS = {
    "UTTypeIdentifier", "UTTypeDescription", "UTTypeConformsTo", "UTTypeTagSpecification",
    "UTTypeReferenceURL", "UTTypeIsWildcard", "TRSwiftConstant",
    "TRFreedesktopMIMEType", "TRPreferredExtensions", "TRContentRules",
}
RULE_KEYS = {
    "Priority", "Offset", "Text", "Bytes", "Mask", "IgnoresCase", "Fact", "Value", "Matches",
    "RootElement",
}
SUPPLEMENT_KEYS = {"UTTypeIdentifier", "UTTypeTagSpecification"}
MOST_TAGS, MOST_TYPES, MOST_BYTES = 256, 4096, 1 << 20

problems = []


def problem(where, what):
    problems.append(f"{where}: {what}")


def check_rules(where, rules, depth=0):
    """Checks the form of content rules: 'utcli lint' checks what they say."""
    if not isinstance(rules, list) or not rules or depth > 8:
        problem(where, "TRContentRules is no array of rules, or nested more than 8 deep")
        return
    for rule in rules:
        for key in rule.keys() - RULE_KEYS:
            problem(where, f"unknown key {key} of a rule")
        if not rule.keys() & {"Text", "Bytes", "Fact", "RootElement"}:
            problem(where, "rule without a test")
        values = rule.get("Bytes", [])
        sizes = {len(bytes.fromhex(value)) for value in ([values] if isinstance(values, str) else values)}
        if "Mask" in rule and sizes != {len(bytes.fromhex(rule["Mask"]))}:
            problem(where, "the mask of a rule is not as long as its bytes")
        weak = depth == 0 and sizes and max(sizes) < 3 and "Matches" not in rule
        if weak and rule.get("Priority", 50) > 20:
            problem(where, "fewer than three bytes decide")
        if "Matches" in rule:
            check_rules(where, rule["Matches"], depth + 1)


class Type:
    def __init__(self, file, position, line, exported, values):
        self.file, self.position, self.line, self.exported = file, position, line, exported
        self.identifier = values["UTTypeIdentifier"]
        self.key = self.identifier.lower()
        self.description = values.get("UTTypeDescription")
        self.parents = [parent.lower() for parent in values.get("UTTypeConformsTo", [])]
        self.tags = values.get("UTTypeTagSpecification", {})
        self.url = values.get("UTTypeReferenceURL")
        self.constant = values.get("TRSwiftConstant")
        self.mime_type = values.get("TRFreedesktopMIMEType")
        self.preferred = values.get("TRPreferredExtensions", [])
        self.later = {}  # what a supplement adds, and where
        self.where = f"{file}:{line}: {self.identifier}"

    def has(self, tag_class, tag):
        return fold(tag_class, tag) in {fold(tag_class, t) for t in self.tags.get(tag_class, [])}


def fold(tag_class, tag):
    return tag.lower() if tag_class in FOLDED else tag


def without_duplicates(pairs):
    seen = collections.Counter(key for key, _ in pairs)
    for key, count in seen.items():
        if count > 1:
            raise ValueError(f"duplicate key {key!r}")
    return dict(pairs)


def refuse_constant(text):
    raise ValueError(f"{text} is not JSON")


def is_strings(value):
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)


# --- reading -----------------------------------------------------------------------------------


def read_file(path, types, bundles, translations):
    data = path.read_bytes()
    name = path.name
    if len(data) >= MOST_BYTES:
        problem(name, f"{len(data)} bytes, {MOST_BYTES} are too many")
    if b"\t" in data or b"\r" in data or data.startswith(b"\xef\xbb\xbf"):
        problem(name, "tab, carriage return or byte order mark")
    try:
        text = data.decode("utf-8")
        root = json.loads(text, object_pairs_hook=without_duplicates, parse_constant=refuse_constant)
    except ValueError as error:
        problem(name, str(error))
        return
    if not isinstance(root, dict):
        problem(name, "the top is no object")
        return
    for key in root.keys() - BUNDLE_KEYS:
        problem(name, f"unknown key {key}")
    for key in ("CFBundleIdentifier", "CFBundleName", "CFBundleVersion"):
        if not isinstance(root.get(key), str):
            problem(name, f"{key} is missing")
    bundle = str(root.get("CFBundleIdentifier", "")).lower()
    if bundle in bundles:
        problem(name, f"bundle identifier {bundle} is also that of {bundles[bundle]}")
    bundles[bundle] = name

    places = {}
    for match in re.finditer(r'"UTTypeIdentifier"\s*:\s*"([^"\\]*)"', text):
        places.setdefault(match.group(1), match.start())
    mine = []
    for key in ("UTExportedTypeDeclarations", "UTImportedTypeDeclarations"):
        for values in root.get(key, []):
            checked = read_type(name, text, places, key.startswith("UTExported"), values)
            if checked:
                mine.append(checked)
    for number, values in enumerate(root.get("TRTypeSupplements", [])):
        read_supplement((name, len(text) + number), values, types + mine if name >= SUPPLEMENTING else mine)
    if len(mine) > MOST_TYPES:
        problem(name, f"{len(mine)} types, {MOST_TYPES} are allowed")
    translations[name] = root.get("TRLocalizedStrings", {})
    check_strings(name, translations[name], mine)
    types.extend(mine)


def read_type(name, text, places, exported, values):
    identifier = values.get("UTTypeIdentifier") if isinstance(values, dict) else None
    if not isinstance(identifier, str):
        problem(name, "a declaration without identifier")
        return None
    position = places.get(identifier, 0)
    line = text.count("\n", 0, position) + 1
    where = f"{name}:{line}: {identifier}"
    if not re.fullmatch(r"[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+", identifier) or len(identifier) > 255:
        problem(where, "not a type identifier")
    if identifier.lower().startswith("dyn."):
        problem(where, "dynamic types are never declared")
    for key in values.keys() - TYPE_KEYS:
        problem(where, f"unknown key {key}")
    if not (values.get("UTTypeConformsTo") == [] or is_strings(values.get("UTTypeConformsTo"))):
        problem(where, "UTTypeConformsTo is no array of identifiers")
        return None
    parents = [parent.lower() for parent in values["UTTypeConformsTo"]]
    if len(set(parents)) < len(parents):
        problem(where, "conforms to the same type twice")
    check_tags(where, values.get("UTTypeTagSpecification", {}))
    if "TRContentRules" in values:
        check_rules(where, values["TRContentRules"])
    url = values.get("UTTypeReferenceURL")
    if url is not None and not re.fullmatch(r"https?://[!-~]+", url):
        problem(where, f"{url!r} is no web address")
    constant = values.get("TRSwiftConstant")
    if constant is not None and not re.fullmatch(r"[a-z][A-Za-z0-9]*", constant):
        problem(where, f"{constant!r} is no Swift name")
    checked = Type(name, position, line, exported, values)
    if checked.mime_type is not None and not checked.has(MIME_TYPE, checked.mime_type):
        problem(where, f"TRFreedesktopMIMEType {checked.mime_type!r} is no MIME type of it")
    for tag in checked.preferred:
        if not checked.has(EXTENSION, tag):
            problem(where, f"TRPreferredExtensions: {tag!r} is no extension of it")
    return checked


def read_supplement(place, values, types):
    """Adds tags of ours to a type, behind those that its owner declares; they are ordered by their place."""
    name, _ = place
    identifier = values.get("UTTypeIdentifier") if isinstance(values, dict) else None
    found = [checked for checked in types if checked.identifier == identifier]
    where = f"{name}: supplement of {identifier}"
    if len(found) != 1 or (found[0].exported and name < SUPPLEMENTING):
        problem(where, "not the supplement of one type that this file imports")
        return
    for key in values.keys() - SUPPLEMENT_KEYS:
        problem(where, f"unknown key {key}")
    tags = values.get("UTTypeTagSpecification", {})
    check_tags(where, tags)
    merged = dict(found[0].tags)
    for tag_class, added in tags.items():
        merged[tag_class] = merged.get(tag_class, []) + added
        found[0].later.update({(tag_class, fold(tag_class, tag)): place for tag in added})
    check_tags(where, merged)
    found[0].tags = merged


def check_tags(where, tags):
    if not isinstance(tags, dict) or not all(is_strings(value) for value in tags.values()):
        problem(where, "UTTypeTagSpecification is no object of string arrays")
        return
    if sum(len(value) for value in tags.values()) > MOST_TAGS:
        problem(where, f"more than {MOST_TAGS} tags")
    for tag_class, values in tags.items():
        if len({fold(tag_class, tag) for tag in values}) < len(values):
            problem(where, f"the same {tag_class} twice")
        for tag in values:
            if tag_class == EXTENSION and (re.search(r"[\s/*?\[\]]", tag) or tag[0] == "."):
                problem(where, f"{tag!r} is no extension")
            if tag_class == MIME_TYPE and not re.fullmatch(r"[^\s/;]+/[^\s/;]+(;\S+)?", tag):
                problem(where, f"{tag!r} is no MIME type")
            if tag_class == GLOB and re.fullmatch(r"\*\.[^*?\[\]]+", tag):
                problem(where, f"{tag!r} should be written as an extension")
            if tag_class == GLOB and not re.fullmatch(r"([^\s/\[\]]|\[[^\s/\[\]!^]+\])+", tag):
                problem(where, f"{tag!r} is no glob")


def check_strings(name, strings, types):
    if not strings:
        translated = set()
    else:
        if sorted(strings) != LANGUAGES:
            problem(name, f"translations are into {sorted(strings)}, not {LANGUAGES}")
        translated = set.intersection(*(set(table) for table in strings.values()))
        for key in sorted(set.union(*(set(table) for table in strings.values())) - translated):
            missing = [language for language, table in sorted(strings.items()) if key not in table]
            problem(name, f"{key!r} is not translated into {', '.join(missing)}")
        for language, table in strings.items():
            for key, value in table.items():
                if not isinstance(value, str) or not value or value != value.strip():
                    problem(name, f"the translation of {key!r} into {language} is no text")
    described = {entry.description for entry in types}
    for key in translated - described:
        problem(name, f"{key!r} is translated, but describes no type of this file")
    for entry in types:
        if entry.constant and entry.description not in translated:
            problem(entry.where, f"{entry.description!r} is not translated")


# --- the graph ---------------------------------------------------------------------------------


def check_graph(types):
    """Returns the strict supertypes of each type."""
    by_key = {}
    constants = {}
    for entry in types:
        if entry.key in by_key:
            problem(entry.where, f"also declared in {by_key[entry.key].where}")
        by_key.setdefault(entry.key, entry)
        if entry.constant in constants and entry.constant:
            problem(entry.where, f"constant {entry.constant} is also {constants[entry.constant]}")
        constants[entry.constant] = entry.identifier
    supertypes = {}
    for entry in types:
        for parent in entry.parents:
            if parent not in by_key:
                problem(entry.where, f"its parent {parent} is not declared")
        seen = set()
        waiting = list(entry.parents)
        while waiting:
            key = waiting.pop()
            if key not in seen:
                seen.add(key)
                waiting.extend(by_key[key].parents if key in by_key else [])
        if entry.key in seen:
            problem(entry.where, "conforms to itself, through its parents")
        supertypes[entry.key] = seen
    for entry in types:
        for parent in entry.parents:
            through = [p for p in entry.parents if p != parent and parent in supertypes.get(p, ())]
            if through and "60" <= entry.file < "90":
                problem(entry.where, f"{parent} follows from {through[0]}")
    return supertypes


def check_needed_marks(types, index):
    """A mark says which MIME type of a type, or which type of a MIME type, is meant on Linux."""
    for entry in types:
        name = entry.mime_type
        if name is None or entry.tags.get(MIME_TYPE, [None])[0] != name:
            continue
        if len(index.candidates(MIME_TYPE, name)) == 1:
            problem(entry.where, "TRFreedesktopMIMEType is the first MIME type anyway")


class Index:
    """Look-ups by tag, with the order of winners that the registry uses."""

    def __init__(self, types, supertypes):
        self.supertypes = supertypes
        self.by_tag = collections.defaultdict(list)
        for entry in types:
            for tag_class, tags in entry.tags.items():
                for tag in tags:
                    self.by_tag[tag_class, fold(tag_class, tag)].append(entry)

    def candidates(self, tag_class, tag, supertype=None):
        found = self.by_tag.get((tag_class, fold(tag_class, tag)), [])
        if supertype:
            found = [e for e in found if e.key == supertype or supertype in self.supertypes[e.key]]
        keys = {entry.key for entry in found}

        def rank(entry):
            general = len(keys & self.supertypes[entry.key])
            preferred = tag_class == EXTENSION and fold(tag_class, tag) in entry.preferred
            place = entry.later.get((tag_class, fold(tag_class, tag)), (entry.file, entry.position))
            return (not preferred, not entry.exported, general, *place)

        return sorted(found, key=rank)


# --- freedesktop's database --------------------------------------------------------------------


class DatabaseType:
    def __init__(self, element, space):
        self.name = element.get("type")
        self.aliases = [alias.get("type") for alias in element.findall(space + "alias")]
        self.globs = []
        for glob in element.findall(space + "glob"):
            pattern = glob.get("pattern")
            if glob.get("case-sensitive") == "true" and pattern != pattern.lower():
                continue  # the registry compares without case
            self.globs.append((pattern.lower(), int(glob.get("weight", "50"))))


def read_database(directory):
    path = pathlib.Path(directory) / "packages" / "freedesktop.org.xml"
    if not path.exists():
        return None
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    root = xml.etree.ElementTree.parse(path).getroot()
    return [DatabaseType(element, space) for element in root.findall(space + "mime-type")]


def read_table(readme, heading):
    """The rows of the first table behind a heading of README.md, their cells without backquotes."""
    rows = []
    inside = False
    for line in readme.splitlines():
        if line.startswith("#"):
            inside = line.lstrip("# ") == heading
        elif inside and line.startswith("|") and not set(line) <= set("|- :"):
            rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows[1:]


def check_marks(database, types):
    """TRFreedesktopMIMEType is a name of the database, not an alias."""
    names = {entry.name for entry in database}
    for entry in types:
        if entry.mime_type is not None and entry.mime_type not in names:
            problem(entry.where, f"{entry.mime_type} is no type of the database")


def check_database(database, index, readme, details):
    decisions = {row[0].lower(): row[1].lower() for row in read_table(readme, "Freedesktop decisions")}
    shared = {row[0].lower() for row in read_table(readme, "Shared MIME types")}
    if not decisions:
        problem("README.md", "the table of freedesktop decisions is not found")
    used = set()

    best = {}
    for entry in database:
        for pattern, weight in entry.globs:
            heaviest, names = best.setdefault(pattern, (weight, []))
            if weight > heaviest:
                best[pattern] = (weight, [entry.name])
            elif weight == heaviest and entry.name not in names:
                names.append(entry.name)
    uncovered = []
    for pattern, (_, names) in sorted(best.items()):
        match = re.fullmatch(r"\*\.([^*?\[\]]+)", pattern)
        tag_class, tag = (EXTENSION, match.group(1)) if match else (GLOB, pattern)
        found = index.candidates(tag_class, tag, "public.data")
        if tag_class == GLOB and not found:
            found = index.candidates(CASED_GLOB, tag, "public.data")
        winner = found[0] if found else None
        if winner and any(winner.has(MIME_TYPE, name) for name in names):
            if pattern in decisions:
                problem("README.md", f"the decision about {pattern} is not needed")
            continue
        if pattern in decisions:
            used.add(pattern)
            if decisions[pattern] != (winner.key if winner else "none"):
                what = winner.identifier if winner else "none"
                problem("README.md", f"{pattern} is decided as {decisions[pattern]}, but is {what}")
        elif winner:
            problem(winner.where, f"wins {pattern}, the database says {' or '.join(names)}")
        else:
            uncovered.append(pattern)
    for pattern in decisions.keys() - used - best.keys():
        problem("README.md", f"there is no {pattern} in the database to decide about")

    missing = []
    for entry in database:
        found = index.candidates(MIME_TYPE, entry.name)
        if not found:
            missing.append(entry.name)
        elif len(found) > 1 and entry.name.lower() not in shared:
            problem(found[1].where, f"{entry.name} is also a MIME type of {found[0].identifier}")
    with_globs = [entry for entry in database if entry.globs]
    covered = [entry for entry in with_globs if entry.name not in missing]
    print(
        f"database: {len(database) - len(missing)} of {len(database)} types have a declaration, "
        f"{len(covered)} of the {len(with_globs)} with a glob; "
        f"{len(best) - len(uncovered)} of {len(best)} globs, {len(used)} by decision"
    )
    if details:
        print("database types without declaration:", *missing)
        print("database globs without declaration:", *uncovered)
    elif uncovered:
        print("globs without declaration:", *uncovered)


def write(page, sources):
    """Writes what follows from the declarations and from the tables that are installed."""
    source_table.TABLE.write_text(sources, encoding="utf-8")
    if page:
        coverage_report.PAGE.write_text(page, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--freedesktop", metavar="DIR", default="/usr/share/mime")
    parser.add_argument("--details", action="store_true", help="print shared tags and what is left out")
    parser.add_argument("--report", action="store_true", help="print the coverage by table, family and letter")
    parser.add_argument("--write", action="store_true", help="write coverage.md and sources.tsv")
    here = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("directory", nargs="?", type=pathlib.Path, default=here)
    options = parser.parse_args()

    paths = sorted(options.directory.glob("*.json"))
    if not paths:
        print(f"no declaration files in {options.directory}", file=sys.stderr)
        return 2
    types, bundles, translations = [], {}, {}
    for path in paths:
        read_file(path, types, bundles, translations)
    supertypes = check_graph(types)
    index = Index(types, supertypes)
    check_needed_marks(types, index)
    tags = sum(len(value) for entry in types for value in entry.tags.values())
    constants = sum(1 for entry in types if entry.constant)
    print(f"{len(paths)} files, {len(types)} types, {tags} tags, {constants} constants")
    if options.details:
        for (tag_class, tag), entries in sorted(index.by_tag.items()):
            if len(entries) > 1:
                order = index.candidates(tag_class, tag)
                print(f"shared: {tag_class} {tag}:", *(entry.identifier for entry in order))

    database = read_database(options.freedesktop)
    readme = options.directory / "README.md"
    if database is None:
        print(f"skipped: comparison with freedesktop's database, because {options.freedesktop} has none")
    else:
        text = readme.read_text(encoding="utf-8") if readme.exists() else ""
        check_marks(database, types)
        check_database(database, index, text, options.details)

    if options.directory == here:
        description_checks.check(types, translations, GENERATED, problem)
        names = language_tables.Names(index, EXTENSION, GLOB, CASED_GLOB)
        rows = read_table(readme.read_text(encoding="utf-8"), language_tables.HEADING)
        language_tables.check(names, rows, problem, options.details)
        language_tables.check_language_types(index, {entry.key for entry in types}, EXTENSION, problem)
        media_type_tables.check(index, problem, options.details)
        media_type_tables.check_generated(here / GENERATED, problem)
        url = {entry.key for entry in types if entry.url}
        page = coverage_report.page(index, supertypes, types, names, database)
        if options.write:
            write(page, source_table.table(types, index, url, database))
        coverage_report.check(page, problem)
        source_table.check(types, url, problem)
        if options.report and page:
            print(page, end="")

    for line in problems:
        print(line, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
