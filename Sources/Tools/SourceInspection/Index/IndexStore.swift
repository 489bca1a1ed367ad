import CCompilerIndex

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder to which the compiler writes its index during builds, opened for reading.
///
/// Opening it takes little time. A store is opened to read a program once, and is then closed.
@safe package struct IndexStore: ~Copyable {
  package let path: String
  let library: IndexLibrary
  let store: UnsafeMutableRawPointer

  /// Opens a store.
  ///
  /// - Throws: An ``IndexError`` if the store does not exist.
  package init(path: String, library: IndexLibrary) throws(IndexError) {
    // The library treats any folder as an empty store.
    guard Self.exists(at: path) else {
      throw IndexError(
        .missingStore,
        """
        no index store is at '\(path)'. Build the program for debugging with 'swift build', which \
        writes the index, or name the folder of '-index-store-path'.
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

extension IndexStore {
  /// A kind of files in a store.
  enum Part: String {
    case unit, record
  }

  /// Throws an error if a file of the store is truncated.
  ///
  /// The library does not check bounds, so the process would end in it. A file is written with
  /// another name and then renamed. It can therefore only be truncated if a disk is full or a copy
  /// is incomplete.
  func checkCompleteness(of part: Part, named name: String) throws(IndexError) {
    let file = filePath(of: part, named: name)
    guard unsafe !compiler_index_file_is_complete(file, lastBlocks(of: part)) else { return }
    throw IndexError(
      .unreadable,
      """
      the \(part) '\(name)' of the index store '\(path)' is incomplete. Remove the store and \
      build again.
      """)
  }

  private func filePath(of part: Part, named name: String) -> String {
    let folder = "\(path)/v\(functions.format_version())"
    switch part {
    case .unit: return "\(folder)/units/\(name)"
    case .record: return "\(folder)/records/\(name.suffix(2))/\(name)"
    }
  }

  /// Returns the possible numbers of the last block of a file, as bits.
  ///
  /// A unit ends with its includes. A record ends with its occurrences or, if it has none, with its
  /// version.
  private func lastBlocks(of part: Part) -> UInt32 {
    guard functions.format_version() == 5 else { return .max }
    switch part {
    case .unit: return 1 << 13
    case .record: return 1 << 11 | 1 << 8
    }
  }
}
