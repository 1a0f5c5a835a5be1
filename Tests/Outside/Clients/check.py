#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the daemon with clients of other projects.

    check.py TYPED [VARLINK_CERTIFICATION]

Starts TYPED in a temporary directory. Each client that is found reads the service's information
and every interface's description, and calls every method, also with 'more' if that gives a series;
all must receive the same replies. Then the programs of Tests/Outside/Examples are run. With
VARLINK_CERTIFICATION, which is built from Tests/Programs/Certification, it and the 'varlink'
package certify each other.

Clients that are not found are skipped with a message:

    varlink, asyncvarlink   of PyPI, imported by VARLINK_PYTHON (python3 if unset)
    varlinkctl              of systemd 256 or later: VARLINKCTL, or on PATH
    socat and jq            on PATH
"""

import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
PATIENCE = 60
TYPES = "org.typeregistry.types."
HANDLERS = "org.typeregistry.handlers."
REGISTRY = "org.typeregistry.registry."
# A binding that is set before all calls, so that setting it again changes nothing.
REQUEST = {"type": "public.jpeg", "never": "org.example.absent"}
# A declaration that is registered before all calls, so that registering it again changes nothing.
DECLARATION = {"CFBundleIdentifier": "org.example.sent", "UTExportedTypeDeclarations": [
    {"UTTypeIdentifier": "org.example.sent", "UTTypeConformsTo": "public.data"}]}

# Every method: name, parameters, whether it is also called with 'more'.
CALLS = [
    ("org.varlink.service.GetInfo", {}, False),
    ("org.varlink.service.GetInterfaceDescription", {"interface": TYPES[:-1]}, False),
    (TYPES + "TypeOf", {"names": ["holiday.jpg", "Makefile", "a.\u00fc\u4e16"], "items": [
        {"mimeType": "image/png"}], "explain": True}, True),
    (TYPES + "TypesForTag", {"tagClass": "public.filename-extension", "tag": "ts"}, False),
    (TYPES + "DeclaredTypes", {"conformingTo": "public.image"}, True),
    (TYPES + "Describe", {"identifiers": ["public.jpeg", "no.such"], "locale": "de"}, True),
    (TYPES + "Conforms", {"pairs": [
        {"identifier": "public.jpeg", "supertype": "public.data"}]}, True),
    (TYPES + "Supertypes", {"identifier": "public.jpeg"}, False),
    (TYPES + "Subtypes", {"identifier": "public.item"}, True),
    (TYPES + "Tags", {"identifier": "public.image", "subtypes": True}, True),
    (TYPES + "SuggestName", {"name": "puppy", "identifier": "public.jpeg"}, False),
    (TYPES + "Negotiate", {"offered": ["public.jpeg"], "accepted": ["public.image"]}, False),
    (TYPES + "Search", {"text": "portable"}, True),
    (HANDLERS + "Rank", {"names": ["a.jpg", "b.\u00fc"], "items": [
        {"type": "public.image"}, {"scheme": "mailto"}], "roles": ["Viewer"], "explain": True},
        True),
    (HANDLERS + "Applications", {"locale": "de"}, True),
    (HANDLERS + "Bind", {"requests": [REQUEST]}, False),
    (HANDLERS + "Bind", {"requests": [{"family": "public.image", "never": "org.example.absent"}],
        "dryRun": True}, False),
    (HANDLERS + "Unbind", {"requests": [{"extension": "zzz"}]}, False),
    (HANDLERS + "Unbind", {"requests": [{"type": "public.jpeg", "allow": REQUEST["never"]}],
        "dryRun": True}, False),
    (HANDLERS + "Bindings", {}, True),
    (HANDLERS + "History", {"limit": 3}, True),
    (HANDLERS + "Undo", {"dryRun": True}, False),
    (HANDLERS + "Confirm", {"bundles": []}, False),
    (REGISTRY + "Status", {}, False),
    (REGISTRY + "Register", {"text": json.dumps(DECLARATION)}, False),
    (REGISTRY + "Unregister", {"missing": True}, True),
    (REGISTRY + "Bundles", {}, True),
    (REGISTRY + "Diagnostics", {}, True),
    (REGISTRY + "Reload", {}, True),
]
# Methods whose replies never end.
ENDLESS = {REGISTRY + "Monitor"}
# Members that may differ, because the call does not wait for the reload.
OPEN_MEMBERS = {(REGISTRY + "Reload", False): {"done", "changed"}}
# Members that depend on the time and the caller of a change, or on a reload meanwhile.
OPEN_ANYWHERE = {"time", "program", "loadedAt", "comparedAt"}

# asyncvarlink has no command line: a call is argument 2, 3 and 4.
ASYNC_CALL = """
import asyncio, json, sys
from asyncvarlink import VarlinkClientProtocol, VarlinkMethodCall, connect_unix_varlink
async def main(path, method, parameters, more):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, path)
    call = VarlinkMethodCall(method, json.loads(parameters), more=more)
    if more:
        async for reply, _ in protocol.call_more(call):
            print(json.dumps(reply.tojson().get("parameters", {})))
    else:
        reply, _ = await protocol.call(call)
        print(json.dumps(reply.tojson().get("parameters", {})))
    transport.close()
asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4] == "more"))
"""


class Failure(Exception):
    pass


def run(words, environment=None, text=None):
    result = subprocess.run(
        words, env={**os.environ, **(environment or {})}, input=text, timeout=PATIENCE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    if result.returncode != 0:
        raise Failure(f"{words[0]} ended with {result.returncode}: {result.stderr.strip()}")
    return result.stdout


def texts(stream):
    """The JSON texts of a stream, with or without RFC 7464's separators."""
    decoder, values, rest = json.JSONDecoder(), [], stream.strip("\x1e\n \0")
    while rest:
        value, end = decoder.raw_decode(rest)
        values.append(value)
        rest = rest[end:].strip("\x1e\n \0")
    return values


# MARK: - Clients

class Raw:
    """A minimal client that uses the standard library only; the others are compared with it."""

    def __init__(self, path):
        self.path = path

    def call(self, method, parameters, more):
        message = {"method": method, "parameters": parameters, **({"more": True} if more else {})}
        replies, received = [], b""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(self.path)
            connection.sendall(json.dumps(message).encode() + b"\0")
            while True:
                received += connection.recv(65536)
                while b"\0" in received:
                    text, _, received = received.partition(b"\0")
                    reply = json.loads(text)
                    if "error" in reply:
                        raise Failure(f"{method}: {reply}")
                    replies.append(reply.get("parameters", {}))
                    if not reply.get("continues"):
                        return replies

    def interfaces(self):
        return self.call("org.varlink.service.GetInfo", {}, False)[0]["interfaces"]

    def description(self, interface):
        return self.call(
            "org.varlink.service.GetInterfaceDescription", {"interface": interface},
            False)[0]["description"]


class PythonVarlink:
    name = "varlink (PyPI)"

    def __init__(self, path, python):
        self.address, self.python = "unix:" + path, python

    def command(self, *words):
        return run([self.python, "-m", "varlink.cli", *words])

    def interfaces(self):
        return re.findall(r"^ +(\S+)$", self.command("info", self.address), re.MULTILINE)

    def description(self, interface):
        return self.command("help", f"{self.address}/{interface}")

    def call(self, method, parameters, more):
        flag = ["--more"] if more else []
        return texts(self.command(
            "call", *flag, f"{self.address}/{method}", json.dumps(parameters)))


class AsyncVarlink:
    name = "asyncvarlink (PyPI)"

    def __init__(self, path, python):
        self.path, self.python = path, python

    def interfaces(self):
        return self.call("org.varlink.service.GetInfo", {}, False)[0]["interfaces"]

    def description(self, interface):
        return self.call(
            "org.varlink.service.GetInterfaceDescription", {"interface": interface},
            False)[0]["description"]

    def call(self, method, parameters, more):
        return texts(run([
            self.python, "-c", ASYNC_CALL, self.path, method, json.dumps(parameters),
            "more" if more else "once"]))


class Varlinkctl:
    name = "varlinkctl (systemd)"

    def __init__(self, path, program):
        self.address, self.program = "unix:" + path, program

    def interfaces(self):
        text = run([self.program, "--json=short", "info", self.address])
        return texts(text)[0]["interfaces"]

    def description(self, interface):
        return run([self.program, "introspect", self.address, interface])

    def call(self, method, parameters, more):
        flag = ["--more"] if more else []
        return texts(run([
            self.program, "--json=short", *flag, "call", self.address, method,
            json.dumps(parameters)]))


class Socat:
    name = "socat and jq"

    def __init__(self, path):
        self.path = path

    def interfaces(self):
        return self.call("org.varlink.service.GetInfo", {}, False)[0]["interfaces"]

    def description(self, interface):
        return self.call(
            "org.varlink.service.GetInterfaceDescription", {"interface": interface},
            False)[0]["description"]

    def call(self, method, parameters, more):
        message = {"method": method, "parameters": parameters, "more": more}
        received = run(
            ["socat", "-t", str(PATIENCE), "-", f"UNIX-CONNECT:{self.path}"],
            text=json.dumps(message) + "\0")
        return texts(run(["jq", "-c", ".parameters"], text=received.replace("\0", "\n")))


def imports(python, package):
    return subprocess.run([python, "-c", f"import {package}"], capture_output=True).returncode == 0


def clients(path, python):
    """The clients that are found; prints a message for each of the others."""
    varlinkctl = os.environ.get("VARLINKCTL") or shutil.which("varlinkctl")
    found = [
        (PythonVarlink.name, lambda: PythonVarlink(path, python), imports(python, "varlink")),
        (AsyncVarlink.name, lambda: AsyncVarlink(path, python), imports(python, "asyncvarlink")),
        (Varlinkctl.name, lambda: Varlinkctl(path, varlinkctl), bool(varlinkctl)),
        (Socat.name, lambda: Socat(path), bool(shutil.which("socat") and shutil.which("jq"))),
    ]
    for name, make, is_found in found:
        if is_found:
            yield make()
        else:
            print(f"skipped: {name} was not found")


# MARK: - Checks

def declared(description):
    return re.findall(r"^method (\w+)", description, re.MULTILINE)


def check(condition, text):
    if not condition:
        raise Failure(text)


def without(value, hidden):
    if isinstance(value, list):
        return [without(element, hidden) for element in value]
    if not isinstance(value, dict):
        return value
    return {name: without(member, hidden) for name, member in value.items() if name not in hidden}


def answers(client, method, parameters, more):
    hidden = OPEN_MEMBERS.get((method, more), set()) | OPEN_ANYWHERE
    return [without(reply, hidden) for reply in client.call(method, parameters, more)]


def try_client(client, raw):
    interfaces = sorted(raw.interfaces())
    check(sorted(client.interfaces()) == interfaces, f"{client.name}: different interfaces")
    for interface in interfaces:
        check(
            declared(client.description(interface)) == declared(raw.description(interface)),
            f"{client.name}: different methods in {interface}")
    count = 0
    for method, parameters, has_series in CALLS:
        for more in [False, True] if has_series else [False]:
            expected = answers(raw, method, parameters, more)
            replies = answers(client, method, parameters, more)
            check(
                replies == expected,
                f"{client.name}: {method} (more: {more}) gave {replies!r:.500}")
            count += 1
    long = long_call(raw)
    check(client.call(*long, True) == raw.call(*long, True), f"{client.name}: a different series")
    print(f"ok: {client.name}, {len(interfaces)} interfaces, {count + 1} calls")


def check_calls(raw):
    """Every declared method is among the calls."""
    methods = {
        f"{interface}.{method}" for interface in raw.interfaces()
        for method in declared(raw.description(interface))}
    called = {call[0] for call in CALLS} | ENDLESS
    check(methods == called, f"methods without a call: {methods.symmetric_difference(called)}")


def try_monitor(raw):
    """A subscriber hears of a choice, and of nothing else."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(raw.path)
        call = {"method": REGISTRY + "Monitor", "parameters": {"extensions": ["zzz"]}, "more": True}
        connection.sendall(json.dumps(call).encode() + b"\0")
        replies = connection.makefile("rb")

        def reply():
            text = b""
            while not text.endswith(b"\0"):
                text += replies.read(1) or b"\0"
            return json.loads(text[:-1])
        first = reply()
        check(first["continues"] and first["parameters"]["event"] == "state", f"Monitor: {first}")
        for subject in ["yyy", "zzz"]:
            raw.call(HANDLERS + "Bind", {"requests": [
                {"extension": subject, "never": "org.example.absent"}]}, False)
        told = reply()["parameters"]
        check(
            told["event"] == "change"
            and [edit["after"]["tag"]["value"] for edit in told["bindings"]] == ["zzz"],
            f"Monitor: {told}")
    print("ok: a subscriber is told what it named")


def long_call(raw):
    """A call with a series of several replies."""
    types = raw.call(TYPES + "DeclaredTypes", {}, False)[0]["types"]
    call = (TYPES + "Describe", {"identifiers": types[:2000]})
    check(len(raw.call(*call, True)) > 1, "a long list came in one reply")
    return call


def try_examples(runtime, python):
    environment = {"XDG_RUNTIME_DIR": runtime}
    examples = [
        ("ask.py", [sys.executable], ["holiday.jpg", "a.png"],
         "holiday.jpg\tpublic.jpeg\timage/jpeg\na.png\tpublic.png\timage/png\n", True),
        ("mime-type.sh", ["sh"], ["image/png"], "public.png\n",
         bool(shutil.which("socat") and shutil.which("jq"))),
        ("subtypes.py", [python], ["public.image"], "public.jpeg\n", imports(python, "varlink")),
    ]
    for name, interpreter, words, expected, can_run in examples:
        if not can_run:
            print(f"skipped: what Tests/Outside/Examples/{name} needs was not found")
            continue
        output = run([*interpreter, str(TESTS / "Examples" / name), *words], environment)
        is_right = output == expected or (name == "subtypes.py" and expected in output)
        check(is_right, f"Tests/Outside/Examples/{name} printed {output!r:.500}")
        print(f"ok: Tests/Outside/Examples/{name}")


def wait_for(path, process):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        check(process.poll() is None, f"{process.args[0]} ended with {process.returncode}")
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(path)
                return
        except OSError:
            time.sleep(0.01)
    raise Failure(f"no process listens on {path}")


def try_certification(directory, program, python):
    if not imports(python, "varlink.tests.test_certification"):
        print("skipped: certification, because varlink (PyPI) was not found")
        return
    theirs = [python, "-m", "varlink.tests.test_certification"]
    for server, client, name in [
        ([program, "serve"], [*theirs, "--client"], "our server, their client"),
        (theirs, [program, "call"], "their server, our client"),
    ]:
        path = f"{directory}/certification"
        if os.path.exists(path):
            os.unlink(path)
        address = f"unix:{path}"
        is_ours = server[0] == program
        process = subprocess.Popen(
            [*server, address if is_ours else f"--varlink={address}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(path, process)
            said = run([*client, f"--varlink={address}" if is_ours else address])
            check("ertification passed" in said, f"certification, {name}: {said!r:.500}")
        finally:
            process.kill()
            process.wait()
        print(f"ok: certification, {name}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    python = os.environ.get("VARLINK_PYTHON") or sys.executable
    with tempfile.TemporaryDirectory() as directory:
        environment = {
            "HOME": directory, "XDG_RUNTIME_DIR": directory, "XDG_DATA_DIRS": directory}
        daemon = subprocess.Popen(
            [os.path.abspath(sys.argv[1])], env=environment, stderr=subprocess.DEVNULL)
        path = f"{directory}/typed/org.typeregistry"
        try:
            wait_for(path, daemon)
            raw = Raw(path)
            check_calls(raw)
            check("change" in raw.call(HANDLERS + "Bind", {"requests": [REQUEST]}, False)[0],
                  "the binding existed before the first call")
            made = raw.call(REGISTRY + "Register", {"declaration": DECLARATION}, False)[0]
            check(made["effect"] == "added", "the bundle was registered before the first call")
            for client in clients(path, python):
                try_client(client, raw)
            try_monitor(raw)
            try_examples(directory, python)
            if len(sys.argv) == 3:
                try_certification(directory, os.path.abspath(sys.argv[2]), python)
            daemon.send_signal(signal.SIGTERM)
            check(daemon.wait(PATIENCE) == 0, f"typed ended with {daemon.returncode}")
        except Failure as failure:
            sys.exit(f"check: {failure}")
        finally:
            daemon.kill()
            daemon.wait()


if __name__ == "__main__":
    main()
