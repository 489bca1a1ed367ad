import Foundation
import ProgramTestSupport
import Testing

/// The order of the groups of `Sources`.
///
/// `Package.swift` has the exact edges between targets, which the build enforces.
@Suite struct FloorTests {
  /// The groups that the targets of each group may import.
  ///
  /// A product is a group of its own, so that products cannot import each other.
  private static let floors: [String: Set<String>] = {
    let ground: Set = ["Ground", "Page", "Model"]
    let products = ground.union(["RheaTime", "Khala", "Pharos", "TaskKit", "TaskStore", "Bridge"])
    return [
      "Ground": ["Ground"],
      "Page": [],
      "Model": ground,
      "Macros": ["Ground", "Model", "Macros"],
      "RheaTime": ground.union(["RheaTime"]),
      "Khala": ground.union(["Khala"]),
      "Pharos": ground.union(["Pharos"]),
      "TaskKit": ground.union(["TaskKit"]),
      "TaskStore": ground.union(["TaskKit", "TaskStore"]),
      "Bridge": products,
      "Telemetry": products.union(["Telemetry"]),
      "Tools": ground.union(["Tools"]),
      "TestSupport": products.union(["Macros", "TestSupport"]),
    ]
  }()

  /// Modules of packages of others, by the trait with which a target has an adapter to them.
  private static let adapted: [String: [String: String]] = [
    "BridgeTelemetry": ["ServiceLifecycle": "SwiftServiceLifecycle"],
    "ToolkitTelemetry": [
      "CoreMetrics": "SwiftMetrics", "Logging": "SwiftLog",
      "ServiceContextModule": "SwiftDistributedTracing", "Tracing": "SwiftDistributedTracing",
    ],
  ]

  /// Modules of the toolchain and of the system that a library may use.
  private static let toolchain: Set<String> = [
    "AppKit", "UIKit",
    "Dispatch", "Foundation", "FoundationEssentials", "Observation",
    "Synchronization", "Glibc", "Musl", "Darwin",
    "SwiftCompilerPluginMessageHandling",
    "SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax",
    "SwiftSyntaxBuilder",
    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros", "Testing",
  ]

  /// The folder below `Sources` of each target, by its name.
  private static let folders: [String: String] = {
    let sources = Repository.file("Sources").path
    func children(_ path: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
    var folders = ["CReportPage": "Page"]
    for group in children(sources) where group != "Page" {
      if FileManager.default.fileExists(atPath: "\(sources)/\(group)/\(group).docc") {
        folders[group] = group
      } else {
        // A checkout may keep empty folders of earlier targets.
        for target in children("\(sources)/\(group)")
        where !children("\(sources)/\(group)/\(target)").isEmpty {
          folders[target] = "\(group)/\(target)"
        }
      }
    }
    return folders
  }()

  private static let targets = folders.keys.sorted()

  private static func group(of target: String) -> String? {
    folders[target]?.split(separator: "/").first.map(String.init)
  }

  private struct SourceFile {
    let path: String
    var text: String

    /// The modules in its import declarations.
    var imports: [String] {
      text.matches(
        of:
          #/^\s*(?:@\S+\s+)*(?:(?:public|package|internal|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/#
          .anchorsMatchLineEndings()
      ).map { String($0.1) }
    }

    /// Returns whether nothing of the file is compiled without the condition.
    func isWhole(if condition: String) -> Bool {
      text.hasPrefix("#if \(condition)\n") && text.hasSuffix("\n#endif\n")
        && text.matches(of: #/#(?:if|else|elseif)\b/#).count == 1
    }
  }

  private func files(of target: String) throws -> [SourceFile] {
    let path = try #require(Self.folders[target], "no target '\(target)' is in Sources")
    let folder = Repository.file("Sources/\(path)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted().map {
        SourceFile(
          path: "\(path)/\($0)",
          text: try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
      }
  }

  @Test func `Every group of Sources has a floor`() {
    #expect(Set(Self.targets.compactMap(Self.group)) == Set(Self.floors.keys))
  }

  @Test func `Sources has the products, TaskStore, at most seven groups and 39 targets`() {
    #expect(Self.floors.count <= 13)
    #expect(Self.targets.count <= 39)
  }

  @Test(arguments: targets)
  func `A target imports only groups below its own`(target: String) throws {
    let allowed = try Self.floors[#require(Self.group(of: target)), default: []]
    for file in try files(of: target) {
      let adapted = Self.adapted[target, default: [:]].filter { file.isWhole(if: $0.value) }
      for module in file.imports where adapted[module] == nil {
        let isAllowed = Self.group(of: module).map(allowed.contains)
        #expect(
          isAllowed ?? Self.toolchain.contains(module), "Sources/\(file.path) imports \(module)")
      }
    }
  }

  @Test func `A package of others is imported only in files that its trait compiles`() {
    let adapter = SourceFile(path: "", text: "#if SwiftLog\n  public import Logging\n#endif\n")
    #expect(adapter.isWhole(if: "SwiftLog"))
    #expect(!adapter.isWhole(if: "SwiftMetrics"))
    var mixed = adapter
    mixed.text += "struct Other {}\n#if SwiftLog\n#endif\n"
    #expect(!mixed.isWhole(if: "SwiftLog"))
  }

  /// SwiftPM would build all tests for the host then, with all that they depend on, beside the
  /// same targets for the programs of the package.
  @Test func `No test depends on a compiler plugin`() throws {
    let manifest = try String(contentsOf: Repository.file("Package.swift"), encoding: .utf8)
    let plugins = manifest.matches(of: #/\.macro\(\s*name: (".+?")/#).map(\.1)
    let tests = manifest.matches(of: #/\btests\(([^()]+)\)/#).map(\.1)
    #expect(plugins == ["\"RecordMacros\"", "\"ToolkitMacros\""])
    #expect(tests.count > 30)
    for plugin in plugins {
      #expect(tests.filter { $0.contains(plugin) }.isEmpty)
    }
  }

  @Test func `The check sees every form of import`() {
    let file = SourceFile(
      path: "",
      text: """
        import A
        public import B
          @_spi(X) @preconcurrency internal import struct C.Name
        // import D
        @_exported public import E
        let text = "import F"
        """)
    #expect(file.imports == ["A", "B", "C", "E"])
  }

  @Test(arguments: targets.filter { !["CommandLineKit", "ProgramTestSupport"].contains($0) })
  func `Only messages and CommandLineKit write to standard error`(target: String) throws {
    let writes = #/\b(?:standardError|stderr|STDERR_FILENO|fputs|perror|NSLog|debugPrint)\b/#
    for file in try files(of: target)
    where !file.path.hasPrefix("Ground/ToolkitTrace/Messages/") {
      #expect(!file.text.contains(writes), "\(file.path)")
    }
  }

  @Test(arguments: targets.filter { $0 != "ProcessLifecycle" })
  func `Only ProcessLifecycle submits to the main queue`(target: String) throws {
    let submits = #/\bDispatchQueue\.main\s*\.(?:async|sync)/#
    for file in try files(of: target) {
      #expect(!file.text.contains(submits), "\(file.path): use MainQueue.enqueue")
    }
  }

  /// One use brings the data of ICU into every statically linked program.
  ///
  /// That is some fifty megabytes; FoundationEssentials weighs seven.
  @Test(arguments: [
    "Declarations", "ProcessLifecycle", "RecordFormat", "RheaTime", "RoutePatterns",
    "SectionRegistry", "Spelling", "TaskPlanning",
  ])
  func `RheaTime and its dependencies do not import Foundation`(target: String) throws {
    for file in try files(of: target) where !file.path.contains("+Darwin") {
      let foundation = file.imports.filter { $0.hasPrefix("Foundation") }
      #expect(foundation.isEmpty, "\(file.path)")
    }
  }

  /// Loading ICU takes longer than most answers of modkit.
  @Test(arguments: [
    "BinaryInspection", "BinaryRecords", "CommandLineKit", "Declarations", "KhalaRoutes",
    "ModuleGraph", "Schedules", "SourceInspection", "modkit",
  ])
  func `modkit and its dependencies import only the essentials of Foundation`(
    target: String
  ) throws {
    // Where there is no FoundationEssentials, Foundation stands for it.
    let choice =
      #/#if canImport\(FoundationEssentials\)\n.*\n#else\n.*import Foundation\n#endif\n/#
    for var file in try files(of: target) {
      file.text.replace(choice, with: "")
      #expect(!file.imports.contains("Foundation"), "\(file.path)")
    }
  }

  /// A file may list the systems that are supported, to refuse the others with
  /// `#error`; code stands in a file or folder named for its system.
  @Test(arguments: targets)
  func `Code for one system stands in a file named for it`(target: String) throws {
    let isNamed = #/(?:\+(?:Linux|Darwin|ELF|MachO)\.)|(?:\/(?:Linux|Darwin)\/)/#
    for file in try files(of: target) where !file.path.contains(isNamed) {
      let asksForSystem = file.text.contains(#/#(?:if|elseif) os\(/#)
      #expect(!asksForSystem || file.text.contains("#error("), "\(file.path)")
    }
  }
}
