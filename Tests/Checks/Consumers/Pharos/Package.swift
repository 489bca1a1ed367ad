// swift-tools-version: 6.3

import PackageDescription

let pharos = Target.Dependency.product(name: "Pharos", package: "ModularityKit")

let package = Package(
  name: "Pharos",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    .target(
      name: "Paper",
      dependencies: [.product(name: "ModularityTestSupport", package: "ModularityKit")]),
    // The same sources in nonisolated classes and in classes of the main actor.
    .target(name: "Snippets", dependencies: [pharos, "Paper"]),
    .target(
      name: "MainActorSnippets", dependencies: [pharos, "Paper"],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .target(name: "ActorSnippets", dependencies: [pharos, "Paper"]),
    .executableTarget(
      name: "App",
      dependencies: [pharos, "Paper", "Snippets", "MainActorSnippets", "ActorSnippets"]),
  ]
)
