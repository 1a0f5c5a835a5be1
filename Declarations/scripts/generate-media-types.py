#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the declarations of registered media types that no other file declares (95-media-types.json).

    generate-media-types.py [--check]

media-types.tsv lists what IANA has registered, media-type-decisions.tsv what the project adds for some
of them, media-type-differences.tsv the extensions that are left out. The others conform to what their
media type and their structured syntax suffix say. --check writes nothing and exits 1 if the committed
file is not what would be written.
"""

import json
import pathlib
import re
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent
DECLARATIONS = SCRIPTS.parent
OUTPUT = DECLARATIONS / "95-media-types.json"
TEMPLATE = "https://www.iana.org/assignments/media-types/"
MIME_TYPE = "public.mime-type"
EXTENSION = "public.filename-extension"
SUFFIX = "org.iana.structured-syntax-suffix"

# What a file of a media type is, and what it is for, if nothing better is known.
FAMILIES = {
    "audio": ["public.audio"],
    "font": ["public.font"],
    "image": ["public.image"],
    "message": ["public.message"],
    "model": ["public.3d-content"],
    "text": ["public.plain-text"],
    "video": ["public.movie"],
}
# The type of a file whose media type has a suffix of IANA's registry of structured syntax suffixes: that
# of this media type. A document in an archive is not an archive, and one in a database's file not that.
SUFFIXES = {
    "cbor": "application/cbor",
    "cbor-seq": "application/cbor-seq",
    "cose": "application/cose",
    "csv": "text/csv",
    "cwt": "application/cwt",
    "fastinfoset": "application/fastinfoset",
    "jer": "application/json",
    "json": "application/json",
    "json-seq": "application/json-seq",
    "jwt": "application/jwt",
    "sd-jwt": "application/sd-jwt",
    "wbxml": "application/vnd.wap.wbxml",
    "xml": "application/xml",
    "yaml": "application/yaml",
}
# What a file of an unknown media type can be opened as, although files of known ones do not conform to it.
OPENED_AS = {
    "gzip": "application/gzip",
    "sqlite3": "application/vnd.sqlite3",
    "zip": "application/zip",
    "zstd": "application/zstd",
}
# Names of payloads that protect, repeat or carry others over RTP, or signal: neither text nor recordings.
TRANSPORT = set(
    "1d-interleaved-parityfec cn encaprtp flexfec fwdred parityfec pointer raptorfec red rtp-enc-aescm128 "
    "rtploopback rtx scip smpte291 telephone-event tone ulpfec vnd.iptvforum.1dparityfec-1010 "
    "vnd.iptvforum.1dparityfec-2005 vnd.iptvforum.2dparityfec-1010 vnd.iptvforum.2dparityfec-2005".split()
)


def rows(name):
    """The rows of a table: their cells, without comments."""
    for line in (SCRIPTS / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def identifier(media_type):
    """The reversible name of a media type that has no other, as the library spells them (FreedesktopName)."""
    family, subtype = media_type.split("/", 1)
    text = "org.iana.media-type." + family + "."
    for position, letter in enumerate(subtype):
        is_group = re.match(r"-[0-9a-f]{2}([^a-z0-9.]|\.$)", subtype[position:])
        is_empty = letter == "." and (text.endswith(".") or position + 1 == len(subtype))
        if is_group or is_empty or not re.match(r"[a-z0-9.-]", letter):
            text += "".join(f"-{byte:02x}-" for byte in letter.encode())
        else:
            text += letter
    return text


class Declared:
    """The types of all other files: their parents, and which of them has a media type."""

    def __init__(self):
        self.parents, self.by_media_type, self.spelling = {}, {}, {}
        for path in sorted(DECLARATIONS.glob("*.json")):
            if path == OUTPUT:
                continue
            root = json.loads(path.read_text(encoding="utf-8"))
            for key in ("UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "TRTypeSupplements"):
                for entry in root.get(key, []):
                    name = entry["UTTypeIdentifier"]
                    if "UTTypeConformsTo" in entry:
                        self.parents[name.lower()] = entry["UTTypeConformsTo"]
                    self.spelling.setdefault(name.lower(), name)
                    for tag in entry.get("UTTypeTagSpecification", {}).get(MIME_TYPE, []):
                        self.by_media_type.setdefault(tag.lower(), name)

    def conforms(self, name, wanted):
        if name == wanted:
            return True
        return any(self.conforms(parent, wanted) for parent in self.parents.get(name.lower(), []))


class Table:
    """What is written: a type for each media type without one, and tags for types that lack theirs."""

    def __init__(self):
        self.declared = Declared()
        self.registered, self.decided, self.added = {}, {}, {}
        for row in rows("media-types.tsv"):
            row += [""] * (3 - len(row))
            self.registered[row[0]] = (row[1].split(), row[2])
        self.listed = set(self.registered)
        for media_type, name, parents, description, *further in rows("media-type-decisions.tsv"):
            self.decided[media_type] = (name, parents, description)
            known, successor = self.registered.get(media_type, ([], ""))
            known = list(dict.fromkeys(known + " ".join(further).split()))
            self.registered[media_type] = (known, successor)
            if parents == "=" and further:
                self.added.setdefault(name, []).extend(further[0].split())
        self.left_out = {
            (row[1], row[2]) for row in rows("media-type-differences.tsv") if row[0] == "left-out"
        }
        self.new = [name for name in self.registered if name not in self.declared.by_media_type]
        # Types by decision come first, those with a name first of all, so that their extensions mean them.
        self.new.sort(key=lambda name: (self.decided.get(name, "-")[0] == "-", name not in self.decided, name))
        self.names, self.supplements, self.replaced = {}, {}, {}
        for media_type in self.new:
            self.name(media_type)
        self.suffixes = {
            self.type_of(media_type): suffix
            for suffix, media_type in {**SUFFIXES, **OPENED_AS}.items()
            if suffix != "jer"
        }

    def type_of(self, media_type):
        return self.declared.by_media_type.get(media_type) or self.names.get(media_type)

    def is_of_another(self, media_type):
        """Whether a media type is a further tag of a type that is declared elsewhere, now or by decision."""
        name, parents, _ = self.decided.get(media_type, ("-", "-", "-"))
        return parents == "=" or name.lower() in self.declared.parents

    def name(self, media_type):
        """Decides which type a media type means: one of other files, that of its successor, or its own."""
        name = self.decided.get(media_type, ("-", "-", "-"))[0]
        successor = self.registered[media_type][1]
        if self.is_of_another(media_type):
            self.names[media_type] = name
            self.supplements.setdefault(name, []).append(media_type)
        elif successor in self.declared.by_media_type:
            self.names[media_type] = self.declared.by_media_type[successor]
            self.supplements.setdefault(self.names[media_type], []).append(media_type)
        elif successor:
            self.replaced.setdefault(successor, []).append(media_type)
        else:
            self.names[media_type] = identifier(media_type) if name == "-" else name

    def parents(self, media_type):
        decided = self.decided.get(media_type, ("-", "-", "-"))[1]
        if decided != "-":
            return decided.split()
        family, subtype = media_type.split("/", 1)
        suffix = subtype.rpartition("+")[2] if "+" in subtype else ""
        found = [] if subtype in TRANSPORT else list(FAMILIES.get(family, []))
        if suffix in SUFFIXES:
            structure = self.type_of(SUFFIXES[suffix])
            # Text for people is one thing, the text of a structure another.
            found = [structure] + [parent for parent in found if parent != "public.plain-text"]
        elif family == "text" and suffix:
            found = ["public.text"]
        if suffix == "sqlite3":
            found.append("public.database")
        if not any(self.reaches(parent, "public.data") for parent in found):
            found.insert(0, "public.data")
        return found

    def reaches(self, name, wanted):
        if self.declared.conforms(name, wanted):
            return True
        return any(
            self.reaches(parent, wanted)
            for media_type, known in self.names.items()
            if known == name and name.lower() not in self.declared.parents
            for parent in self.parents(media_type)
        )

    def declaration(self, media_type):
        name = self.names[media_type]
        description = self.decided.get(media_type, ("-", "-", "-"))[2]
        entry = {"UTTypeIdentifier": name}
        if description != "-":
            entry["UTTypeDescription"] = description
        entry["UTTypeConformsTo"] = self.parents(media_type)
        tags = {}
        names = [media_type] + self.replaced.get(media_type, [])
        extensions = [
            extension
            for known in names
            for extension in self.registered[known][0]
            if (extension, known) not in self.left_out
        ]
        if extensions:
            tags[EXTENSION] = list(dict.fromkeys(extensions))
        tags[MIME_TYPE] = names
        if name in self.suffixes:
            tags[SUFFIX] = [self.suffixes.pop(name)]
        entry["UTTypeTagSpecification"] = tags
        entry["UTTypeReferenceURL"] = TEMPLATE + media_type
        if media_type not in self.listed:
            del entry["UTTypeReferenceURL"]
        return entry

    def text(self):
        types = [
            self.declaration(media_type)
            for media_type in self.new
            if not self.is_of_another(media_type) and not self.registered[media_type][1]
        ]
        supplements = []
        for name in sorted({*self.supplements, *self.suffixes, *self.added}):
            tags = {EXTENSION: self.added[name]} if name in self.added else {}
            if name in self.supplements:
                tags[MIME_TYPE] = self.supplements[name]
            if name in self.suffixes:
                tags[SUFFIX] = [self.suffixes[name]]
            supplements.append({"UTTypeIdentifier": name, "UTTypeTagSpecification": tags})
        head = {
            "CFBundleIdentifier": "org.typeregistry.core.media-types",
            "CFBundleName": "Registered media types",
            "CFBundleVersion": "1.0",
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
        lines += ['  "UTImportedTypeDeclarations": [', ",\n".join(map(line, types)), "  ],"]
        lines += ['  "TRTypeSupplements": [', ",\n".join(map(line, supplements)), "  ]"]
        return "\n".join(["{", *lines, "}", ""])


def line(entry):
    return "    " + json.dumps(entry, ensure_ascii=False)


def main():
    text = Table().text()
    if "--check" in sys.argv[1:]:
        if not OUTPUT.exists() or OUTPUT.read_text(encoding="utf-8") != text:
            print(f"{OUTPUT.name} is not what generate-media-types.py writes", file=sys.stderr)
            return 1
        return 0
    OUTPUT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
