// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// A package of its own, as that of any program which uses the library: it cannot name what is
// `package` there.
let package = Package(
  name: "PublicBenchmarks",
  dependencies: [.package(name: "TypeRegistry", path: "../../..")],
  targets: [
    .executableTarget(
      name: "PublicBenchmarks",
      dependencies: [.product(name: "TypeRegistry", package: "TypeRegistry")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
