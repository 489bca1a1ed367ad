import Foundation
import ProgramTestSupport
import Testing

/// What may be written with the macros of Khala, and what the compiler says of
/// what may not.
@Suite(.linkMatrix, .enoughTime)
struct KhalaSourceTests {
  @Test(arguments: ClientSource.settings)
  func `Every form of a routing class compiles without a warning`(settings: [String]) async throws {
    #expect(try await compilation(of: "Rows", settings).succeed().errors == "")
  }

  @Test(arguments: ClientSource.settings)
  func `Every form of a function that calls a route compiles without a warning`(
    settings: [String]
  ) async throws {
    #expect(try await compilation(of: "Calls", settings).succeed().errors == "")
  }

  @Test(arguments: [6, 5])
  func `A script may have routing classes`(mode: Int) async throws {
    let compiled = try await compilation(of: "main", ["-swift-version", "\(mode)"]).succeed()
    #expect(compiled.errors == "")
  }

  @Test(arguments: ["Functions", "Routes", "Classes", "Markers", "Contracts"], [6, 5])
  func `Mistakes are rejected at their source location`(file: String, mode: Int) async throws {
    try await ClientSource.check("Khala/\(file).swift", languageMode: mode)
  }

  @Test
  func `With main actor isolation by default, a routing class is nonisolated`() async throws {
    try await ClientSource.check(
      "Khala/DefaultIsolation.swift", languageMode: 6, ["-default-isolation", "MainActor"])
  }

  private func compilation(of file: String, _ settings: [String]) throws -> Command {
    try ClientSource.compilation(of: Fixture.file("Khala/\(file).swift"), settings)
  }
}
