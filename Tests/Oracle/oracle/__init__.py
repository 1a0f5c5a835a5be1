# SPDX-License-Identifier: MIT
"""A slow and obvious resolver, written from the documents alone, that the programs are compared with."""
