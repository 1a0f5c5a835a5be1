# SPDX-License-Identifier: MIT
# What Packaging/nix/package.nix says, without nixpkgs.
{ swiftVersion }:
let
  stub = name: { outPath = "/stub/${name}"; };
  package = import ../../../Packaging/nix/package.nix {
    lib = {
      versionAtLeast = version: least: builtins.compareVersions version least >= 0;
      assertMsg = holds: message: if holds then true else throw message;
      licenses.mit = "MIT";
      platforms.linux = [ ];
    };
    stdenv.mkDerivation = attributes: attributes;
    swift = stub "swift" // { version = swiftVersion; };
    swiftpm = stub "swiftpm";
    pkg-config = stub "pkg-config";
    shared-mime-info = stub "shared-mime-info";
    sqlite = stub "sqlite" // { overrideAttrs = changes: stub "sqlite"; };
    glibc.static = stub "glibc";
  };
in
{
  inherit (package) version src makeFlags buildFlags postInstall;
  inherit (package.meta) description;
}
