// swift-tools-version: 6.3

import PackageDescription

let khala = Target.Dependency.product(name: "Khala", package: "ModularityKit")

// The first program of Khala's documentation, as it stands there.
let package = Package(
  name: "KhalaFirst",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(name: "Contract", dependencies: [khala]),
    // No source imports it: being named here is enough.
    .target(name: "Catalog", dependencies: [khala]),
    .executableTarget(name: "App", dependencies: [khala, "Contract", "Catalog"]),
  ]
)
