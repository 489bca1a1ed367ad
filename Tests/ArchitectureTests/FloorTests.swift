import Foundation
import Testing

/// The floors of the house: which target may import which.
@Suite struct FloorTests {
  /// What each target may import of ours.
  ///
  /// A target that is not listed may import nothing, so adding one means deciding
  /// where it stands.
  private static let allowed: [String: Set<String>] = [
    "RecordFormat": [],
    "Declarations": ["RecordFormat"],
    "DeclarationReading": ["Declarations"],
    "CSectionRegistry": [],
    "SectionRegistry": ["RecordFormat", "CSectionRegistry"],
    "ToolkitTrace": [],
    "CausalContext": ["ToolkitTrace"],
    "ToolkitMessages": ["RecordFormat"],
    "ToolkitTelemetry": ["RecordFormat", "ToolkitMessages", "ToolkitTrace"],
    "CProcessLifecycle": [],
    "ProcessLifecycle": [
      "CProcessLifecycle", "RecordFormat", "SectionRegistry", "ToolkitMessages",
    ],
    "RheaTime": [
      "CausalContext", "RecordFormat", "SectionRegistry", "ProcessLifecycle", "ToolkitMessages",
      "ToolkitTrace",
    ],
    "RoutePatterns": ["Spelling"],
    "KhalaRoutes": [
      "DeclarationReading", "Declarations", "RecordFormat", "RoutePatterns", "Spelling",
    ],
    "Spelling": [],
    "TaskPlanning": ["RecordFormat", "Spelling"],
    "Schedules": ["Spelling"],
    "Khala": [
      "CausalContext", "DeclarationReading", "Declarations", "KhalaRoutes", "RecordFormat",
      "RoutePatterns", "SectionRegistry", "Spelling", "ProcessLifecycle", "ToolkitMessages",
      "ToolkitTrace",
    ],
    "CPharosThread": [],
    "Pharos": [
      "CPharosThread", "CausalContext", "RecordFormat", "SectionRegistry", "ProcessLifecycle",
      "ToolkitMessages", "ToolkitTrace",
    ],
    "TaskKit": [
      "CausalContext", "RecordFormat", "Schedules", "SectionRegistry", "Spelling",
      "ProcessLifecycle", "TaskPlanning", "ToolkitMessages", "ToolkitTrace",
    ],
    "CTaskStore": [],
    "TaskStore": [
      "CTaskStore", "CausalContext", "RecordFormat", "SectionRegistry", "Spelling", "TaskKit",
      "TaskPlanning", "ToolkitTrace",
    ],
    "BinaryRecords": ["RecordFormat"],
    "CReportPage": [],
    "ModuleGraph": [
      "CReportPage", "DeclarationReading", "Declarations", "KhalaRoutes", "Schedules", "Spelling",
      "TaskPlanning",
    ],
    "BinaryInspection": [
      "BinaryRecords", "DeclarationReading", "Declarations", "ModuleGraph", "Spelling",
    ],
    "BridgeTelemetry": [
      "Bridge", "Khala", "ProcessLifecycle", "RecordFormat", "SectionRegistry", "TaskKit",
      "TaskStore", "ToolkitMessages", "ToolkitTelemetry", "ToolkitTrace",
    ],
    "CommandLineKit": ["Spelling"],
    "CCompilerIndex": [],
    "CompilerIndex": ["CCompilerIndex"],
    "SourceReading": ["Declarations", "ModuleGraph", "RoutePatterns"],
    "UseReading": ["CompilerIndex", "Declarations", "ModuleGraph", "SourceReading"],
    "EditorProtocol": [],
    "EditorAnswers": [
      "BinaryInspection", "Declarations", "KhalaRoutes", "ModuleGraph", "Schedules",
      "SourceReading", "Spelling", "TaskPlanning", "UseReading",
    ],
    "EditorServer": [
      "BinaryInspection", "BinaryRecords", "Declarations", "EditorAnswers", "EditorProtocol",
      "ModuleGraph", "SourceReading", "Spelling", "UseReading",
    ],
    "modkit": [
      "BinaryInspection", "BinaryRecords", "CommandLineKit", "EditorServer", "ModuleGraph",
      "Spelling", "UseReading",
    ],
    "Bridge": [
      "BinaryRecords", "CausalContext", "Khala", "ModuleGraph", "Pharos", "ProcessLifecycle",
      "DeclarationReading", "Declarations", "RecordFormat", "RheaTime", "SectionRegistry",
      "Spelling", "TaskKit", "TaskStore",
      "ToolkitMessages",
      "ToolkitTrace",
    ],
    "ToolkitMacroExpansion": ["Declarations"],
    "RecordMacroTypes": ["Declarations", "ToolkitMacroExpansion"],
    "MacroPlugin": ["ToolkitMacroExpansion"],
    "RecordMacros": ["MacroPlugin", "RecordMacroTypes"],
    "ToolkitMacroTypes": [
      "Declarations", "RoutePatterns", "Schedules", "Spelling", "ToolkitMacroExpansion",
    ],
    "ToolkitMacros": ["MacroPlugin", "ToolkitMacroTypes"],
    "ModularityTestSupport": [],
    "BridgeTestSupport": ["Bridge"],
    "PharosTestSupport": ["Pharos"],
    "TaskStoreTestSupport": ["TaskStore"],
    "ToolkitMacroTestSupport": [],
  ]

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
    "AppKit", "UIKit", "WatchKit",
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Observation",
    "Synchronization", "Glibc", "Musl", "Darwin",
    "SwiftCompilerPluginMessageHandling",
    "SwiftBasicFormat", "SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax",
    "SwiftSyntaxBuilder",
    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros", "Testing",
  ]

  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  private static let targets: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(atPath: sources.path)
    return (names ?? []).sorted()
  }()

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
    let folder = Self.sources.appending(path: target)
    let paths = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      SourceFile(
        path: "\(target)/\(path)",
        text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }

  @Test func `Every target has an entry in the table of layers`() {
    #expect(Self.targets == Self.allowed.keys.sorted())
  }

  @Test(arguments: targets)
  func `A target imports only targets of lower layers`(target: String) throws {
    let allowed = Self.allowed[target, default: []].union(Self.toolchain)
    for file in try files(of: target) {
      let adapted = Self.adapted[target, default: [:]].filter { file.isWhole(if: $0.value) }
      for module in file.imports where adapted[module] == nil {
        #expect(allowed.contains(module), "\(file.path) imports \(module)")
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
    let manifest = try String(
      contentsOf: Self.sources.deletingLastPathComponent().appending(path: "Package.swift"),
      encoding: .utf8)
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

  @Test(arguments: targets.filter { !["CommandLineKit", "ToolkitMessages"].contains($0) })
  func `Only ToolkitMessages and CommandLineKit write to standard error`(target: String) throws {
    let writes = #/\b(?:standardError|stderr|STDERR_FILENO|fputs|perror|NSLog|debugPrint)\b/#
    for file in try files(of: target) {
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
    "SectionRegistry", "Spelling", "TaskPlanning", "ToolkitMessages",
  ])
  func `RheaTime and its dependencies do not import Foundation`(target: String) throws {
    for file in try files(of: target) where !file.path.contains("+Darwin") {
      let foundation = file.imports.filter { $0.hasPrefix("Foundation") }
      #expect(foundation.isEmpty, "\(file.path)")
    }
  }

  /// Loading ICU takes longer than most answers of modkit.
  @Test(arguments: [
    "BinaryInspection", "BinaryRecords", "CommandLineKit", "CompilerIndex", "DeclarationReading",
    "KhalaRoutes", "ModuleGraph", "Schedules", "UseReading", "modkit",
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
