import Foundation
import ProgramTestSupport
import Testing
import ToolkitMacroTestSupport
import ToolkitMacroTypes

/// What may be written with the macros of TaskKit, and what the compiler says of
/// what may not.
@Suite(.linkMatrix, .enoughTime)
struct TaskKitSourceTests {
  @Test(arguments: ["Types", "Closures"], ClientSource.settings + [ClientSource.upcoming])
  func `Every form compiles without a warning`(file: String, settings: [String]) async throws {
    #expect(try await compilation(of: file, settings).succeed().errors == "")
  }

  @Test(arguments: [[], ["-default-isolation", "MainActor"]])
  func `A function can be given by its name`(settings: [String]) async throws {
    #expect(try await compilation(of: "References", settings).succeed().errors == "")

    let old = try await compilation(of: "References", settings + ["-swift-version", "5"]).succeed()
    let warnings = old.errors.matches(of: /warning: (.*)/).map { String($0.1) }
    #expect(!warnings.isEmpty)
    #expect(
      warnings.allSatisfy { $0.hasPrefix("converting non-Sendable function value to") },
      "\(old.errors)")
  }

  @Test(arguments: ["MisuseTypes", "MisuseArguments", "MisuseIsolation", "main"], [6, 5])
  func `Mistakes are rejected at their source location`(file: String, mode: Int) async throws {
    try await ClientSource.check("TaskKit/\(file).swift", languageMode: mode)
  }

  @Test
  func `With main actor isolation by default, isolated functions are rejected`() async throws {
    try await ClientSource.check(
      "TaskKit/DefaultIsolation.swift", languageMode: 6, ["-default-isolation", "MainActor"])
  }

  @Test(arguments: [6, 5])
  func `Sources compile after their fix-its`(mode: Int) async throws {
    var source = try String(contentsOfFile: Fixture.file("TaskKit/Fixable.swift"), encoding: .utf8)
    var changes = 0
    while let fixed = expansion(of: source).diagnostics.first?.fixIts.first?.fixedSource {
      source = fixed
      changes += 1
      try #require(changes < 100, "\(source)")
    }
    #expect(changes == 14)
    #expect(expansion(of: source).diagnostics.isEmpty)

    let file = try LinkMatrix.makeFolder("Fixed").appending(path: "Fixed.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let compiled = try await ClientSource.compilation(
      of: file.path, ["-swift-version", "\(mode)"]
    ).succeed()
    #expect(compiled.errors == "")
  }

  private func compilation(of file: String, _ settings: [String]) throws -> Command {
    try ClientSource.compilation(of: Fixture.file("TaskKit/\(file).swift"), settings)
  }

  private func expansion(of source: String) -> MacroExpansion {
    MacroExpansion(
      of: source,
      macros: [
        "EventTask": EventTaskMacro.self, "NotificationTask": NotificationTaskMacro.self,
        "ScheduledTask": ScheduledTaskMacro.self, "TimerTask": TimerTaskMacro.self,
        "task": EventTaskMacro.self, "notification": NotificationTaskMacro.self,
        "schedule": ScheduledTaskMacro.self, "timer": TimerTaskMacro.self,
      ])
  }
}
