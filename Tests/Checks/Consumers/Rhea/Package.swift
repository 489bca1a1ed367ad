// swift-tools-version: 6.3

import PackageDescription

let rheaTime = Target.Dependency.product(name: "RheaTime", package: "ModularityKit")

let package = Package(
  name: "Rhea",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(name: "RheaExtension", dependencies: [rheaTime]),
    .target(name: "Account", dependencies: ["RheaExtension"]),
    .executableTarget(name: "App", dependencies: ["RheaExtension", "Account"]),
  ]
)
