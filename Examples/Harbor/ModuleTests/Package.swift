// swift-tools-version: 6.3

import PackageDescription

// The modules of Harbor with tests of each alone. They are a package of their own: a test of the
// whole package would have the records of Harbor in its process.

let bridge = Target.Dependency.product(name: "Bridge", package: "ModularityKit")
let modules = ["Accounts", "Berths", "Cargo", "Customs", "Notices", "Weather"].map { "Harbor\($0)" }

let package = Package(
  name: "HarborModuleTests",
  dependencies: [.package(name: "ModularityKit", path: "../../..")],
  targets: [
    .target(name: "HarborContracts", dependencies: [bridge]),
    .testTarget(
      name: "ModuleTests",
      dependencies: ["HarborContracts"] + modules.map { .byName(name: $0) } + [
        .product(name: "BridgeTestSupport", package: "ModularityKit")
      ]),
  ] + modules.map { .target(name: $0, dependencies: [bridge, "HarborContracts"]) }
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
