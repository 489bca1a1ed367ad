package import Foundation
import ModularityTestSupport

/// Programs in C with records in them, which take the compiler no time to speak
/// of.
package struct CProgram {
  package let folder: URL

  /// Runs a body with a folder to build in, which is gone afterwards.
  package static func withFolder<Result>(
    _ body: (CProgram) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(CProgram(folder: folder.url))
  }

  /// Where the linker tests keep the header that makes records.
  private static let headers = Repository.file("Tests/LinkMatrix/Fixtures/Raw")

  /// A source with records whose keys are numbers from 1 on.
  package static func source(records count: Int, main: Bool = true) -> String {
    let records = (1...count).map { "RECORD(r\($0)) = {GOOD(\($0), \"\($0)\")};" }
    return
      (["#include \"RawRecord.h\""] + records
      + (main ? ["int main(void) { return 0; }"] : ["int modkit_marker = 1;"]))
      .joined(separator: "\n") + "\n"
  }

  /// Builds a file with these options.
  package func build(_ name: String, _ source: String, _ options: [String]) async throws -> URL {
    let file = folder.appending(path: "\(name).c")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let output = folder.appending(path: name)
    try await Toolchain.command(
      "clang", ["-O1", "-I", Self.headers.path, "-o", output.path] + options + [file.path]
    ).succeed()
    return output
  }
}
