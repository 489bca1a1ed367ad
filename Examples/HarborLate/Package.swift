// swift-tools-version: 6.3

import PackageDescription

// Harbor once more, from the same sources, with a module that comes late: the container
// yard is a library of its own, and the app opens it while it runs. All of it shares one
// toolkit, by way of the contract.
let contracts = Target.Dependency.product(name: "HarborContracts", package: "Contracts")

/// A module of Harbor, which knows the contract and no other module.
func module(_ name: String) -> Target {
  .target(name: name, dependencies: [contracts], swiftSettings: settings)
}

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "HarborLate",
  products: [.library(name: "HarborCargo", type: .dynamic, targets: ["HarborCargo"])],
  dependencies: [.package(path: "Contracts")],
  targets: [
    module("HarborAccounts"), module("HarborBerths"), module("HarborCargo"),
    module("HarborCustoms"), module("HarborNotices"), module("HarborWeather"),
    // All but the yard.
    .executableTarget(
      name: "harbor-late",
      dependencies: [
        contracts, "HarborAccounts", "HarborBerths", "HarborCustoms", "HarborNotices",
        "HarborWeather",
      ],
      path: "Sources/App", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
