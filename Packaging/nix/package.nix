# SPDX-License-Identifier: MIT
# For callPackage: the programs, the library and its header in 'out', and the types for other programs in 'mime'.
{
  lib,
  stdenv,
  swift,
  swiftpm,
  pkg-config,
  shared-mime-info,
  sqlite,
  glibc,
}:

assert lib.assertMsg (lib.versionAtLeast swift.version "6.2") "typed needs Swift 6.2 or later, and this is ${swift.version}";

stdenv.mkDerivation {
  pname = "typed";
  version = "0.1.0";

  src = builtins.path {
    name = "typed-source";
    path = ../..;
    filter = path: type: !(builtins.elem path (map toString [ ../../.build ../../.git ../../debian ../arch ]));
  };

  outputs = [ "out" "mime" ];

  strictDeps = true;
  nativeBuildInputs = [ pkg-config shared-mime-info swift swiftpm ];
  # The programs are static; the library needs the shared SQLite.
  buildInputs = [ (sqlite.overrideAttrs { dontDisableStatic = true; }) glibc.static ];

  postPatch = "patchShebangs Tools Packaging";
  preBuild = "export HOME=$TMPDIR";
  makeFlags = [
    "PREFIX=$(out)"
    "MIME_DATABASE=${shared-mime-info}/share/mime/packages/freedesktop.org.xml"
  ];
  buildFlags = [ "release" "mime-package" ];
  postInstall = "make install-mime-package PREFIX=$mime";
  # 'make release' separates the symbols itself.
  dontStrip = true;

  meta = {
    description = "Registry of uniform type identifiers and the applications that open them";
    homepage = "https://typeregistry.org";
    license = lib.licenses.mit;
    mainProgram = "utcli";
    platforms = lib.platforms.linux;
  };
}
