#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Has each program that 'utcli export' writes tables for load one, and compares what it says with 'utcli type-of'.

    check.py UTCLI

The tables are those of the core and of the declarations below, many of whose names are hostile, and once more with
a registry in a file. nginx and Apache's server are started with configurations of their own in a temporary
directory, nginx on a socket in it and Apache on a free port of the loopback interface, and asked for a file with
each extension. What is not installed is skipped, and named.
"""

import http.client
import importlib.util
import json
import mimetypes
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[3]
PATIENCE = 60
UNKNOWN = "application/octet-stream"

DECLARATIONS = {
    "CFBundleIdentifier": "org.example.hostile",
    "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": f"org.example.hostile-{number}", "UTTypeConformsTo": ["public.data"],
         "UTTypeTagSpecification": {"public.filename-extension": extensions, "public.mime-type": mime_types}}
        for number, (extensions, mime_types) in enumerate([
            (['a"b', "a'b", "a;b", "a{b}", "$host", "${PATH}", "a\\b", "a\\", "#x", "<b>", "%{x}", "a|b", "a*", "(", "["],
             ["application/x-quotes"]),
            (["\u202eabc", "x\u200by", "gr\u00f6\u00dfe", "\u6587\u66f8", "\U0001f600"], ["application/x-letters"]),
            (["l" * 46, "m" * 47, "n" * 255], ["application/x-long"]),
            (["__proto__", "include", "default", "nil", "None"], ["application/x-words"]),
            (["dollar"], ["application/$x${y"]), (["dollar2"], ["application/$host"]),
            (["hash"], ["#a/b"]), (["hash2"], ["application/#b"]), (["signs"], ["application/a!#$&-^_.+b"]),
            (["jpg.php", "evilphp"], ["application/x-httpd-php"]), (["evildir"], ["httpd/unix-directory"]),
            (["evilmap"], ["application/x-type-map"]), (["evilssi"], ["text/x-server-parsed-html"]),
            (["a.b;c", "two.parts", "one.two.parts", "par+ts.x^y"], ["application/x-parts"]),
            (["parts"], ["application/x-one-part"]),
            (["x" * 200 + str(n) for n in range(60)], ["application/x-many"]),
        ])],
}

# MIME types that Apache takes for names of handlers.
RUNS = re.compile("application/x-(httpd|type-map)|httpd/|text/x-server-parsed")

failures = []
skipped = []


def expect(found, wanted, what):
    if found != wanted:
        failures.append(what)
        print(f"wrong: {what}: expected {wanted!r}, found {found!r}")


def skip(what):
    skipped.append(what)
    print(f"skipped: {what}")


def run(words, text=None, **more):
    done = subprocess.run(words, input=text, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False, **more)
    if done.returncode:
        raise RuntimeError(f"{words[0]} ended with {done.returncode}: {done.stderr.strip()[:2000]}")
    return done.stdout


class World:
    """The program in a home of its own, and what it answers about each extension."""

    def __init__(self, program, directory, *options):
        self.program, self.directory, self.options = program, directory, list(options)
        self.environment = {
            "HOME": f"{directory}/home", "XDG_DATA_DIRS": f"{directory}/data", "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}

    def utcli(self, *words, text=None):
        return run([self.program, *words, *self.options], text, env=self.environment)

    def learn(self):
        """What 'type-of' answers, for each extension of each type that 'types' lists."""
        types = self.utcli("types").split()
        tags = [tag for found in json.loads(self.utcli("info", "--json", *types))["types"] for tag in found.get("tags", [])]
        extensions = sorted({tag["value"] for tag in tags if tag["tagClass"] == "public.filename-extension"})
        names = "".join(f"name.{extension}\n" for extension in extensions)
        lines = self.utcli("type-of", "--name-only", "--jsonl", "--stdin", text=names).splitlines()
        answers = dict(zip(extensions, map(json.loads, lines)))
        # Those that only directories have mean nothing for a file.
        self.answers = {extension: answer for extension, answer in answers.items() if not answer.get("dynamic")}
        self.preferred = {}
        for found in json.loads(self.utcli("info", "--json", *types))["types"]:
            own = [tag["value"] for tag in found.get("tags", []) if tag["tagClass"] == "public.filename-extension"]
            if own:
                self.preferred[found["identifier"]] = own[0]
        print(f"{len(self.answers)} extensions of {len(types)} types")

    def export(self, name):
        path = f"{self.directory}/{name}"
        self.utcli("export", name.split("/")[-1].removeprefix("table."), "-o", path, "--force")
        return path

    def mime_type(self, extension):
        """The MIME type that a table has; None where it says no more than that the file is bytes."""
        answer = self.answers[extension]
        if answer.get("mimeTypeFrom") == "public.data" or answer.get("mimeType", "inode/").startswith("inode/"):
            return None
        return answer["mimeType"]


def is_plain(text):
    return all(c.isalnum() or c in "-_.+~!@&=^/" if c.isascii() else c.isprintable() for c in text)


# MARK: - Programs

def check_mime_types(world):
    path = world.export("mime.types")
    table = mimetypes.read_mime_types(path)
    expected = {f".{extension}": world.mime_type(extension) for extension in world.answers
                if "." not in extension and is_plain(extension) and world.mime_type(extension)
                and not world.mime_type(extension).startswith("#") and not RUNS.match(world.mime_type(extension))}
    # With Python's own tables, whose entries are not ours.
    own = mimetypes.MimeTypes(filenames=()).types_map[True]
    expect({k: v for k, v in table.items() if k in expected or k not in own}, expected, "mime.types, as Python reads it")
    lines = [line.split("\t") for line in pathlib.Path(path).read_text("utf-8").splitlines() if not line.startswith("#")]
    found = [word for line in lines for word in line[1].split()]
    expect(len(found), len(set(found)), "extensions of mime.types, each once")
    expect([line[0] for line in lines], sorted(line[0] for line in lines), "the order of mime.types")
    expect(max(len("\t".join(line).encode()) for line in lines) < 8192, True, "short lines of mime.types")
    for line in lines:
        preferred = world.preferred.get(world.answers[line[1].split()[0]]["identifier"])
        if preferred in line[1].split():
            expect(line[1].split()[0], preferred, f"the first extension of {line[0]}")
    print(f"mime.types: {len(found)} extensions")
    return path


def check_python(world):
    path = world.export("python")
    specification = importlib.util.spec_from_file_location("exported", path + ".py")
    shutil.copy(path, path + ".py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    for extension, answer in world.answers.items():
        wanted = world.mime_type(extension)
        if wanted is None and "." in extension:
            wanted = answer.get("mimeType")
        for name in (f"name.{extension}", f"/a.b/x.y.{extension}"):
            expect(module.guess_type(name), wanted, f"guess_type({name!r})")
    expect(module.guess_type("NAME.TAR.GZ"), world.answers["tar.gz"]["mimeType"], "guess_type of upper case")
    for name in (".jpeg", "jpeg", "", "a.jpeg/", "x.no-such", "x.\udcff"):
        expect(module.guess_type(name), None, f"guess_type({name!r})")
    table = json.loads(pathlib.Path(world.export("json")).read_text("utf-8"))
    for mime_type, found in table["mimeTypes"].items():
        wanted = [f".{extension}" for extension in found.get("extensions", []) if f".{extension}" in module.TYPES]
        expect(list(module.EXTENSIONS.get(mime_type, ())), wanted, f"EXTENSIONS[{mime_type!r}]")
    expect(module.guess_extension("IMAGE/JPEG; q=1"), ".jpeg", "guess_extension")
    db = mimetypes.MimeTypes(filenames=())
    module.add_types(db)
    for extension in world.answers:
        if "." not in extension and world.mime_type(extension):
            expect(db.types_map[True].get(f".{extension}"), world.mime_type(extension), f"add_types: {extension!r}")
    module.add_types()
    expect(mimetypes.guess_type("x.heic"), (world.answers["heic"]["mimeType"], None), "guess_type of the module mimetypes")
    print(f"python: {len(module.TYPES)} extensions, {len(module.EXTENSIONS)} MIME types")


def check_json(world):
    path = world.export("json")
    table = json.loads(pathlib.Path(path).read_text("utf-8"))
    expect(set(table["extensions"]), set(world.answers), "the extensions of the JSON table")
    for extension, found in table["extensions"].items():
        answer = world.answers[extension]
        wanted = {"mimeType": answer.get("mimeType"), "mimeTypeFrom": answer.get("mimeTypeFrom"), "type": answer["identifier"]}
        expect({name: found.get(name) for name in wanted}, wanted, f"extensions[{extension!r}]")
    several = 0
    for mime_type, found in table["mimeTypes"].items():
        if found.get("extensions"):
            expect(found["extension"], found["extensions"][0], f"the extension of {mime_type}")
            preferred = world.preferred.get(found["type"])
            if preferred in world.answers:
                expect(found["extension"], preferred, f"the preferred extension of {mime_type}")
            several += 1
    for mime_type in ("image/jpeg", "text/plain", "application/vnd.ms-excel", "audio/mp4a-latm"):
        answer = json.loads(world.utcli("types", "--mime", mime_type, "--json"))
        expect(table["mimeTypes"][mime_type]["type"], answer["types"][0], f"the type of {mime_type}")
    if shutil.which("jq"):
        found = run(["jq", "-r", '.extensions["tar.gz"].mimeType, .mimeTypes["image/jpeg"].extension', path]).split()
        expect(found, [world.answers["tar.gz"]["mimeType"], "jpeg"], "what jq finds")
    else:
        skip("the JSON table in jq, which was not found")
    print(f"json: {len(table['extensions'])} extensions, {several} MIME types with extensions")


GO_PROGRAM = """package main

import (
	"bufio"
	"fmt"
	"mime"
	"os"

	"example.org/check/typeregistry"
)

func main() {
	if err := typeregistry.Register(); err != nil {
		panic(err)
	}
	fmt.Println(typeregistry.ExtensionByType("image/jpeg"))
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		fmt.Printf("%s\\t%s\\n", typeregistry.TypeByName("name."+lines.Text()), mime.TypeByExtension("."+lines.Text()))
	}
}
"""


def check_go(world):
    if not shutil.which("go"):
        return skip("the table for Go, which was not found")
    directory = f"{world.directory}/check"
    os.makedirs(f"{directory}/typeregistry", exist_ok=True)
    path = f"{directory}/typeregistry/table.go"
    shutil.copy(world.export("go"), path)
    pathlib.Path(directory, "main.go").write_text(GO_PROGRAM)
    pathlib.Path(directory, "go.mod").write_text("module example.org/check\n\ngo 1.16\n")
    more = {"cwd": directory, "env": {
        "HOME": f"{world.directory}/home", "PATH": os.environ["PATH"], "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOWORK": "off",
        "GOCACHE": f"{world.directory}/go-cache", "GOTOOLCHAIN": "local", "GOTELEMETRY": "off"}}
    if shutil.which("gofmt"):
        expect(run(["gofmt", "-l", path], **more), "", "what gofmt would change")
    else:
        skip("the format of the table for Go, because gofmt was not found")
    expect(run(["go", "vet", "./..."], **more), "", "what go vet finds")
    extensions = list(world.answers)
    first, *lines = run(["go", "run", "."], "".join(f"{extension}\n" for extension in extensions), **more).splitlines()
    expect(first, ".jpeg", "ExtensionByType")
    expect(len(lines), len(extensions), "the answers of Go")
    for extension, line in zip(extensions, lines):
        by_name, by_extension = line.split("\t")
        wanted = world.mime_type(extension)
        if wanted is None and "." in extension:
            wanted = world.answers[extension].get("mimeType")
        expect(by_name, wanted or "", f"TypeByName of {extension!r}")
        if wanted:
            expect(by_extension.split(";")[0], wanted, f"TypeByExtension of {extension!r}")
    other = world.utcli("export", "go", "--name", "tables")
    expect("\npackage tables\n" in other, True, "--name")
    print(f"go: {len(lines)} extensions")


# MARK: - Servers

class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self.path)


class Server:
    """A server of the files name.EXTENSION, until its end."""

    def __init__(self, words, connection, what, log):
        self.connection, self.what, self.log = connection, what, log
        self.process = subprocess.Popen(words, stdout=log, stderr=log)

    def __enter__(self):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.connection.connect()
                return self
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError(f"{self.what} does not answer: {pathlib.Path(self.log.name).read_text()}") from None
                time.sleep(0.02)

    def __exit__(self, *_):
        self.connection.close()
        self.process.terminate()
        self.process.wait(PATIENCE)

    def content_type(self, name):
        self.connection.request("HEAD", "/" + urllib.parse.quote(name))
        answer = self.connection.getresponse()
        answer.read()
        return answer.status, answer.getheader("Content-Type")

    def check(self, world, wanted):
        """Asks for a file with each extension; wanted gives what to expect, or None for any answer."""
        count = 0
        for extension in world.answers:
            # No file system has longer names.
            if len(f"name.{extension}".encode()) > 255:
                continue
            expected = wanted(extension)
            for name in ("name." + extension, "NAME." + extension.upper()) if extension.isascii() else ("name." + extension,):
                if expected and len(name.encode()) <= 255:
                    expect(self.content_type(name), (200, expected), f"{self.what}: {name!r}")
                    count += 1
        print(f"{self.what}: {count} files")


def make_files(world):
    directory = pathlib.Path(world.directory, "files")
    directory.mkdir()
    for extension in world.answers:
        for name in {"name." + extension, "NAME." + extension.upper()}:
            if len(name.encode()) <= 255:
                (directory / name).touch()
    return directory


def check_nginx(world, files):
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
    if not program:
        return skip("the table for nginx, which was not found")
    table = world.export("nginx")
    directives = re.search(r"^# +(types_hash_max_size.*)$", pathlib.Path(table).read_text("utf-8"), re.MULTILINE).group(1)
    configuration = pathlib.Path(world.directory, "nginx.conf")
    paths = "\n".join(f"    {name}_temp_path {world.directory}/{name};" for name in
                      ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    configuration.write_text(f"""
daemon off;
master_process off;
pid {world.directory}/nginx.pid;
error_log stderr notice;
events {{}}
http {{
{paths}
    access_log off;
    keepalive_requests 100000;
    include {table};
    {directives}
    server {{ listen unix:{world.directory}/nginx.socket; root {files}; }}
}}
""")
    words = [program, "-e", "stderr", "-p", world.directory, "-c", str(configuration)]
    test = subprocess.run([*words, "-t"], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
    expect((test.returncode, "[warn]" in test.stderr or "[emerg]" in test.stderr), (0, False), f"nginx -t: {test.stderr}")

    def wanted(extension):
        if "." in extension:
            # Only the last part counts; what it means is among the others.
            return None
        is_held = len(extension.encode()) <= 46 and extension.isprintable()
        return world.mime_type(extension) if is_held and world.mime_type(extension) else UNKNOWN

    with open(f"{world.directory}/nginx.log", "w", encoding="utf-8") as log:
        with Server(words, UnixConnection(f"{world.directory}/nginx.socket"), "nginx", log) as server:
            server.check(world, wanted)


def check_apache(world, files, types):
    path = os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin"
    program = shutil.which("apache2", path=path) or shutil.which("httpd", path=path)
    modules = next((place for place in ("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/etc/httpd/modules")
                    if os.path.isdir(place)), None)
    if not program or not modules:
        return skip("the table for Apache's server, which was not found")
    table = world.export("apache")
    expect([line for line in pathlib.Path(table).read_text("utf-8").splitlines() if "x-httpd" in line or "httpd/" in line
            or "type-map" in line or "server-parsed" in line], [], "MIME types that would start programs")

    def wanted_of_table(extension):
        mime_type = world.mime_type(extension) or ("." in extension and world.answers[extension].get("mimeType"))
        is_left_out = not is_plain(extension) or RUNS.match(mime_type or "")
        # An extension of several parts has the type of one of its parts.
        return None if is_left_out and "." in extension else "none" if is_left_out or not mime_type else mime_type

    def wanted_of_types(extension):
        if "." in extension:
            return None
        mime_type = world.mime_type(extension)
        is_held = is_plain(extension) and mime_type and not mime_type.startswith("#") and not RUNS.match(mime_type)
        return mime_type if is_held else "none"

    for what, lines, wanted in (
            ("Apache", f"TypesConfig /dev/null\nInclude {table}", wanted_of_table),
            ("Apache with mime.types", f"TypesConfig {types}", wanted_of_types)):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        configuration = pathlib.Path(world.directory, "apache.conf")
        loading = "\n".join(
            f"LoadModule {name}_module {modules}/mod_{name}.so" for name in ("mpm_event", "unixd", "authz_core", "mime")
            if os.path.exists(f"{modules}/mod_{name}.so"))
        configuration.write_text(f"""
ServerRoot {world.directory}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {world.directory}/apache.pid
ErrorLog /dev/stderr
DefaultRuntimeDir {world.directory}
{loading}
{f'User nobody' if os.geteuid() == 0 else ''}
KeepAlive On
MaxKeepAliveRequests 0
DocumentRoot {files}
{lines}
<Directory {files}>
    Require all granted
</Directory>
""")
        words = [program, "-d", world.directory, "-f", str(configuration)]
        test = subprocess.run([*words, "-t"], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False)
        expect((test.returncode, test.stderr.strip()), (0, "Syntax OK"), f"{what}: apache2 -t")
        with open(f"{world.directory}/apache.log", "w", encoding="utf-8") as log:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            with Server([*words, "-DFOREGROUND"], connection, what, log) as server:
                server.content = server.content_type
                server.content_type = lambda name, server=server: (
                    lambda status, found: (status, found or "none"))(*server.content(name))
                server.check(world, wanted)


def main(program):
    with tempfile.TemporaryDirectory(prefix="export-check-") as directory:
        # A server that gives up its privileges reads the files.
        os.chmod(directory, 0o755)
        declarations = pathlib.Path(directory, "home/.local/share/typed/declarations")
        declarations.mkdir(parents=True)
        (declarations / "hostile.json").write_text(json.dumps(DECLARATIONS), "utf-8")
        world = World(program, directory)
        world.learn()
        types = check_mime_types(world)
        check_json(world)
        check_python(world)
        check_go(world)
        files = make_files(world)
        check_nginx(world, files)
        check_apache(world, files, types)
        # The same from a registry in a file, and on a machine where nothing is declared.
        formats = ["mime.types", "nginx", "apache", "python", "go", "json"]
        before = [world.utcli("export", name) for name in formats]
        world.utcli("image", "--write-to", f"{directory}/registry")
        (declarations / "hostile.json").unlink()
        pinned = World(program, directory, "--registry", f"{directory}/registry")
        expect([pinned.utcli("export", name) for name in formats] == before, True, "tables of a registry in a file")
    if failures:
        print(f"{len(failures)} answers are wrong")
        sys.exit(1)
    print("the programs answer as the registry does" + (f"; {len(skipped)} skipped" if skipped else ""))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]))
