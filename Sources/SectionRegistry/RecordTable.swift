import RecordFormat

/// All good records of a set of images, in order, and what was wrong with the
/// rest.
///
/// A pure function of the images and the filters: no clock, no environment, no
/// lock.
struct RecordTable: Sendable {
  /// By kind; each in the registry's order.
  private(set) var records: [RecordKind: [Record]] = [:]
  /// What the filters left out.
  private(set) var disabled: [Record] = []
  private(set) var problems: [RecordProblem] = []

  /// Creates a table without records.
  init() {}

  init(images: [ImageRecords], filters: RecordFilters) {
    var collected = Collected(images: images)
    problems = collected.problems
    var unmatched = filters.filters
    for (kind, entries) in collected.takeEntries() {
      let distinct = dropRepeats(entries.sorted())
      if filters.filters.isEmpty {
        records[kind] = distinct
      } else {
        let enabled = distinct.filter { !filters.contains($0) }
        disabled += distinct.filter(filters.contains)
        if !enabled.isEmpty { records[kind] = enabled }
      }
      findDuplicateKeys(in: records[kind] ?? [])
    }
    unmatched = unmatched.filter { filter in !disabled.contains(where: filter.matches) }
    problems += filters.problems
    problems += unmatched.map(RecordProblem.unmatchedFilter).sorted { $0.message < $1.message }
  }

  /// The records of all kinds, by kind and then in order.
  var all: [Record] {
    records.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value)
  }

  /// Keeps only the first of several copies of one declaration.
  ///
  /// That is the one in the image that was loaded first. Copies are neighbours:
  /// their sort keys are equal.
  private mutating func dropRepeats(_ entries: [Entry]) -> [Record] {
    var kept: [Record] = []
    kept.reserveCapacity(entries.count)
    var last: Entry?
    for entry in entries {
      if let last, last.id == entry.id, last.isCopy(of: entry) {
        problems.append(.repeated(entry.record, alreadyIn: last.record))
      } else {
        kept.append(entry.record)
        last = entry
      }
    }
    return kept
  }

  private mutating func findDuplicateKeys(in records: [Record]) {
    let unique = records.filter { $0.flags.contains(.unique) }
    guard unique.count > 1 else { return }
    let byKey = Dictionary(grouping: unique, by: \.key).values.filter { $0.count > 1 }
    problems += byKey.sorted { $0[0].key < $1[0].key }.map(RecordProblem.duplicateKey)
  }
}

extension RecordTable {
  /// A record beside the numbers that decide its place.
  private struct Entry: Comparable {
    let record: Record
    let priority: Int32
    /// The rank of the record's `fileID` among all of them, so that sorting
    /// compares numbers and not texts.
    var fileRank: Int
    let line: UInt32
    let column: UInt32
    let id: UInt64
    /// Where the record was met: images in load order, then place in memory.
    let position: Int

    static func < (left: Entry, right: Entry) -> Bool {
      if left.priority != right.priority { return left.priority > right.priority }
      if left.fileRank != right.fileRank { return left.fileRank < right.fileRank }
      if left.line != right.line { return left.line < right.line }
      if left.column != right.column { return left.column < right.column }
      if left.id != right.id { return left.id < right.id }
      return left.position < right.position
    }

    static func == (left: Entry, right: Entry) -> Bool {
      left.position == right.position
    }

    func isCopy(of other: Entry) -> Bool {
      fileRank == other.fileRank && line == other.line && column == other.column
    }
  }

  /// What decoding the images gave.
  private struct Collected {
    private var entries: [RecordKind: [Entry]] = [:]
    private var files = FileRanks()
    private(set) var problems: [RecordProblem] = []

    init(images: [ImageRecords]) {
      var position = 0
      var kind: RecordKind?
      var ofKind: [Entry] = []
      for images in images {
        let image = images.image
        for run in images.runs {
          for element in run {
            switch element {
            case .malformed(let malformation):
              problems.append(.malformed(malformation, imagePath: image.path))
            case .record(let view):
              let record = Record(view: view, image: image)
              guard let accessor = UInt(exactly: view.accessor),
                image.code.contains(accessor)
              else {
                problems.append(.foreignAccessor(of: record))
                continue
              }
              // Neighbours are mostly of one kind: look the list up only when
              // the kind changes.
              if record.kind != kind {
                if let kind { entries[kind] = ofKind }
                kind = record.kind
                ofKind = entries.removeValue(forKey: record.kind) ?? []
              }
              ofKind.append(
                Entry(
                  record: record, priority: view.priority, fileRank: files.number(of: view),
                  line: view.line, column: view.column, id: view.id, position: position))
              position += 1
            }
          }
        }
      }
      if let kind { entries[kind] = ofKind }
    }

    /// The entries by kind, in the order of the kinds, ranked for sorting.
    mutating func takeEntries() -> [(RecordKind, [Entry])] {
      let ranks = files.ranks
      return entries.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, entries in
        var entries = entries
        for index in entries.indices { entries[index].fileRank = ranks[entries[index].fileRank] }
        return (kind, entries)
      }
    }
  }

  /// Numbers file names in the order in which they are met, and ranks them in
  /// the end.
  private struct FileRanks {
    private var numbers: [String: Int] = [:]
    private var last: (view: RecordView, number: Int)?

    /// The number of a record's file.
    ///
    /// Neighbours are mostly of one file, which costs one comparison of bytes.
    mutating func number(of view: RecordView) -> Int {
      if let last = last,
        unsafe haveEqualBytes(last.view.fileIDBytes, view.fileIDBytes)
      {
        return last.number
      }
      let number = numbers[view.fileID, default: numbers.count]
      numbers[view.fileID] = number
      last = (view, number)
      return number
    }

    /// For each number, the place of its file among all files by name.
    var ranks: [Int] {
      var ranks = Array(repeating: 0, count: numbers.count)
      for (rank, file) in numbers.sorted(by: { $0.key < $1.key }).enumerated() {
        ranks[file.value] = rank
      }
      return ranks
    }
  }
}
