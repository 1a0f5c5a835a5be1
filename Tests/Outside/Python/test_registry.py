# SPDX-License-Identifier: MIT
"""Types, their properties, files, applications, errors and threads."""

import json
import os
import pathlib
import pickle
import select
import subprocess
import sys
import tempfile
import threading
import unittest

import typeregistry
from support import FULL, UTCLI, Case, asked, declare, names, run
from typeregistry import Certainty, TypeRegistry


class Names(Case):
    def setUp(self):
        self.registry = TypeRegistry()
        self.addCleanup(self.registry.close)

    def test_facts(self):
        for name, identifier in [
            ("holiday.JPG", "public.jpeg"), ("backup.tar.gz", "org.gnu.gnu-zip-tar-archive"), (b"a.png", "public.png"), (bytearray(b"a.png"), "public.png"),
            (pathlib.Path("/tmp/x.html"), "public.html"), ("dir.png/Makefile", "public.make-source"), ("a.png//", "public.png"),
            ("", "public.data"), ("no extension", "public.data"), ("a\0.png", "public.png"), ("\ud800.png", "public.png"),
            ("\udcff.png", "public.png"), ("notes.zzz", "dyn.ah62d4rv4ge81y8x4"),
        ]:
            self.assertEqual(str(self.registry.type_of(name)), identifier, name)
            self.assertEqual(self.registry.type_of([name, name]).identifiers(), [identifier] * 2, name)

    def test_twelve_thousand_names_have_the_types_that_utcli_finds(self):
        made = names(12000)
        wanted = asked(made)
        self.assertGreater(len(set(wanted)), 1000)
        self.assertEqual(self.registry.type_of(made).identifiers(), wanted)
        texts = [os.fsdecode(name) for name in made]
        self.assertEqual(self.registry.type_of(texts).identifiers(), wanted)
        self.assertEqual(self.registry.type_of(iter(texts)).identifiers(), wanted)
        self.assertEqual([str(self.registry.type_of(name)) for name in texts], wanted)
        # In directories, as paths, and of mixed kinds: each goes another way.
        self.assertEqual(self.registry.type_of(["a.d/b/" + text for text in texts]).identifiers(), wanted)
        self.assertEqual(self.registry.type_of([b"/" + name for name in made]).identifiers(), wanted)
        mixed = [text if index % 2 else name for index, (text, name) in enumerate(zip(texts, made))]
        self.assertEqual(self.registry.type_of(mixed).identifiers(), wanted)

    def test_mime_types_are_those_that_utcli_prints(self):
        made = names(2000, seed=2)
        said = run(UTCLI, "type-of", "--stdin", "-0", "--name-only", "--mime", "--embedded", input=b"\0".join(made) + b"\0")
        wanted = [line.rpartition(b"\t")[2].decode() for line in said.split(b"\0")[:-1]]
        self.assertEqual(self.registry.type_of(made).mime_types(), wanted)

    def test_no_names_at_either_end(self):
        for made in ([], (), iter(())):
            self.assertEqual(len(self.registry.type_of(made)), 0)
        self.assertEqual(self.registry.type_of(["", "a.png", "", ""]).identifiers(),
                         ["public.data", "public.png", "public.data", "public.data"])
        self.assertEqual(self.registry.type_of([""]).identifiers(), ["public.data"])

    def test_a_batch_is_a_sequence(self):
        types = self.registry.type_of(["a.png", "b.txt", "c.png"])
        self.assertEqual((types[0], types[-1], len(types)), (types[2], types[2], 3))
        self.assertEqual(types[1:].identifiers(), ["public.plain-text", "public.png"])
        self.assertEqual(list(types), [types[0], types[1], types[2]])
        self.assertEqual(types.conform_to("public.image"), [True, False, True])
        self.assertEqual(self.registry.conforms(types[:2], self.registry.type("public.image")), [True, False])
        self.assertEqual(repr(types), "<Types of 3: public.png, public.plain-text, public.png>")

    def test_what_is_not_a_name(self):
        for wrong in (None, 7, 1.5):
            with self.assertRaisesRegex(TypeError, "names are a str, bytes or os.PathLike.* not " + type(wrong).__name__):
                self.registry.type_of(wrong)
        with self.assertRaisesRegex(TypeError, "name 1 is of NoneType: names are str, bytes or os.PathLike"):
            self.registry.type_of(["a.png", None])
        with self.assertRaisesRegex(ValueError, "a text is longer|too long"):
            self.registry.type_of("x" * 70000)


class Types(Case):
    def setUp(self):
        self.registry = TypeRegistry()
        self.addCleanup(self.registry.close)

    def test_properties(self):
        jpeg = self.registry.type("PUBLIC.jpeg")
        self.assertEqual((jpeg.identifier, jpeg.extension, jpeg.mime_type), ("public.jpeg", "jpeg", "image/jpeg"))
        self.assertEqual(jpeg.extensions[:2], ("jpeg", "jpg"))
        self.assertEqual(jpeg.mime_types[0], "image/jpeg")
        self.assertEqual(jpeg.description, "JPEG image")
        self.assertEqual(jpeg.description_in("de_DE.UTF-8"), "JPEG-Bild")
        self.assertEqual([str(one) for one in jpeg.supertypes], ["public.image", "public.data", "public.content", "public.item"])
        self.assertEqual((jpeg.icon_names[0], jpeg.icon_names[-1]), ("image-jpeg", "unknown"))
        self.assertIsNone(jpeg.mime_type_source)
        self.assertTrue(jpeg.conforms_to("public.image"))
        self.assertFalse(jpeg.conforms_to("public.text"))
        self.assertFalse(jpeg.is_dynamic)
        dynamic = self.registry.type_of("a.qzzq")
        self.assertTrue(dynamic.is_dynamic)
        self.assertEqual((dynamic.mime_type, str(dynamic.mime_type_source)), ("application/octet-stream", "public.data"))
        self.assertEqual(dynamic.extensions, ("qzzq",))

    def test_properties_are_those_that_utcli_prints(self):
        for identifier in ("com.adobe.pdf", "public.mpeg-4", "org.gnu.gnu-zip-tar-archive", "public.folder"):
            one = self.registry.type(identifier)
            said = run(UTCLI, "info", "--embedded", "--json", identifier)
            info = json.loads(said)["types"][0]
            tags = [(tag["tagClass"], tag["value"]) for tag in info["tags"]]
            self.assertEqual(list(one.extensions), [value for kind, value in tags if kind == "public.filename-extension"])
            self.assertEqual(list(one.mime_types), [value for kind, value in tags if kind == "public.mime-type"])

    def test_equality_is_of_identifiers(self):
        with TypeRegistry() as other:
            self.assertEqual(other.type("public.png"), self.registry.type_of("a.png"))
            self.assertEqual(len({other.type("public.png"), self.registry.type_of("a.png")}), 1)
            self.assertTrue(self.registry.conforms(other.type("public.png"), "public.image"))
        self.assertNotEqual(self.registry.type("public.png"), "public.png")

    def test_types_of_tags(self):
        found = [str(one) for one in self.registry.types_with_extension(".ts")]
        self.assertEqual(found[:2], ["public.mpeg-2-transport-stream", "com.microsoft.typescript"])
        self.assertEqual([str(one) for one in self.registry.types_with_extension("ts", "public.text")][0], "com.microsoft.typescript")
        self.assertEqual(str(self.registry.types_with_mime_type("image/png")[0]), "public.png")
        with self.assertRaisesRegex(ValueError, "'nothing' is not a MIME type, such as 'image/png'"):
            self.registry.types_with_mime_type("nothing")

    def test_an_unknown_identifier(self):
        for wrong in ("org.nobody.here", "", "a..b", "x" * 70000, "public.png\0", "\ud800"):
            with self.assertRaisesRegex(typeregistry.UnknownTypeError, "no type has the identifier"):
                self.registry.type(wrong)
        with self.assertRaises(LookupError):
            self.registry.conforms("public.png", "org.nobody.here")

    def test_a_type_is_not_pickled(self):
        with self.assertRaisesRegex(TypeError, "pickle its identifier"):
            pickle.dumps(self.registry.type("public.png"))


class Files(Case):
    def setUp(self):
        self.registry = TypeRegistry()
        self.addCleanup(self.registry.close)
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def write(self, name, contents):
        path = self.directory / name
        path.write_bytes(contents)
        return path

    def test_contents_decide_where_the_name_does_not(self):
        report = self.write("report", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n")
        self.assertEqual(str(self.registry.type_of_file(report)), "com.adobe.pdf")
        self.assertEqual(str(self.registry.type_of("report")), "public.data")
        self.assertEqual(str(self.registry.type_of_contents(b"%PDF-1.7\n", "report")), "com.adobe.pdf")
        self.assertEqual(str(self.registry.type_of_contents(memoryview(b"words\n"))), "public.plain-text")
        self.assertEqual(str(self.registry.type_of_contents(b"?", "a.jpg", size=100)), "public.jpeg")

    def test_many_files_are_answered_as_utcli_answers(self):
        paths = [self.write("a%d" % index, contents) for index, contents in enumerate([
            b"", b"words\n", b"\x01\x02", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"#!/bin/sh\n", b"PK\x03\x04", b"GIF89a", b"{}\n"] * 50)]
        paths += [self.directory, self.write("b.png", b""), self.write("c\udcff.txt", b"")]
        said = run(UTCLI, "type-of", "--stdin", "-0", "--embedded", input=b"".join(os.fsencode(path) + b"\0" for path in paths))
        wanted = [line.rpartition(b"\t")[2].decode() for line in said.split(b"\0")[:-1]]
        types = self.registry.types_of_files(paths)
        self.assertEqual(types.identifiers(), wanted)
        self.assertEqual([str(self.registry.type_of_file(path)) for path in paths], wanted)
        self.assertEqual(types.certainties[1:4], [Certainty.TEXT, Certainty.NOTHING, Certainty.CONTENTS])
        self.assertEqual(types.certainties[-2], Certainty.NAME)

    def test_a_missing_file(self):
        missing = self.directory / "missing"
        with self.assertRaises(FileNotFoundError) as caught:
            self.registry.type_of_file(missing)
        self.assertEqual(os.fsdecode(caught.exception.filename), str(missing))
        types = self.registry.types_of_files([missing, self.write("a.png", b"")])
        self.assertEqual((types[0], str(types[1])), (None, "public.png"))
        self.assertEqual((types.certainties, types.identifiers()), ([None, Certainty.NAME], [None, "public.png"]))
        self.assertEqual(types.conform_to("public.image"), [False, True])
        self.assertEqual(types.mime_types(), [None, "image/png"])

    def test_what_is_not_a_path(self):
        with self.assertRaisesRegex(ValueError, "path 0, .* has a NUL"):
            self.registry.type_of_file("a\0b")
        with self.assertRaisesRegex(TypeError, r"use type_of_file\(\)"):
            self.registry.types_of_files("a.png")
        self.assertEqual(len(self.registry.types_of_files([])), 0)


class Registries(Case):
    def test_declarations_applications_refreshes_and_files(self):
        with tempfile.TemporaryDirectory() as directory:
            pinned = os.path.join(directory, "types.registry")
            run(UTCLI, "image", "--write-to", pinned)
            registry = TypeRegistry()
            descriptor = registry.watch()
            before = registry.type_of(["a.exown", "b.png"])
            png, batch = before[1], registry.type_of(["a.png", "b.txt"])
            self.assertTrue(before[0].is_dynamic)
            self.assertFalse(registry.refresh())
            path = declare("exown", "org.example.own")
            self.addCleanup(lambda: os.path.exists(path) and os.remove(path))
            self.take_change(registry, descriptor)
            own = registry.type_of("a.exown")
            self.assertEqual(own.identifier, "org.example.own")
            self.assertEqual(registry.types_with_extension("exown"), [own])
            # Types of before answer from the new declarations.
            self.assertEqual(png.mime_type, "image/png")
            self.assertTrue(registry.conforms(png, "public.image"))
            self.assertEqual(batch.conform_to("public.image"), [True, False])
            self.assertEqual(batch.mime_types(), ["image/png", "text/plain"])
            handler = registry.default_handler("org.example.own")
            self.assertEqual(handler, own.handlers("de")[0])
            self.assertEqual(handler[:4], ("org.example.declared", "Example", "Editor", ("/bin/cat", "--", "%F")))
            self.assertTrue(handler.takes_many and not handler.terminal and not handler.unprotected)
            self.assertEqual(registry.handlers("public.midi-audio"), [])
            self.assertIsNone(registry.default_handler("public.midi-audio"))
            # A registry in a file does not know them, and has the answers of utcli with that file.
            with TypeRegistry(pinned) as file:
                self.assertTrue(file.type_of("a.exown").is_dynamic)
                self.assertIsNone(file.watch())
                self.assertFalse(file.refresh())
                made = names(2000, seed=3)
                self.assertEqual(file.type_of(made).identifiers(), asked(made, "--registry", pinned))
                self.assertEqual(file.path, pinned)
                with pickle.loads(pickle.dumps(file)) as copy:
                    self.assertEqual((copy.path, str(copy.type_of("a.png"))), (pinned, "public.png"))
            os.remove(path)
            self.take_change(registry, descriptor)
            with self.assertRaisesRegex(typeregistry.UnknownTypeError, "org.example.own"):
                own.mime_type
            registry.close()

    def take_change(self, registry, descriptor):
        """Waits until there is a change, and the burst that it is in has ended."""
        changed = False
        while not changed:
            self.assertEqual(select.select([descriptor], [], [], 20)[0], [descriptor])
            changed = registry.refresh()

    def test_why(self):
        with TypeRegistry() as registry:
            answer = registry.why("backup.tar.gz", program=UTCLI)
            self.assertEqual(answer["identifier"], "org.gnu.gnu-zip-tar-archive")
            self.assertIn("tar.gz", answer["explanation"]["verdict"])
            self.assertEqual(registry.why(registry.type("public.png"), program=UTCLI)["identifier"], "public.png")
            self.assertEqual(registry.why("-x.png", program=UTCLI)["identifier"], "public.png")
            with self.assertRaisesRegex(typeregistry.ExplanationError, "install the package 'typed'"):
                registry.why("a.png", program="/none/utcli")
            with self.assertRaisesRegex(typeregistry.ExplanationError, "does not explain"):
                registry.why("a.png", program="/bin/false")

    def test_files_that_are_not_registries(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"nothing")
            file.flush()
            with self.assertRaisesRegex(typeregistry.RegistryFileError, "not a registry.*utcli image --write-to"):
                TypeRegistry(file.name)
        with self.assertRaises(FileNotFoundError):
            TypeRegistry("/none/types.registry")
        with self.assertRaises(OSError):
            TypeRegistry("/dev/null")

    def test_a_closed_registry(self):
        registry = TypeRegistry()
        png = registry.type("public.png")
        registry.close()
        registry.close()
        for action in (lambda: registry.type_of("a.png"), lambda: registry.type_of(["a.png"]), lambda: png.mime_type,
                       lambda: registry.refresh(), lambda: png.handlers(), lambda: registry.type_of_file("/")):
            with self.assertRaisesRegex(typeregistry.ClosedError, r"the registry is closed: open another one with TypeRegistry\(\)"):
                action()
        self.assertIn("closed", repr(registry))

    def test_registries_are_closed_when_nothing_refers_to_them(self):
        # The library has 1,024 of them at most.
        for _ in range(1100 if FULL else 50):
            self.assertEqual(str(TypeRegistry().type_of("a.png")), "public.png")


class Memory(Case):
    def test_a_million_calls_leave_nothing(self):
        with TypeRegistry() as registry:
            png = registry.type("public.png")
            ask = registry.type_of

            def hundred():
                for _ in range(100):
                    ask("holiday.png")

            self.assert_memory_grows_less(1 << 20, hundred, 10000 if FULL else 200)
            if not FULL:
                return
            for action, times in (
                (lambda: ask(["a.png", "b.txt", "c/d.html"]), 5000), (lambda: (png.extensions, png.description), 3000),
                (lambda: png.supertypes, 1000), (lambda: png.handlers("de"), 3000), (lambda: registry.types_of_files(["/"]), 1000),
                (lambda: png.conforms_to("public.image"), 5000), (lambda: registry.type_of_contents(b"x"), 3000),
            ):
                self.assert_memory_grows_less(1 << 20, action, times)
        self.assert_memory_grows_less(2 << 20, lambda: TypeRegistry().close(), 300)


class Threads(Case):
    def test_a_batch_lets_other_threads_run(self):
        made = ["holiday.png"] * 3000000
        usual = sys.getswitchinterval()
        # No thread gives way but where it has to.
        sys.setswitchinterval(1000)
        try:
            with TypeRegistry() as registry:
                for _ in range(10):
                    started, done = threading.Event(), []

                    def batch():
                        started.set()
                        registry.type_of(made)
                        done.append(True)

                    thread = threading.Thread(target=batch)
                    thread.start()
                    started.wait()
                    ran = not done
                    thread.join()
                    if ran:
                        return
            self.fail("no other thread ran during ten batches")
        finally:
            sys.setswitchinterval(usual)

    def test_texts_are_read_before_another_thread_closes_the_registry(self):
        usual = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        wrong = []
        try:
            for turn in range(60 if FULL else 20):
                registry = TypeRegistry()
                png = registry.type("public.png")

                def work():
                    try:
                        # Each is another type, whose text is read for the first time.
                        for index in range(10000):
                            found = registry.type_of("a.q%dz%d" % (turn, index)), png.description, png.extensions
                            if found[0].identifier[:4] != "dyn." or found[1:] != ("PNG image", ("png",)):
                                wrong.append(found)
                    except typeregistry.ClosedError:
                        pass
                    except Exception as error:  # pylint: disable=broad-except
                        wrong.append(error)

                threads = [threading.Thread(target=work) for _ in range(3)]
                for thread in threads:
                    thread.start()
                for _ in range(turn * 20):
                    registry.type_of("b.png")
                registry.close()
                for thread in threads:
                    thread.join()
        finally:
            sys.setswitchinterval(usual)
        self.assertEqual(wrong, [])

    def test_a_refresh_between_a_number_and_its_type(self):
        registry = TypeRegistry()
        path = os.path.join(os.environ["XDG_DATA_HOME"], "typed/declarations", "turning.json")
        number_of, turns = registry._number, iter(range(3))

        def number(identifier):
            found = number_of(identifier)
            turn = next(turns, None)
            if turn is not None:
                declare("turning", "org.example.turning%d" % turn, "turning")
                registry.refresh()
            return found

        with registry:
            registry._number = number
            self.assertEqual(registry.type("public.png").identifier, "public.png")
            self.assertTrue(registry.type_of("a.png").conforms_to("public.image"))
            self.assertIsNone(next(turns, None))
        os.remove(path)

    def test_threads_refreshes_and_closing(self):
        registry, made, wrong = TypeRegistry(), names(3000, seed=4), []
        wanted = registry.type_of(made).identifiers()
        path = os.path.join(os.environ["XDG_DATA_HOME"], "typed/declarations", "turning.json")

        def work():
            try:
                while True:
                    if registry.type_of(made).identifiers() != wanted:
                        wrong.append("another answer")
                    if not registry.type_of("a.png").conforms_to("public.image"):
                        wrong.append("not an image")
            except typeregistry.ClosedError:
                pass
            except Exception as error:  # pylint: disable=broad-except
                wrong.append(repr(error))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for turn in range(8 if FULL else 3):
            declare("turning", "org.example.turning%d" % (turn % 2), "turning")
            registry.refresh()
        registry.close()
        for thread in threads:
            thread.join()
        os.remove(path)
        self.assertEqual(wrong, [])


class Program(Case):
    def run_program(self, *words):
        return subprocess.run([sys.executable, "-m", "typeregistry", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_the_program(self):
        said = self.run_program("--name-only", "holiday.JPG")
        self.assertEqual((said.stdout, said.stderr, said.returncode), (b"public.jpeg\n", b"", 0))
        said = self.run_program("-n", "--mime", "a.png", b"\xff.tar.gz")
        self.assertEqual(said.stdout, b"a.png\timage/png\n\xff.tar.gz\tapplication/x-compressed-tar\n")
        said = self.run_program("/", "/none/file")
        self.assertIn(said.stdout, (b"/\tpublic.volume\n", b"/\tpublic.folder\n"))
        self.assertEqual((said.stderr, said.returncode), (b"typeregistry: '/none/file': No such file or directory\n", 1))
        said = self.run_program("--registry", "/none/file", "a.png")
        self.assertEqual(said.returncode, 2)
        self.assertIn(b"/none/file", said.stderr)
        self.assertEqual(self.run_program("--version").stdout.decode().split()[1], run(UTCLI, "--version").decode().split()[1])


if __name__ == "__main__":
    unittest.main()
