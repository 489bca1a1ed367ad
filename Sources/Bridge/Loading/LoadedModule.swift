import Foundation
public import SectionRegistry

/// A module that came while the app ran.
public struct LoadedModule: Sendable, Hashable {
  /// The absolute path of its file.
  public let path: String

  /// The records that it and the libraries it needs brought, in order.
  ///
  /// Those that a filter leaves out are not among them. Those of another module that
  /// another thread loaded at the same time may be.
  public let records: [Record]

  /// The problems of the process's records since it was loaded.
  ///
  /// It is empty for a module that was already open before Bridge was asked for
  /// it: then `SectionRegistry.problems` has all there are.
  public let problems: [ModuleProblem]
}

extension LoadedModule {
  /// A module that is already open.
  init(openAt path: String) {
    self.path = path
    records = SectionRegistry.records.filter { ModuleFile.absolute($0.imagePath) == path }
    problems = []
  }
}

extension LoadedModule: CustomStringConvertible {
  /// The path, and how many records came: `/app/libShop.so (3 records)`.
  public var description: String {
    "\(path) (\(records.count) \(records.count == 1 ? "record" : "records"))"
  }
}
