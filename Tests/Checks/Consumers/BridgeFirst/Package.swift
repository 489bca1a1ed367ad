// swift-tools-version: 6.3

import PackageDescription

// The first program of Bridge's documentation, as it stands there.
let package = Package(
  name: "BridgeFirst",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "Bridge", package: "ModularityKit")])
  ]
)
