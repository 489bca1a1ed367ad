import Foundation
import ProgramTestSupport

/// Sources as the user of a product writes them, compiled against what SwiftPM
/// built.
enum ClientSource {
  /// The ways to compile in which correct sources must give no warning.
  static let settings = [
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

  /// All upcoming features that this package itself is built with.
  static let upcoming = [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "InferIsolatedConformances", "NonisolatedNonsendingByDefault", "ImmutableWeakCaptures",
  ].flatMap { ["-enable-upcoming-feature", $0] }

  /// The command that compiles a file as a module of its own.
  static func compilation(of path: String, _ settings: [String]) throws -> Command {
    let isScript = path.hasSuffix("/main.swift")
    return try Toolchain.command(
      "swiftc",
      ["-c", "-module-name", "Client", "-swift-version", "6", "-whole-module-optimization"]
        + (isScript ? [] : ["-parse-as-library"])
        + ["-diagnostic-style=llvm", "-no-color-diagnostics"] + settings
        + ["-I", LinkMatrix.products.appending(path: "Modules").path]
        + ["CGround", "CReportPage"].flatMap {
          ["-I", LinkMatrix.products.appending(path: "\($0).build").path]
        }
        + Toolchain.macroArguments() + [path],
      in: LinkMatrix.makeFolder("Client"))
  }

  /// Compiles a fixture, and compares what the compiler says with what the
  /// fixture expects.
  static func check(_ fixture: String, languageMode: Int, _ settings: [String] = []) async throws {
    let path = Fixture.file(fixture)
    let result = try await compilation(of: path, settings + ["-swift-version", "\(languageMode)"])
      .result()
    try ExpectedErrors(in: path, languageMode: languageMode).check(result)
  }
}
