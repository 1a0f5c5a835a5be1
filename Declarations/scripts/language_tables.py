# SPDX-License-Identifier: MIT
"""Extensions and names of languages that other programs know: Linguist's list and Pygments' lexers.

check-declarations.py compares them with the declarations. A pattern that no declaration knows
needs a row in README.md, below "Patterns of languages left out"; a row that is not needed is an
error, too. The extensions that Linguist gives a language are tags of the type that language-types.tsv
names for it, or of one that conforms to it, except for those that the table leaves out. A list whose
program is not installed is not compared.
"""

import fnmatch
import itertools
import pathlib
import re
import runpy

HEADING = "Patterns of languages left out"
LINGUIST = "*/gems/github-linguist-*/lib/linguist/languages.yml"
GEM_DIRECTORIES = [
    "usr/lib/*/rubygems-integration", "usr/share/rubygems-integration", "usr/lib/ruby/gems",
    "usr/local/lib/ruby/gems", "var/lib/gems",
]


PYGMENTS = "usr/lib/python3/dist-packages/pygments/lexers/_mapping.py"
LANGUAGE_TYPES = pathlib.Path(__file__).resolve().parent / "language-types.tsv"


def linguist():
    """The patterns of the list of Linguist: `*.rb`, `Rakefile`. None if it is not installed."""
    languages = linguist_languages()
    if languages is None:
        return None
    found = set()
    for lists in languages.values():
        found |= {"*" + extension for extension in lists["extensions"]} | set(lists["filenames"])
    return found


def linguist_languages():
    """The extensions and names of each language of Linguist's list. None if it is not installed."""
    for directory in GEM_DIRECTORIES:
        for path in sorted(pathlib.Path("/").glob(directory + "/" + LINGUIST)):
            return read_linguist(path.read_text(encoding="utf-8"))
    return None


def read_linguist(text):
    """The list is plain enough to be read without a reader of YAML: lists of quoted words below keys."""
    languages, lists, key = {}, {}, None
    for line in text.splitlines():
        if match := re.fullmatch(r"""["']?([^\s"'#-].*?)["']?:""", line):
            lists = languages.setdefault(match.group(1), {"extensions": [], "filenames": []})
        elif match := re.fullmatch(r"  (\w+):.*", line):
            key = match.group(1)
        elif (match := re.fullmatch(r"""  - ["']?([^"'#]+?)["']?(\s+#.*)?""", line)) and key in lists:
            lists[key].append(match.group(1))
    return languages


def pygments():
    """The patterns of the lexers of Debian's Pygments. None if it is not installed."""
    path = pathlib.Path("/") / PYGMENTS
    if not path.exists():
        return None
    lexers = runpy.run_path(str(path))["LEXERS"]
    return {pattern for _, _, _, patterns, _ in lexers.values() for pattern in patterns}


LISTS = (("Linguist", linguist), ("Pygments", pygments))


def without_sets(pattern):
    """The patterns without `[…]` that one pattern stands for."""
    parts = re.split(r"\[([^\]]+)\]", pattern)
    choices = [[part] if number % 2 == 0 else letters(part) for number, part in enumerate(parts)]
    return ["".join(choice) for choice in itertools.product(*choices)]


def letters(content):
    """The letters of a set: `1-3x` is 1, 2, 3 and x."""
    found = []
    for first, last in re.findall(r"(.)(?:-(.))?", content):
        found += [chr(code) for code in range(ord(first), ord(last or first) + 1)]
    return found


class Names:
    """The question whether a declaration knows an extension or a whole name."""

    def __init__(self, index, extension, glob, cased_glob):
        self.extensions = {tag for tag_class, tag in index.by_tag if tag_class == extension}
        self.literals = {tag for tag_class, tag in index.by_tag if tag_class == glob}
        self.cased = {tag for tag_class, tag in index.by_tag if tag_class == cased_glob}
        self.wild = [tag for tag in self.literals if set(tag) & set("*?[")]

    def knows_extension(self, text):
        """Also true if only the end of an extension with dots is known, as of `deface` in `erb.deface`."""
        parts = text.lower().split(".")
        return any(".".join(parts[start:]) in self.extensions for start in range(len(parts)))

    def knows(self, pattern):
        if pattern.startswith("*.") and not set(pattern[2:]) & set("*?"):
            return self.knows_extension(pattern[2:])
        name = pattern.lower()
        if pattern in self.cased or name in self.literals:
            return True
        if set(pattern) & set("*?"):
            return False
        _, dot, ending = name[1:].partition(".")
        if dot and self.knows_extension(ending):
            return True
        return any(fnmatch.fnmatchcase(name, wild) for wild in self.wild)


def coverage(names, patterns):
    """The patterns without declaration, and how many extensions and names have one."""
    plain = {plain for pattern in patterns for plain in without_sets(pattern)}
    left = sorted(pattern for pattern in plain if not names.knows(pattern))
    extensions = {pattern for pattern in plain if pattern.startswith("*.")}
    lines = []
    for what, all_of_them in (("extensions", extensions), ("names", plain - extensions)):
        lines.append((what, len(all_of_them) - len(all_of_them & set(left)), len(all_of_them)))
    return left, lines


def check(names, rows, problem, details):
    """Compares each table that is installed; `rows` are those of README.md."""
    decided = {row[0] for row in rows}
    needed, compared = set(), 0
    for title, read in LISTS:
        patterns = read()
        if patterns is None:
            print(f"skipped: comparison with {title}, because it is not installed")
            continue
        compared += 1
        left, lines = coverage(names, patterns)
        needed |= set(left)
        for what, known, all_of_them in lines:
            percent = 100 * known / max(all_of_them, 1)
            print(f"{title}: {known} of {all_of_them} {what} are known, {percent:.1f} %")
        for pattern in left:
            if pattern not in decided:
                problem(title, f"{pattern} is unknown, and README.md has no reason for it")
        if details:
            print(f"{title} without declaration:", *left)
    if compared == len(LISTS):
        for pattern in sorted(decided - needed):
            problem("README.md", f"the row about {pattern} in '{HEADING}' is not needed")


def language_types():
    """The rows of language-types.tsv: language, identifier, extensions left out, why."""
    for line in LANGUAGE_TYPES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, identifier, left_out, why = (line.split("\t") + ["", ""])[:4]
            yield language, identifier, set(left_out.split()), why


def check_language_types(index, identifiers, extension_class, problem):
    """Each extension of a language means its type, a narrower or a wider one, or is left out for a reason."""
    languages = linguist_languages()
    for language, identifier, left_out, why in language_types():
        where = f"{LANGUAGE_TYPES.name}: {language}"
        key = identifier.lower()
        if key not in identifiers:
            problem(where, f"{identifier} is not declared")
        elif bool(left_out) != bool(why):
            problem(where, "extensions that are left out have a reason, and others none")
        elif languages is not None and language in languages:
            missing = {
                extension for extension in (text[1:].lower() for text in languages[language]["extensions"])
                if not any(is_related(key, entry.key, index) for entry in index.candidates(extension_class, extension))
            }
            for extension in sorted(missing - left_out):
                problem(where, f".{extension} does not mean {identifier}, and the table has no reason for it")
            for extension in sorted(left_out - missing):
                problem(where, f"it is not needed that .{extension} is left out")


def is_related(one, other, index):
    return one == other or one in index.supertypes[other] or other in index.supertypes[one]
