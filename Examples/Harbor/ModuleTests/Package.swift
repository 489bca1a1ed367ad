// swift-tools-version: 6.3

import PackageDescription

// The modules of Harbor with tests of each alone. They are a package of their own: a test of the
// whole package would have the records of Harbor in its process.

let bridge = Target.Dependency.product(name: "Bridge", package: "ModularityKit")

let package = Package(
  name: "HarborModuleTests",
  dependencies: [.package(name: "ModularityKit", path: "../../..")],
  targets: [
    .target(name: "HarborContracts", dependencies: [bridge]),
    .target(name: "HarborCustoms", dependencies: [bridge, "HarborContracts"]),
    .target(name: "HarborNotices", dependencies: [bridge, "HarborContracts"]),
    .testTarget(
      name: "ModuleTests",
      dependencies: [
        "HarborContracts", "HarborCustoms", "HarborNotices",
        .product(name: "BridgeTestSupport", package: "ModularityKit"),
      ]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
