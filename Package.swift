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

/// The settings of what the tests spend their time in: optimised where `make test` says so.
///
/// Not for a package that depends on this one, which would be refused.
let measured: [SwiftSetting] =
  strict
  + (Context.environment["UT_OPTIMIZED"] == nil
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

var targets: [Target] = [
  .systemLibrary(name: "CLinux"),
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  // The core declarations and their compiled image, which its one file embeds.
  .target(name: "CoreData", exclude: ["core.image", "core.sums", "core.units"]),
  // The words of the command line, where Swift's library does not find them.
  .target(name: "ProgramStart"),
  .target(name: "StrictJSON", swiftSettings: measured),
  .target(name: "SystemBase", dependencies: ["CLinux"], swiftSettings: measured),
  .target(
    name: "Varlink",
    dependencies: ["CLinux", "StrictJSON", "SystemBase"],
    swiftSettings: measured),
  .target(
    name: "TypeRegistry",
    dependencies: ["CLinux", "CSQLite", "CoreData", "StrictJSON", "SystemBase", "Varlink"],
    swiftSettings: measured),
  // The interface for C: its header, and the functions behind it.
  .systemLibrary(name: "CTypeRegistry"),
  .target(
    name: "TypeRegistryC",
    dependencies: ["CTypeRegistry", "SystemBase", "TypeRegistry"],
    exclude: ["exports.map"],
    swiftSettings: strict),
  .executableTarget(
    name: "utcli",
    dependencies: [
      "CLinux", "ProgramStart", "StrictJSON", "SystemBase", "TypeRegistry", "Varlink",
    ],
    exclude: ["Shells"],
    swiftSettings: measured),
  .executableTarget(
    name: "typed",
    dependencies: [
      "CLinux", "ProgramStart", "StrictJSON", "SystemBase", "TypeRegistry", "Varlink",
    ],
    exclude: ["Units"],
    swiftSettings: measured),
  // For test targets alone: a static program finds its arguments by its environment's first place.
  .target(name: "TestEnvironment", path: "Tests/Environment"),
  .target(
    name: "TestSupport",
    dependencies: ["StrictJSON", "TypeRegistry"],
    path: "Tests/Support",
    swiftSettings: measured),
  .executableTarget(
    name: "RegistryBenchmarks",
    dependencies: ["ProgramStart", "SystemBase", "TypeRegistry", "TestSupport", "Varlink"],
    path: "Tests/Benchmarks/RegistryBenchmarks",
    swiftSettings: strict),
  .testTarget(
    name: "ProjectTests",
    dependencies: ["StrictJSON", "TestEnvironment", "TypeRegistry", "Varlink", "typed", "utcli"],
    swiftSettings: strict),
  .testTarget(
    name: "StrictJSONTests",
    dependencies: ["StrictJSON", "TestSupport"],
    swiftSettings: strict),
  .executableTarget(
    name: "VarlinkCertification",
    dependencies: ["StrictJSON", "Varlink"],
    path: "Tests/Programs/Certification",
    swiftSettings: strict),
  .target(
    name: "VarlinkLaws",
    dependencies: ["StrictJSON", "Varlink"],
    path: "Tests/Fuzz/VarlinkLaws",
    swiftSettings: measured),
  .testTarget(
    name: "VarlinkTests",
    dependencies: [
      "CLinux", "StrictJSON", "SystemBase", "TestSupport", "Varlink", "VarlinkLaws",
    ],
    swiftSettings: strict),
  .executableTarget(
    name: "StoreWriter",
    dependencies: ["TypeRegistry"],
    path: "Tests/Programs/StoreWriter",
    swiftSettings: strict),
  .testTarget(
    name: "TypeRegistryTests",
    dependencies: [
      "TypeRegistry", "StoreWriter", "StrictJSON", "SystemBase", "TestEnvironment", "TestSupport",
      "Varlink",
    ],
    swiftSettings: strict),
  .executableTarget(
    name: "ArgumentRecorder",
    path: "Tests/Programs/ArgumentRecorder",
    swiftSettings: strict),
  .testTarget(
    name: "UtcliTests",
    dependencies: [
      "ArgumentRecorder", "CLinux", "utcli", "TestEnvironment", "TestSupport", "TypeRegistry",
      "StrictJSON",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "TypedTests",
    dependencies: [
      "CLinux", "StoreWriter", "typed", "TypeRegistry", "StrictJSON", "SystemBase",
      "TestEnvironment", "TestSupport", "Varlink",
    ],
    swiftSettings: strict),
  .testTarget(
    name: "AgreementTests",
    dependencies: [
      "CTypeRegistry", "typed", "utcli", "TypeRegistry", "TypeRegistryC", "TestEnvironment",
      "TestSupport", "Varlink",
    ],
    swiftSettings: strict),
]

// The fuzzers need `--sanitize=fuzzer`, which links a `main` of its own.
if Context.environment["UT_FUZZ"] != nil {
  targets.append(
    .executableTarget(
      name: "JSONFuzzer",
      dependencies: ["StrictJSON"],
      path: "Tests/Fuzz/JSONFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "VarlinkFuzzer",
      dependencies: ["VarlinkLaws"],
      path: "Tests/Fuzz/VarlinkFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "DeclarationFuzzer",
      dependencies: ["TypeRegistry"],
      path: "Tests/Fuzz/DeclarationFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "MIMEAppsFuzzer",
      dependencies: ["TypeRegistry"],
      path: "Tests/Fuzz/MIMEAppsFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "ConversionFuzzer",
      dependencies: ["TypeRegistry"],
      path: "Tests/Fuzz/ConversionFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "DesktopEntryFuzzer",
      dependencies: ["TypeRegistry"],
      path: "Tests/Fuzz/DesktopEntryFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "DynamicIdentifierFuzzer",
      dependencies: ["TypeRegistry"],
      path: "Tests/Fuzz/DynamicIdentifierFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "InterfaceForCFuzzer",
      dependencies: ["CTypeRegistry", "TypeRegistryC"],
      path: "Tests/Fuzz/InterfaceForCFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "MIMEPackageFuzzer",
      dependencies: ["TypeRegistry"],
      path: "Tests/Fuzz/MIMEPackageFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "ImageFuzzer",
      dependencies: ["TestSupport"],
      path: "Tests/Fuzz/ImageFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  targets.append(
    .executableTarget(
      name: "URLPatternFuzzer",
      dependencies: ["TypeRegistry"],
      path: "Tests/Fuzz/URLPatternFuzzer",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}

let package = Package(
  name: "TypeRegistry",
  products: [
    .library(name: "TypeRegistry", targets: ["TypeRegistry"]),
    .library(name: "typeregistry", type: .dynamic, targets: ["TypeRegistryC"]),
    .executable(name: "utcli", targets: ["utcli"]),
    .executable(name: "typed", targets: ["typed"]),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
