// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "Records",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(
      name: "Checkout",
      dependencies: [.product(name: "SectionRegistry", package: "ModularityKit")]),
    .executableTarget(
      name: "Shop",
      dependencies: ["Checkout", .product(name: "SectionRegistry", package: "ModularityKit")]),
  ]
)
