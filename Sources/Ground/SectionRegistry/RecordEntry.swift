import RecordFormat

/// A record beside the numbers that decide its place among those of its kind
/// and priority.
///
/// It is as small as can be and holds no references, because sorting moves entries about,
/// and all that a scan needs for its work should stay in memory that the process has.
struct RecordEntry: Comparable {
  let view: RecordView
  /// The index of the record's image.
  let image: UInt32
  /// The rank of the record's `fileID` among all of them, so that sorting
  /// compares numbers and not texts.
  let fileRank: UInt32

  static func < (left: RecordEntry, right: RecordEntry) -> Bool {
    if left.fileRank != right.fileRank { return left.fileRank < right.fileRank }
    if left.view.line != right.view.line { return left.view.line < right.view.line }
    if left.view.column != right.view.column { return left.view.column < right.view.column }
    if left.view.id != right.view.id { return left.view.id < right.view.id }
    // Copies: images in load order, then place in memory.
    if left.image != right.image { return left.image < right.image }
    return unsafe left.view.start < right.view.start
  }

  static func == (left: RecordEntry, right: RecordEntry) -> Bool {
    unsafe left.view.start == right.view.start
  }

  /// Returns whether the other entry, of the same kind, is a copy of the declaration.
  func isCopy(of other: RecordEntry) -> Bool {
    fileRank == other.fileRank && view.id == other.view.id && view.line == other.view.line
      && view.column == other.view.column
  }
}
