#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how well files are recognized by their contents alone, beside `file` and GLib.

    measure.py UTCLI DIR [--registry FILE] [--half open|kept|all] [--errors] [--file-errors]

DIR is where collect.py put the files: DIR/files/SHA-256, names that say nothing. `expected.tsv` says
what each is. The open half is for work on the rules; the other half is kept aside (the SHA-256 begins
with 8 to f) and is run only to judge the work. --errors lists what is wrong or unspecific.

An answer is right if it is an expected type; unspecific if it is a supertype of one, or the container
or kind of text that the file is; nothing if it is bytes and no more; else it is wrong: false certainty.
A MIME type of `file` or GLib stands for the core's type with that MIME type.
"""

import collections
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DECLARATIONS = os.path.join(HERE, "../../../Declarations")

# MIME types that only `file` uses, as those of the core.
FILE_TYPES = {
    "text/x-c": ["public.c-source", "public.c-header"],
    "text/x-c++": ["public.c-plus-plus-source", "public.c-plus-plus-header", "public.c-header"],
    "text/x-script.python": ["public.python-script"],
    "text/x-m4": ["org.gnu.m4-source", "org.gnu.autoconf-input"],
    "text/x-lisp": ["com.coteditor.lisp", "org.gnu.emacs-lisp", "com.coteditor.scheme"],
    "text/x-objective-c": ["public.objective-c-source"],
    "text/x-msdos-batch": ["com.microsoft.batch-file"],
    "text/x-awk": ["org.gnu.awk-script"], "text/x-gawk": ["org.gnu.awk-script"],
    "text/x-nawk": ["org.gnu.awk-script"],
    "text/x-forth": ["org.typeregistry.forth-source"],
    "text/x-systemtap": ["org.sourceware.systemtap-script"],
    "text/x-gimp-gpl": ["org.gimp.palette"], "text/x-gimp-ggr": ["org.gimp.gradient"],
    "text/PGP": ["org.openpgp.armoured-data"],
    "text/x-shellscript": ["public.shell-script", "public.bash-script"],
    "text/x-makefile": ["public.make-source", "org.gnu.automake-input"],
    "text/x-tex": ["org.tug.tex"], "text/x-po": ["org.gnu.gettext-po", "org.gnu.gettext-pot"],
    "text/x-msdos-bat": ["com.microsoft.batch-file"],
    "application/x-mach-binary": ["com.apple.mach-o-binary"],
    "application/x-dosexec": ["com.microsoft.windows-executable"],
    "application/x-coff": ["com.microsoft.object-file"],
    "application/x-coredump": ["org.linuxfoundation.elf-core-dump"],
    "application/x-pie-executable": ["public.elf-binary", "org.linuxfoundation.elf-shared-library"],
    "application/x-sharedlib": ["org.linuxfoundation.elf-shared-library"],
    "application/x-executable": ["public.elf-binary"],
    "application/x-object": ["public.object-code", "org.kernel.module"],
    "application/x-archive": ["org.gnu.ar-archive", "org.gnu.static-library"],
    "application/vnd.ms-office": ["com.microsoft.ole-storage"],
    "application/CDFV2": ["com.microsoft.ole-storage"],
    "application/encrypted": ["com.microsoft.ole-storage"],
    "font/x-postscript-pfb": ["com.adobe.postscript-pfb-font"],
    "image/x-portable-greymap": ["net.sourceforge.netpbm.pgm"],
    "image/x-portable-arbitrarymap": ["net.sourceforge.netpbm.pam"],
    "image/x-wordperfect-graphics": ["com.corel.wordperfect-graphics"],
    "image/x-miff": ["org.imagemagick.miff"], "image/x-dpx": ["org.smpte.dpx"],
    "image/x-pgf": ["org.libpgf.image"], "image/x-x3f": ["com.sigma.raw-image"],
    "image/x-qoi": ["org.qoiformat.qoi"], "image/x-dcx": ["com.zsoft.pcx"],
    "image/x-xv-thumbnail": ["net.xv.thumbnail"], "image/x.nifti": ["gov.nih.nifti-1"],
    "video/x-jng": ["org.libpng.jng"], "video/x-flc": ["public.flc-animation"],
    "audio/x-sfbk": ["com.soundblaster.soundfont"], "image/x-mvg": ["org.imagemagick.mvg"],
    "audio/x-hx-aac-adts": ["public.aac-audio"], "image/x-sony-tim": ["com.sony.tim-image"],
    "application/x-clamav-database": ["net.clamav.database"],
    "application/x-bentley-dgn": ["com.bentley.dgn-drawing"],
    "application/x-dbt": ["com.borland.dbase-memo"], "application/x-dif": ["org.typeregistry.data-interchange-format"],
    "application/x-font-pf2": ["org.gnu.grub-font"], "application/winhelp": ["com.microsoft.winhelp"],
    "application/x-stargallery-thm": ["org.openoffice.gallery-theme"],
    "application/x-dfont": ["com.apple.truetype-datafork-suitcase-font"],
    "application/x-ms-compress-kwaj": ["com.microsoft.kwaj-compressed"],
    "application/x-ms-compress-szdd": ["com.microsoft.szdd-compressed"],
    "application/x-dosdriver": ["com.microsoft.windows-driver"],
    "application/x-kdelnk": ["org.freedesktop.desktop-entry"],
    "application/vnd.microsoft.portable-executable": [
        "com.microsoft.windows-executable", "com.microsoft.windows-dynamic-link-library",
        "org.uefi.executable", "com.microsoft.windows-driver"],
    "application/x-ms-reg": ["com.microsoft.registry-data"],
    "application/x-mif": ["com.adobe.framemaker-mif"],
    "font/sfnt": ["public.truetype-ttf-font", "public.opentype-font"],
    "application/vnd.ms-opentype": ["public.opentype-font"],
    "audio/x-mod": [
        "org.typeregistry.protracker-module", "org.typeregistry.impulse-tracker-module",
        "org.typeregistry.fasttracker-2-module", "org.typeregistry.scream-tracker-3-module",
        "org.typeregistry.ultratracker-module", "net.sourceforge.mikmod.module",
        "org.typeregistry.multitracker-module", "org.typeregistry.composer-669-module",
        "org.typeregistry.octamed-module", "org.openmpt.module",
        "org.typeregistry.digibooster-pro-module", "org.typeregistry.dsik-module",
        "org.typeregistry.farandole-module", "org.typeregistry.polytracker-module",
        "org.typeregistry.soundtracker-module", "org.typeregistry.general-digimusic-module",
        "org.typeregistry.imago-orpheus-module", "org.typeregistry.madtracker-2-module",
        "org.typeregistry.digibooster-module", "org.typeregistry.digital-tracker-module",
        "org.typeregistry.ams-module"],
    "image/heif": ["public.heif", "public.heic"],
    "image/vnd.adobe.photoshop": [
        "com.adobe.photoshop-image", "com.adobe.photoshop-large-image"],
    "application/x-stargallery-sdg": ["org.openoffice.gallery-thumbnails"],
    "application/x-gzip": ["org.gnu.gnu-zip-archive"],
    "application/x-intel-aml": ["org.typeregistry.unknown"],
}
# Answers that say only what kind of container or text a file is, by how such a file begins.
CONTAINERS = [
    (rb"PK(\x03\x04|\x05\x06|\x07\x08)", {"public.zip-archive", "com.pkware.zip-archive"}),
    (rb"\xd0\xcf\x11\xe0", {"com.microsoft.ole-storage"}),
    (rb"\x1f\x8b", {"org.gnu.gnu-zip-archive", "org.gnu.gnu-zip-tar-archive"}),
    (rb"BZh", {"public.bzip2-archive"}),
    (rb"\xfd7zXZ", {"org.tukaani.xz-archive"}),
    (rb"\x28\xb5\x2f\xfd", {"com.facebook.zstandard-archive"}),
    (rb"II\*\x00|MM\x00\*", {"public.tiff"}),
    (rb"RIFF|RIFX", {"com.microsoft.riff", "org.freedesktop.mime.audio.x-riff"}),
    (rb"FORM", {"com.ea.iff-85"}),
    (rb"OggS", {"org.xiph.ogg", "org.xiph.ogg-audio", "org.xiph.ogg-video"}),
    (rb"\x1a\x45\xdf\xa3", {"org.matroska.matroska"}),
    (rb"SQLite format 3", {"org.sqlite.sqlite3"}),
    (rb"MZ", {"com.microsoft.windows-executable"}),
    (rb"\x7fELF", {"public.elf-binary"}),
    (rb"!<arch>", {"org.gnu.ar-archive"}),
    (rb"\x30[\x80-\x84]", {"com.rsa.pkcs-7-mime"}),
    (rb"bplist", {"com.apple.binary-property-list", "com.apple.property-list"}),
    (rb"....ftyp", {"public.mpeg-4", "com.apple.quicktime-movie"}),
    (rb"\x89HDF", {"org.hdfgroup.hdf5", "org.hdfgroup.hdf"}),
    (rb"\s*(\xef\xbb\xbf)?\s*<", {"public.xml", "public.html", "org.iso.sgml"}),
    (rb"\s*[\[{]", {"public.json"}),
    (rb"%!", {"com.adobe.postscript"}),
    (rb"-----BEGIN PGP", {"org.openpgp.armoured-data"}),
]
NOTHING = {"public.data", "public.item", "org.typeregistry.raw-data"}
TEXT = {"public.plain-text", "public.text", "public.utf8-plain-text", "public.utf16-plain-text",
        "org.typeregistry.utf8-text", "public.source-code", "public.script"}
FAMILIES = [  # a supertype, or the beginning of a declaration file's name
    ("keys and mail", ["50-", "48-", "67-"]),
    ("fonts", ["public.font", "40-", "68-"]),
    ("3D and CAD", ["public.3d-content"]),
    ("images", ["public.image", "30-", "60-", "76-", "83-"]),
    ("audio and video", ["public.audiovisual-content", "public.audio", "public.movie", "35-", "61-",
                         "77-", "84-"]),
    ("disk images", ["public.disk-image"]),
    ("source code", ["public.source-code", "public.script", "25-", "63-", "72-", "80-"]),
    ("executables", ["public.executable", "16-"]),
    ("archives", ["public.archive", "18-", "62-"]),
    ("games", ["69-", "78-", "85-"]),
    ("office and e-books", ["org.openxmlformats.openxml", "org.oasis-open.opendocument",
                            "public.spreadsheet", "public.presentation", "45-", "64-", "86-"]),
    ("databases", ["public.database"]),
    ("science and maps", ["75-", "82-"]),
    ("markup and text", ["public.text", "20-", "73-", "74-", "81-", "88-"]),
    ("data and system", [""]),
]


class Types:
    """What the core declares: supertypes and MIME types."""

    def __init__(self):
        self.parents, self.topics, self.by_mime = {}, {}, {}
        marked = {}
        for name in sorted(os.listdir(DECLARATIONS)):
            if not name.endswith(".json"):
                continue
            with open(os.path.join(DECLARATIONS, name), encoding="utf-8") as file:
                root = json.load(file)
            for key in ("UTExportedTypeDeclarations", "UTImportedTypeDeclarations", "TRTypeSupplements"):
                for item in root.get(key, []):
                    identifier = item["UTTypeIdentifier"].lower()
                    self.parents.setdefault(identifier, []).extend(
                        parent.lower() for parent in item.get("UTTypeConformsTo", []))
                    self.topics.setdefault(identifier, name)
                    tags = item.get("UTTypeTagSpecification", {})
                    for mime in tags.get("public.mime-type", []):
                        self.by_mime.setdefault(mime.lower(), []).append(identifier)
                    if "TRFreedesktopMIMEType" in item:
                        marked[item["TRFreedesktopMIMEType"].lower()] = identifier
        for mime, identifiers in FILE_TYPES.items():
            self.by_mime[mime.lower()] = [identifier.lower() for identifier in identifiers]
        self.marked = marked
        self.cache = {}

    def supertypes(self, identifier):
        """All types that a type conforms to."""
        if identifier not in self.cache:
            found, open_ones = set(), [identifier]
            while open_ones:
                for parent in self.parents.get(open_ones.pop(), []):
                    if parent not in found:
                        found.add(parent)
                        open_ones.append(parent)
            self.cache[identifier] = found
        return self.cache[identifier]

    def family(self, identifier):
        """The line of the table in which a type is counted."""
        supertypes = self.supertypes(identifier) | {identifier}
        topic = self.topics.get(identifier, "")
        for family, marks in FAMILIES:
            if any(mark in supertypes or (mark.endswith("-") and topic.startswith(mark)) or not mark
                   for mark in marks):
                return family
        return FAMILIES[-1][0]


def judge(types, answers, expected, head):
    """right, unspecific, nothing or wrong."""
    answers = [answer for answer in answers if answer]
    if any(answer in expected for answer in answers):
        return "right"
    supertypes = set().union(*(types.supertypes(one) for one in expected))
    generic = set().union(*(names for mark, names in CONTAINERS if re.match(mark, head, re.S)))
    if not answers or all(answer in NOTHING for answer in answers):
        return "nothing"
    if any(answer in supertypes or answer in generic or answer in TEXT for answer in answers):
        return "unspecific"
    return "wrong"


def run(arguments, names, folder):
    """The lines that a command prints for names."""
    return subprocess.run(
        arguments, input="\n".join(names) + "\n", cwd=folder, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.splitlines()


def of_utcli(utcli, registry, names, folder):
    command = [utcli, "type-of", "--sniff", "--stdin"]
    if registry:
        command += ["--registry", registry]
    answers = {}
    for line in run(command, names, folder):
        name, _, identifier = line.rpartition("\t")
        answers[name] = [identifier.lower()]
    return answers


def of_file(types, names, folder):
    answers = {}
    for line in run(["file", "--mime-type", "-f", "-"], names, folder):
        name, _, mime = line.partition(":")
        mime = mime.strip().split(",")[0].split(";")[0].lower()
        answers[name] = types.by_mime.get(mime, ["unknown:" + mime])
    return answers


def of_glib(types, names, folder):
    answers = {}
    for start in range(0, len(names), 500):
        name = None
        listing = subprocess.run(
            ["gio", "info", "-a", "standard::content-type", *names[start:start + 500]], cwd=folder,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        for line in listing.splitlines():
            if line.startswith("uri: "):
                name = line.rsplit("/", 1)[1]
            elif "standard::content-type:" in line:
                mime = line.split(": ", 1)[1].strip().lower()
                answers[name] = types.by_mime.get(mime, ["unknown:" + mime])
    return answers


def main(arguments):
    options = {"--registry": None, "--half": "open"}
    flags, operands = set(), []
    rest = iter(arguments)
    for argument in rest:
        if argument in options:
            options[argument] = next(rest)
        elif argument.startswith("-"):
            flags.add(argument)
        else:
            operands.append(argument)
    if len(operands) != 2 or flags - {"--errors", "--file-errors"}:
        print(__doc__, file=sys.stderr)
        return 2
    utcli, folder = os.path.abspath(operands[0]), os.path.join(operands[1], "files")
    registry = options["--registry"] and os.path.abspath(options["--registry"])
    types, wanted = Types(), {}
    with open(os.path.join(HERE, "expected.tsv"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            package, path, digest, expected = line.rstrip("\n").split("\t")[:4]
            half = "open" if digest[0] in "01234567" else "kept"
            if options["--half"] in (half, "all") and os.path.exists(os.path.join(folder, digest)):
                wanted[digest] = (package, path, expected.lower().split("|"))
    names = sorted(wanted)
    programs = [("ours", of_utcli(utcli, registry, names, folder)),
                ("file", of_file(types, names, folder))]
    try:
        programs.append(("GLib", of_glib(types, names, folder)))
    except FileNotFoundError:
        pass
    counts = {program: collections.defaultdict(collections.Counter) for program, _ in programs}
    for name in names:
        package, path, expected = wanted[name]
        with open(os.path.join(folder, name), "rb") as file:
            head = file.read(64)
        for program, answers in programs:
            answer = answers.get(name, [])
            verdict = judge(types, answer, expected, head)
            for family in (types.family(expected[0]), "all"):
                counts[program][family][verdict] += 1
            listed = {"ours": "--errors", "file": "--file-errors"}.get(program)
            if listed in flags and verdict != "right":
                print(f"{program} {verdict}: {'|'.join(answer)} not {'|'.join(expected)}:"
                      f" {package} {path} {name[:12]}")
    table(counts, [program for program, _ in programs], len(names),
          len({wanted[name][2][0] for name in names}))
    return 0


def table(counts, programs, files, formats):
    print(f"{files} files of {formats} types; of each program: right, unspecific or nothing, wrong (%)")
    head = f"{'family':20} {'files':>5}" + "".join(f" | {program:^19}" for program in programs)
    print(head)
    for family in [name for name, _ in FAMILIES] + ["all"]:
        total = sum(counts[programs[0]][family].values())
        if not total:
            continue
        line = f"{family:20} {total:5}"
        for program in programs:
            one = counts[program][family]
            vague = one["unspecific"] + one["nothing"]
            line += " | " + " ".join(f"{100 * part / total:6.1f}" for part in (one["right"], vague,
                                                                               one["wrong"])).ljust(20)[:20]
        print(line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
