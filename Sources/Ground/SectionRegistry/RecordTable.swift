import RecordFormat

/// All good records of a set of images, in order, and what was wrong with the
/// rest.
///
/// A pure function of the images and the filters: no clock, no environment, no
/// lock.
struct RecordTable: Sendable {
  /// By kind; each in the registry's order.
  private(set) var records: [RecordKind: [Record]] = [:]
  /// The records that the filters left out.
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

  /// The records of all kinds, by kind and then in order.
  var all: [Record] {
    records.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value)
  }

  /// Keeps only the first of several copies of one declaration.
  ///
  /// Copies are mostly neighbors, since their sort keys are equal; the first is
  /// the one in the image that was loaded first. Only where images were built
  /// from different sources may the copies differ in priority and be apart, so
  /// only entries of several images are worth looking up every id.
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
