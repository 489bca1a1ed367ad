// swift-tools-version: 6.3

import PackageDescription

// An app that takes ModularityKit with all adapters, and tests of what they hand on. The packages
// behind them are those of Tests/Checks/StandIns, or the real ones: see `run`.
let package = Package(
  name: "Adapters",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "ModularityKit", path: Context.environment["MODKIT_PATH"] ?? "../../..",
      traits: ["SwiftLog", "SwiftMetrics", "SwiftDistributedTracing", "SwiftServiceLifecycle"]),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.1.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.6.0"),
  ],
  targets: [
    .testTarget(
      name: "AdapterTests",
      dependencies: [
        .product(name: "SectionRegistry", package: "ModularityKit"),
        .product(name: "ToolkitTelemetry", package: "ModularityKit"),
        .product(name: "ToolkitTrace", package: "ModularityKit"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .target(
      name: "ArticleExamples",
      dependencies: [
        .product(name: "BridgeTelemetry", package: "ModularityKit"),
        .product(name: "ToolkitTrace", package: "ModularityKit"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .executableTarget(
      name: "adapted-app",
      dependencies: [
        .product(name: "BridgeTelemetry", package: "ModularityKit"),
        .product(name: "ProcessLifecycle", package: "ModularityKit"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
