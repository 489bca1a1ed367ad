// swift-tools-version: 6.3
import PackageDescription

// One program in several builds, which its sources distinguish by this condition.
let build = Context.environment["BUILD"] ?? "FIRST"

let package = Package(
  name: "Billing",
  dependencies: [.package(path: "../ModularityKit")],
  targets: [
    .executableTarget(
      name: "billing", dependencies: [.product(name: "TaskStore", package: "ModularityKit")],
      swiftSettings: [.define(build)])
  ]
)
