import RecordFormat

/// All valid records of a set of images, in order, and the problems with the others.
///
/// The table depends only on the images and the filters. It uses no clock, environment or lock.
struct RecordTable: Sendable {
  /// The records by kind.
  ///
  /// The records of each kind are in the order of the registry.
  private(set) var records: [RecordKind: [Record]] = [:]
  /// The records that the filters disabled.
  private(set) var disabled: [Record] = []
  private(set) var problems: [ModuleProblem] = []

  /// Creates a table without records.
  init() {}

  init(images: [ImageRecords], filters: RecordFilters) {
    let collected = CollectedRecords(of: images)
    problems = collected.problems
    var unmatched = filters.filters
    let entries = collected.orderedEntries
    for part in collected.kinds {
      let distinct = dropRepeats(entries[part.entries], of: images)
      if filters.filters.isEmpty {
        records[part.kind] = distinct
      } else {
        let enabled = distinct.filter { !filters.contains($0) }
        disabled += distinct.filter(filters.contains)
        if !enabled.isEmpty { records[part.kind] = enabled }
      }
      if part.hasUniqueKeys { findDuplicateKeys(in: records[part.kind] ?? []) }
    }
    unmatched = unmatched.filter { filter in !disabled.contains(where: filter.matches) }
    problems += filters.problems
    problems += unmatched.map(ModuleProblem.unmatchedFilter).sorted { $0.message < $1.message }
  }

  /// The records of all kinds, ordered by kind and then as in the registry.
  var all: [Record] {
    records.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value)
  }

  /// Removes all copies of a declaration except the first.
  ///
  /// Copies are usually adjacent because their sort keys are equal, and the first one is in the
  /// image that was loaded first. Copies can only have different priorities, and be apart, if
  /// images were built from different sources. It is therefore only necessary to look up each
  /// identifier if the entries are from several images.
  private mutating func dropRepeats(
    _ entries: ArraySlice<RecordEntry>, of images: [ImageRecords]
  ) -> [Record] {
    var kept: [Record] = []
    kept.reserveCapacity(entries.count)
    var last: RecordEntry?
    var firsts: [UInt64: Int] = [:]
    let firstImage = entries.first?.image
    let areOfSeveralImages = images.count > 1 && entries.contains { $0.image != firstImage }
    for entry in entries {
      let record = Record(view: entry.view, image: images[Int(entry.image)].image)
      if let last, last.isCopy(of: entry) {
        problems.append(.repeated(record, alreadyIn: kept[kept.count - 1]))
      } else if areOfSeveralImages, let first = firsts[entry.view.id] {
        problems.append(.repeated(record, alreadyIn: kept[first]))
      } else {
        if areOfSeveralImages { firsts[entry.view.id] = kept.count }
        kept.append(record)
        last = entry
      }
    }
    return kept
  }

  private mutating func findDuplicateKeys(in records: [Record]) {
    let unique = records.filter { $0.flags.contains(.unique) }
    guard unique.count > 1 else { return }
    let byKey = Dictionary(grouping: unique, by: \.key).values.filter { $0.count > 1 }
    problems += byKey.sorted { $0[0].key < $1[0].key }.map(ModuleProblem.duplicateKey)
  }
}

/// A record with the numbers that determine its order among the records with the same kind and
/// priority.
///
/// It is small and has no references, because sorting moves entries, and a scan should not need
/// additional memory from the system.
struct RecordEntry: Comparable {
  let view: RecordView
  /// The index of the image of the record.
  let image: UInt32
  /// The rank of the `fileID` of the record among all files, so that sorting compares numbers and
  /// not texts.
  let fileRank: UInt32

  static func < (left: RecordEntry, right: RecordEntry) -> Bool {
    if left.fileRank != right.fileRank { return left.fileRank < right.fileRank }
    if left.view.line != right.view.line { return left.view.line < right.view.line }
    if left.view.column != right.view.column { return left.view.column < right.view.column }
    if left.view.id != right.view.id { return left.view.id < right.view.id }
    // Copies are ordered by the load order of their images, and then by address.
    if left.image != right.image { return left.image < right.image }
    return unsafe left.view.start < right.view.start
  }

  static func == (left: RecordEntry, right: RecordEntry) -> Bool {
    unsafe left.view.start == right.view.start
  }

  /// Returns whether the other entry, with the same kind, is a copy of the declaration.
  func isCopy(of other: RecordEntry) -> Bool {
    fileRank == other.fileRank && view.id == other.view.id && view.line == other.view.line
      && view.column == other.view.column
  }
}
