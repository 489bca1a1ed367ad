// swift-tools-version: 6.3

import CompilerPluginSupport
import Foundation
import PackageDescription

let syntaxFolder = folderOfSwiftSyntax()

/// The targets, from the ground up.
///
/// A group imports only groups above it in this list, which `FloorTests` checks. Plugins
/// of macros are programs for the host, and stand outside this order.
let targets: [[Target]] = [
  group(
    "Ground",
    // All C that products need.
    library("CGround"),
    library("RecordFormat"),
    library("SectionRegistry", "CGround", "RecordFormat", "RecordMacros"),
    // Spans, what code inherits from its caller, and messages.
    library("ToolkitTrace", "RecordFormat"),
    library("ProcessLifecycle", "CGround", "RecordFormat", "SectionRegistry", "ToolkitTrace"),
    tests(of: "SectionRegistry"),
    tests(of: "ToolkitTrace", "HostFixture", "MessagesFixture"),
    tests(of: "ProcessLifecycle", "LifecycleAsyncFixture", "LifecycleFixture", "TaskKitFixture")
  ),

  // The page of reports as text, which is compiled into what writes them.
  [
    library(
      "CReportPage", path: "Sources/Page",
      exclude: [
        "page-acts.css", "page-forms.js", "page-jobs.js", "page-live.js", "page-logs.js",
        "page-store.js", "page-timeline.js", "page.css", "page.html", "page.js",
      ])
  ],

  // Pure values for macros, products and tools.
  group(
    "Model",
    library("Spelling"),
    library("Declarations", "RecordFormat"),
    library("RoutePatterns", "Spelling"),
    library("KhalaRoutes", "Declarations", "RecordFormat", "RoutePatterns", "Spelling"),
    library("Schedules", "Spelling"),
    library("TaskPlanning", "RecordFormat", "Spelling"),
    library("BinaryRecords", "RecordFormat"),
    library(
      "ModuleGraph", "CReportPage", "Declarations", "KhalaRoutes", "Schedules", "Spelling",
      "TaskPlanning"),
    tests(of: "Spelling"),
    tests(of: "Declarations"),
    tests(of: "KhalaRoutes", "RoutePatterns", exclude: ["Resources"]),
    tests(of: "Schedules"),
    tests(of: "TaskPlanning"),
    tests(of: "BinaryRecords", exclude: ["records-before.txt"]),
    tests(of: "ModuleGraph", "Khala", "TaskKit")
  ),

  // From syntax to records, and two compiler plugins: a client builds those of what it imports.
  // The macros are libraries, for tests to depend on: if a test depends on a plugin, SwiftPM
  // builds all tests, and what they depend on, for the host as well.
  group(
    "Macros",
    library("ToolkitMacroExpansion", "Declarations"),
    library(
      "ToolkitMacroTypes", "Declarations", "RoutePatterns", "Schedules", "Spelling",
      "ToolkitMacroExpansion"),
    .macro(name: "RecordMacros", dependencies: ["ToolkitMacroExpansion"]),
    .macro(name: "ToolkitMacros", dependencies: ["ToolkitMacroExpansion", "ToolkitMacroTypes"]),
    tests(
      of: "ToolkitMacroExpansion", "ToolkitMacroTestSupport", "ToolkitMacroTypes")
  ),

  // The products, which never import each other, then durable tasks, and Bridge, which joins them.
  group(
    nil,
    product("RheaTime"),
    product("Khala", "Declarations", "KhalaRoutes", "RoutePatterns", "Spelling", "ToolkitMacros"),
    product("Pharos", "CGround"),
    product("TaskKit", "Schedules", "Spelling", "TaskPlanning", "ToolkitMacros"),
    product("TaskStore", "CGround", "Spelling", "TaskKit", "TaskPlanning", "ToolkitMacros"),
    product(
      "Bridge", "BinaryRecords", "Declarations", "Khala", "ModuleGraph", "Pharos", "RheaTime",
      "Spelling", "TaskKit", "TaskStore", "ToolkitMacros"),
    tests(of: "RheaTime", "ProcessLifecycle", "RheaFixture", "RheaFixtureAsync", "RheaFixtureDemo"),
    tests(of: "Khala", "KhalaLogFixture", "KhalaRoutes"),
    tests(of: "Pharos", "PharosTestSupport", "ProcessLifecycle"),
    tests(of: "TaskKit", "ProcessLifecycle", "Schedules", "TaskPlanning"),
    tests(
      of: "TaskStore", "BinaryInspection", "Bridge", "TaskKitFixture", "TaskStoreFixture",
      "TaskStoreTestSupport"),
    tests(
      of: "Bridge", "ActivationFixture", "BinaryRecords", "BridgeTestSupport", "ForwardingFixture",
      "HostFixture", "LoadingFixture", "TaskStore")
  ),

  // Spans, metrics and logs for the tools of operators; the only targets with all of Foundation.
  group(
    "Telemetry",
    library(
      "ToolkitTelemetry", "CGround", "RecordFormat", "Spelling", "ToolkitTrace",
      adapted("Logging", of: "swift-log", by: "SwiftLog"),
      adapted("CoreMetrics", of: "swift-metrics", by: "SwiftMetrics"),
      adapted("Tracing", of: "swift-distributed-tracing", by: "SwiftDistributedTracing")),
    product(
      "BridgeTelemetry", "Bridge", "Khala", "Spelling", "TaskKit", "TaskStore",
      "ToolkitTelemetry",
      adapted("ServiceLifecycle", of: "swift-service-lifecycle", by: "SwiftServiceLifecycle")),
    product(
      "BridgeDashboard", "Bridge", "BridgeTelemetry", "CReportPage", "Khala", "ModuleGraph",
      "Pharos", "Spelling", "TaskKit", "ToolkitTelemetry"),
    tests(of: "ToolkitTelemetry", "TelemetryFixture"),
    tests(of: "BridgeTelemetry", "Bridge", "TaskKit", "TaskStore", "ToolkitTelemetry"),
    tests(
      of: "BridgeDashboard", "Bridge", "BridgeTelemetry", "ModuleGraph", "TaskKit", "TaskStore",
      "ToolkitTelemetry")
  ),

  // Programs inspected from their files, and what answers from that.
  group(
    "Tools",
    library("CommandLineKit", "Spelling"),
    library(
      "BinaryInspection", "BinaryRecords", "CCompilerIndex", "CGround", "Declarations",
      "ModuleGraph", "Spelling", "TaskPlanning"),
    library("CCompilerIndex"),
    library("SourceInspection", "CCompilerIndex", "Declarations", "ModuleGraph", "RoutePatterns"),
    library(
      "EditorServer", "BinaryInspection", "BinaryRecords", "Declarations", "KhalaRoutes",
      "ModuleGraph", "Schedules", "SourceInspection", "Spelling", "TaskPlanning"),
    .executableTarget(
      name: "modkit",
      dependencies: [
        "BinaryInspection", "BinaryRecords", "CommandLineKit", "EditorServer", "ModuleGraph",
        "SourceInspection", "Spelling",
      ]),
    tests(of: "CommandLineKit"),
    tests(of: "BinaryInspection", "BinaryRecords", "ModuleGraph"),
    tests(of: "SourceInspection", "BinaryRecords", "ModuleGraph", "modkit"),
    tests(of: "EditorServer", "BinaryInspection", "ModuleGraph", "Schedules", "SourceInspection"),
    tests("ModkitTests", ["Spelling"], path: "Tests/Tools/modkit")
  ),
  [
    .plugin(
      name: "ModkitPlugin",
      capability: .command(
        intent: .custom(
          verb: "modkit",
          description: "Lists, checks, draws and compares what the modules of a program declare.")))
  ],

  // For tests only; no library imports these.
  group(
    "TestSupport",
    library("ModularityTestSupport"),
    library("ProgramTestSupport", "Declarations", "ModularityTestSupport"),
    library(
      "BridgeTestSupport", "Bridge", "Khala", "ModularityTestSupport", "ModuleGraph", "Pharos",
      "RecordFormat", "RheaTime", "Spelling", "TaskKit", "TaskStore", "ToolkitTrace"),
    library("PharosTestSupport", "Pharos"),
    library("TaskStoreTestSupport", "TaskStore"),
    library("ToolkitMacroTestSupport"),
    tests(of: "ModularityTestSupport"),
    tests(of: "BridgeTestSupport", "Bridge"),
    tests(of: "ToolkitMacroTestSupport")
  ),

  // Programs that tests start, signal and kill; their records stay out of other processes.
  [
    fixture("LifecycleFixture", "ProcessLifecycle", "SectionRegistry"),
    fixture("LifecycleAsyncFixture", "ProcessLifecycle", "SectionRegistry"),
    fixture("TaskKitFixture", "TaskKit"),
    fixture("TaskStoreFixture", "Bridge", "TaskStore"),
    fixture("RheaFixtureDemo", "ProcessLifecycle", "RheaTime"),
    library(
      "RheaFixtureAccount", "ProcessLifecycle", "RheaTime",
      path: "Tests/Fixtures/RheaFixtureAccount"),
    fixture("RheaFixture", "ProcessLifecycle", "RheaFixtureAccount", "RheaTime"),
    fixture("RheaFixtureAsync", "ProcessLifecycle", "RheaTime"),
    fixture("KhalaLogFixture", "Khala"),
    fixture("RecordsFixture", "Bridge", "ProcessLifecycle", "SectionRegistry"),
    fixture("WiringFixture", "Bridge"),
    fixture("LoadingFixture", "Bridge", "SectionRegistry"),
    fixture("ForwardingFixture", "Bridge"),
    fixture("HostFixture", "Bridge", "ProcessLifecycle"),
    fixture("ActivationFixture"),
    fixture("MessagesFixture", "Bridge"),
    fixture("TelemetryFixture", "RecordFormat", "ToolkitTelemetry", "ToolkitTrace"),
    fixture("MonitorFixture", "BridgeTelemetry", "TaskStore"),
    tests("ArchitectureTests", [], path: "Tests/Architecture"),
  ],

  // Apps whose modules share a contract and never import each other.
  example(
    "Pages", of: "SectionRegistry", contract: "PageContract", modules: ["Catalog", "Checkout"]),
  example("Moments", of: "RheaTime", modules: ["Account", "Feed"], app: ["ProcessLifecycle"]),
  example("Shop", of: "Khala", modules: ["Catalog", "Cart", "Checkout"]),
  example("Cart", of: "Pharos", modules: ["Catalog", "Badge", "Till", "Bank"]),
  example(
    "Launch", of: "TaskKit", modules: ["Settings", "Storage", "Feed"], app: ["ProcessLifecycle"]),
  example(
    "Harbor", of: "Bridge", contract: "HarborContracts",
    modules: ["Berths", "Cargo", "Customs", "Weather", "Notices", "Accounts"],
    app: ["BridgeDashboard", "CommandLineKit", "SectionRegistry", "TaskStore"]),
  [tests("HarborTests", ["HostFixture", "TaskStore"], path: "Tests/Examples/Harbor")],
]

let package = Package(
  name: "ModularityKit",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    "RheaTime", "Khala", "Pharos", "TaskKit", "TaskStore", "Bridge", "ModuleGraph",
    // What they stand on, for modules with records and macros of their own, and for tests.
    "SectionRegistry", "ProcessLifecycle", "ToolkitTrace", "ToolkitTelemetry", "BridgeTelemetry",
    "BridgeDashboard",
    "ToolkitMacroExpansion", "ToolkitMacroTestSupport", "ModularityTestSupport",
    "PharosTestSupport", "BridgeTestSupport", "TaskStoreTestSupport",
  ].map { .library(name: $0, targets: [$0]) } + [
    // Reads, checks and compares programs from their files; also as `swift package modkit`.
    .executable(name: "modkit", targets: ["modkit"]),
    .plugin(name: "ModkitPlugin", targets: ["ModkitPlugin"]),
    // For apps that load modules while they run: all images share this one library.
    .library(
      name: "ModularityKitDynamic", type: .dynamic,
      targets: [
        "Bridge", "Khala", "ModuleGraph", "Pharos", "ProcessLifecycle", "RheaTime",
        "SectionRegistry", "TaskKit", "TaskStore", "ToolkitTrace",
      ]),
  ],
  // Each adds an adapter to a package of others, which is fetched only with the trait.
  traits: [
    .trait(name: "SwiftLog", description: "Writes the toolkit's log records with it."),
    .trait(name: "SwiftMetrics", description: "Counts and times spans with it."),
    .trait(name: "SwiftDistributedTracing", description: "Records its spans among the toolkit's."),
    .trait(name: "SwiftServiceLifecycle", description: "Runs an app of Bridge in a group of it."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.1.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.6.0"),
  ]
    + (syntaxFolder == nil
      ? [.package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.0"..<"604.0.0")]
      : []),
  targets: targets.flatMap { $0 },
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  // What compilers, linkers and other tools do to records. It compiles its fixtures itself.
  package.targets.append(
    tests(
      "LinkMatrixTests",
      [
        "Khala", "LoadingFixture", "Pharos", "RheaTime", "TaskKit", "ToolkitMacroExpansion",
        "ToolkitMacroTestSupport", "ToolkitMacroTypes",
      ], path: "Tests/LinkMatrix", exclude: ["Fixtures"]))
#endif

// MARK: - Kinds of targets

/// Targets whose folders stand in one group of `Sources` and of `Tests`, or right below these.
func group(_ name: String?, _ targets: Target...) -> [Target] {
  for target in targets where target.path == nil {
    let folders =
      target.type == .test
      ? ["Tests", name, String(target.name.dropLast("Tests".count))]
      : ["Sources", name, target.name]
    target.path = folders.compactMap { $0 }.joined(separator: "/")
  }
  return targets
}

func library(
  _ name: String, _ dependencies: Target.Dependency..., path: String? = nil, exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, exclude: exclude)
}

/// A product of a package of others, for targets with an adapter to it.
func adapted(_ product: String, of package: String, by trait: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: [trait]))
}

/// A library that modules of an app import.
func product(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  let floor: [Target.Dependency] = [
    "ProcessLifecycle", "RecordFormat", "RecordMacros", "SectionRegistry", "ToolkitTrace",
  ]
  return .target(name: name, dependencies: floor + dependencies)
}

/// A program for tests.
func fixture(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Tests/Fixtures/\(name)")
}

/// The tests of a target, in the folder of its name.
func tests(of target: String, _ others: String..., exclude: [String] = []) -> Target {
  tests(target + "Tests", [target] + others, exclude: exclude)
}

/// Tests of whole programs, or of the package.
func tests(
  _ name: String, _ dependencies: [String], path: String? = nil, exclude: [String] = []
) -> Target {
  let ground = [
    "Declarations", "ModularityTestSupport", "ProgramTestSupport", "RecordFormat",
    "SectionRegistry", "ToolkitTrace",
  ]
  let names = Set(ground + dependencies).sorted()
  return .testTarget(
    name: name, dependencies: names.map { .byName(name: $0) }, path: path, exclude: exclude)
}

/// An example of a product: a contract, modules that share it, and the app.
func example(
  _ name: String, of product: Target.Dependency, contract: String? = nil, modules: [String],
  app: [Target.Dependency] = []
) -> [Target] {
  let contract = contract ?? name + "Contract"
  let shared: [Target.Dependency] = [.byName(name: contract), product]
  let modules = modules.map { module in
    Target.target(
      name: name + module, dependencies: shared, path: "Examples/\(name)/\(module)")
  }
  return modules + [
    .target(name: contract, dependencies: [product], path: "Examples/\(name)/\(contract)"),
    .executableTarget(
      name: name.lowercased(),
      dependencies: shared + modules.map { .byName(name: $0.name) } + app,
      path: "Examples/\(name)/App"),
  ]
}

// Builds only some of the tests: `MODKIT_TESTS=PharosTests,RheaTimeTests swift test`.
if let chosen = Context.environment["MODKIT_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// MARK: - Settings of all targets

/// The targets that read or write Swift.
let withSyntax = [
  "SourceInspection", "EditorServer", "modkit", "ToolkitMacroExpansion",
  "ToolkitMacroTypes", "RecordMacros", "ToolkitMacros", "ToolkitMacroTestSupport",
  "SourceInspectionTests", "EditorServerTests", "ToolkitMacroTestSupportTests",
  "ToolkitMacroExpansionTests", "LinkMatrixTests",
]
/// The targets that run in the compiler only.
///
/// A release build of a client optimizes them for longer than its expansions then save, unless it
/// has thousands of declarations.
let onlyInPlugins = ["ToolkitMacroExpansion", "ToolkitMacroTypes", "RecordMacros", "ToolkitMacros"]
let syntaxProducts = [
  "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
  "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros", "_SwiftCompilerPluginMessageHandling",
]
for target in package.targets where target.type != .plugin {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
  ]
  // Our own checks set this; a package that depends on ours never inherits it.
  if Context.environment["MODKIT_STRICT"] == "1" {
    settings += [.treatAllWarnings(as: .error), .strictMemorySafety()]
  }
  if withSyntax.contains(target.name) {
    if let syntaxFolder {
      let flags = ["-L", syntaxFolder, "-Xlinker", "-rpath", "-Xlinker", syntaxFolder]
      settings.append(.unsafeFlags(["-I", syntaxFolder]))
      target.linkerSettings = [.unsafeFlags(flags)]
    } else {
      target.dependencies += syntaxProducts.map { .product(name: $0, package: "swift-syntax") }
    }
  }
  if onlyInPlugins.contains(target.name) {
    settings.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
  target.swiftSettings = settings
}

// MARK: - Where swift-syntax comes from

/// Returns the folder of the swift-syntax inside the toolchain; `nil` to take the package by its
/// URL.
///
/// On Linux it is that of the toolchain, so that the package depends on nothing.
/// `MODKIT_SWIFT_SYNTAX=package`, and every Apple platform, take the package (not tested).
func folderOfSwiftSyntax() -> String? {
  let choice = Context.environment["MODKIT_SWIFT_SYNTAX"] ?? ""
  guard ["", "toolchain", "package"].contains(choice) else {
    reject(
      "MODKIT_SWIFT_SYNTAX is '\(choice)'; it may be 'toolchain' (the default on Linux) or 'package'."
    )
  }
  #if os(Linux)
    guard choice != "package" else { return nil }
    // The process that reads this manifest has …/usr/lib/swift/pm/ManifestAPI/
    // libPackageDescription.so. To the end: one read of a file in /proc may stop early.
    if let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd(),
      let library = String(decoding: maps, as: UTF8.self)
        .firstMatch(of: /(\/.*)\/pm\/ManifestAPI\/libPackageDescription\.so/),
      FileManager.default.fileExists(atPath: library.1 + "/host/SwiftSyntax.swiftmodule")
    {
      return library.1 + "/host"
    }
    reject(
      """
      ModularityKit builds its macros with the swift-syntax inside the toolchain, and finds none. \
      Use a swift.org toolchain of Swift 6.3 or later, or set MODKIT_SWIFT_SYNTAX=package to \
      build with the swift-syntax package instead.
      """)
  #else
    return nil
  #endif
}

/// Ends the reading of the manifest with a message, and without a stack trace.
func reject(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}
