// swift-tools-version: 6.3

import PackageDescription

let khala = Target.Dependency.product(name: "Khala", package: "ModularityKit")

let package = Package(
  name: "Khala",
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
      ],
      // Members that Khala has from its lower floors are there for a file that imports Khala.
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ]
)
