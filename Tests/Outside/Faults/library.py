# SPDX-License-Identifier: MIT
"""The library for C in a process that lasts: its memory, its limits, and which texts are its answers."""

import json
import os
import sys

from world import World, expect, need

# A program that asks the library, by which `ask()` and `text()` of it are known to each question below.
_PROGRAM = r"""
import ctypes, json, os, sys
library = ctypes.CDLL(sys.argv[1])
Type = ctypes.c_uint64

class Handler(ctypes.Structure):
    _fields_ = [("bundle", ctypes.c_char_p), ("name", ctypes.c_char_p), ("role", ctypes.c_char_p),
                ("arguments", ctypes.POINTER(ctypes.c_char_p)), ("argument_count", ctypes.c_size_t),
                ("flags", ctypes.c_uint32), ("icon", ctypes.c_char_p), ("entry", ctypes.c_char_p),
                ("path", ctypes.c_char_p), ("directory", ctypes.c_char_p)]

registry = ctypes.c_void_p()
assert library.tr_open(ctypes.byref(registry)) == 0

def ask(function, *arguments):
    return getattr(library, function)(registry, *arguments)

def number(identifier):
    found = Type()
    code = ask("tr_type_named", identifier.encode(), ctypes.byref(found))
    assert code == 0, (identifier, code)
    return found

def text(function, kind):
    found = ctypes.c_char_p()
    code = ask(function, kind, ctypes.byref(found))
    return found.value.decode() if code == 0 else None

def handlers(kind):
    found, count = (Handler * 20)(), ctypes.c_size_t()
    assert ask("tr_handlers", kind, None, found, ctypes.c_size_t(20), ctypes.byref(count)) == 0
    return [(one.bundle.decode(), [os.fsdecode(one.arguments[i]) for i in range(one.argument_count)])
            for one in found[:count.value]]

def types(names):
    joined, found, count = b"\0".join(names), (Type * len(names))(), ctypes.c_size_t()
    code = ask("tr_types_of_names", joined, ctypes.c_size_t(len(joined)), found,
               ctypes.c_size_t(len(names)), ctypes.byref(count))
    return code, found[:count.value]

def refresh():
    changed = ctypes.c_int()
    assert ask("tr_refresh", ctypes.byref(changed)) == 0
    return changed.value

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
"""


def _library(bin):
    library = os.path.join(os.path.dirname(bin), "lib/libtyperegistry.so")
    need(os.path.exists(library), "the library for C")
    return library


def _world(bin):
    # As root too the program runs as this user: others may not reach the interpreter.
    return World(bin, as_root=True)


def _answer(world, bin, program, *words, timeout=60):
    """What a program prints that asks the library."""
    outcome = world.run(
        [sys.executable, "-c", _PROGRAM + program, _library(bin), *words], timeout=timeout)
    expect(outcome.status == 0, str(outcome))
    return json.loads(outcome.text)


def texts_that_unicode_holds_equal_are_returned_as_their_files_spell_them(bin):
    with _world(bin) as world:
        spellings = {"a": "caf\u00e9", "b": "cafe\u0301"}
        wanted = {}
        for name, spelling in spellings.items():
            program = world.write(world.path(spelling), "#!/bin/sh\n", 0o755).decode()
            world.application(f"com.example.{name}", f"com.example.type-{name}", program=program)
            world.declare(f"type-{name}", {
                "CFBundleIdentifier": f"com.example.types-{name}",
                "UTExportedTypeDeclarations": [{
                    "UTTypeIdentifier": f"com.example.type-{name}",
                    "UTTypeConformsTo": ["public.data"],
                    "UTTypeTagSpecification": {"public.filename-extension": [spelling]}}]})
            wanted[name] = [spelling, [[f"com.example.{name}", [program, "%F"]]]]
        seen = _answer(world, bin, """
print(json.dumps({name: [text("tr_preferred_extension", number("com.example.type-" + name)),
                         handlers(number("com.example.type-" + name))] for name in "ab"}))
""")
        expect(seen == wanted, f"{seen}")


def a_child_of_a_program_that_uses_it_asks_on(bin):
    with _world(bin) as world:
        seen = _answer(world, bin, """
import threading
def ask_in_threads():
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(types([b"a.png", b"b.jpg"])[0])) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    refresh()
    return answers
ask_in_threads()
ended = []
for _ in range(20):
    child = os.fork()
    if child == 0:
        os._exit(0 if ask_in_threads() == [0] * 4 else 9)
    ended.append(os.waitpid(child, 0)[1])
print(json.dumps(ended))
""")
        expect(seen == [0] * 20, f"children ended with {seen}")


def a_child_that_watches_leaves_its_parent_all_events(bin):
    with _world(bin) as world:
        seen = _answer(world, bin, """
import select
def watch():
    descriptor = ctypes.c_int()
    assert ask("tr_watch", ctypes.byref(descriptor)) == 0
    return descriptor.value

def is_noticed(descriptor, wanted):
    kind = Type()
    for _ in range(50):
        if not select.select([descriptor], [], [], 20)[0]: return False
        refresh()
        if (ask("tr_type_named", b"com.example.noticed", ctypes.byref(kind)) == 0) == wanted: return True
    return False

path, inherited, seen = sys.argv[2], watch(), []
for round in range(8):
    wanted = round % 2 == 0
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        own = watch()
        os.write(told, b"x")
        is_right = own != inherited and is_noticed(own, wanted)
        os._exit(0 if is_right else 9)
    os.read(ready, 1)
    if wanted:
        with open(path, "w") as file:
            json.dump({"CFBundleIdentifier": "com.example.noticed", "UTExportedTypeDeclarations": [
                {"UTTypeIdentifier": "com.example.noticed", "UTTypeConformsTo": "public.data"}]}, file)
    else:
        os.remove(path)
    # The child ends first, and has then taken all events that it takes.
    seen.append([os.waitpid(child, 0)[1], is_noticed(inherited, wanted), watch() == inherited])
    os.close(ready), os.close(told)
print(json.dumps(seen))
""", os.path.join(world.declarations, b"noticed.json"), timeout=300)
        expect(seen == [[0, True, True]] * 8, f"{seen}")


def memory_does_not_grow_with_generations(bin):
    with _world(bin) as world:
        world.application("com.example.a", "public.jpeg")
        seen = _answer(world, bin, """
path, after = sys.argv[2], {}
for generation in range(320):
    with open(path, "w") as file:
        json.dump({"CFBundleIdentifier": "com.example.changing", "CFBundleVersion": str(generation),
                   "CFBundleName": "Changing %d" % generation,
                   "CFBundleDocumentTypes": [{"LSItemContentTypes": ["public.png"]}],
                   "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}, file)
    changed = refresh()
    assert changed == 1, generation
    kind = types([b"a.png"])[1][0]
    first = handlers(Type(kind))
    assert first[0][0] == "com.example.changing", first
    assert text("tr_identifier", Type(kind)) == "public.png"
    after[generation] = resident()
print(json.dumps([after[20], after[319]]))
""", os.path.join(world.declarations, b"changing.json"))
        growth = (seen[1] - seen[0]) >> 10
        expect(growth < 4 << 10, f"300 generations take {growth} KiB")
        return f"300 generations: {growth} KiB"


def a_million_unknown_names_are_answered_and_so_are_others_after_them(bin):
    with _world(bin) as world:
        seen = _answer(world, bin, """
most, step, codes = (1 << 20) + (1 << 16), 1 << 16, set()
for start in range(0, most, step):
    code, found = types([b"a.qzz%x" % i for i in range(start, start + step)])
    codes.add(code)
code, found = types([b"a.unknown", b"a.png", b"a.qzz1"])
named = [text("tr_identifier", Type(kind)) for kind in found]
one = Type()
single = ask("tr_type_of_name", b"b.unheard", ctypes.c_size_t(9), ctypes.byref(one))
print(json.dumps([sorted(codes), code, named[:2], named[2][:4], single, text("tr_identifier", one)]))
""")
        wanted = [[0], 0, ["public.data", "public.png"], "dyn.", 0, "public.data"]
        expect(seen == wanted, f"{seen}")


def the_library_takes_choices_over_by_a_refresh(bin):
    with _world(bin) as world:
        for name in "ab":
            world.application(f"com.example.{name}", "public.jpeg")
        words = [f"{world.utcli}", "default", "set", "public.jpeg", "com.example.b"]
        seen = _answer(world, bin, """
import subprocess
jpeg = number("public.jpeg")
def first():
    return handlers(jpeg)[0][0]
seen = [first(), refresh()]
for choice in json.loads(sys.argv[2]):
    subprocess.run(choice, stdout=subprocess.DEVNULL, check=True)
    seen += [first(), refresh(), first(), refresh()]
print(json.dumps(seen))
""", json.dumps([words, [world.utcli, "undo"]]))
        wanted = ["com.example.a", 0, "com.example.a", 1, "com.example.b", 0,
                  "com.example.b", 1, "com.example.a", 0]
        expect(seen == wanted, f"{seen}")
