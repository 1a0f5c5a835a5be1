# SPDX-License-Identifier: MIT
"""Commands do what their words say."""

import contextlib
import os
import stat
import subprocess

from world import World, expect, need


def open_with_takes_the_application_that_is_named(bin):
    with World(bin) as world:
        world.application("com.example.pak", "public.data", program="/bin/true")
        world.application("com.example.pa\u212a", "public.jpeg", program="/bin/false", name="kelvin")
        file = world.write(world.path("p.jpg"), "")
        outcome = world.do("open", "--with", "com.example.pak", "--print", file)
        expect(outcome.text.startswith("/bin/true"), str(outcome))


def a_url_with_an_escape_that_is_none_is_refused(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        world.write(world.path("a\x01"), "")
        file = f"file://{world.path('a').decode()}%+1"
        outcome = world.ask("open", "--print", file)
        expect(outcome.status == 3, str(outcome))


def a_url_of_this_host_is_of_this_host_in_any_case(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        file = world.write(world.path("a.txt"), "")
        outcome = world.ask("open", "--print", f"file://LOCALHOST{file.decode()}")
        expect(outcome.status == 0, str(outcome))


def a_line_with_a_nul_is_not_opened(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data", schemes=["http"])
        for options in [["--print"], ["--print", "--json"]]:
            outcome = world.ask("open", "--stdin", *options, input=b"http://a/b\0c\n")
            expect(
                outcome.status != 0 and b"http://a/b" not in outcome.output, f"{options}: {outcome}")


def an_output_touches_no_other_file(bin):
    with World(bin) as world:
        world.application("com.example.a", "public.data")
        for words in [["image", "--write-to"], ["export", "nginx", "-o"]]:
            kept = world.write(world.path("out.new"), "precious")
            outcome = world.run(["/bin/sh", "-c", 'umask 077; exec "$@"', "sh", world.utcli, *words, "out"])
            expect(outcome.status == 0, f"{words[0]}: {outcome}")
            with open(kept, "rb") as file:
                expect(file.read() == b"precious", f"{words[0]}: the file beside the output is another one")
            mode = stat.S_IMODE(os.stat(world.path("out")).st_mode)
            expect(mode == 0o600, f"{words[0]}: a new file has the mode {mode:o}")
            os.remove(world.path("out"))
            left = [name for name in os.listdir(world.root) if name.startswith(b".")]
            expect(not left, f"{words[0]}: {left} are left")


def an_output_to_a_device_is_written_to_it(bin):
    with World(bin, as_root=True) as world:
        world.application("com.example.a", "public.data")
        device = world.path("null")
        try:
            os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
            os.close(os.open(device, os.O_WRONLY))
        except OSError:
            need(False, "the permission to make a device")
        for words in [["image", "--write-to"], ["export", "nginx", "-o"]]:
            world.do(*words, device)
            expect(stat.S_ISCHR(os.stat(device).st_mode), f"{words[0]}: the device is replaced")


def names_do_not_steer_a_terminal(bin):
    name, tag = "Pain\u009b31m\u0085ter", "a\u202eb\u200bc"
    with World(bin) as world:
        world.declare("com.example.a", {
            "CFBundleIdentifier": "com.example.a", "CFBundleName": name,
            "UTExportedTypeDeclarations": [{
                "UTTypeIdentifier": "com.example.type", "UTTypeDescription": name,
                "UTTypeConformsTo": ["public.data"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": [tag], "public.mime-type": ["application/x-example"]}}],
            "CFBundleDocumentTypes": [{"LSItemContentTypes": ["com.example.type"]}],
            "TRLaunch": {"Arguments": ["/bin/true", "%F"]}})
        for words in [
                ["extensions", "com.example.type"], ["info", "com.example.type"], ["apps"], ["handlers", "com.example.type"],
                ["extensions", "com.example.type", "--json"], ["info", "com.example.type", "--json"], ["apps", "--json"],
                ["export", "json"], ["search", "Pain", "--json"], ["graph", "com.example.type", "--json"]]:
            controller, terminal = os.openpty()
            process = subprocess.Popen(
                [world.utcli, *words, "--no-pager"], env=world.environment, cwd=world.root, stdin=subprocess.DEVNULL,
                stdout=terminal, stderr=subprocess.DEVNULL, preexec_fn=world.prepare())
            os.close(terminal)
            output = b""
            with contextlib.suppress(OSError):
                while piece := os.read(controller, 65_536):
                    output += piece
            os.close(controller)
            expect(process.wait() in (0, 1), f"{words}: status {process.returncode}")
            expect(output, f"{words}: nothing is printed")
            raw = [character for character in output.decode() if character in name + tag and ord(character) > 0x7E]
            expect(not raw, f"{words}: {raw} as they are")


def commands_in_hints_are_words_of_a_shell(bin):
    with World(bin) as world:
        tag = "x;pwned;"
        outcome = world.ask("info", f".{tag}")
        expect(f"'utcli types --extension '{tag}''" in outcome.errors.decode(), str(outcome))
        outcome = world.ask("./x;touch pwned;")
        expect("'utcli type-of './x;touch pwned;''" in outcome.errors.decode(), str(outcome))
