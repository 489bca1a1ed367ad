import CCompilerIndex

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder that the compiler writes its index into while it builds, opened for reading.
///
/// Opening it is cheap: a store is opened for one reading of a program, and closed after it.
@safe package struct IndexStore: ~Copyable {
  package let path: String
  let library: IndexLibrary
  let store: UnsafeMutableRawPointer

  /// Opens a store.
  ///
  /// - Throws: An ``IndexError`` if there is none at the path.
  package init(path: String, library: IndexLibrary) throws(IndexError) {
    // The library takes any folder for an empty store.
    guard Self.exists(at: path) else {
      throw IndexError(
        .missingStore,
        """
        there is no index store at '\(path)'. Build the program for debugging, 'swift build', as \
        the compiler writes the index then, or name the folder that '-index-store-path' had.
        """)
    }
    var error: UnsafeMutableRawPointer?
    guard let store = unsafe library.functions.store_create(path, &error) else {
      throw unsafe IndexError(
        .unreadable, "the index store '\(path)' cannot be opened: \(library.consume(error)).")
    }
    self.path = path
    self.library = library
    unsafe self.store = store
  }

  deinit { unsafe library.functions.store_dispose(store) }

  /// Returns whether a folder is a store.
  package static func exists(at path: String) -> Bool {
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return versions.contains { $0.first == "v" && Int($0.dropFirst()) != nil }
  }

  var functions: compiler_index_functions { library.functions }
}
