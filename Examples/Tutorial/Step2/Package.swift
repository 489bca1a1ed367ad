// swift-tools-version: 6.3

import PackageDescription

let khala = Target.Dependency.product(name: "Khala", package: "ModularityKit")

let package = Package(
  name: "Podcast",
  dependencies: [.package(name: "ModularityKit", path: "../../..")],
  targets: [
    .target(name: "Contracts", dependencies: [khala]),
    .target(name: "Feed", dependencies: [khala, "Contracts"]),
    .target(name: "Player", dependencies: [khala, "Contracts"]),
    .executableTarget(name: "podcast", dependencies: [khala, "Contracts", "Feed", "Player"]),
  ]
)
