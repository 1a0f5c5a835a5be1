#!/usr/bin/env -S a=b python3.1
# vim: ft=python
