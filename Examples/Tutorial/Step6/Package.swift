// swift-tools-version: 6.3

import PackageDescription

let bridge = Target.Dependency.product(name: "Bridge", package: "ModularityKit")

let package = Package(
  name: "Podcast",
  dependencies: [.package(name: "ModularityKit", path: "../../..")],
  targets: [
    .target(name: "Contracts", dependencies: [bridge]),
    .target(name: "Account", dependencies: [bridge, "Contracts"]),
    .target(name: "Downloads", dependencies: [bridge, "Contracts"]),
    .target(name: "Feed", dependencies: [bridge, "Contracts"]),
    .target(name: "Player", dependencies: [bridge, "Contracts"]),
    .executableTarget(
      name: "podcast",
      dependencies: [bridge, "Contracts", "Account", "Downloads", "Feed", "Player"]),
    .testTarget(
      name: "DownloadsTests",
      dependencies: [
        bridge, "Contracts", "Downloads",
        .product(name: "BridgeTestSupport", package: "ModularityKit"),
      ]),
  ]
)
