package import Foundation
package import ModularityTestSupport

/// A temporary folder with sources, and the index store that their compilation writes.
package struct IndexFixture: Sendable {
  package let folder: TemporaryFolder

  /// Creates an empty folder.
  package init() throws {
    folder = try TemporaryFolder()
  }

  /// Creates a folder with sources, and compiles them as one module.
  package init(module: String, _ sources: [String: String]) async throws {
    try self.init()
    try await compile(module: module, sources)
  }

  /// The path of the store.
  package var store: String { folder.path("store") }

  /// Writes sources, and compiles them as one module with an object file for each source.
  ///
  /// The sources can import the modules of the fixture `other`.
  package func compile(
    module: String, _ sources: [String: String], importing other: IndexFixture? = nil
  ) async throws {
    for (name, text) in sources { _ = try folder.write(text, to: name) }
    try await Toolchain.command(
      "swiftc",
      ["-emit-module", "-emit-object", "-parse-as-library", "-module-name", module, "-I", "."]
        + (other.map { ["-I", $0.folder.url.path] } ?? [])
        + ["-index-store-path", store] + sources.keys.sorted().map { folder.path($0) },
      in: folder.url
    ).succeed()
  }

  /// Returns the file of a unit or a record in the store, or `nil` if the store does not contain it.
  package func file(named name: String) -> URL? {
    FileManager.default.enumerator(at: URL(filePath: store), includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.first { $0.lastPathComponent == name }
  }
}
