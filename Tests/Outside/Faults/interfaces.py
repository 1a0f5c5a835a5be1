# SPDX-License-Identifier: MIT
"""The methods of a daemon as it describes them itself, and calls of each that are as large as can be."""

import json
import re

from world import Client, expect

# A little less than the longest message.
LONGEST = 1_000_000


class Interface:
    """An interface from its description: the parameters of its methods, by their names and types.

    A type is a name, or ('?', type), ('[]', type), ('[string]', type), ('enum', names) or ('struct', fields).
    """

    def __init__(self, text):
        words = re.findall(r"\[string\]|\[\]|->|[?():,]|[A-Za-z_][\w.-]*", re.sub(r"#.*", "", text))
        self._words, self.types, self.methods = words[::-1], {}, {}
        expect(self._take() == "interface", f"not a description: {text:.80}")
        self.name = self._take()
        while self._words:
            kind, name = self._take(), self._take()
            fields = self._type()
            if kind == "type":
                self.types[name] = fields
            elif kind == "method":
                self.methods[name] = fields[1]
                expect(self._take() == "->", f"{name} has no result")
                self._type()

    def _take(self):
        return self._words.pop()

    def _type(self):
        word = self._take()
        if word in ("?", "[]", "[string]"):
            return word, self._type()
        if word != "(":
            return word
        fields, names = {}, []
        while True:
            word = self._take()
            if word == ")":
                return ("enum", names) if names else ("struct", fields)
            if word == ",":
                continue
            if self._words[-1] == ":":
                self._take()
                fields[word] = self._type()
            else:
                names.append(word)

    # Values

    def least(self, type):
        """A short value of a type; `None` for what can be left out."""
        if isinstance(type, str):
            if type in self.types:
                return self.least(self.types[type])
            return {"string": "public.data", "int": 1, "bool": True, "float": 1.5}.get(type, {})
        kind, inner = type
        if kind == "?":
            return None
        if kind == "struct":
            values = {name: self.least(field) for name, field in inner.items()}
            return {name: value for name, value in values.items() if value is not None}
        return {"[]": [], "[string]": {}, "enum": inner[0]}[kind]

    def extremes(self, type, room, is_nested=False):
        """Large values of a type, each with words: long texts, many elements, long elements."""
        if isinstance(type, str):
            type = self.types.get(type, type)
        if type == "string":
            yield "a long text", "x" * room
            if not is_nested:
                yield "text of other scripts", "\u00e4\u4e2d" * (room // 12)
        elif type == "int":
            yield "the greatest number", 2**63 - 1
            yield "the least number", -2**63
        elif type == "object":
            yield "many members", {"UTTypeIdentifier": "x" * room}
        elif type[0] == "?":
            yield from self.extremes(type[1], room, is_nested)
        elif type[0] == "[]":
            for count in [4096, 256]:
                for words, element in self.extremes(type[1], room // count - 40, is_nested=True):
                    yield f"{count} of {words}", [element] * count
            least = self.least(type[1])
            least = {} if least is None else least
            yield "as many as fit", [least] * (room // (len(json.dumps(least)) + 2))
        elif type[0] == "struct":
            base = self.least(type)
            for name, field in type[1].items():
                for words, value in self.extremes(field, room - len(json.dumps(base)), is_nested=True):
                    yield f"{name} with {words}", {**base, name: value}

    def calls(self, method):
        """Calls of a method, each with a parameter that is as large as can be, and one with the least."""
        parameters = self.methods[method]
        base = self.least(("struct", parameters))
        yield "no more than needed", base
        for name, type in parameters.items():
            for words, value in self.extremes(type, LONGEST - 300):
                call = {**base, name: value}
                if len(json.dumps(call)) < LONGEST:
                    yield f"{name}: {words}", call


def interfaces(world):
    """All interfaces of the daemon but Varlink's own."""
    with world.connect() as client:
        names = client.call("org.varlink.service.GetInfo")["parameters"]["interfaces"]
        return [
            Interface(client.call("org.varlink.service.GetInterfaceDescription", {"interface": name})[
                "parameters"]["description"])
            for name in names if not name.startswith("org.varlink.")]


def extreme_calls(world):
    """Every method with every kind of extreme parameters, as words and a message; also as series."""
    return [
        (f"{interface.name.rsplit('.', 1)[-1]}.{method}, {words}",
         Client.message(f"{interface.name}.{method}", parameters, more))
        for interface in interfaces(world) for method in interface.methods
        for words, parameters in interface.calls(method) for more in (False, True)]
