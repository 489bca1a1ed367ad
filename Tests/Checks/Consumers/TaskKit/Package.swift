// swift-tools-version: 6.3

import PackageDescription

let taskKit = Target.Dependency.product(name: "TaskKit", package: "ModularityKit")

let package = Package(
  name: "TaskKit",
  dependencies: [.package(url: Context.environment["MODKIT_URL"]!, from: "0.1.0")],
  targets: [
    // None of these imports another, and the app imports none of them.
    .target(name: "Snippets", dependencies: [taskKit]),
    .target(
      name: "MainActorSnippets", dependencies: [taskKit],
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    .target(name: "ActorSnippets", dependencies: [taskKit]),
    .executableTarget(
      name: "App",
      dependencies: [taskKit, "Snippets", "MainActorSnippets", "ActorSnippets"]),
  ]
)
