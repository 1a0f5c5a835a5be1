# SPDX-License-Identifier: MIT
"""Shows the type of each file: python -m typeregistry FILE..."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List, Optional, Sequence

from . import RegistryError, Type, TypeRegistry, __version__


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m typeregistry",
        description="Shows the type of a file, or NAME<TAB>TYPE in a line for each of several.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+")
    parser.add_argument("-n", "--name-only", action="store_true", help="use only the name; the file need not exist")
    parser.add_argument("--mime", action="store_true", help="print MIME types, inherited if a type has none")
    parser.add_argument("--registry", metavar="FILE", help="use the registry in this file alone")
    parser.add_argument("--version", action="version", version=f"typeregistry {__version__}")
    options = parser.parse_args(arguments)
    try:
        with TypeRegistry(options.registry) as registry:
            return _show(registry, options)
    except (RegistryError, OSError, ValueError) as error:
        print(f"typeregistry: {error}", file=sys.stderr)
        return 2


def _show(registry: TypeRegistry, options: argparse.Namespace) -> int:
    status = 0
    lines: List[bytes] = []
    for file in options.files:
        try:
            found: Type = registry.type_of(file) if options.name_only else registry.type_of_file(file)
        except OSError as error:
            sys.stdout.flush()
            print(f"typeregistry: {file!r}: {error.strerror}", file=sys.stderr)
            status = 1
            continue
        text = (found.mime_type or "-") if options.mime else found.identifier
        lines.append((os.fsencode(file) + b"\t" if len(options.files) > 1 else b"") + text.encode() + b"\n")
    sys.stdout.buffer.write(b"".join(lines))
    sys.stdout.buffer.flush()
    return status


if __name__ == "__main__":
    sys.exit(main())
