package import Foundation
import ModularityTestSupport

/// Programs in C that contain records.
///
/// They take little time to compile.
package struct CProgram {
  package let folder: URL

  /// Runs a body with a temporary folder for builds.
  package static func withFolder<Result>(
    _ body: (CProgram) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(CProgram(folder: folder.url))
  }

  /// The folder of the header that defines records.
  private static let headers = Repository.file("Tests/LinkMatrix/Fixtures/Raw")

  /// Returns a source with records whose keys are numbers from 1 on.
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

extension CProgram {
  /// Compiles a source without linking it.
  package func object(
    _ name: String, _ source: String, _ options: [String] = ["-fPIC"]
  ) async throws -> URL {
    try await build("\(name).o", source, ["-c"] + options)
  }

  /// Assembles a source without linking it.
  package func assembled(_ name: String, _ source: String) async throws -> URL {
    let file = folder.appending(path: "\(name).s")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let output = folder.appending(path: "\(name).o")
    try await Toolchain.command("clang", ["-c", "-o", output.path, file.path]).succeed()
    return output
  }

  /// Links files, with options before and after them.
  package func link(
    _ name: String, _ files: [URL], _ options: [String] = [], last: [String] = []
  ) async throws -> URL {
    let output = folder.appending(path: name)
    try await Toolchain.command(
      "clang", options + ["-o", output.path] + files.map(\.path) + last
    ).succeed()
    return output
  }

  /// Creates an archive of object files.
  package func archive(_ name: String, _ members: [URL]) async throws -> URL {
    let output = folder.appending(path: name)
    try await Toolchain.command("ar", ["rcs", output.path] + members.map(\.path)).succeed()
    return output
  }

  /// Copies a file and changes the copy with a tool.
  package func changed(
    _ file: URL, into name: String, by tool: String, _ options: [String]
  ) async throws -> URL {
    let copy = folder.appending(path: name)
    try FileManager.default.copyItem(at: file, to: copy)
    try await Toolchain.command(tool, options + [copy.path]).succeed()
    return copy
  }
}
