// swift-tools-version: 6.3

import PackageDescription

let khala = Target.Dependency.product(name: "Khala", package: "ModularityKit")
let pharos = Target.Dependency.product(name: "Pharos", package: "ModularityKit")
let rheaTime = Target.Dependency.product(name: "RheaTime", package: "ModularityKit")
let taskKit = Target.Dependency.product(name: "TaskKit", package: "ModularityKit")
let processLifecycle = Target.Dependency.product(
  name: "ProcessLifecycle", package: "ModularityKit")

let package = Package(
  name: "Podcast",
  dependencies: [.package(name: "ModularityKit", path: "../../..")],
  targets: [
    .target(name: "Contracts", dependencies: [khala, pharos, rheaTime]),
    .target(name: "Account", dependencies: [pharos, rheaTime, "Contracts"]),
    .target(name: "Downloads", dependencies: [taskKit]),
    .target(name: "Feed", dependencies: [khala, taskKit, "Contracts"]),
    .target(name: "Player", dependencies: [khala, pharos, rheaTime, "Contracts"]),
    .executableTarget(
      name: "podcast",
      dependencies: [
        khala, processLifecycle, taskKit, "Contracts", "Account", "Downloads", "Feed", "Player",
      ]),
  ]
)
