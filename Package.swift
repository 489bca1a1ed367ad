// swift-tools-version: 6.3

import CompilerPluginSupport
import Foundation
import PackageDescription

let swiftSyntax = SwiftSyntaxSource.choose()

let package = Package(
  name: "ModularityKit",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    "RheaTime", "Khala", "Pharos", "TaskKit", "Bridge", "ModuleGraph",
    // What they stand on, for modules with records and macros of their own, and for tests.
    "SectionRegistry", "ProcessLifecycle", "ToolkitTrace", "ToolkitMacroExpansion",
    "ToolkitMacroTestSupport", "ModularityTestSupport", "PharosTestSupport", "BridgeTestSupport",
  ].map { .library(name: $0, targets: [$0]) } + [
    // Reads, checks and compares programs from their files: as a program, and as
    // `swift package modkit`.
    .executable(name: "modkit", targets: ["modkit"]),
    .plugin(name: "ModkitPlugin", targets: ["ModkitPlugin"]),
    // All of it as one library, for apps that load modules while they run: the app
    // and its modules must share one toolkit.
    .library(
      name: "ModularityKitDynamic", type: .dynamic,
      targets: [
        "Bridge", "Khala", "ModuleGraph", "Pharos", "ProcessLifecycle", "RheaTime",
        "SectionRegistry", "TaskKit", "ToolkitTrace",
      ]),
  ],
  dependencies: swiftSyntax.packageDependencies,
  targets: [
    // The ground floor: what is in the binary, what the system tells the
    // process, what ran, and what is wrong.
    library("RecordFormat"),
    library("Declarations", "RecordFormat"),
    library("DeclarationReading", "Declarations"),
    library("CSectionRegistry"),
    library("SectionRegistry", "CSectionRegistry", "RecordFormat", "ToolkitMacros"),
    library("CProcessLifecycle"),
    library(
      "ProcessLifecycle", "CProcessLifecycle", "RecordFormat", "SectionRegistry",
      "ToolkitMessages"),
    library("ToolkitTrace"),
    // What goes along where code goes: its cause, the hops that led to it, fresh states.
    library("CausalContext", "ToolkitTrace"),
    library("ToolkitMessages"),

    // What was meant by a name that does not exist, and names escaped for where they are
    // written.
    library("Spelling"),

    // Pure arithmetic, for those who check it when a program is compiled, when it runs and
    // without running it: how the paths of routes are written, routes as values, in which
    // order tasks run, and when.
    library("RoutePatterns", "Spelling"),
    library(
      "KhalaRoutes", "DeclarationReading", "Declarations", "RecordFormat", "RoutePatterns",
      "Spelling"),
    library("TaskPlanning", "RecordFormat", "Spelling"),
    library("Schedules", "Spelling"),

    // The products. They never import each other.
    product("RheaTime"),
    product(
      "Khala", "DeclarationReading", "Declarations", "KhalaRoutes", "RoutePatterns", "Spelling"),
    library("CPharosThread"),
    product("Pharos", "CPharosThread"),
    product("TaskKit", "Schedules", "Spelling", "TaskPlanning"),

    // Above the products: what is in a file without running it, one picture of all
    // that modules declare, and what joins the products.
    library("BinaryRecords", "RecordFormat"),
    library(
      "ModuleGraph", "DeclarationReading", "Declarations", "KhalaRoutes", "Schedules", "Spelling",
      "TaskPlanning",
      exclude: ["Report/embed", "Report/page.css", "Report/page.html", "Report/page.js"]),
    product(
      "Bridge", "BinaryRecords", "Declarations", "Khala", "ModuleGraph", "Pharos", "RheaTime",
      "Spelling", "TaskKit"),

    // What can be told of a program from its file, and the programs' command lines.
    library(
      "BinaryInspection", "BinaryRecords", "DeclarationReading", "Declarations", "ModuleGraph",
      "Spelling"),
    library("CommandLineKit", "Spelling"),
    .executableTarget(
      name: "modkit",
      dependencies: [
        "BinaryInspection", "BinaryRecords", "CommandLineKit", "ModuleGraph", "Spelling",
      ]),
    .plugin(
      name: "ModkitPlugin",
      capability: .command(
        intent: .custom(
          verb: "modkit",
          description: "Lists, checks, draws and compares what the modules of a program declare.")),
      dependencies: ["modkit"]),

    // Macros: the one library that turns syntax into records, and the one
    // compiler plugin that uses it.
    withSyntax(
      library("ToolkitMacroExpansion", "Declarations"),
      "SwiftSyntax", "SwiftParser", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics"),
    withSyntax(
      .macro(
        name: "ToolkitMacros",
        dependencies: [
          "Declarations", "RoutePatterns", "Schedules", "Spelling", "ToolkitMacroExpansion",
        ]),
      "SwiftCompilerPlugin"),

    // For tests only; no library imports these.
    library("ModularityTestSupport"),
    library("BridgeTestSupport", "Bridge"),
    library("PharosTestSupport", "Pharos"),
    withSyntax(
      library("ToolkitMacroTestSupport"),
      "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics",
      "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion"),
    library(
      "ProgramTestSupport", "Declarations", "ModularityTestSupport",
      path: "Tests/ProgramTestSupport"),

    // Programs that tests start, send signals to, kill or read: the moments of a launch come
    // to a process only once, and their records must not be in that of the tests.
    fixture("LifecycleFixture", "ProcessLifecycle", "SectionRegistry"),
    fixture("LifecycleAsyncFixture", "ProcessLifecycle", "SectionRegistry"),
    fixture("TaskKitFixture", "TaskKit"),
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
    fixture("HostFixture", "Bridge", "ProcessLifecycle"),
    fixture("MessagesFixture", "Bridge"),

    tests("ArchitectureTests"),
    tests("DeclarationsTests", "DeclarationReading", "Declarations"),
    tests("KhalaRoutesTests", "KhalaRoutes", "RoutePatterns", exclude: ["Resources"]),
    tests("SpellingTests", "Spelling"),
    tests("TaskPlanningTests", "RecordFormat", "TaskPlanning"),
    tests("SchedulesTests", "Schedules"),
    tests("SectionRegistryTests", "SectionRegistry"),
    tests(
      "ProcessLifecycleTests", "LifecycleAsyncFixture", "LifecycleFixture", "ProcessLifecycle",
      "ProgramTestSupport", "SectionRegistry", "TaskKitFixture"),
    tests("CausalContextTests", "CausalContext", "ToolkitTrace"),
    tests("ToolkitTraceTests", "ToolkitTrace"),
    tests(
      "ToolkitMessagesTests", "HostFixture", "MessagesFixture", "ProgramTestSupport",
      "ToolkitMessages"),
    tests(
      "RheaTimeTests", "ProcessLifecycle", "ProgramTestSupport", "RheaFixture",
      "RheaFixtureAsync", "RheaFixtureDemo", "RheaTime", "SectionRegistry", "ToolkitTrace"),
    tests(
      "KhalaTests", "Khala", "KhalaLogFixture", "KhalaRoutes", "SectionRegistry", "ToolkitTrace"),
    tests(
      "PharosTests", "CausalContext", "Pharos", "PharosTestSupport", "SectionRegistry",
      "ToolkitTrace"),
    tests(
      "TaskKitTests", "Declarations", "ProcessLifecycle", "Schedules", "SectionRegistry",
      "TaskKit", "TaskPlanning", "ToolkitTrace"),
    tests(
      "BinaryRecordsTests", "BinaryRecords", "Declarations", "ProgramTestSupport",
      "SectionRegistry", exclude: ["records-before.txt"]),
    tests(
      "ModuleGraphTests", "Declarations", "Khala", "ModuleGraph", "ProgramTestSupport",
      "SectionRegistry", "TaskKit", "ToolkitTrace"),
    tests(
      "BinaryInspectionTests", "BinaryInspection", "BinaryRecords", "Declarations",
      "ModuleGraph", "ProgramTestSupport", "SectionRegistry"),
    tests("CommandLineKitTests", "CommandLineKit", "ProgramTestSupport"),
    tests("ModkitTests", "Declarations", "ProgramTestSupport", "Spelling"),
    tests(
      "BridgeTests", "BinaryRecords", "Bridge", "BridgeTestSupport", "HostFixture",
      "LoadingFixture",
      "ProgramTestSupport", "SectionRegistry", "ToolkitTrace"),
    tests("HarborTests", "ProgramTestSupport"),
    tests("ModularityTestSupportTests"),
    withSyntax(
      tests("ToolkitMacroTestSupportTests", "ToolkitMacroTestSupport"),
      "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics"),
    withSyntax(
      tests(
        "ToolkitMacroExpansionTests", "ToolkitMacroExpansion", "ToolkitMacros",
        "ToolkitMacroTestSupport"),
      "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics"),
  ]
    // Apps whose modules share a contract and never import each other.
    + example(
      "Pages", of: "SectionRegistry", contract: "PageContract", modules: ["Catalog", "Checkout"])
    + example("Moments", of: "RheaTime", modules: ["Account", "Feed"], app: ["ProcessLifecycle"])
    + example("Shop", of: "Khala", modules: ["Catalog", "Cart", "Checkout"])
    + example("Cart", of: "Pharos", modules: ["Catalog", "Badge", "Till", "Bank"])
    + example(
      "Launch", of: "TaskKit", modules: ["Settings", "Storage", "Feed"], app: ["ProcessLifecycle"])
    + example(
      "Harbor", of: "Bridge", contract: "HarborContracts",
      modules: ["Berths", "Cargo", "Customs", "Weather", "Notices", "Accounts"],
      app: ["CommandLineKit", "SectionRegistry"]),
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  // What compilers, linkers and other tools do to records. Its fixtures are
  // programs that the tests compile themselves.
  package.targets.append(
    withSyntax(
      tests(
        "LinkMatrixTests", "Khala", "LoadingFixture", "Pharos", "ProgramTestSupport", "RheaTime",
        "SectionRegistry", "TaskKit", "ToolkitMacroTestSupport", "ToolkitMacros",
        exclude: ["Fixtures"]),
      "SwiftSyntaxMacros"))
#endif

// MARK: - Kinds of targets

func library(
  _ name: String, _ dependencies: Target.Dependency..., path: String? = nil, exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, exclude: exclude)
}

/// A library that modules of an app import.
func product(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  let floor: [Target.Dependency] = [
    "CausalContext", "ProcessLifecycle", "RecordFormat", "SectionRegistry", "ToolkitMacros",
    "ToolkitMessages", "ToolkitTrace",
  ]
  return .target(name: name, dependencies: floor + dependencies)
}

/// A program for tests.
func fixture(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Tests/Fixtures/\(name)")
}

func tests(
  _ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["ModularityTestSupport"], exclude: exclude)
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

/// Adds products of swift-syntax.
func withSyntax(_ target: Target, _ products: String...) -> Target {
  swiftSyntax.add(products, to: target)
  return target
}

// A change of one product is tested without building the tests of all:
// `MODKIT_TESTS=PharosTests,RheaTimeTests swift test`.
if let chosen = Context.environment["MODKIT_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
}

// MARK: - Settings every Swift target shares

for target in package.targets
where target.type != .plugin
  && !["CPharosThread", "CProcessLifecycle", "CSectionRegistry"].contains(target.name)
{
  var settings = target.swiftSettings ?? []
  settings += [
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
  target.swiftSettings = settings
}

// MARK: - Where swift-syntax comes from

/// The swift-syntax that the macro targets are built with.
///
/// On Linux it is the one inside the toolchain, so that the package depends on
/// nothing and a clean build takes seconds. `MODKIT_SWIFT_SYNTAX=package`, and
/// every Apple platform, take the package by its URL instead (not tested by our
/// checks, which have no network).
struct SwiftSyntaxSource {
  /// The folder of the toolchain that has it; `nil` for the package.
  let host: String?

  static func choose() -> SwiftSyntaxSource {
    switch Context.environment["MODKIT_SWIFT_SYNTAX"] {
    case "package":
      return SwiftSyntaxSource(host: nil)
    case nil, "", "toolchain":
      #if os(Linux)
        guard let host = toolchainHost else {
          refuse(
            """
            ModularityKit builds its macros with the swift-syntax inside the toolchain, and finds \
            none. Use a swift.org toolchain of Swift 6.3 or later, or set \
            MODKIT_SWIFT_SYNTAX=package to build with the swift-syntax package instead.
            """)
        }
        return SwiftSyntaxSource(host: host)
      #else
        return SwiftSyntaxSource(host: nil)
      #endif
    case let other?:
      refuse(
        "MODKIT_SWIFT_SYNTAX is '\(other)'; it may be 'toolchain' (the default on Linux) or 'package'."
      )
    }
  }

  /// Ends the reading of the manifest with a message, and without a stack trace
  /// that would bury it.
  private static func refuse(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }

  var packageDependencies: [Package.Dependency] {
    guard host == nil else { return [] }
    return [.package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.0"..<"604.0.0")]
  }

  /// Has a target use products of it.
  func add(_ products: [String], to target: Target) {
    if let host {
      target.swiftSettings = [.unsafeFlags(["-I", host])]
      target.linkerSettings = [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]
    } else {
      target.dependencies += products.map { .product(name: $0, package: "swift-syntax") }
    }
  }

  /// The folder of the compiler's own libraries, if swift-syntax is there.
  private static var toolchainHost: String? {
    // …/usr/lib/swift/pm/ManifestAPI/libPackageDescription.so, which reads this manifest. To the
    // end: one read of a file in /proc may stop early, and SwiftPM keeps what a manifest says.
    guard
      let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd(),
      let line = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        .first(where: { $0.hasSuffix("/libPackageDescription.so") }),
      let path = line.firstIndex(of: "/").map({ String(line[$0...]) })
    else { return nil }
    let host = URL(fileURLWithPath: path)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("host").path
    return FileManager.default.fileExists(atPath: host + "/SwiftSyntax.swiftmodule") ? host : nil
  }
}
