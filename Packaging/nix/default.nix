# SPDX-License-Identifier: MIT
# 'nix-build Packaging/nix' in a checkout, with a nixpkgs that has Swift 6.2 or later; or another compiler:
# nix-build Packaging/nix --arg swift '…' --arg swiftpm '…'
{
  pkgs ? import <nixpkgs> { },
  swift ? pkgs.swift,
  swiftpm ? pkgs.swiftpm,
}:
pkgs.callPackage ./package.nix { inherit swift swiftpm; }
