// swift-tools-version: 6.3

import PackageDescription

// The contract of Harbor as a library that the app and a module share, however late the
// module comes: its types pass between them. Only a package of its own makes it one; inside
// one package, a target is linked into whatever depends on it.
let package = Package(
  name: "Contracts",
  products: [
    .library(name: "HarborContracts", type: .dynamic, targets: ["HarborContracts"])
  ],
  dependencies: [
    // The checks build it as users do, by a version.
    Context.environment["MODKIT_URL"].map { .package(url: $0, from: "0.1.0") }
      ?? .package(name: "ModularityKit", path: "../../..")
  ],
  targets: [
    .target(
      name: "HarborContracts",
      dependencies: [.product(name: "ModularityKitDynamic", package: "ModularityKit")],
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
  ],
  swiftLanguageModes: [.v6]
)
