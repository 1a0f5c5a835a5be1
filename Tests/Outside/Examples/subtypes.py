#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints all subtypes of a type, using PyPI's varlink: subtypes.py TYPE"""
import os, sys, varlink

address = "unix:" + os.environ["XDG_RUNTIME_DIR"] + "/typed/org.typeregistry"
with varlink.Client(address) as client, client.open("org.typeregistry.types") as types:
    try:
        for reply in types.Subtypes(sys.argv[1], _more=True):
            for identifier in reply["subtypes"]:
                print(identifier)
    except varlink.VarlinkError as error:
        sys.exit("no such type; perhaps: " + ", ".join(error.parameters()["suggestions"]))
