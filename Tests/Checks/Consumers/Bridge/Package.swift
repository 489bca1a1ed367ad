// swift-tools-version: 6.3

import PackageDescription

let bridge = Target.Dependency.product(name: "Bridge", package: "ModularityKit")

let package = Package(
  name: "Bridge",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(name: "Contract", dependencies: [bridge]),
    // None of these imports another, and the app imports none of them.
    .target(name: "Feed", dependencies: [bridge, "Contract"]),
    .target(name: "Cart", dependencies: [bridge, "Contract"]),
    .target(name: "Badge", dependencies: [bridge, "Contract"]),
    .executableTarget(name: "App", dependencies: [bridge, "Contract", "Feed", "Cart", "Badge"]),
  ]
    // What README and articles show of other apps: compiled, and linked to nothing.
    + ["Wiring", "Readme", "Hosting", "Service", "Controlling", "Controls"].map { name in
      .target(name: name, dependencies: [bridge, "Contract"], path: "Sources/Articles/\(name)")
    }
)
