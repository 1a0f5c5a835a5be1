# SPDX-License-Identifier: MIT
"""What the declarations know of the tables that a machine can install: Documentation/coverage.md.

`check-declarations.py --report` prints the page, `--write` writes it. The check compares the committed page
where the packages are installed in the versions that it names, and says so where they are not.
"""

import collections
import pathlib
import re
import shutil
import subprocess

import language_tables
import media_type_tables

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "Documentation" / "coverage.md"
PACKAGES = (
    "media-types", "python3-pygments", "ruby-github-linguist", "ruby-mime-types-data", "shared-mime-info",
)
# As CensusFamily of utcli: a type belongs to the first one that it conforms to a type of.
FAMILIES = (
    ("source code", ("public.source-code",)),
    ("image", ("public.image",)),
    ("audio", ("public.audio",)),
    ("video", ("public.movie", "public.audiovisual-content")),
    ("font", ("public.font",)),
    ("document", ("public.composite-content", "public.presentation", "public.spreadsheet")),
    ("disk image", ("public.disk-image",)),
    ("archive", ("public.archive",)),
    ("program", ("public.executable",)),
    ("3D model", ("public.3d-content",)),
    ("database", ("public.database",)),
    ("message", ("public.message", "public.contact", "public.calendar-event")),
    ("text", ("public.text",)),
    ("device", ("public.device",)),
)
EXTENSION = "public.filename-extension"
MIME_TYPE = "public.mime-type"
GLOB = "org.freedesktop.filename-glob"


def versions():
    """The upstream versions of the packages; a package that is not installed has none."""
    if not shutil.which("dpkg-query"):
        return {}
    command = ["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Package} ${Version}\\n", *PACKAGES]
    answer = subprocess.run(command, capture_output=True, text=True).stdout
    lines = [line.split() for line in answer.splitlines() if line.startswith("installed ")]
    return {name: re.sub(r"^\d+:|-[^-]*$", "", version) for _, name, version in lines}


def family(entry, supertypes):
    """The family of a type, as `utcli census` shows it."""
    for name, roots in FAMILIES:
        if any(root == entry.key or root in supertypes[entry.key] for root in roots):
            return name
    return "other"


def row(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def share(known, count):
    return f"{100 * known / count:.1f} %" if count else "–"


def table_rows(index, names, database):
    """A row for each table: what it lists, how much, and how much of it is known."""
    rows = []
    kinds = collections.Counter()
    known = collections.Counter()
    for entry in database:
        kinds["media types"] += 1
        known["media types"] += bool(index.candidates(MIME_TYPE, entry.name))
        for pattern, _ in entry.globs:
            kinds["patterns"] += 1
            known["patterns"] += names.knows(pattern) or pattern in names.wild
    for kind, count in kinds.items():
        rows.append(("freedesktop’s database", kind, count, known[kind], share(known[kind], count)))
    decisions = media_type_tables.decisions(lambda *_: None)
    for title, read in media_type_tables.LISTS:
        types = read()
        tags = {tag.lower() for found in types.values() for tag in found}
        for kind, all_of_them, is_known in (
            ("media types", types, lambda name: index.candidates(MIME_TYPE, name)),
            ("extensions", tags, names.knows_extension),
        ):
            count = sum(1 for one in all_of_them if is_known(one))
            rows.append((title, kind, len(all_of_them), count, share(count, len(all_of_them))))
        firsts = media_type_tables.meanings(index, types)
        same = sum(firsts.values())
        decided = sum(1 for (name, tag), first in firsts.items() if not first and (name, tag) in decisions)
        rows.append((title, "extensions of one registered media type that mean it first", len(firsts), same,
                     share(same, len(firsts))))
        rows.append((title, "… or differ by a decision", len(firsts), same + decided,
                     share(same + decided, len(firsts))))
    for title, read in language_tables.LISTS:
        _, lines = language_tables.coverage(names, read())
        for kind, count, all_of_them in lines:
            rows.append((title, kind, all_of_them, count, share(count, all_of_them)))
    return rows


def page(index, supertypes, types, names, database):
    """The text of the page, or None if a table is not installed."""
    found = versions()
    readers = [read for _, read in media_type_tables.LISTS + language_tables.LISTS]
    if database is None or len(found) < len(PACKAGES) or any(read() is None for read in readers):
        return None
    lines = [
        "# What the registry knows",
        "",
        "The types that ship with the registry, compared with tables that other people keep. "
        "`Declarations/scripts/check-declarations.py --write` writes this page, and",
        "the check of the declarations compares it. A difference is a row of a table of decisions, with its "
        "reason: [Declarations](../Declarations/README.md).",
        "",
        "Compared with " + ", ".join(f"{name} {found[name]}" for name in PACKAGES) + ".",
        "",
        "## By table",
        "",
        row(("table", "what it lists", "entries", "known", "share")),
        row(("---",) * 5),
    ]
    lines += [row(cells) for cells in table_rows(index, names, database)]
    lines += ["", "## By family", "", "The families are those that `utcli census` shows.", ""]
    lines += [row(("family", "types", "extensions", "MIME types", "names")), row(("---",) * 5)]
    sums = collections.defaultdict(lambda: [0, set(), set(), set()])
    for entry in types:
        sum_of_family = sums[family(entry, supertypes)]
        sum_of_family[0] += 1
        for number, tag_class in enumerate((EXTENSION, MIME_TYPE, GLOB), 1):
            sum_of_family[number].update(tag.lower() for tag in entry.tags.get(tag_class, []))
    order = [name for name, _ in FAMILIES] + ["other"]
    lines += [row((name, sums[name][0], *(len(tags) for tags in sums[name][1:]))) for name in order]
    lines += ["", "## By letter", "", "Extensions by their first letter, and how many of them have several meanings.", ""]
    lines += [row(("letter", "extensions", "of several meanings")), row(("---",) * 3)]
    letters, several = collections.Counter(), collections.Counter()
    for (tag_class, tag), entries in index.by_tag.items():
        if tag_class == EXTENSION:
            letter = tag[0] if "a" <= tag[0] <= "z" else "digit" if tag[0].isdigit() else "other"
            letters[letter] += 1
            several[letter] += len({entry.key for entry in entries}) > 1
    ordered = sorted(letter for letter in letters if len(letter) == 1) + ["digit", "other"]
    lines += [row((letter, letters[letter], several[letter])) for letter in ordered]
    lines += [row(("all", sum(letters.values()), sum(several.values())))]
    return "\n".join(lines) + "\n"


def named_versions(text):
    """The line of the page that names the versions."""
    return next((line for line in text.splitlines() if line.startswith("Compared with ")), "")


def check(text, problem):
    """Compares the committed page with `text`, if both are about the same versions."""
    if text is None:
        print("skipped: coverage.md, because not all tables that it compares are installed")
        return
    committed = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if committed and named_versions(committed) != named_versions(text):
        print("skipped: coverage.md, because it is about other versions of the tables")
    elif committed != text:
        problem("coverage.md", "not what the declarations lead to: run check-declarations.py --write")
