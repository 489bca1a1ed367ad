// swift-tools-version: 6.3

import PackageDescription

let khala = Target.Dependency.product(name: "Khala", package: "ModularityKit")

// The sources of the package beside this one, in the language mode before.
let package = Package(
  name: "KhalaSwift5",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(name: "Screens"),
    // None of these imports another, and the app imports none of them.
    .target(name: "AModule", dependencies: [khala]),
    .target(name: "BModule", dependencies: [khala, "Screens"]),
    .target(name: "Doors", dependencies: [khala]),
    .target(name: "Precautions", dependencies: [khala]),
    .target(name: "SwiftClass", dependencies: [khala]),
    .target(name: "Store", dependencies: [khala]),
    .executableTarget(
      name: "App",
      dependencies: [
        khala, "AModule", "BModule", "Doors", "Precautions", "Screens", "Store", "SwiftClass",
      ]),
  ],
  swiftLanguageModes: [.v5]
)
