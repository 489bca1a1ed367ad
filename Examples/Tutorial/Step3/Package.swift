// swift-tools-version: 6.3

import PackageDescription

let khala = Target.Dependency.product(name: "Khala", package: "ModularityKit")
let pharos = Target.Dependency.product(name: "Pharos", package: "ModularityKit")

let package = Package(
  name: "Podcast",
  dependencies: [.package(name: "ModularityKit", path: "../../..")],
  targets: [
    .target(name: "Contracts", dependencies: [khala, pharos]),
    .target(name: "Account", dependencies: [pharos, "Contracts"]),
    .target(name: "Feed", dependencies: [khala, "Contracts"]),
    .target(name: "Player", dependencies: [khala, pharos, "Contracts"]),
    .executableTarget(
      name: "podcast", dependencies: [khala, "Contracts", "Account", "Feed", "Player"]),
  ]
)
