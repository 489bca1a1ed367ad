// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Trace",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .executableTarget(
      name: "App", dependencies: [.product(name: "ToolkitTrace", package: "ModularityKit")])
  ]
)
