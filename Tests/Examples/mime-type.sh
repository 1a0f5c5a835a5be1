#!/bin/sh
# SPDX-License-Identifier: MIT
# The identifier of a MIME type, with socat and jq: mime-type.sh TYPE
printf '{"method":"org.typeregistry.types.TypeOf","parameters":{"items":[{"mimeType":"%s"}]}}\0' "$1" |
  socat -t 2 - "UNIX-CONNECT:$XDG_RUNTIME_DIR/typed/org.typeregistry" | tr '\0' '\n' |
  jq -r '.parameters.answers[].identifier'
