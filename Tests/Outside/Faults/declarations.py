# SPDX-License-Identifier: MIT
"""Declarations give the right answers, whatever their files look like."""

import os

from world import World, expect, wait_until


def _is_warm(world):
    """Whether the cached image comes to be used."""
    return wait_until(lambda: "cached image" in world.ask("doctor").text, 5)


def parents_that_no_declaration_names_are_counted_too(bin):
    letters = "abcdefghijklmnopqrstuvwxyz"

    def word(number):
        return "".join(letters[number // 26**place % 26] for place in range(4))
    with World(bin) as world:
        for file in range(4):
            world.declare(str(file), {"CFBundleIdentifier": f"com.zz.f{file}", "UTImportedTypeDeclarations": [
                {"UTTypeIdentifier": f"c.t{file}-{index}", "UTTypeConformsTo": [
                    f"{letters[file]}.{word(file * 100000 + index * 250 + parent)}" for parent in range(250)]}
                for index in range(400)]})
        lines = dict(
            line.split("\t", 1) for line in world.do("status", "--embedded").text.splitlines() if "\t" in line)
        expect(int(lines["types"]) < 150_000, f"{lines['types']} types")
        expect(_is_warm(world), "an image is written and never taken")


def a_program_that_becomes_executable_is_noticed(bin):
    with World(bin) as world:
        program = world.write(world.path("program"), "#!/bin/sh\n", 0o644)
        world.application("com.example.c", "public.png", program=os.fsdecode(program))
        for mode, answer in [(0o644, "status 1"), (0o755, "com.example.c"), (0o644, "status 1")]:
            os.chmod(program, mode)
            for _ in range(2):
                seen = world.choice("public.png")
                expect(seen == answer, f"with mode {mode:o}: {seen}")
            expect(_is_warm(world), "no image is used")
            seen = world.choice("public.png")
            expect(seen == answer, f"with mode {mode:o}, from the image: {seen}")


def a_file_of_the_future_does_not_switch_images_off(bin):
    with World(bin) as world:
        path = world.application("com.example.a", "public.png")
        os.utime(path, (4_070_908_800, 4_070_908_800))
        expect(_is_warm(world), "no image is used, with a file of the year 2099")
        os.utime(world.declarations, (4_070_908_800, 4_070_908_800))
        expect(_is_warm(world), "no image is used, with a directory of the year 2099")


def a_home_whose_name_is_not_text_has_declarations_and_a_daemon(bin):
    with World(bin, root_name=b"w\xe9") as world:
        world.application("com.example.a", "public.png")
        seen = world.choice("public.png")
        expect(seen == "com.example.a", f"the declarations: {seen}")
        world.start()
        # On a busy machine a daemon may be too late for one answer.
        is_asked = wait_until(lambda: "answers-from\tdaemon" in world.do("status").text)
        expect(is_asked, f"the daemon does not answer: {world.do('status')}")


def a_supplement_of_a_user_does_not_bend_the_types_of_the_system(bin):
    with World(bin) as world:
        system, user = world.path("system"), world.path("user")
        for directory in [system, user]:
            os.mkdir(directory)
        world.environment["TYPED_DECLARATIONS"] = b"system=" + system + b":user=" + user
        world.declarations = system
        world.application("org.sys.doc", "public.composite-content")
        world.declarations = user
        world.declare("e", {
            "CFBundleIdentifier": "com.evil.b",
            "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": "com.evil.owned", "UTTypeConformsTo": ["public.data"]}],
            "TRTypeSupplements": [{
                "UTTypeIdentifier": "com.adobe.pdf",
                "UTTypeConformsTo": ["com.evil.owned", "public.executable"]}],
            "CFBundleDocumentTypes": [{
                "LSItemContentTypes": ["com.evil.owned"], "LSHandlerRank": "Owner"}],
            "TRLaunch": {"Arguments": ["/bin/true", "%F"]}})
        outcome = world.ask("conforms", "com.adobe.pdf", "public.executable")
        expect(outcome.status == 1, f"conforms: {outcome}")
        handlers = world.do("handlers", "com.adobe.pdf").text
        expect(handlers.startswith("org.sys.doc"), f"handlers: {handlers!r}")


def an_extension_that_no_tag_can_have_makes_no_dynamic_type(bin):
    from service import TYPES
    with World(bin) as world:
        world.start()
        answers = [world.do("type-of", "--name-only", "a.*", "--embedded").text.split("\t")[0].strip()]
        with world.connect() as client:
            reply = client.call(TYPES + "TypeOf", {"names": ["dir.foo/bar", "a.jpg/", "a.*"]})
        answers += [answer.get("identifier", "") for answer in reply["parameters"]["answers"]]
        for answer in answers:
            if answer.startswith("dyn."):
                seen = world.ask("dyn", "decode", answer).text
                tags = [part for part in seen.split() if "*" in part or "/" in part or part == "jpg/"]
                expect(not tags, f"{answer} is of {tags}")


def the_digest_does_not_tell_where_declarations_are_installed(bin):
    import shutil
    with World(bin) as world:
        prefix = os.path.dirname(bin)
        copy = world.path("copy")
        for name in ["bin", "share"]:
            shutil.copytree(os.path.join(prefix, name), os.path.join(os.fsdecode(copy), name))
        world.own()

        def digest(program):
            outcome = world.run([program, "status", "--embedded"])
            return [line for line in outcome.text.splitlines() if line.startswith("digest")]
        here, there = digest(world.utcli), digest(os.path.join(copy, b"bin/utcli"))
        expect(here and here == there, f"{here} and {there}")
