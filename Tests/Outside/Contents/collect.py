#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Collects real files of many formats from what Debian's packages ship.

    collect.py WORK                 fetches the files of expected.tsv into WORK/files/
    collect.py --survey WORK [P…]   keeps files of every extension, as candidates, in WORK/candidates/

`packages.tsv` lists source packages (`source`) and binary packages (`binary`). No file of a package
is part of this repository: `expected.tsv` has the package, the path, the SHA-256 and the type of each.
WORK needs 3 GB. A package is downloaded, read once as a stream, and removed before the next one.
"""

import binascii
import bz2
import gzip
import hashlib
import lzma
import os
import re
import subprocess
import sys
import tarfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = os.path.join(HERE, "expected.tsv")
PACKAGES = os.path.join(HERE, "packages.tsv")
SUITE = "bookworm"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"

LARGEST = 6 << 20
PER_PACKAGE = 4
PER_EXTENSION = 48
# Files that were made to be wrong say nothing about their format.
WRONG = re.compile(
    r"fuzz|crash|corrupt|invalid|broken|malform|truncat|\bbad|_bad|fail|poc\b|cve-?\d|oss-|wrong|damaged"
    r"|/po/|/\.git|/debian/(po|patches)/", re.I)
# Extensions that every package has: one of each is enough.
COMMON = set(
    "c h cc cpp cxx hpp hh py js html htm xml txt md po pot in am ac m4 sh pl pm java css png svg json"
    " yml yaml rst cmake ui go rs rb gif jpg mk ts php lua qml man out ref expected test tcl xsl sgml"
    .split())


def mirror():
    """Where this machine takes the packages of the suite from."""
    lines = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME) $(COMPONENT)",
         "Created-By: Packages"], text=True, stdout=subprocess.PIPE).stdout.splitlines()
    found = [line.split()[0] for line in lines if line.split()[1:] == [SUITE, "main"]]
    if not found:
        sys.exit(f"collect.py: this machine has no source of Debian {SUITE}: see sources.list(5)")
    return found[0]


def apt(work, *arguments, cwd=None):
    """Runs apt-get with lists and settings of its own."""
    base = os.path.join(work, "apt")
    settings = os.path.join(base, "apt.conf")
    if not os.path.exists(settings):
        os.makedirs(os.path.join(base, "lists/partial"))
        os.makedirs(os.path.join(base, "cache/archives/partial"))
        with open(os.path.join(base, "sources.list"), "w") as file:
            place = mirror()
            for kind in ("deb", "deb-src"):
                file.write(f"{kind} [signed-by={KEYRING}] {place} {SUITE} main\n")
        with open(settings, "w") as file:
            file.write(
                f'Dir::Etc::sourcelist "{base}/sources.list";\nDir::Etc::sourceparts "-";\n'
                f'Dir::State::lists "{base}/lists";\nDir::Cache "{base}/cache";\n'
                'APT::Sandbox::User "root";\nAcquire::Languages "none";\n')
        apt(work, "-q", "update")
    environment = dict(os.environ, APT_CONFIG=settings, LC_ALL="C")
    return subprocess.run(
        ["apt-get", *arguments], cwd=cwd, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def download(work, kind, package):
    """Downloads a package; gives the paths of its archives."""
    place = os.path.join(work, "download", f"{kind}-{package}")
    os.makedirs(place, exist_ok=True)
    if kind == "source":
        done = apt(work, "-q", "--download-only", "source", package, cwd=place)
    else:
        done = apt(work, "-q", "download", package, cwd=place)
    archives = sorted(
        os.path.join(place, name) for name in os.listdir(place)
        if re.search(r"\.orig(-[\w-]+)?\.tar\.\w+$|\.deb$", name))
    if not archives:
        archives = sorted(
            os.path.join(place, name) for name in os.listdir(place)
            if re.search(r"\.tar\.\w+$", name))
    if not archives:
        print(f"{package}: not downloaded: {done.stdout.strip().splitlines()[-1:]}", file=sys.stderr)
    return place, archives


def members(work, kind, package):
    """The regular files of a package: (path, size, function that reads it)."""
    place, archives = download(work, kind, package)
    try:
        for archive in archives:
            process = None
            try:
                if archive.endswith(".deb"):
                    process = subprocess.Popen(
                        ["dpkg-deb", "--fsys-tarfile", archive], stdout=subprocess.PIPE)
                    tar = tarfile.open(fileobj=process.stdout, mode="r|")
                else:
                    tar = tarfile.open(archive, mode="r|*")
                with tar:
                    for member in tar:
                        if member.isreg():
                            path = member.name.removeprefix("./")
                            if kind == "source":  # without the folder that names the version
                                path = path.partition("/")[2] or path
                            yield path, member.size, lambda: tar.extractfile(member).read()
            except (tarfile.TarError, EOFError, OSError) as error:
                print(f"{package}: {archive}: {error}", file=sys.stderr)
            finally:
                if process:
                    process.kill()
                    process.wait()
    finally:
        for name in os.listdir(place):
            os.remove(os.path.join(place, name))
        os.rmdir(place)


def unpacked(path, contents):
    """A test file as its test sees it: many are shipped as text, or compressed one by one."""
    name, _, ending = path.rpartition(".")
    if extension(name) is None or name.endswith(".tar"):
        return path, contents
    try:
        if ending == "uu":
            lines = contents.split(b"\n")
            start = next(n for n, line in enumerate(lines) if line.startswith(b"begin "))
            data = bytearray()
            for line in lines[start + 1:]:
                if line.startswith(b"end"):
                    break
                try:
                    data += binascii.a2b_uu(line)
                except binascii.Error:  # trailing characters
                    count = (((line[0] - 32) & 63) * 4 + 5) // 3
                    data += binascii.a2b_uu(line[:count])
            return path + "!", bytes(data)
        if ending in ("gz", "bz2", "xz"):
            module = {"gz": gzip, "bz2": bz2, "xz": lzma}[ending]
            return path + "!", module.decompress(contents)
    except (OSError, EOFError, ValueError, StopIteration, lzma.LZMAError, zlib.error):
        pass
    return path, contents


def inner(path):
    """The path by which a file's extension is read: that of the unpacked file."""
    return path.rpartition(".")[0] if path.endswith("!") else path


def rows(path):
    """The rows of a table without its comments."""
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]


def fetch(work):
    """Brings the files of expected.tsv to WORK/files, each named by its SHA-256."""
    target = os.path.join(work, "files")
    os.makedirs(target, exist_ok=True)
    wanted = {}
    for package, path, digest, *_ in rows(EXPECTED):
        if not os.path.exists(os.path.join(target, digest)):
            wanted.setdefault(package, {})[path] = digest
    missing = 0
    for package, files in sorted(wanted.items()):
        kind, _, name = package.partition(":")
        for path, _, read in members(work, kind, name):
            for wish in (path, path + "!"):
                if wish in files:
                    break
            else:
                continue
            digest, contents = files[wish], read()
            if wish.endswith("!"):
                contents = unpacked(path, contents)[1]
            if hashlib.sha256(contents).hexdigest() != digest:
                print(f"{package}: {path}: another version", file=sys.stderr)
                continue
            with open(os.path.join(target, digest), "wb") as file:
                file.write(contents)
            del files[wish]
            if not files:
                break
        for path in files:
            missing += 1
            print(f"{package}: {path}: not found", file=sys.stderr)
    return missing


def extension(path):
    """The extension by which a survey counts a file, or none."""
    name = path.rsplit("/", 1)[-1].lower()
    found = re.search(r"[^.](\.tar\.\w{1,5}|\.[a-z0-9_+~-]{1,16})$", name)
    return found.group(1)[1:] if found else None


def survey(work, chosen):
    """Keeps candidates of every extension."""
    target = os.path.join(work, "candidates")
    os.makedirs(target, exist_ok=True)
    index = os.path.join(work, "candidates.tsv")
    counts, seen, done = {}, set(), set()
    if os.path.exists(index):
        for package, path, digest, _ in rows(index):
            done.add(package)
            seen.add(digest)
            ext = extension(inner(path))
            counts[ext] = counts.get(ext, 0) + 1
    with open(index, "a", encoding="utf-8") as file:
        for kind, name, *_ in rows(PACKAGES):
            package = f"{kind}:{name}"
            if package in done or (chosen and name not in chosen):
                continue
            here = {}
            for path, size, read in members(work, kind, name):
                plain = path
                if re.search(r"\.(uu|gz|bz2|xz)$", path) and size <= LARGEST:
                    plain, unpacked_contents = unpacked(path, read())
                    read = lambda: unpacked_contents
                    path = plain
                ext = extension(inner(plain))
                limit = 1 if ext in COMMON else PER_PACKAGE
                if (ext is None or ext.isdigit() or not 0 < size <= LARGEST or WRONG.search("/" + path)
                        or "\t" in path or "\n" in path or not path.isprintable()
                        or here.get(ext, 0) >= limit or counts.get(ext, 0) >= PER_EXTENSION):
                    continue
                contents = read()
                digest = hashlib.sha256(contents).hexdigest()
                if digest in seen or not 0 < len(contents) <= 2 * LARGEST:
                    continue
                seen.add(digest)
                here[ext] = here.get(ext, 0) + 1
                counts[ext] = counts.get(ext, 0) + 1
                with open(os.path.join(target, digest), "wb") as copy:
                    copy.write(contents)
                file.write(f"{package}\t{path}\t{digest}\t{len(contents)}\n")
            file.flush()
            print(f"{package}: {sum(here.values())} candidates, {len(here)} extensions", flush=True)
    return 0


def main(arguments):
    if arguments[:1] == ["--survey"] and len(arguments) > 1:
        return survey(os.path.abspath(arguments[1]), arguments[2:])
    if len(arguments) == 1 and not arguments[0].startswith("-"):
        return fetch(os.path.abspath(arguments[0]))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
