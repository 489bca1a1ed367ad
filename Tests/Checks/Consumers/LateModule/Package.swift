// swift-tools-version: 6.3

import PackageDescription

// The one product of ModularityKit that the app and its modules have: each of the
// others would be a second copy of what is in it.
let toolkit = Target.Dependency.product(name: "ModularityKitDynamic", package: "ModularityKit")

let package = Package(
  name: "LateModule",
  products: [
    .library(name: "Late", type: .dynamic, targets: ["Late"]),
    .library(name: "Selfish", type: .dynamic, targets: ["Selfish"]),
  ],
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(name: "Contract", dependencies: [toolkit]),
    // Neither imports the other, and the app is not linked with the module.
    .target(name: "Late", dependencies: [toolkit, "Contract"]),
    // Brings a toolkit of its own, and is rejected for it.
    .target(
      name: "Selfish",
      dependencies: [.product(name: "SectionRegistry", package: "ModularityKit")]),
    .executableTarget(name: "App", dependencies: [toolkit, "Contract"]),
  ]
)
