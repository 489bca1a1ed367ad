// swift-tools-version: 6.3

import PackageDescription

// An app that takes ModularityKit with all adapters, and tests of what they hand on. The packages
// behind them are those of Tests/StandIns, or the real ones: `Tests/Adapters/run` says which.
let package = Package(
  name: "Adapters",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "ModularityKit", path: Context.environment["MODKIT_PATH"] ?? "../..",
      traits: ["SwiftLog"]),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
  ],
  targets: [
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        .product(name: "SectionRegistry", package: "ModularityKit"),
        .product(name: "ToolkitTelemetry", package: "ModularityKit"),
        .product(name: "Logging", package: "swift-log"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
