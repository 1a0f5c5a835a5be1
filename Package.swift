// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// The settings of every target: the strictest that the toolchain has, and no warning left.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// What the tests spend their time in: optimised where `make test` says so.
///
/// Not for a package that depends on this one, which would be refused.
let optimized: Set =
  Context.environment["UT_OPTIMIZED"] == nil
  ? []
  : [
    "StrictJSON", "SystemBase", "TestSupport", "TypeRegistry", "Varlink", "VarlinkLaws", "typed",
    "utcli",
  ]

var targets: [Target] = [
  .systemLibrary(name: "CLinux"),
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  // The core declarations and their compiled image, which its one file embeds.
  .target(name: "CoreData", exclude: ["core.image", "core.sums", "core.units"]),
  // The descriptions of interfaces and the page of types, which its files embed.
  .target(
    name: "Texts",
    exclude: [
      "org.typeregistry.handlers.varlink", "org.typeregistry.registry.varlink",
      "org.typeregistry.types.varlink", "org.varlink.service.varlink", "page.css", "page.html",
      "page.js",
    ]),
  // The words of the command line, where Swift's library does not find them.
  .target(name: "ProgramStart"),
  .target(name: "StrictJSON"),
  .target(name: "SystemBase", dependencies: ["CLinux"]),
  .target(
    name: "Varlink",
    dependencies: ["CLinux", "StrictJSON", "SystemBase", "Texts"]),
  .target(
    name: "TypeRegistry",
    dependencies: ["CLinux", "CSQLite", "CoreData", "StrictJSON", "SystemBase", "Varlink"]),
  // The part of the interface that needs Foundation, which nothing else here imports.
  .target(name: "TypeRegistryFoundation", dependencies: ["TypeRegistry"]),
  // The interface for C: its header, and the functions behind it.
  .systemLibrary(name: "CTypeRegistry"),
  .target(
    name: "TypeRegistryC",
    dependencies: ["CTypeRegistry", "SystemBase", "TypeRegistry"],
    exclude: ["exports.map"]),
  .executableTarget(
    name: "utcli",
    dependencies: [
      "CLinux", "ProgramStart", "StrictJSON", "SystemBase", "Texts", "TypeRegistry", "Varlink",
    ],
    exclude: ["Shells"]),
  .executableTarget(
    name: "typed",
    dependencies: [
      "CLinux", "ProgramStart", "StrictJSON", "SystemBase", "Texts", "TypeRegistry", "Varlink",
    ],
    exclude: ["Units"]),
  // For test targets alone: a static program finds its arguments by its environment's first place.
  .target(name: "TestEnvironment", path: "Tests/Environment"),
  .target(
    name: "TestSupport",
    dependencies: ["StrictJSON", "TypeRegistry"],
    path: "Tests/Support"),
  .executableTarget(
    name: "RegistryBenchmarks",
    dependencies: ["ProgramStart", "SystemBase", "TypeRegistry", "TestSupport", "Varlink"],
    path: "Tests/Benchmarks/RegistryBenchmarks"),
  .testTarget(
    name: "ProjectTests",
    dependencies: [
      "StrictJSON", "TestEnvironment", "TestSupport", "TypeRegistry", "TypeRegistryFoundation",
      "Varlink", "typed", "utcli",
    ]),
  .testTarget(
    name: "StrictJSONTests",
    dependencies: ["StrictJSON", "TestSupport"]),
  .executableTarget(
    name: "VarlinkCertification",
    dependencies: ["StrictJSON", "Varlink"],
    path: "Tests/Programs/Certification"),
  .target(
    name: "VarlinkLaws",
    dependencies: ["StrictJSON", "SystemBase", "Varlink"],
    path: "Tests/Fuzz/VarlinkLaws"),
  .testTarget(
    name: "VarlinkTests",
    dependencies: [
      "CLinux", "StrictJSON", "SystemBase", "TestSupport", "Varlink", "VarlinkLaws",
    ]),
  .executableTarget(
    name: "StoreWriter",
    dependencies: ["TypeRegistry"],
    path: "Tests/Programs/StoreWriter"),
  .testTarget(
    name: "TypeRegistryTests",
    dependencies: [
      "TypeRegistry", "StoreWriter", "StrictJSON", "SystemBase", "TestEnvironment", "TestSupport",
      "Varlink",
    ]),
  .testTarget(
    name: "TypeRegistryFoundationTests",
    dependencies: ["TestSupport", "TypeRegistry", "TypeRegistryFoundation"]),
  .executableTarget(
    name: "ArgumentRecorder",
    path: "Tests/Programs/ArgumentRecorder"),
  .testTarget(
    name: "UtcliTests",
    dependencies: [
      "ArgumentRecorder", "CLinux", "utcli", "TestEnvironment", "TestSupport", "TypeRegistry",
      "StrictJSON",
    ]),
  .testTarget(
    name: "TypedTests",
    dependencies: [
      "CLinux", "StoreWriter", "typed", "TypeRegistry", "StrictJSON", "SystemBase",
      "TestEnvironment", "TestSupport", "Varlink", "VarlinkLaws",
    ]),
  .testTarget(
    name: "AgreementTests",
    dependencies: [
      "CTypeRegistry", "SystemBase", "typed", "utcli", "TypeRegistry", "TypeRegistryC",
      "TestEnvironment", "TestSupport", "Varlink",
    ]),
]

for target in targets where target.type != .system {
  target.swiftSettings =
    strict
    + (optimized.contains(target.name)
      ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])
}

// The fuzzers need `--sanitize=fuzzer`, which links a `main` of its own.
if Context.environment["UT_FUZZ"] != nil {
  let fuzzers: [(name: String, dependencies: [Target.Dependency])] = [
    ("AnswerFuzzer", ["StrictJSON", "TypeRegistry", "Varlink"]),
    ("ContentFuzzer", ["TypeRegistry"]),
    ("ConversionFuzzer", ["TypeRegistry"]),
    ("DeclarationFuzzer", ["TypeRegistry"]),
    ("DesktopEntryFuzzer", ["TypeRegistry"]),
    ("DynamicIdentifierFuzzer", ["TypeRegistry"]),
    ("ImageFuzzer", ["TestSupport", "TypeRegistry"]),
    ("InterfaceForCFuzzer", ["CTypeRegistry", "TypeRegistry", "TypeRegistryC"]),
    ("JSONFuzzer", ["StrictJSON"]),
    ("MIMEAppsEditFuzzer", ["TypeRegistry"]),
    ("MIMEAppsFuzzer", ["TypeRegistry"]),
    ("MIMEPackageFuzzer", ["TypeRegistry"]),
    ("SnapshotFuzzer", ["TestSupport", "TypeRegistry"]),
    ("URLPatternFuzzer", ["TypeRegistry"]),
    ("UnitFuzzer", ["TestSupport", "TypeRegistry"]),
    ("VarlinkFuzzer", ["VarlinkLaws"]),
  ]
  targets += fuzzers.map { (name, dependencies) in
    .executableTarget(
      name: name, dependencies: dependencies, path: "Tests/Fuzz/\(name)",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
  }
}

let package = Package(
  name: "TypeRegistry",
  products: [
    .library(name: "TypeRegistry", targets: ["TypeRegistry"]),
    .library(name: "TypeRegistryFoundation", targets: ["TypeRegistryFoundation"]),
    .library(name: "typeregistry", type: .dynamic, targets: ["TypeRegistryC"]),
    .executable(name: "utcli", targets: ["utcli"]),
    .executable(name: "typed", targets: ["typed"]),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
