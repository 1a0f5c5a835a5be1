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

var targets: [Target] = [
  .systemLibrary(name: "CLinux"),
  .target(name: "StrictJSON", swiftSettings: strict),
  .target(
    name: "Varlink",
    dependencies: ["CLinux", "StrictJSON"],
    swiftSettings: strict),
  .target(
    name: "TypeRegistry",
    dependencies: ["CLinux", "StrictJSON"],
    swiftSettings: strict),
  .executableTarget(
    name: "utcli",
    dependencies: ["CLinux", "StrictJSON", "TypeRegistry"],
    swiftSettings: strict),
  .target(
    name: "TestSupport",
    dependencies: ["StrictJSON", "TypeRegistry"],
    path: "Tests/Support",
    swiftSettings: strict),
  .executableTarget(
    name: "RegistryBenchmarks",
    dependencies: ["TypeRegistry", "TestSupport"],
    path: "Tests/Benchmarks/RegistryBenchmarks",
    swiftSettings: strict),
  .testTarget(
    name: "StrictJSONTests",
    dependencies: ["StrictJSON", "TestSupport"],
    swiftSettings: strict),
  .executableTarget(
    name: "VarlinkCertification",
    dependencies: ["StrictJSON", "Varlink"],
    path: "Tests/Certification",
    swiftSettings: strict),
  .target(
    name: "VarlinkLaws",
    dependencies: ["StrictJSON", "Varlink"],
    path: "Tests/Fuzz/VarlinkLaws",
    swiftSettings: strict),
  .testTarget(
    name: "VarlinkTests",
    dependencies: ["CLinux", "StrictJSON", "TestSupport", "Varlink", "VarlinkLaws"],
    swiftSettings: strict),
  .testTarget(
    name: "TypeRegistryTests",
    dependencies: ["TypeRegistry", "StrictJSON", "TestSupport"],
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
}

let package = Package(
  name: "TypeRegistry",
  products: [
    .library(name: "TypeRegistry", targets: ["TypeRegistry"]),
    .executable(name: "utcli", targets: ["utcli"]),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
