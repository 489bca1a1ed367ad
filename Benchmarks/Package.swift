// swift-tools-version: 6.3

import PackageDescription

// A package of its own: every benchmark is compiled outside the modules that it
// measures, as an app is, and nothing here reaches the users of the libraries.
// The name by which the compiler knows the package that is measured: that of its folder.
// Benchmarks of parts that no product offers are of the same package to it, so that no product
// has code for them.
let measuredPackage =
  String(
    (Context.packageDirectory.split(separator: "/").dropLast().last ?? "").lowercased().map {
      $0.isLetter || $0.isNumber ? $0 : "_"
    })

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ModularityKit", path: "..")
  ],
  targets: [
    // Counts what the process allocates.
    .target(name: "CAllocationCounter"),
    // What the benchmarks need from C: keeping values alive, and baselines that
    // Swift cannot express.
    .target(name: "CBenchmarkSupport"),
    // Finds, runs and judges benchmarks; knows none of them.
    .target(
      name: "BenchmarkHarness",
      dependencies: [
        "CAllocationCounter",
        "CBenchmarkSupport",
        .product(name: "SectionRegistry", package: "ModularityKit"),
      ]
    ),
    // The benchmarks: a file per module, found by their records.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "BenchmarkHarness",
        "CBenchmarkSupport",
        "DerivedLibrary",
        .product(name: "Bridge", package: "ModularityKit"),
        .product(name: "Khala", package: "ModularityKit"),
        .product(name: "Pharos", package: "ModularityKit"),
        .product(name: "RheaTime", package: "ModularityKit"),
        .product(name: "SectionRegistry", package: "ModularityKit"),
        // With it come the schedules, which are no product of their own.
        .product(name: "TaskKit", package: "ModularityKit"),
        .product(name: "ToolkitTelemetry", package: "ModularityKit"),
        .product(name: "ToolkitTrace", package: "ModularityKit"),
      ],
      packageAccess: false,
      swiftSettings: [.unsafeFlags(["-package-name", measuredPackage])],
      // Valgrind gives up on debug information that is newer than itself.
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))
      ]
    ),
    // Derived values that the benchmarks measure, made in a module of their own.
    .target(
      name: "DerivedLibrary",
      dependencies: [.product(name: "Pharos", package: "ModularityKit")]
    ),
    // How late timers are: a distribution, which is no case among the others.
    .executableTarget(
      name: "lateness",
      dependencies: [.product(name: "TaskKit", package: "ModularityKit")]
    ),
    // How many fire times stores claim and complete: they work on disks and servers.
    .executableTarget(
      name: "stores",
      dependencies: [
        .product(name: "Bridge", package: "ModularityKit"),
        .product(name: "TaskStore", package: "ModularityKit"),
      ]
    ),
    // A process of jobs, which `Peers/survival` starts and kills.
    .executableTarget(
      name: "survivor",
      dependencies: [.product(name: "TaskStore", package: "ModularityKit")]
    ),
    // How long setting a relay takes while other threads set it: another distribution.
    .executableTarget(
      name: "latency",
      dependencies: [.product(name: "Pharos", package: "ModularityKit")]
    ),
    // What becomes of spans that end as fast as they can, or 100,000 times in a second.
    .executableTarget(
      name: "telemetry",
      dependencies: [
        .product(name: "ToolkitTelemetry", package: "ModularityKit"),
        .product(name: "ToolkitTrace", package: "ModularityKit"),
      ]
    ),
    // An app of 300 modules, which `dashboard` watches.
    .executableTarget(
      name: "dashboard",
      dependencies: [
        .product(name: "BridgeDashboard", package: "ModularityKit"),
        .product(name: "TaskStore", package: "ModularityKit"),
      ]
    ),
    // How many bytes a relay and a schedule take.
    .executableTarget(
      name: "memory",
      dependencies: [
        "CAllocationCounter", .product(name: "Pharos", package: "ModularityKit"),
        .product(name: "TaskKit", package: "ModularityKit"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The smallest programs that use a product, which `client-sizes` weighs.
for product in ["RheaTime", "Khala", "Pharos", "TaskKit", "Bridge"] {
  package.targets.append(
    .executableTarget(
      name: "client-\(product)",
      dependencies: [.product(name: product, package: "ModularityKit")],
      path: "Sources/clients/\(product)"))
}

for target in package.targets where target.name.first != "C" {
  var settings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    .enableUpcomingFeature("InferIsolatedConformances"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]
  if Context.environment["MODKIT_STRICT"] == "1" {
    settings += [.treatAllWarnings(as: .error), .strictMemorySafety()]
  }
  target.swiftSettings = settings + (target.swiftSettings ?? [])
}
