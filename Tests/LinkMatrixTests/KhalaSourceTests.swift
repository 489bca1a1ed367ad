import Foundation
import Testing

/// What may be written with the macros of Khala, and what the compiler says of
/// what may not.
@Suite(.linkMatrix, .enoughTime)
struct KhalaSourceTests {
  private static let settings = [
    [], ["-swift-version", "5"], ["-default-isolation", "MainActor"],
    ["-swift-version", "5", "-default-isolation", "MainActor"],
    ["-strict-memory-safety", "-warnings-as-errors"],
    ["-swift-version", "5", "-strict-concurrency=complete"],
    ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
    [
      "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
      "MemberImportVisibility", "-enable-upcoming-feature", "InternalImportsByDefault",
    ],
    ["-O"],
  ]

  @Test(arguments: settings)
  func `Every form of a routing class compiles without a warning`(settings: [String]) async throws {
    #expect(try await compilation(of: ["Rows"], settings).succeed().errors == "")
  }

  @Test(arguments: settings)
  func `Every form of a function that calls a route compiles without a warning`(
    settings: [String]
  ) async throws {
    #expect(try await compilation(of: ["Calls"], settings).succeed().errors == "")
  }

  @Test(arguments: [6, 5])
  func `A script may have routing classes`(mode: Int) async throws {
    let compiled = try await compilation(of: ["main"], ["-swift-version", "\(mode)"]).succeed()
    #expect(compiled.errors == "")
  }

  @Test(arguments: ["Functions", "Classes", "Markers", "Contracts"], [6, 5])
  func `What is wrong is refused where it is written`(file: String, mode: Int) async throws {
    let result = try await compilation(of: [file], ["-swift-version", "\(mode)"]).result()
    try ExpectedErrors(in: Fixture.file("Khala/\(file).swift"), languageMode: mode).check(result)
  }

  @Test
  func `With everything on the main actor, a routing class is not unless it says so`() async throws
  {
    let result = try await compilation(
      of: ["DefaultIsolation"], ["-default-isolation", "MainActor"]
    ).result()
    try ExpectedErrors(in: Fixture.file("Khala/DefaultIsolation.swift")).check(result)
  }

  /// The command that compiles files against what SwiftPM built.
  private func compilation(of files: [String], _ settings: [String]) throws -> Command {
    try Toolchain.command(
      "swiftc",
      ["-c", "-module-name", "Client", "-swift-version", "6", "-whole-module-optimization"]
        + (files == ["main"] ? [] : ["-parse-as-library"])
        + ["-diagnostic-style=llvm", "-no-color-diagnostics"] + settings
        + ["-I", LinkMatrix.products.appending(path: "Modules").path]
        + ["-I", LinkMatrix.products.appending(path: "CSectionRegistry.build").path]
        + Toolchain.macroArguments() + files.map { Fixture.file("Khala/\($0).swift") },
      in: LinkMatrix.makeFolder("Khala"))
  }
}
