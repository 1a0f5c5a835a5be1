# SPDX-License-Identifier: MIT
"""Arrays of Arrow and NumPy. Each package that is not installed is skipped, and named."""

import os
import unittest

from support import Case, asked, names
from typeregistry import TypeRegistry

try:
    import numpy
except ImportError:
    numpy = None
try:
    import pyarrow
except ImportError:
    pyarrow = None


class Arrays(Case):
    @classmethod
    def setUpClass(cls):
        cls.registry = TypeRegistry()
        cls.made = names(11000, seed=5)
        cls.wanted = asked(cls.made)
        cls.texts = [name.decode("utf-8", "replace") for name in cls.made]
        cls.wanted_of_texts = asked([text.encode() for text in cls.texts])

    @classmethod
    def tearDownClass(cls):
        cls.registry.close()

    def found(self, array):
        return self.registry.type_of(array).identifiers()


@unittest.skipIf(pyarrow is None, "pyarrow was not found")
class Arrow(Arrays):
    def test_strings_and_binary(self):
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
            self.assertEqual(self.found(pyarrow.array(self.texts, kind)), self.wanted_of_texts, kind)
        for kind in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()):
            array = pyarrow.array(self.made, kind)
            self.assertEqual(self.found(array), self.wanted, kind)
            self.assertEqual(self.found(array[7:901]), self.wanted[7:901], kind)
        cells = pyarrow.array([b"a.png", b"b.txt", b"c.gif"], pyarrow.binary(5))
        self.assertEqual(self.found(cells[1:]), ["public.plain-text", "com.compuserve.gif"])

    def test_columns_in_several_chunks(self):
        column = pyarrow.chunked_array([self.made[:5000], [], self.made[5000:]], pyarrow.binary())
        self.assertEqual(self.found(column), self.wanted)
        table = pyarrow.table({"name": column})
        self.assertEqual(self.found(table["name"].slice(4990, 30)), self.wanted[4990:5020])
        with self.assertRaisesRegex(TypeError, "a table: pass one of its columns"):
            self.registry.type_of(table)
        self.assertEqual(self.found(pyarrow.chunked_array([], pyarrow.string())), [])

    def test_dictionaries(self):
        array = pyarrow.array(self.made * 2, pyarrow.binary()).dictionary_encode()
        self.assertEqual(self.found(array), self.wanted * 2)
        self.assertEqual(self.found(array[3:500]), self.wanted[3:500])
        with_null = pyarrow.array(["a.png", None, "a.png"]).dictionary_encode()
        self.assertEqual(self.found(with_null), ["public.png", None, "public.png"])

    def test_nulls_have_no_type(self):
        texts = [None if index % 7 == 3 else text for index, text in enumerate(self.texts)]
        wanted = [None if index % 7 == 3 else one for index, one in enumerate(self.wanted_of_texts)]
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
            array = pyarrow.array(texts, kind)
            for start, end in ((0, len(texts)), (5, 50), (3, 4), (8, 8)):
                self.assertEqual(self.found(array[start:end]), wanted[start:end], (kind, start))
        types = self.registry.type_of(pyarrow.array(texts))
        self.assertEqual(types.to_arrow().to_pylist(), wanted)
        self.assertEqual(self.found(pyarrow.nulls(3)), [None] * 3)
        self.assertEqual(self.found(pyarrow.array([None, None], pyarrow.string())), [None] * 2)

    def test_empty_arrays_and_texts(self):
        for kind in (pyarrow.string(), pyarrow.large_binary(), pyarrow.string_view(), pyarrow.binary(4)):
            self.assertEqual(self.found(pyarrow.array([], kind)), [])
        self.assertEqual(self.found(pyarrow.array(["", ""])), ["public.data"] * 2)

    def test_the_answer_in_arrow(self):
        array = self.registry.type_of(self.made).to_arrow()
        self.assertEqual(array.type, pyarrow.dictionary(pyarrow.int32(), pyarrow.string()))
        self.assertEqual(array.to_pylist(), self.wanted)
        self.assertEqual(array.null_count, 0)

    def test_what_is_not_names(self):
        with self.assertRaisesRegex(TypeError, "format 'l'; names are of a type for strings or binary"):
            self.registry.type_of(pyarrow.array([1, 2]))

    def test_memory(self):
        array = pyarrow.array(self.made)
        column = pyarrow.chunked_array([array, array])
        self.assert_memory_grows_less(1 << 20, lambda: self.registry.type_of(array), 40)
        self.assert_memory_grows_less(1 << 20, lambda: self.registry.type_of(column), 20)
        before = pyarrow.total_allocated_bytes()
        for _ in range(20):
            self.registry.type_of(column)
        self.assertEqual(pyarrow.total_allocated_bytes(), before)

    def test_no_text_is_copied(self):
        # 200 MB of texts: a copy would be seen.
        array = pyarrow.array([b"x" * 200000 + b".png"] * 1000, pyarrow.large_binary())
        self.registry.type_of(array[:1])
        with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
            file.write("5")
        before = self.peak()
        self.assertEqual(set(self.found(array)), {"public.png"})
        self.assertLess(self.peak() - before, 10 << 20)

    def peak(self):
        with open("/proc/self/status", encoding="ascii") as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmHWM"))


@unittest.skipIf(numpy is None, "numpy was not found")
class NumPy(Arrays):
    def test_bytes_of_a_fixed_width(self):
        array = numpy.array(self.made)
        self.assertEqual(array.dtype.kind, "S")
        self.assertEqual(self.found(array), self.wanted)
        self.assertEqual(self.found(array[::-3]), self.wanted[::-3])
        self.assertEqual(self.found(array[5:5]), [])
        record = numpy.zeros(3, dtype=[("number", "i4"), ("name", "S8")])
        record["name"] = [b"a.png", b"b.txt", b"x/y/z.md"]
        self.assertEqual(self.found(record["name"]), ["public.png", "public.plain-text", "net.daringfireball.markdown"])
        self.assertEqual(self.found(numpy.array([b"", b""])), ["public.data"] * 2)

    def test_other_arrays(self):
        usable = [text for text in self.texts if not text.endswith("\0")]
        wanted = asked([text.encode() for text in usable])
        self.assertEqual(self.found(numpy.array(usable)), wanted)
        self.assertEqual(self.found(numpy.array(usable, dtype=object)), wanted)
        with self.assertRaisesRegex(TypeError, "names are bytes"):
            self.registry.type_of(numpy.arange(3))
        with self.assertRaisesRegex(ValueError, "2 dimensions"):
            self.registry.type_of(numpy.array([[b"a"], [b"b"]]))
        self.assertEqual(self.registry.type_of(numpy.array(usable)).to_numpy().tolist(), wanted)

    def test_memory(self):
        array = numpy.array(self.made)
        self.assert_memory_grows_less(1 << 20, lambda: self.registry.type_of(array), 40)


if __name__ == "__main__":
    unittest.main()
