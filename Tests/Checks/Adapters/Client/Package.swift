// swift-tools-version: 6.3

import PackageDescription

// A package that depends on ModularityKit with some traits, or none, for `Tests/Checks/Adapters/run` to
// look at what is resolved.
let chosen = (Context.environment["MODKIT_TRAITS"] ?? "").split(separator: " ").map {
  Package.Dependency.Trait(stringLiteral: String($0))
}
// As a client that says nothing of traits has it.
let traits: Set<Package.Dependency.Trait> = chosen.isEmpty ? [.defaults] : Set(chosen)

let package = Package(
  name: "Client",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "ModularityKit", path: Context.environment["MODKIT_PATH"] ?? "../../../..",
      traits: traits)
  ],
  targets: [
    .target(
      name: "Client",
      dependencies: [.product(name: "BridgeTelemetry", package: "ModularityKit")])
  ]
)
