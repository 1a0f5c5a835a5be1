# SPDX-License-Identifier: MIT
"""The private directories of a world, and its files written as the programs read them.

A world is described by JSON. Its files have names such as `system/typed/declarations/a.json`, whose first
part is a root: `system`, `local`, `second` (local as well), `user`, `config`, `site` (settings of the site),
`home`, `path` (a directory of PATH), `tools` (one that TRProgramDirectories may name).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any
from xml.sax.saxutils import quoteattr

Content = dict[str, Any]

SHARED = {"system": "/usr/share", "local": "/usr/local/share", "second": "/usr/local/share/second"}
SITE = "/usr/local/share/site"


class Places:
    def __init__(self, scratch: str) -> None:
        self.scratch = scratch
        self.roots = dict(SHARED, site=SITE)
        for name in ("user", "config", "state", "cache", "run", "home", "path", "tools", "work"):
            self.roots[name] = os.path.join(scratch, name)

    def clear(self) -> None:
        for root in ("/usr/share", "/usr/local/share"):
            for name in os.listdir(root):
                shutil.rmtree(os.path.join(root, name))
        shutil.rmtree(self.scratch, ignore_errors=True)
        for name, root in self.roots.items():
            os.makedirs(root, 0o700 if name == "run" else 0o755, exist_ok=True)

    def path(self, name: str) -> str:
        root, _, rest = name.partition("/")
        return os.path.join(self.roots[root], rest)

    def write(self, name: str, content: Content) -> None:
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.write(text_of(name, content).replace("<tools>", self.roots["tools"]))
        if content.get("program"):
            os.chmod(path + ".new", content.get("mode", 0o755))
        os.rename(path + ".new", path)

    def remove(self, name: str) -> None:
        if os.path.exists(self.path(name)):
            os.unlink(self.path(name))

    def environment(self, world: Content) -> dict[str, str]:
        order = world.get("order", ["local", "second", "system"])
        variables = {
            "HOME": self.roots["home"], "XDG_DATA_HOME": self.roots["user"],
            "XDG_CONFIG_HOME": self.roots["config"], "XDG_CONFIG_DIRS": SITE,
            "XDG_DATA_DIRS": ":".join(SHARED[name] for name in order),
            "XDG_STATE_HOME": self.roots["state"], "XDG_CACHE_HOME": self.roots["cache"],
            "XDG_RUNTIME_DIR": self.roots["run"], "PATH": self.roots["path"] + ":/usr/bin:/bin",
            "LC_ALL": "C.UTF-8",
        }
        if world.get("desktop"):
            variables["XDG_CURRENT_DESKTOP"] = world["desktop"]
        return variables


def mount_shared() -> None:
    """Puts empty directories in the places of the shared ones, in a mount namespace of this process."""
    for root in ("/usr/share", "/usr/local/share"):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755", "oracle", root], check=True)


def text_of(name: str, content: Content) -> str:
    if "text" in content:
        return content["text"]
    if content.get("program"):
        return "#!/bin/sh\n"
    if name.endswith(".json"):
        return json.dumps(content, indent=1, ensure_ascii=False)
    if name.endswith(".xml"):
        return package_text(content)
    if name.endswith(".desktop"):
        return "[Desktop Entry]\n" + "".join(f"{key}={value}\n" for key, value in content.items())
    return list_text(content)


def package_text(content: Content) -> str:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>',
             '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">']
    for element in content["types"]:
        lines.append(f' <mime-type type={quoteattr(element["type"])}>')
        for parent in element.get("subclass", []):
            lines.append(f"  <sub-class-of type={quoteattr(parent)}/>")
        for alias in element.get("aliases", []):
            lines.append(f"  <alias type={quoteattr(alias)}/>")
        for glob in element.get("globs", []):
            weight = f' weight="{glob["weight"]}"' if "weight" in glob else ""
            case = ' case-sensitive="true"' if glob.get("case") else ""
            lines.append(f'  <glob pattern={quoteattr(glob["pattern"])}{weight}{case}/>')
        lines.append(" </mime-type>")
    return "\n".join(lines + ["</mime-info>", ""])


def list_text(content: Content) -> str:
    lines: list[str] = []
    for group, entries in content.items():
        lines.append(f"[{group}]")
        lines += [f"{key}={''.join(value + ';' for value in values)}" for key, values in entries.items()]
    return "\n".join(lines) + "\n"
