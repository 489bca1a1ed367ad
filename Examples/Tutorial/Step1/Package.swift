// swift-tools-version: 6.3

import PackageDescription

let khala = Target.Dependency.product(name: "Khala", package: "ModularityKit")

let package = Package(
  name: "Podcast",
  dependencies: [.package(name: "ModularityKit", path: "../../..")],
  targets: [
    .target(name: "Feed", dependencies: [khala]),
    .executableTarget(name: "podcast", dependencies: [khala, "Feed"]),
  ]
)
