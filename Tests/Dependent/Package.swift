// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

/// A package of another author, which depends on this one by its path.
let package = Package(
  name: "Ask",
  dependencies: [
    .package(name: "TypeRegistry", path: Context.environment["TYPE_REGISTRY"] ?? "../..")
  ],
  targets: [
    .executableTarget(
      name: "Ask", dependencies: [.product(name: "TypeRegistry", package: "TypeRegistry")])
  ]
)
