// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// Where the library's package is; it need not be above this one.
let library = Context.environment["TYPE_REGISTRY"] ?? "../../.."

// A package of its own, as that of any program which uses the library: it cannot name what is
// `package` there.
/// The programs of Tests/Outside/Dependent/Samples, if they were copied here.
let samples: [Target] =
  Context.environment["UT_SAMPLES"] == nil
  ? []
  : [
    .target(
      name: "UniformTypeIdentifiers",
      dependencies: [.product(name: "TypeRegistryFoundation", package: "TypeRegistry")]),
    .executableTarget(name: "Samples", dependencies: ["UniformTypeIdentifiers"]),
  ]

let package = Package(
  name: "PublicBenchmarks",
  dependencies: [.package(name: "TypeRegistry", path: library)],
  targets: [
    // Asks one question, for Tests/Outside/Dependent/check.
    .executableTarget(
      name: "Ask", dependencies: [.product(name: "TypeRegistry", package: "TypeRegistry")]),
    .executableTarget(
      name: "PublicBenchmarks",
      dependencies: [.product(name: "TypeRegistry", package: "TypeRegistry")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ]),
  ] + samples,
  swiftLanguageModes: [.v6]
)
