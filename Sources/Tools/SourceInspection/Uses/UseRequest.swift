/// A program whose uses are read.
package struct UseRequest: Sendable, Hashable {
  /// The paths of its executables and libraries.
  ///
  /// The first that has an index store beside it leads to the store, and each to the list of the
  /// object files that were linked.
  package var programs: [String]
  /// The modules that it is known to have; `nil` for all modules in the store.
  ///
  /// The modules that these import belong to the program as well.
  package var modules: Set<String>?
  /// The path of the index store; `nil` to find it beside the programs.
  package var store: String?
  /// The path of the toolchain's library; `nil` to find it.
  package var library: String?

  package init(
    programs: [String] = [], modules: Set<String>? = nil, store: String? = nil,
    library: String? = nil
  ) {
    self.programs = programs
    self.modules = modules
    self.store = store
    self.library = library
  }
}
