// swift-tools-version: 6.3

import PackageDescription

let rheaTime = Target.Dependency.product(name: "RheaTime", package: "ModularityKit")

// The sources of the package beside this one, in the language mode before.
let package = Package(
  name: "RheaSwift5",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(name: "RheaExtension", dependencies: [rheaTime]),
    .target(name: "Account", dependencies: ["RheaExtension"]),
    .executableTarget(name: "App", dependencies: ["RheaExtension", "Account"]),
  ],
  swiftLanguageModes: [.v5]
)
