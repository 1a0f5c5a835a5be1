# SPDX-License-Identifier: MIT
"""The functions of the standard module."""

import inspect
import mimetypes as standard
import os
import pathlib
import tempfile
import unittest

import typeregistry.mimetypes as mimetypes
from support import Case
from typeregistry import TypeRegistry


class MIMETypes(Case):
    def tearDown(self):
        mimetypes.use(None)
        mimetypes.init()

    def test_facts(self):
        for url, answer in [
            ("a.png", ("image/png", None)), ("A.PNG", ("image/png", None)), ("a.tar.gz", ("application/x-tar", "gzip")),
            ("a.tgz", ("application/x-tar", "gzip")), ("a.txt.bz2", ("text/plain", "bzip2")), ("a.gz", (None, "gzip")),
            ("https://example.org/a/b.css?x=1#y", ("text/css", None)), ("http://example.org", (None, None)),
            ("data:image/gif;base64,R0", ("image/gif", None)), ("data:,x", ("text/plain", None)), ("data:nothing", (None, None)),
            ("data:text/html;charset=utf-8,x", ("text/html", None)), (pathlib.Path("/x/a.html"), ("text/html", None)),
            ("a.qzzq", (None, None)), ("", (None, None)), ("nothing", (None, None)), ("a.rs", ("text/rust", None)),
            ("Makefile", ("text/x-makefile", None)), ("c:/a.png", ("image/png", None)),
        ]:
            self.assertEqual(mimetypes.guess_type(url), answer, url)
        self.assertEqual(mimetypes.guess_file_type(b"/x/\xff.png"), ("image/png", None))
        self.assertEqual(mimetypes.guess_file_type("http://x/a.png?y.css"), ("text/css", None))
        self.assertEqual(mimetypes.guess_type("a.png", strict=False), ("image/png", None))

    def test_extensions(self):
        self.assertEqual(mimetypes.guess_extension("image/png"), ".png")
        self.assertEqual(mimetypes.guess_extension("TEXT/HTML"), ".html")
        self.assertEqual(mimetypes.guess_all_extensions("image/jpeg")[:2], [".jpeg", ".jpg"])
        for unknown in ("x/nothing", "nothing", "", "a/b/c", "\0"):
            self.assertIsNone(mimetypes.guess_extension(unknown), unknown)
            self.assertEqual(mimetypes.guess_all_extensions(unknown), [], unknown)

    def test_the_types_of_the_web(self):
        for extension, wanted in [
            ("css", "text/css"), ("csv", "text/csv"), ("gif", "image/gif"), ("htm", "text/html"), ("ico", "image/vnd.microsoft.icon"),
            ("jpg", "image/jpeg"), ("js", "text/javascript"), ("json", "application/json"), ("mjs", "text/javascript"),
            ("mp3", "audio/mpeg"), ("mp4", "video/mp4"), ("pdf", "application/pdf"), ("svg", "image/svg+xml"),
            ("txt", "text/plain"), ("wasm", "application/wasm"), ("webm", "video/webm"), ("webp", "image/webp"),
            ("woff2", "font/woff2"), ("xml", "application/xml"), ("zip", "application/zip"),
        ]:
            self.assertEqual(mimetypes.guess_type("https://example.org/a." + extension)[0], wanted)

    def test_nearly_all_extensions_of_the_standard_table_are_known(self):
        table = standard.MimeTypes(filenames=()).types_map[True]
        unknown = [extension for extension in table if mimetypes.guess_type("a" + extension)[0] is None]
        self.assertLess(len(unknown), 0.02 * len(table), unknown)

    def test_types_that_are_added(self):
        mimetypes.add_type("text/x-own", ".qzzq")
        self.assertEqual(mimetypes.guess_type("a.QZZQ.gz"), ("text/x-own", "gzip"))
        self.assertEqual(mimetypes.guess_all_extensions("text/x-own"), [".qzzq"])
        mimetypes.init()
        self.assertEqual(mimetypes.guess_type("a.qzzq"), (None, None))
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "mime.types")
            with open(path, "w", encoding="ascii") as file:
                file.write("text/x-table qzzz\n")
            mimetypes.init([path])
        self.assertEqual(mimetypes.guess_type("a.qzzz"), ("text/x-table", None))

    def test_a_registry_of_ones_own(self):
        with TypeRegistry() as registry:
            mimetypes.use(registry)
            self.assertEqual(mimetypes.guess_type("a.png"), ("image/png", None))

    def test_parameters_and_names_are_those_of_the_standard_module(self):
        for name in ("guess_type", "guess_extension", "guess_all_extensions", "add_type", "init", "guess_file_type"):
            if not hasattr(standard, name):
                continue
            own, other = (inspect.signature(getattr(one, name)).parameters.values() for one in (mimetypes, standard))
            self.assertEqual([(one.name, one.kind, one.default) for one in own], [(one.name, one.kind, one.default) for one in other])
        for name in standard.__all__:
            self.assertTrue(hasattr(mimetypes, name), name)
        self.assertFalse(hasattr(mimetypes, "nothing"))


if __name__ == "__main__":
    unittest.main()
