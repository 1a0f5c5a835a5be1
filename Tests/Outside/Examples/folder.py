#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a file manager asks the daemon: folder.py list DIRECTORY | open FILE | always FILE BUNDLE | follow FILE"""
import base64, json, os, pathlib, re, socket, stat, subprocess, sys


class Daemon:
    """A connection: messages are JSON, each ended by a NUL."""

    def __init__(self):
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.connect(os.environ["XDG_RUNTIME_DIR"] + "/typed/org.typeregistry")
        self.rest = b""

    def send(self, method, parameters, **flags):
        call = {"method": "org.typeregistry." + method, "parameters": parameters, **flags}
        self.stream.sendall(json.dumps(call).encode() + b"\0")

    def reply(self):
        while b"\0" not in self.rest:
            self.rest += self.stream.recv(65536) or sys.exit("the daemon has closed the connection")
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        if "error" in message:
            sys.exit(message.get("parameters", {}).get("message", message["error"]))
        return message["parameters"], message.get("continues", False)

    def call(self, method, **parameters):
        self.send(method, parameters)
        return self.reply()[0]


KINDS = {
    stat.S_IFDIR: "directory", stat.S_IFLNK: "symbolic-link", stat.S_IFIFO: "named-pipe",
    stat.S_IFSOCK: "socket", stat.S_IFCHR: "character-device", stat.S_IFBLK: "block-device",
}


def item(path):
    """A file as the daemon is asked about it: its name and kind. The daemon reads no file."""
    name = base64.b64encode(os.fsencode(os.path.basename(path))).decode()
    try:
        # Of a link what it leads to is shown, if that is there.
        status = os.stat(path) if os.path.exists(path) else os.lstat(path)
        kind = KINDS.get(stat.S_IFMT(status.st_mode), "regular")
    except FileNotFoundError:
        kind = "regular"  # It was removed after the directory was read.
    return {"nameBytes": name, "kind": kind}


def rank(daemon, paths, **parameters):
    """For each file its type, the names of its icon, and the applications that open it."""
    answers = []
    for start in range(0, len(paths), 1000):
        items = [item(path) for path in paths[start:start + 1000]]
        daemon.send("handlers.Rank", {"items": items, **parameters}, more=True)
        continues, is_part = True, False
        while continues:
            reply, continues = daemon.reply()
            for answer in reply["answers"]:
                if is_part:
                    answers[-1]["handlers"] += answer.get("handlers", [])
                else:
                    answers.append(answer)
                is_part = answer.get("continues", False)
    return answers


def show(directory):
    paths = sorted(os.path.join(directory, name) for name in os.listdir(directory))
    for path, answer in zip(paths, rank(Daemon(), paths, limit=1)):
        names = [handler["name"] for handler in answer.get("handlers", [])]
        print(os.path.basename(path), answer["type"], answer["icons"][0], *names, sep="\t")


PLACEHOLDER = re.compile(r"(-[\w./:=+,@-]*|[\w./:=+,@-]*(?:[=:]|://))?%([fFuUk])", re.ASCII)


def vector(handler, path):
    """The words that start an application with a file. No shell reads them."""
    path = os.path.abspath(path)
    url = pathlib.Path(path).as_uri()
    values = {"f": path, "F": path, "u": url, "U": url, "k": handler["path"]}
    words = []
    for word in handler["arguments"]:
        found = PLACEHOLDER.fullmatch(word)
        words.append((found[1] or "") + values[found[2]] if found else word)
    return words


def open_file(path):
    handlers = rank(Daemon(), [path], limit=1)[0].get("handlers")
    if not handlers:
        sys.exit(f"no application opens '{path}'")
    handler = handlers[0]
    if handler["terminal"]:
        sys.exit(f"{handler['name']} needs a terminal; 'utcli open' finds one")
    subprocess.Popen(vector(handler, path), cwd=handler.get("workingDirectory")).wait()


def always(path, bundle):
    """What 'always open with' does: a choice for the type of the file."""
    daemon = Daemon()
    type_ = rank(daemon, [path], limit=1)[0]["type"]
    daemon.call("handlers.Bind", requests=[{"type": type_, "handler": bundle}])


def follow(path):
    """Shows the application of a file, and again whenever it is another one."""
    changes, questions, shown = Daemon(), Daemon(), None
    changes.send("registry.Monitor", {}, more=True)
    while True:
        # First the present state, then each change; or that some were missed.
        event = changes.reply()[0]["event"]
        handlers = rank(questions, [path], limit=1)[0].get("handlers", [])
        names = [handler["name"] for handler in handlers] or ["-"]
        if names != shown:
            print(event, *names, sep="\t", flush=True)
            shown = names


COMMANDS = {"list": show, "open": open_file, "always": always, "follow": follow}
if len(sys.argv) < 3 or sys.argv[1] not in COMMANDS:
    sys.exit(__doc__)
COMMANDS[sys.argv[1]](*sys.argv[2:])
