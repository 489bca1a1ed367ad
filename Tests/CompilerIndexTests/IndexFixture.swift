import CompilerIndex
import Foundation
import ModularityTestSupport
import ProgramTestSupport

/// Sources that were compiled into an index store, in a folder of their own.
struct IndexFixture {
  let folder: TemporaryFolder

  var store: String { folder.path("store") }

  /// Writes sources into a folder, and compiles them as one module.
  init(module: String, _ sources: [String: String]) async throws {
    folder = try TemporaryFolder()
    for (name, text) in sources { _ = try folder.write(text, to: name) }
    try await compile(module: module, sources.keys.sorted())
  }

  /// Compiles files of the folder as one module, each into an object file.
  func compile(module: String, _ names: [String]) async throws {
    try await Toolchain.command(
      "swiftc",
      ["-emit-module", "-emit-object", "-parse-as-library", "-module-name", module, "-I", "."]
        + ["-index-store-path", store] + names.map { folder.path($0) },
      in: folder.url
    ).succeed()
  }

  /// Opens the store.
  func open() throws -> IndexStore {
    try IndexStore(path: store, library: IndexLibrary.open())
  }

  /// The units of sources, in the order of their paths.
  func sourceUnits() throws -> [IndexUnit] {
    let store = try open()
    return try store.unitNames.map { try store.unit(named: $0) }
      .filter { !$0.isSystem }
      .sorted { $0.mainFile < $1.mainFile }
  }
}
