import ProgramTestSupport
import SourceInspection

extension IndexFixture {
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
