#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the types and MIME types of file names, using the daemon: ask.py NAME..."""
import json, os, socket, sys

connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ["XDG_RUNTIME_DIR"] + "/typed/org.typeregistry")
call = {"method": "org.typeregistry.types.TypeOf", "parameters": {"names": sys.argv[1:]}}
connection.sendall(json.dumps(call).encode() + b"\0")
reply = b""
while not reply.endswith(b"\0"):
    reply += connection.recv(65536) or sys.exit("the daemon has closed the connection")
for name, answer in zip(sys.argv[1:], json.loads(reply[:-1])["parameters"]["answers"]):
    print(name, answer["identifier"], answer.get("mimeType", "-"), sep="\t")
