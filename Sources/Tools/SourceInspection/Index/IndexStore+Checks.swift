import CCompilerIndex

extension IndexStore {
  /// A kind of the files of a store.
  enum Part: String {
    case unit, record
  }

  /// Throws if a file of the store was cut off.
  ///
  /// The library checks no bounds, and the process ends in it. A file is written under another
  /// name and renamed, so that this happens only when a disk is full or a copy incomplete.
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

  /// Returns the numbers that the last block of a file may have, as bits.
  ///
  /// A unit ends with its includes, and a record with its occurrences or, if it has none, with
  /// its version.
  private func lastBlocks(of part: Part) -> UInt32 {
    guard functions.format_version() == 5 else { return .max }
    switch part {
    case .unit: return 1 << 13
    case .record: return 1 << 11 | 1 << 8
    }
  }
}
