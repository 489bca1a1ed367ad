import Foundation
import ProgramTestSupport
import Testing

/// Records in modules with other compiler settings than ours.
@Suite(.linkMatrix, .enoughTime)
struct CompilerSettingTests {
  @Test(
    arguments: [
      [], ["-enable-library-evolution"], ["-default-isolation", "MainActor"],
      ["-strict-memory-safety", "-warnings-as-errors"], ["-swift-version", "5"],
      ["-swift-version", "5", "-strict-concurrency=complete"],
      ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
      ["-enable-upcoming-feature", "ExistentialAny"], ["-Osize"], ["-enable-testing"],
    ])
  func `Records compile without a warning wherever they are allowed`(settings: [String])
    async throws
  {
    let workshop = try await Workshop("Settings")
    let place = workshop.folder.appending(path: "Places.o")
    let compiled = try await workshop.compilation(
      of: "Places", [Fixture.file("Places/Places.swift")],
      options: settings + ["-whole-module-optimization", "-o", place.path]
    ).succeed()
    // Not that nothing is printed: under library evolution the compiler dumps each
    // macro in a public type as an "Unhandled decl" and goes on.
    #expect(!compiled.errors.contains("warning:"), "\(compiled.errors)")

    let main = try await workshop.compile(
      "Main", [Fixture.file("Places/Main.swift"), Fixture.file("Report.swift")])
    let lines = try await workshop.executable("Main", [place] + main).run().lines
    #expect(
      lines == [
        "text:file scope (Places, Places.swift:6:1, priority 0) in Main = 1",
        "text:structure (Places, Places.swift:15:3, priority 0) in Main = 2",
        "text:nested (Places, Places.swift:18:5, priority 0) in Main = 3",
        "text:enumeration (Places, Places.swift:27:3, priority 0) in Main = 4",
        "text:class (Places, Places.swift:31:3, priority 0) in Main = 5",
        "text:actor (Places, Places.swift:35:3, priority 0) in Main = 6",
        "text:main actor (Places, Places.swift:39:3, priority 0) in Main = 7",
        "text:extension (Places, Places.swift:45:3, priority 0) in Main = 8",
        "text:extension for one element (Places, Places.swift:52:3, priority 0) in Main = 9",
        "text:type in a function (Places, Places.swift:57:5, priority 0) in Main = 10",
        "text:condition (Places, Places.swift:62:3, priority -16) in Main = 11",
      ])
  }
}
