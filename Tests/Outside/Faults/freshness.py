# SPDX-License-Identifier: MIT
"""No answer is older than the files that it follows from, in whatever way they change."""

import json
import os
import subprocess

from world import World, expect, need, wait_until

# What is asked, in words of utcli.
QUESTIONS = {
    "name": ["type-of", "--name-only", "--json", "a.kept", "a.packaged", "a.linked", "a.bundled",
             "a.fresh"],
    "mime": ["types", "--json", "--mime", "application/x-packaged"],
    "handlers": ["handlers", "--name-only", "--json", "a.packaged"],
    "default": ["default", "--name-only", "a.packaged"],
    # Every application, with what starts it: changed by nearly everything.
    "applications": ["apps", "--json"],
    # The rank of an application beside the one that makes such pictures, which is no viewer.
    "rank": ["default", "--json", "--role", "viewer", "image/x-made"],
}
APPLICATIONS = ["handlers", "default"]
PACKAGE = (
    '<?xml version="1.0"?><mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">'
    '<mime-type type="application/x-{0}"><comment>x</comment><glob pattern="*.{1}"/></mime-type></mime-info>')


def _declaration(extension, identifier="com.example.kept"):
    return json.dumps({
        "CFBundleIdentifier": identifier,
        "UTExportedTypeDeclarations": [{
            "UTTypeIdentifier": f"{identifier}.type", "UTTypeConformsTo": "public.data",
            "UTTypeTagSpecification": {"public.filename-extension": extension}}]})


def _entry(program, types="application/x-packaged", more=""):
    return f"[Desktop Entry]\nType=Application\nName=x\nExec={program} %F\nMimeType={types};\n{more}"


class _Desk(World):
    """A desktop on which everything that can change is there, or can come to be."""

    def __init__(self, bin):
        super().__init__(bin)
        self.environment["XDG_DATA_DIRS"] = self.path("dd") + b":" + self.path("second")
        self.environment["PATH"] = self.path("programs") + b":/usr/bin:/bin"
        self.apps = self.path("data/applications")
        self.shared = self.path("dd/applications")
        self.packages = self.path("data/mime/packages")
        self.programs = self.path("programs")
        self.config = self.path("config/mimeapps.list")
        for name in [
                "data/applications/below", "dd/applications", "data/mime/packages", "programs", "elsewhere",
                "home/.local/bin", "linked", "targets", "missing", "other", "second"]:
            os.makedirs(self.path(name), exist_ok=True)
        self.write(os.path.join(self.declarations, b"kept.json"), _declaration("kept"))
        self.write(self.path("elsewhere/linked.json"), _declaration("linked", "com.example.linked"))
        os.symlink(self.path("elsewhere/linked.json"), os.path.join(self.declarations, b"linked.json"))
        os.symlink(self.path("elsewhere/bundle"), os.path.join(self.declarations, b"bundle"))
        self.write(self.package("packaged"), PACKAGE.format("packaged", "packaged"))
        # Nothing is searched in vain in the directory of the programs, whose state thus shows nothing.
        for name in ["first", "second", "third", "hidden", "tried"]:
            self.write(self.program(name), "#!/bin/sh\n", 0o644 if name == "hidden" else 0o755)
        self.write(self.path("targets/target"), "#!/bin/sh\n", 0o755)
        os.symlink(self.path("targets/target"), self.program("link"))
        os.symlink(self.path("targets/nowhere"), self.program("broken"))
        os.symlink(self.path("linked"), self.path("through"))
        self.write(self.path("linked/way"), "#!/bin/sh\n", 0o755)
        self.entry("a-link", _entry(self.text("link")))
        self.entry("b-first", _entry(self.text("first")))
        self.entry("c-second", _entry(self.text("second")))
        self.entry("d-tried", _entry(self.text("second"), more=f"TryExec={self.text('tried')}\n"))
        self.entry("e-hidden", _entry(self.text("hidden")))
        self.entry("f-broken", _entry(self.text("broken")))
        self.entry("g-missing", _entry(os.fsdecode(self.path("missing/program"))))
        self.entry("h-way", _entry(os.fsdecode(self.path("through/way"))))
        self.entry("i-bare", _entry("third"))
        self.write(os.path.join(self.declarations, b"made.json"), json.dumps({
            "CFBundleIdentifier": "org.example.made",
            "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": "org.maker.picture", "UTTypeConformsTo": "public.image",
                "UTTypeTagSpecification": {"public.mime-type": "image/x-made"}}]}))
        self.write(self.path("targets/maker"), "#!/bin/sh\n", 0o755)
        self.entry("org.maker.app", _entry(
            os.fsdecode(self.path("targets/maker")), "image/x-made", "Categories=RasterGraphics;\n"))
        self.entry("l-viewer", _entry("/bin/true", "image/x-made", "Categories=Viewer;\n"))
        self.entry("j-other", _entry(self.text("third"), "application/x-other"))
        self.write(self.path("elsewhere/k.desktop"), _entry(self.text("third")))
        os.symlink(self.path("elsewhere/k.desktop"), os.path.join(self.apps, b"k-linked.desktop"))
        os.symlink(self.path("elsewhere/applications"), os.path.join(self.apps, b"link"))
        # A second way to a directory that is searched anyway.
        os.symlink(self.apps, self.path("second/applications"))
        self.own()

    def text(self, program):
        return os.fsdecode(self.program(program))

    def program(self, name):
        return os.path.join(self.programs, name.encode())

    def package(self, name):
        return os.path.join(self.packages, name.encode() + b".xml")

    def entry(self, name, contents, directory=None):
        return self.write(
            os.path.join(directory or self.apps, name.encode() + b".desktop"), contents)

    # Ways in which files change

    def in_place(self, path, contents):
        """A file that stays the same one."""
        with open(path, "r+b") as file:
            file.write(contents.encode())
            file.truncate()

    def replaced(self, path, contents):
        """Another file of the same name."""
        self.write(path + b".new", contents)
        os.rename(path + b".new", path)

    def unseen(self, path, old, new):
        """As many bytes at the same time, as far as a program can set it."""
        status = os.stat(path)
        with open(path, "r+b") as file:
            contents = file.read()
            file.seek(0)
            file.write(contents.replace(old, new))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))

    def retarget(self, link, target):
        os.symlink(target, link + b".new")
        os.rename(link + b".new", link)

    def directory(self, path, **files):
        """A directory that is moved to its place when it is complete."""
        staged = self.path("staged")
        os.mkdir(staged)
        for name, contents in files.items():
            self.write(os.path.join(staged, name.replace("_", ".").encode()), contents)
        # Not everything: a change of the owner would be a change of each file.
        os.chown(staged, self.user, self.user)
        os.rename(staged, path)


# Each change, and the questions whose answers it changes.
OF_DECLARATIONS = {
    "a declaration is written in place":
        (["name"], lambda d: d.in_place(
            os.path.join(d.declarations, b"kept.json"), _declaration("other"))),
    "a declaration is written in place, and its time set back":
        (["name"], lambda d: d.unseen(
            os.path.join(d.declarations, b"kept.json"), b'"kept"', b'"soon"')),
    "a declaration is replaced":
        (["name"], lambda d: d.replaced(
            os.path.join(d.declarations, b"kept.json"), _declaration("other"))),
    "a declaration is removed":
        (["name"], lambda d: os.unlink(os.path.join(d.declarations, b"kept.json"))),
    "a declaration is renamed to a name that is not read":
        (["name"], lambda d: os.rename(
            os.path.join(d.declarations, b"kept.json"), os.path.join(d.declarations, b"kept.off"))),
    "a declaration can no longer be read":
        (["name"], lambda d: os.chmod(os.path.join(d.declarations, b"kept.json"), 0)),
    "a declaration behind a link is written in place":
        (["name"], lambda d: d.in_place(
            d.path("elsewhere/linked.json"), _declaration("other", "com.example.linked"))),
    "the target of a link to a declaration is removed":
        (["name"], lambda d: os.unlink(d.path("elsewhere/linked.json"))),
    "a link leads to another declaration":
        (["name"], lambda d: d.retarget(
            os.path.join(d.declarations, b"linked.json"),
            d.write(d.path("elsewhere/2.json"), _declaration("other", "com.example.linked")))),
    "the target of a link comes to be a bundle":
        (["name"], lambda d: d.directory(
            d.path("elsewhere/bundle"), Info_json=_declaration("bundled", "com.example.bundled"))),
    "the directory of declarations is moved away":
        (["name"], lambda d: os.rename(d.declarations, d.path("gone"))),
    "the directory of declarations can no longer be listed":
        (["name"], lambda d: os.chmod(d.declarations, 0)),
    "a directory of declarations comes to be elsewhere":
        (["name"], lambda d: (
            os.makedirs(d.path("dd/typed")),
            d.directory(
                d.path("dd/typed/declarations"),
                x_json=_declaration("bundled", "com.example.new")))),
}
OF_PACKAGES = {
    "a MIME package is written in place":
        (["name", "mime", *APPLICATIONS], lambda d: d.in_place(
            d.package("packaged"), PACKAGE.format("renamed", "renamed"))),
    "a MIME package is added":
        (["name"], lambda d: d.write(d.package("more"), PACKAGE.format("fresh", "fresh"))),
    "a MIME package is replaced":
        (["name", "mime", *APPLICATIONS], lambda d: d.replaced(
            d.package("packaged"), PACKAGE.format("renamed", "renamed"))),
    "a MIME package is removed":
        (["name", "mime", *APPLICATIONS], lambda d: os.unlink(d.package("packaged"))),
    "the directory of MIME packages becomes a link to another":
        (["name", "mime", *APPLICATIONS], lambda d: (
            os.rename(d.packages, d.path("gone")), os.symlink(d.path("other"), d.packages))),
}
OF_APPLICATIONS = {
    "an entry that opened something else claims the type, in place":
        (["handlers"], lambda d: d.unseen(
            os.path.join(d.apps, b"j-other.desktop"), b"application/x-other;", b"application/x-packaged;")),
    "the first entry claims something else":
        (APPLICATIONS, lambda d: d.replaced(
            os.path.join(d.apps, b"a-link.desktop"), _entry(d.text("link"), "application/x-other"))),
    "an entry is removed":
        (APPLICATIONS, lambda d: os.unlink(os.path.join(d.apps, b"a-link.desktop"))),
    "an entry is added":
        (APPLICATIONS, lambda d: d.entry("0-new", _entry(d.text("first")))),
    "an entry is added in a directory below":
        (["handlers"], lambda d: d.entry(
            "x", _entry(d.text("first")), os.path.join(d.apps, b"below"))),
    "a directory of entries comes to be below another":
        (["handlers"], lambda d: d.directory(
            os.path.join(d.apps, b"new"), x_desktop=_entry(d.text("first")))),
    "the target of a link comes to be a directory of entries":
        (["handlers"], lambda d: d.directory(
            d.path("elsewhere/applications"), x_desktop=_entry(d.text("first")))),
    "an entry behind a link is written in place":
        (["handlers"], lambda d: d.in_place(
            d.path("elsewhere/k.desktop"), _entry(d.text("third"), "application/x-other"))),
    "an entry can no longer be read":
        (APPLICATIONS, lambda d: os.chmod(os.path.join(d.apps, b"a-link.desktop"), 0)),
    "an entry is hidden, in place":
        (APPLICATIONS, lambda d: d.in_place(
            os.path.join(d.apps, b"a-link.desktop"), _entry(d.text("link"), more="Hidden=true\n"))),
    "the second way to a directory of entries leads elsewhere":
        (["handlers"], lambda d: (
            d.entry("x-elsewhere", _entry(d.text("first")), d.path("other")),
            d.retarget(d.path("second/applications"), d.path("other")))),
    "a list of applications comes to be":
        (APPLICATIONS, lambda d: d.write(
            d.config, "[Default Applications]\napplication/x-packaged=c-second.desktop\n")),
    "a list of applications comes to be beside the entries":
        (APPLICATIONS, lambda d: d.write(
            os.path.join(d.apps, b"mimeapps.list"),
            "[Default Applications]\napplication/x-packaged=c-second.desktop\n")),
    "an old list of applications comes to be beside the entries":
        (APPLICATIONS, lambda d: d.write(
            os.path.join(d.shared, b"defaults.list"),
            "[Default Applications]\napplication/x-packaged=c-second.desktop\n")),
}
OF_PROGRAMS = {
    "a program that opens it is removed":
        (APPLICATIONS, lambda d: os.unlink(d.program("link"))),
    "a program that opens it can no longer be executed":
        (APPLICATIONS, lambda d: os.chmod(d.path("targets/target"), 0o644)),
    "the target of a link to a program is removed":
        (APPLICATIONS, lambda d: os.unlink(d.path("targets/target"))),
    "a program becomes a directory":
        (APPLICATIONS, lambda d: (os.unlink(d.program("link")), os.mkdir(d.program("link")))),
    "a link to a program leads to one that cannot be executed":
        (APPLICATIONS, lambda d: d.retarget(d.program("link"), d.program("hidden"))),
    "the directory of the programs is moved away":
        (APPLICATIONS, lambda d: os.rename(d.programs, d.path("gone"))),
    "the directory of the programs can no longer be entered":
        (APPLICATIONS, lambda d: os.chmod(d.programs, 0)),
    "a program that was found and could not be executed can be":
        (["handlers"], lambda d: os.chmod(d.program("hidden"), 0o755)),
    "the program of the application that makes such pictures can no longer be executed":
        (["rank"], lambda d: os.chmod(d.path("targets/maker"), 0o644)),
    "a program is installed":
        (["handlers"], lambda d: d.write(d.path("missing/program"), "#!/bin/sh\n", 0o755)),
    "the target of a link comes to be a program":
        (["handlers"], lambda d: d.write(d.path("targets/nowhere"), "#!/bin/sh\n", 0o755)),
    "a program that must be there, too, is removed":
        (["handlers"], lambda d: os.unlink(d.program("tried"))),
    "a program is installed in a directory that comes first":
        (["handlers"], lambda d: d.write(d.path("home/.local/bin/third"), "#!/bin/sh\n", 0o755)),
    "a link on the way to a program leads elsewhere":
        (["handlers"], lambda d: d.retarget(d.path("through"), d.path("other"))),
}


def _answer(world, name, *options):
    outcome = world.ask(*QUESTIONS[name], *options)
    return outcome.status, outcome.text


def _right_answer(world, name):
    """That of a program that finds no image of before."""
    cache = world.environment["XDG_CACHE_HOME"]
    world.environment["XDG_CACHE_HOME"] = world.path("new-cache")
    try:
        return _answer(world, name, "--embedded")
    finally:
        world.environment["XDG_CACHE_HOME"] = cache


class _Cache:
    """The image of a world as it was before a change, for each question anew."""

    def __init__(self, world):
        def is_used():
            return "cached image" in world.ask("status", "--embedded").text
        expect(wait_until(is_used), f"no image is used: {world.ask('status', '--embedded')}")
        self.world, self.kept = world, world.path("kept-cache")
        self.copy(world.cache, self.kept)

    def copy(self, source, target):
        subprocess.run(["rm", "-rf", target], check=True)
        subprocess.run(["cp", "-a", source, target], check=True)

    def restore(self):
        self.copy(self.kept, self.world.cache)


def _check(world, change, expected, make, with_daemon):
    options = [] if with_daemon else ["--embedded"]
    if with_daemon:
        world.start()
        mark = world.socket + b".current"
        expect(wait_until(lambda: os.path.lexists(mark)), f"the daemon makes no mark: {world.log}")
    else:
        cache = _Cache(world)
    before = {name: _answer(world, name, *options) for name in QUESTIONS}
    make(world)
    # The first question finds out that something has changed, and it is another one each time.
    names = list(QUESTIONS)
    first = len(change) % len(names)
    seen = {}
    for name in names[first:] + names[:first]:
        if not with_daemon:
            cache.restore()
        seen[name] = _answer(world, name, *options)
    right = {name: _right_answer(world, name) for name in names}
    for name in names:
        expect(
            seen[name] == right[name],
            f"{change}: {name} is answered by {seen[name]}, and should be by {right[name]}")
    changed = {name for name in names if right[name] != before[name]}
    expect(
        set(expected) == changed - ({"applications", "rank"} - set(expected)),
        f"{change}: the answers to {sorted(changed)} are others")


def _check_all(bin, changes, with_daemon):
    for change, (expected, make) in changes.items():
        with _Desk(bin) as world:
            os.mkdir(world.path("new-cache"))
            world.own()
            _check(world, change, expected, make, with_daemon)
    return f"{len(changes)} changes, {len(QUESTIONS)} questions"


def a_change_of_declarations_is_followed_by_right_answers(bin):
    return _check_all(bin, OF_DECLARATIONS, False)


def a_change_of_declarations_is_followed_by_right_answers_beside_a_daemon(bin):
    return _check_all(bin, OF_DECLARATIONS, True)


def a_change_of_packages_is_followed_by_right_answers(bin):
    return _check_all(bin, OF_PACKAGES, False)


def a_change_of_packages_is_followed_by_right_answers_beside_a_daemon(bin):
    return _check_all(bin, OF_PACKAGES, True)


def a_change_of_entries_and_lists_is_followed_by_right_answers(bin):
    return _check_all(bin, OF_APPLICATIONS, False)


def a_change_of_entries_and_lists_is_followed_by_right_answers_beside_a_daemon(bin):
    return _check_all(bin, OF_APPLICATIONS, True)


def a_change_of_programs_is_followed_by_right_answers(bin):
    return _check_all(bin, OF_PROGRAMS, False)


def a_change_of_programs_is_followed_by_right_answers_beside_a_daemon(bin):
    return _check_all(bin, OF_PROGRAMS, True)


def an_entry_of_the_machine_that_masks_a_bundle_of_the_user_takes_its_types_at_once(bin):
    """The only way in which files of applications decide about types."""
    with _Desk(bin) as world:
        need(os.path.isdir("/usr/local/share"), "the directory /usr/local/share")
        world.mount(b"/usr/local/share", "-o", "mode=755")
        os.mkdir(b"/usr/local/share/applications")
        world.environment["XDG_DATA_DIRS"] = b"/usr/local/share"
        path = b"/usr/local/share/applications/com.example.kept.desktop"

        def entry(kind):
            with open(path, "r+b" if os.path.exists(path) else "wb") as file:
                file.write(f"[Desktop Entry]\n{kind}\nName=x\nExec=/bin/true\n".encode())
                file.truncate()
        for change, (expected, make) in {
            "it is added": (["name"], lambda _: entry("Type=Application")),
            "it is broken": (["name"], lambda _: entry("")),
            "it is one again": (["name"], lambda _: entry("Type=Application")),
            # An entry of another type masks as well.
            "it is no application any more": ([], lambda _: entry("Type=Link")),
            "it is removed": (["name"], lambda _: os.unlink(path)),
        }.items():
            subprocess.run(["rm", "-rf", world.path("new-cache")], check=True)
            _check(world, change, expected, make, False)
