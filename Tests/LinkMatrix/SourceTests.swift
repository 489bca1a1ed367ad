import Foundation
import ProgramTestSupport
import SwiftSyntaxMacros
import Testing
import ToolkitMacroExpansion
import ToolkitMacroTestSupport
import ToolkitMacroTypes

/// Which uses of the macros compile, and what the compiler says of the others.
@Suite(.linkMatrix, .enoughTime)
struct SourceTests {
  private static let newer = ClientSource.settings + [ClientSource.upcoming]

  /// Files of valid uses, and the settings that each must compile with.
  private static let forms: [(file: String, settings: [[String]])] = [
    ("Rhea/Rows", ClientSource.settings),
    ("Khala/Rows", ClientSource.settings),
    ("Khala/Calls", ClientSource.settings),
    ("Khala/main", [["-swift-version", "6"], ["-swift-version", "5"]]),
    ("Pharos/Observers", ClientSource.settings),
    ("Pharos/Relays", ClientSource.settings),
    ("TaskKit/Types", newer),
    ("TaskKit/Closures", newer),
    ("Bridge/Forms", newer),
  ]

  @Test(arguments: forms.flatMap { row in row.settings.map { (row.file, $0) } })
  func `Every form compiles without a warning`(file: String, settings: [String]) async throws {
    let compiled = try await compilation(of: file, settings).succeed()
    #expect(compiled.errors == "")
  }

  @Test(
    arguments: ["Rhea/References", "Pharos/RelayReferences", "TaskKit/References"],
    [[], ["-default-isolation", "MainActor"]])
  func `A function can be given by its name`(file: String, settings: [String]) async throws {
    let compiled = try await compilation(of: file, settings).succeed()
    #expect(compiled.errors == "")

    // In language mode 5 the compiler does not infer that the method of a Sendable object is one.
    let old = try await compilation(of: file, settings + ["-swift-version", "5"]).succeed()
    let warnings = old.errors.matches(of: /warning: (.*)/).map { String($0.1) }
    #expect(!warnings.isEmpty)
    #expect(
      warnings.allSatisfy { $0.hasPrefix("converting non-Sendable function value to") },
      "\(old.errors)")
  }

  @Test(
    arguments: [
      "Rhea/Arguments", "Rhea/Typed", "Rhea/Isolation", "Rhea/Places", "Rhea/main",
      "Khala/Functions", "Khala/Routes", "Khala/Classes", "Khala/Markers", "Khala/Contracts",
      "Pharos/Misuse", "Pharos/RelayTypes", "TaskKit/MisuseTypes", "TaskKit/MisuseArguments",
      "TaskKit/MisuseIsolation", "TaskKit/main", "Bridge/Misuse", "Bridge/main",
    ], [6, 5])
  func `Mistakes are rejected at their source location`(file: String, mode: Int) async throws {
    try await ClientSource.check("\(file).swift", languageMode: mode)
  }

  @Test(arguments: ["Rhea", "Khala", "TaskKit"])
  func `With main actor isolation by default, declarations are checked as isolated`(
    product: String
  ) async throws {
    try await ClientSource.check(
      "\(product)/DefaultIsolation.swift", languageMode: 6, ["-default-isolation", "MainActor"])
  }

  // The second is found by a later pass, which only sources without other errors reach.
  @Test(arguments: ["RelayMisuse", "RelayRegions"])
  func `Confined relays cannot be passed to another thread`(file: String) async throws {
    try await ClientSource.check("Pharos/\(file).swift", languageMode: 6)
  }

  @Test(arguments: [6, 5])
  func `Deprecated code in an argument causes one warning`(mode: Int) async throws {
    let compiled = try await compilation(
      of: "Rhea/Deprecated", ["-swift-version", "\(mode)"]
    ).succeed()
    let warnings = compiled.errors.matches(of: /(.+?):(\d+):\d+: warning: .* is deprecated/)
    let path = Fixture.file("Rhea/Deprecated.swift")
    #expect(warnings.allSatisfy { $0.1 == path }, "\(compiled.errors)")
    #expect(
      warnings.compactMap { Int($0.2) }.sorted() == [13, 15, 18, 18, 19], "\(compiled.errors)")
  }

  @Test(arguments: [("Rhea/InFunctions", 18), ("TaskKit/Fixable", 14)], [6, 5])
  func `Sources compile after their fix-its`(
    fixture: (file: String, changes: Int), mode: Int
  ) async throws {
    var source = try String(
      contentsOfFile: Fixture.file("\(fixture.file).swift"), encoding: .utf8)
    var changes = 0
    while let fixed = expansion(of: source).diagnostics.first?.fixIts.first?.fixedSource {
      source = fixed
      changes += 1
      try #require(changes < 100, "\(source)")
    }
    #expect(changes == fixture.changes)
    #expect(expansion(of: source).diagnostics.isEmpty)

    let file = try LinkMatrix.makeFolder("Fixed").appending(path: "Fixed.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let compiled = try await ClientSource.compilation(
      of: file.path, ["-swift-version", "\(mode)"]
    ).succeed()
    #expect(compiled.errors == "")
  }

  private func compilation(of file: String, _ settings: [String]) throws -> Command {
    try ClientSource.compilation(of: Fixture.file("\(file).swift"), settings)
  }

  private func expansion(of source: String) -> MacroExpansion {
    MacroExpansion(
      of: source,
      macros: [
        "rhea": RheaMacro.self, "load": LoadMacro.self, "premain": PremainMacro.self,
        "appDidFinishLaunching": AppDidFinishLaunchingMacro.self,
        "EventTask": EventTaskMacro.self, "NotificationTask": NotificationTaskMacro.self,
        "ScheduledTask": ScheduledTaskMacro.self, "TimerTask": TimerTaskMacro.self,
        "task": EventTaskMacro.self, "notification": NotificationTaskMacro.self,
        "schedule": ScheduledTaskMacro.self, "timer": TimerTaskMacro.self,
      ])
  }
}
