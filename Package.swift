// swift-tools-version: 6.3

import CompilerPluginSupport
import Foundation
import PackageDescription

let swiftSyntax = SwiftSyntaxSource.choose()

let package = Package(
  name: "ModularityKit",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RheaTime", targets: ["RheaTime"]),
    .library(name: "Khala", targets: ["Khala"]),
    .library(name: "Pharos", targets: ["Pharos"]),
    .library(name: "TaskKit", targets: ["TaskKit"]),
    .library(name: "Bridge", targets: ["Bridge"]),
    .library(name: "ModuleGraph", targets: ["ModuleGraph"]),
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
    .library(name: "SectionRegistry", targets: ["SectionRegistry"]),
    .library(name: "ProcessLifecycle", targets: ["ProcessLifecycle"]),
    .library(name: "ToolkitTrace", targets: ["ToolkitTrace"]),
    .library(name: "ToolkitMacroExpansion", targets: ["ToolkitMacroExpansion"]),
    .library(name: "ToolkitMacroTestSupport", targets: ["ToolkitMacroTestSupport"]),
    .library(name: "ModularityTestSupport", targets: ["ModularityTestSupport"]),
    .library(name: "PharosTestSupport", targets: ["PharosTestSupport"]),
  ],
  dependencies: swiftSyntax.packageDependencies,
  targets: [
    // The ground floor: what is in the binary, what the system tells the
    // process, what ran, and what is wrong.
    .target(name: "RecordFormat"),
    .target(name: "CSectionRegistry"),
    .target(
      name: "SectionRegistry",
      dependencies: ["CSectionRegistry", "RecordFormat", "ToolkitMacros"]
    ),
    .target(name: "CProcessLifecycle"),
    .target(
      name: "ProcessLifecycle",
      dependencies: ["CProcessLifecycle", "SectionRegistry", "ToolkitMessages"]),
    .target(name: "ToolkitTrace"),
    .target(name: "ToolkitMessages"),

    // How the paths of routes are written, for those who read them when a program
    // is compiled and when it runs.
    .target(name: "RoutePatterns", dependencies: ["Spelling"]),

    // What was meant by a name that does not exist, and names escaped for where they are
    // written.
    .target(name: "Spelling"),

    // In which order tasks run, and when: pure arithmetic, for those who check it
    // when a program is compiled, when it runs and without running it.
    .target(name: "TaskPlanning", dependencies: ["Spelling"]),
    .target(name: "Schedules", dependencies: ["Spelling"]),

    // The products. They never import each other.
    .target(
      name: "RheaTime",
      dependencies: [
        "ProcessLifecycle", "SectionRegistry", "ToolkitMacros", "ToolkitMessages", "ToolkitTrace",
      ]
    ),
    .target(
      name: "Khala",
      dependencies: [
        "ProcessLifecycle", "RoutePatterns", "SectionRegistry", "Spelling", "ToolkitMacros",
        "ToolkitMessages", "ToolkitTrace",
      ]
    ),
    .target(name: "CPharosThread"),
    .target(
      name: "Pharos",
      dependencies: [
        "CPharosThread", "ProcessLifecycle", "SectionRegistry", "ToolkitMacros",
        "ToolkitMessages", "ToolkitTrace",
      ]
    ),
    .target(
      name: "TaskKit",
      dependencies: [
        "ProcessLifecycle", "Schedules", "SectionRegistry", "Spelling", "TaskPlanning",
        "ToolkitMacros", "ToolkitMessages", "ToolkitTrace",
      ]
    ),

    // Above the products: what is in a file without running it, one picture of all
    // that modules declare, and what joins the products.
    .target(name: "BinaryRecords", dependencies: ["RecordFormat"]),
    .target(
      name: "ModuleGraph",
      dependencies: [
        "Khala", "RecordFormat", "RoutePatterns", "Schedules", "SectionRegistry", "Spelling",
        "TaskKit", "TaskPlanning", "ToolkitTrace",
      ]
    ),
    .target(
      name: "Bridge",
      dependencies: [
        "BinaryRecords", "Khala", "ModuleGraph", "Pharos", "ProcessLifecycle", "RheaTime",
        "SectionRegistry", "Spelling", "TaskKit", "ToolkitMacros", "ToolkitMessages",
        "ToolkitTrace",
      ]
    ),

    // What can be told of a program from its file, and the programs' command lines.
    .target(
      name: "BinaryInspection",
      dependencies: ["BinaryRecords", "ModuleGraph", "RecordFormat", "Spelling"]),
    .target(name: "CommandLineKit", dependencies: ["Spelling"]),
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
    .target(
      name: "ToolkitMacroExpansion",
      dependencies: ["RecordFormat"]
        + swiftSyntax.products(
          "SwiftSyntax", "SwiftParser", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
          "SwiftDiagnostics"),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),
    .macro(
      name: "ToolkitMacros",
      dependencies: ["RoutePatterns", "Schedules", "Spelling", "ToolkitMacroExpansion"]
        + swiftSyntax.products("SwiftCompilerPlugin"),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),

    // For tests only; no library imports these.
    .target(name: "ModularityTestSupport"),
    .target(name: "PharosTestSupport", dependencies: ["Pharos"]),
    .target(
      name: "ToolkitMacroTestSupport",
      dependencies: swiftSyntax.products(
        "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics",
        "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftSyntaxMacroExpansion"),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),

    // An app whose modules share a contract and never import each other.
    .target(
      name: "PageContract", dependencies: ["SectionRegistry"], path: "Examples/Pages/PageContract"),
    .target(
      name: "PagesCatalog", dependencies: ["PageContract", "SectionRegistry"],
      path: "Examples/Pages/Catalog"),
    .target(
      name: "PagesCheckout", dependencies: ["PageContract", "SectionRegistry"],
      path: "Examples/Pages/Checkout"),
    .executableTarget(
      name: "pages",
      dependencies: ["PageContract", "PagesCatalog", "PagesCheckout", "SectionRegistry"],
      path: "Examples/Pages/App"
    ),

    // Modules that tell each other of moments and never import each other.
    .target(
      name: "MomentsContract", dependencies: ["RheaTime"], path: "Examples/Moments/MomentsContract"),
    .target(
      name: "MomentsAccount", dependencies: ["MomentsContract"], path: "Examples/Moments/Account"),
    .target(name: "MomentsFeed", dependencies: ["MomentsContract"], path: "Examples/Moments/Feed"),
    .executableTarget(
      name: "moments",
      dependencies: ["MomentsContract", "MomentsAccount", "MomentsFeed", "ProcessLifecycle"],
      path: "Examples/Moments/App"
    ),

    // Modules that call each other by URL and never import each other.
    .target(name: "ShopContract", dependencies: ["Khala"], path: "Examples/Shop/ShopContract"),
    .target(name: "ShopCatalog", dependencies: ["ShopContract"], path: "Examples/Shop/Catalog"),
    .target(name: "ShopCart", dependencies: ["ShopContract"], path: "Examples/Shop/Cart"),
    .target(name: "ShopCheckout", dependencies: ["ShopContract"], path: "Examples/Shop/Checkout"),
    .executableTarget(
      name: "shop",
      dependencies: ["ShopContract", "ShopCatalog", "ShopCart", "ShopCheckout"],
      path: "Examples/Shop/App"
    ),

    // Modules that share relays and never import each other.
    .target(name: "CartContract", dependencies: ["Pharos"], path: "Examples/Cart/CartContract"),
    .target(name: "CartCatalog", dependencies: ["CartContract"], path: "Examples/Cart/Catalog"),
    .target(name: "CartBadge", dependencies: ["CartContract"], path: "Examples/Cart/Badge"),
    .target(name: "CartTill", dependencies: ["CartContract"], path: "Examples/Cart/Till"),
    .target(name: "CartBank", dependencies: ["CartContract"], path: "Examples/Cart/Bank"),
    .executableTarget(
      name: "cart",
      dependencies: ["CartContract", "CartCatalog", "CartBadge", "CartTill", "CartBank"],
      path: "Examples/Cart/App"
    ),

    // Modules whose tasks need each other at the launch and never import each other.
    .target(
      name: "LaunchContract", dependencies: ["TaskKit"], path: "Examples/Launch/LaunchContract"),
    .target(
      name: "LaunchSettings", dependencies: ["LaunchContract"], path: "Examples/Launch/Settings"),
    .target(
      name: "LaunchStorage", dependencies: ["LaunchContract"], path: "Examples/Launch/Storage"),
    .target(name: "LaunchFeed", dependencies: ["LaunchContract"], path: "Examples/Launch/Feed"),
    .executableTarget(
      name: "launch",
      dependencies: [
        "LaunchContract", "LaunchSettings", "LaunchStorage", "LaunchFeed", "ProcessLifecycle",
      ],
      path: "Examples/Launch/App"
    ),

    // A port's operations desk: everything in one app, whose modules share a contract.
    .target(
      name: "HarborContracts", dependencies: ["Bridge"], path: "Examples/Harbor/Contracts"),
    .target(
      name: "HarborBerths", dependencies: ["HarborContracts"], path: "Examples/Harbor/Berths"),
    .target(
      name: "HarborCargo", dependencies: ["HarborContracts"], path: "Examples/Harbor/Cargo"),
    .target(
      name: "HarborCustoms", dependencies: ["HarborContracts"], path: "Examples/Harbor/Customs"),
    .target(
      name: "HarborWeather", dependencies: ["HarborContracts"], path: "Examples/Harbor/Weather"),
    .target(
      name: "HarborNotices", dependencies: ["HarborContracts"], path: "Examples/Harbor/Notices"),
    .target(
      name: "HarborAccounts", dependencies: ["HarborContracts"], path: "Examples/Harbor/Accounts"),
    .executableTarget(
      name: "harbor",
      dependencies: [
        "HarborContracts", "HarborBerths", "HarborCargo", "HarborCustoms", "HarborWeather",
        "HarborNotices", "HarborAccounts", "CommandLineKit", "SectionRegistry",
      ],
      path: "Examples/Harbor/App"
    ),

    // Runs programs for the tests below.
    .target(
      name: "ProgramTestSupport", dependencies: ["ModularityTestSupport", "RecordFormat"],
      path: "Tests/ProgramTestSupport"),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(
      name: "RecordFormatTests", dependencies: ["RecordFormat", "ModularityTestSupport"]),
    .testTarget(
      name: "RoutePatternsTests", dependencies: ["RoutePatterns", "ModularityTestSupport"]),
    .testTarget(name: "SpellingTests", dependencies: ["Spelling", "ModularityTestSupport"]),
    .testTarget(
      name: "TaskPlanningTests", dependencies: ["TaskPlanning", "ModularityTestSupport"]),
    .testTarget(name: "SchedulesTests", dependencies: ["Schedules", "ModularityTestSupport"]),
    .testTarget(
      name: "TaskKitTests",
      dependencies: [
        "TaskKit", "ProcessLifecycle", "Schedules", "SectionRegistry", "TaskPlanning",
        "ToolkitTrace", "ModularityTestSupport",
      ]),
    .testTarget(
      name: "SectionRegistryTests",
      dependencies: ["SectionRegistry", "ModularityTestSupport"]
    ),
    // Programs that the tests of ProcessLifecycle start and send signals to.
    .executableTarget(
      name: "LifecycleFixture",
      dependencies: ["ProcessLifecycle", "SectionRegistry"],
      path: "Tests/Fixtures/LifecycleFixture"
    ),
    .executableTarget(
      name: "LifecycleAsyncFixture",
      dependencies: ["ProcessLifecycle", "SectionRegistry"],
      path: "Tests/Fixtures/LifecycleAsyncFixture"
    ),
    .executableTarget(
      name: "TaskKitFixture", dependencies: ["TaskKit"], path: "Tests/Fixtures/TaskKitFixture"),
    .testTarget(
      name: "ProcessLifecycleTests",
      dependencies: [
        "ProcessLifecycle", "LifecycleFixture", "LifecycleAsyncFixture", "ModularityTestSupport",
        "ProgramTestSupport", "SectionRegistry", "TaskKitFixture",
      ]
    ),
    // Programs that the tests of RheaTime start, since the moments of a launch
    // come to a process only once.
    .executableTarget(
      name: "RheaFixtureDemo", dependencies: ["ProcessLifecycle", "RheaTime"],
      path: "Tests/Fixtures/RheaFixtureDemo"
    ),
    .target(
      name: "RheaFixtureAccount", dependencies: ["ProcessLifecycle", "RheaTime"],
      path: "Tests/Fixtures/RheaFixtureAccount"
    ),
    .executableTarget(
      name: "RheaFixture", dependencies: ["ProcessLifecycle", "RheaFixtureAccount", "RheaTime"],
      path: "Tests/Fixtures/RheaFixture"
    ),
    .executableTarget(
      name: "RheaFixtureAsync", dependencies: ["ProcessLifecycle", "RheaTime"],
      path: "Tests/Fixtures/RheaFixtureAsync"
    ),
    .testTarget(
      name: "RheaTimeTests",
      dependencies: [
        "RheaTime", "RheaFixture", "RheaFixtureAsync", "RheaFixtureDemo", "ProcessLifecycle",
        "SectionRegistry", "ToolkitTrace", "ModularityTestSupport", "ProgramTestSupport",
      ]
    ),
    // A program that the tests of Khala's log kill while it writes.
    .executableTarget(
      name: "KhalaLogFixture", dependencies: ["Khala"], path: "Tests/Fixtures/KhalaLogFixture"),
    .testTarget(
      name: "KhalaTests",
      dependencies: [
        "Khala", "KhalaLogFixture", "RoutePatterns", "SectionRegistry", "ToolkitTrace",
        "ModularityTestSupport",
      ],
      exclude: ["Resources"]),
    .testTarget(
      name: "PharosTests",
      dependencies: [
        "Pharos", "PharosTestSupport", "SectionRegistry", "ToolkitTrace", "ModularityTestSupport",
      ]),
    .testTarget(
      name: "BinaryRecordsTests",
      dependencies: [
        "BinaryRecords", "ModularityTestSupport", "ProgramTestSupport", "RecordFormat",
        "SectionRegistry",
      ]),
    .testTarget(
      name: "ModuleGraphTests",
      dependencies: [
        "Khala", "ModuleGraph", "ModularityTestSupport", "ProgramTestSupport", "RecordFormat",
        "SectionRegistry", "TaskKit", "ToolkitTrace",
      ]),
    .testTarget(
      name: "BinaryInspectionTests",
      dependencies: [
        "BinaryInspection", "BinaryRecords", "ModuleGraph", "ModularityTestSupport",
        "ProgramTestSupport", "RecordFormat", "SectionRegistry",
      ]),
    .testTarget(
      name: "CommandLineKitTests", dependencies: ["CommandLineKit", "ProgramTestSupport"]),
    // A program whose wiring is wrong, for modkit to say so.
    .executableTarget(
      name: "WiringFixture", dependencies: ["Bridge"], path: "Tests/Fixtures/WiringFixture"),
    // They start the programs, and must not have their modules in their own process.
    .testTarget(
      name: "ModkitTests",
      dependencies: ["ModularityTestSupport", "ProgramTestSupport", "RecordFormat", "Spelling"]),
    // A program that loads the modules it is told to.
    .executableTarget(
      name: "LoadingFixture", dependencies: ["Bridge", "SectionRegistry"],
      path: "Tests/Fixtures/LoadingFixture"
    ),
    // An app that the tests of its host start and send signals to.
    .executableTarget(
      name: "HostFixture", dependencies: ["Bridge", "ProcessLifecycle"],
      path: "Tests/Fixtures/HostFixture"),
    .testTarget(
      name: "BridgeTests",
      dependencies: [
        "Bridge", "BinaryRecords", "HostFixture", "LoadingFixture", "ModularityTestSupport",
        "ProgramTestSupport", "SectionRegistry", "ToolkitTrace",
      ]),
    // They start the program, and must not have its modules in their own process.
    .testTarget(
      name: "HarborTests", dependencies: ["ModularityTestSupport", "ProgramTestSupport"]),
    // A program in which every product has something to report.
    .executableTarget(
      name: "MessagesFixture", dependencies: ["Bridge"], path: "Tests/Fixtures/MessagesFixture"),
    .testTarget(
      name: "ToolkitMessagesTests",
      dependencies: ["HostFixture", "MessagesFixture", "ProgramTestSupport", "ToolkitMessages"]),
    .testTarget(
      name: "ToolkitTraceTests", dependencies: ["ToolkitTrace", "ModularityTestSupport"]),
    .testTarget(name: "ModularityTestSupportTests", dependencies: ["ModularityTestSupport"]),
    .testTarget(
      name: "ToolkitMacroTestSupportTests",
      dependencies: ["ToolkitMacroTestSupport"]
        + swiftSyntax.products(
          "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics"),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),
    .testTarget(
      name: "ToolkitMacroExpansionTests",
      dependencies: ["ToolkitMacroExpansion", "ToolkitMacros", "ToolkitMacroTestSupport"]
        + swiftSyntax.products(
          "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros", "SwiftDiagnostics"),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  // What compilers, linkers and other tools do to records. Its fixtures are
  // programs that the tests compile themselves.
  package.targets.append(
    .testTarget(
      name: "LinkMatrixTests",
      dependencies: [
        "Khala", "LoadingFixture", "Pharos", "ProgramTestSupport", "RheaTime", "SectionRegistry",
        "TaskKit",
        "ToolkitMacros", "ToolkitMacroTestSupport",
      ]
        + swiftSyntax.products("SwiftSyntaxMacros"),
      exclude: ["Fixtures"],
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings))
#endif

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
enum SwiftSyntaxSource {
  case toolchain(host: String)
  case package

  static func choose() -> SwiftSyntaxSource {
    switch Context.environment["MODKIT_SWIFT_SYNTAX"] {
    case "package":
      return .package
    case nil, "", "toolchain":
      #if os(Linux)
        guard let manifestLibrary = pathOfLoadedImage(named: "libPackageDescription.so") else {
          refuse(
            """
            ModularityKit cannot tell which toolchain is reading its manifest: \
            libPackageDescription.so is not among the images in /proc/self/maps. \
            Set MODKIT_SWIFT_SYNTAX=package to build with the swift-syntax package instead.
            """)
        }
        // …/usr/lib/swift/pm/ManifestAPI/libPackageDescription.so
        let host = URL(fileURLWithPath: manifestLibrary)
          .deletingLastPathComponent()
          .deletingLastPathComponent()
          .deletingLastPathComponent()
          .appendingPathComponent("host").path
        guard FileManager.default.fileExists(atPath: host + "/SwiftSyntax.swiftmodule") else {
          refuse(
            """
            ModularityKit builds its macros with the swift-syntax inside the toolchain, but \
            \(host) has none. Use a swift.org toolchain of Swift 6.3 or later, or set \
            MODKIT_SWIFT_SYNTAX=package to build with the swift-syntax package instead.
            """)
        }
        return .toolchain(host: host)
      #else
        return .package
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
    switch self {
    case .toolchain: []
    case .package:
      [.package(url: "https://github.com/swiftlang/swift-syntax.git", "603.0.0"..<"604.0.0")]
    }
  }

  func products(_ names: String...) -> [Target.Dependency] {
    switch self {
    case .toolchain: []
    case .package: names.map { .product(name: $0, package: "swift-syntax") }
    }
  }

  var swiftSettings: [SwiftSetting] {
    switch self {
    case .toolchain(let host): [.unsafeFlags(["-I", host])]
    case .package: []
    }
  }

  var linkerSettings: [LinkerSetting] {
    switch self {
    case .toolchain(let host):
      [
        .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])
      ]
    case .package: []
    }
  }

  /// The path of the image of this name that the running process has loaded.
  ///
  /// Read in pieces until the end: a single read of a file in `/proc` may stop
  /// early, and SwiftPM would then cache the wrong answer with the manifest.
  private static func pathOfLoadedImage(named name: String) -> String? {
    guard let maps = fopen("/proc/self/maps", "r") else { return nil }
    defer { fclose(maps) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, maps), count > 0 {
      bytes += piece[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n")
      .first { $0.hasSuffix("/" + name) }
      .flatMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }
  }
}
