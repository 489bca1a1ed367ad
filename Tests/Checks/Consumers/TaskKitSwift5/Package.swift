// swift-tools-version: 6.3

import PackageDescription

let taskKit = Target.Dependency.product(name: "TaskKit", package: "ModularityKit")

// The sources of the package beside this one, in the language mode before.
let package = Package(
  name: "TaskKitSwift5",
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
  ],
  swiftLanguageModes: [.v5]
)
