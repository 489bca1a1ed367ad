// swift-tools-version: 6.3

import PackageDescription

// A package that depends on ModularityKit with some traits, or none, for `Tests/Adapters/run` to
// look at what is resolved.
let traits = (Context.environment["MODKIT_TRAITS"] ?? "").split(separator: " ").map {
  Package.Dependency.Trait(stringLiteral: String($0))
}

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "ModularityKit", path: Context.environment["MODKIT_PATH"] ?? "../../..",
      traits: Set(traits))
  ],
  targets: [
    .target(
      name: "Client",
      dependencies: [.product(name: "BridgeTelemetry", package: "ModularityKit")])
  ]
)
