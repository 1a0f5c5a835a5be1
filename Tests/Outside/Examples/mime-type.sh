#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the identifier of a MIME type, using socat and jq: mime-type.sh TYPE
printf '{"method":"org.typeregistry.types.TypeOf","parameters":{"items":[{"mimeType":"%s"}]}}\0' "$1" |
  socat -t 2 - "UNIX-CONNECT:$XDG_RUNTIME_DIR/typed/org.typeregistry" | tr '\0' '\n' |
  jq -r '.parameters.answers[].identifier'
