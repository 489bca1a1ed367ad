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
    var collected = Collected(images: images)
    problems = collected.problems
    var unmatched = filters.filters
    for (kind, entries) in collected.takeEntries() {
      let distinct = dropRepeats(entries, of: images)
      if filters.filters.isEmpty {
        records[kind] = distinct
      } else {
        let enabled = distinct.filter { !filters.contains($0) }
        disabled += distinct.filter(filters.contains)
        if !enabled.isEmpty { records[kind] = enabled }
      }
      // Asking the entries first spares most kinds a second look at their records.
      if entries.contains(where: \.isUnique) { findDuplicateKeys(in: records[kind] ?? []) }
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
  /// Copies are mostly neighbours, since their sort keys are equal; the first is
  /// the one in the image that was loaded first. Only where images were built
  /// from different sources may the copies differ in priority and be apart, so
  /// only entries of several images are worth looking up every id.
  private mutating func dropRepeats(
    _ entries: [Entry], of images: [ImageRecords]
  ) -> [Record] {
    var kept: [Record] = []
    kept.reserveCapacity(entries.count)
    var last: Entry?
    var firsts: [UInt64: Int] = [:]
    let areOfSeveralImages = images.count > 1 && entries.contains { $0.image != entries[0].image }
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

extension RecordTable {
  /// A record beside the numbers that decide its place among those of its kind
  /// and priority.
  ///
  /// It holds nothing but numbers, and small ones, because sorting moves entries
  /// about, and must not count references while it does.
  private struct Entry: Comparable {
    let view: RecordView
    /// The index of the record's image.
    let image: UInt32
    /// The rank of the record's `fileID` among all of them, so that sorting
    /// compares numbers and not texts.
    var fileRank: UInt32
    let line: UInt32
    let column: UInt32
    /// The position of the record: images in load order, then place in memory.
    let position: UInt32
    /// A Boolean value that indicates whether the record's key must be unique.
    let isUnique: Bool

    static func < (left: Entry, right: Entry) -> Bool {
      if left.fileRank != right.fileRank { return left.fileRank < right.fileRank }
      if left.line != right.line { return left.line < right.line }
      if left.column != right.column { return left.column < right.column }
      let (leftID, rightID) = (left.view.id, right.view.id)
      if leftID != rightID { return leftID < rightID }
      return left.position < right.position
    }

    static func == (left: Entry, right: Entry) -> Bool {
      left.position == right.position
    }

    func isCopy(of other: Entry) -> Bool {
      fileRank == other.fileRank && line == other.line && column == other.column
        && view.id == other.view.id
    }
  }

  /// The entries of one kind and priority.
  private struct Group {
    let kind: RecordKind
    let priority: Int32
    /// At first in the order in which they were met.
    ///
    /// That is nearly the order in which they will stand, since the compiler and
    /// the linker go by file and line: sorting has little left to do.
    var entries: [Entry] = []

    /// Kind and priority in one number, by which groups are found and ordered.
    var order: UInt64 { Self.order(kind, priority) }

    static func order(_ kind: RecordKind, _ priority: Int32) -> UInt64 {
      // The higher priority is the lower number.
      UInt64(kind.rawValue) << 32 | UInt64(UInt32(Int64(Int32.max) - Int64(priority)))
    }
  }

  /// The records that decoding the images gave.
  private struct Collected {
    private var groups: [Group] = []
    private var groupIndices: [UInt64: Int] = [:]
    private var files = FileRanks()
    private(set) var problems: [ModuleProblem] = []

    init(images: [ImageRecords]) {
      let unique = RecordFlags.unique
      var position: UInt32 = 0
      // Neighbours are mostly of one group: look it up only when that changes.
      var last: (order: UInt64, index: Int)?
      for (imageIndex, records) in images.enumerated() {
        let image = records.image
        let code = image.code
        for run in records.runs {
          for element in run {
            switch element {
            case .malformed(let malformation):
              problems.append(.malformed(malformation, imagePath: image.path))
            case .record(let view):
              guard let accessor = UInt(exactly: view.accessor), code.contains(accessor) else {
                problems.append(.foreignAccessor(of: Record(view: view, image: image)))
                continue
              }
              let order = Group.order(view.kind, view.priority)
              let index =
                if let last, last.order == order { last.index } else { groupIndex(for: view) }
              last = (order, index)
              groups[index].entries.append(
                Entry(
                  view: view, image: UInt32(imageIndex), fileRank: files.number(of: view),
                  line: view.line, column: view.column, position: position,
                  isUnique: view.flags.contains(unique)))
              position += 1
            }
          }
        }
      }
    }

    private mutating func groupIndex(for view: RecordView) -> Int {
      let group = Group(kind: view.kind, priority: view.priority)
      if let index = groupIndices[group.order] { return index }
      groupIndices[group.order] = groups.count
      groups.append(group)
      return groups.count - 1
    }

    /// The entries of each kind in their order, by kind.
    mutating func takeEntries() -> [(kind: RecordKind, entries: [Entry])] {
      let ranks = files.ranks
      var sorted: [(kind: RecordKind, entries: [Entry])] = []
      for index in groupIndices.sorted(by: { $0.key < $1.key }).map(\.value) {
        var entries = groups[index].entries
        groups[index].entries = []
        for index in entries.indices {
          entries[index].fileRank = ranks[Int(entries[index].fileRank)]
        }
        entries.sort()
        if sorted.last?.kind == groups[index].kind {
          sorted[sorted.count - 1].entries += entries
        } else {
          sorted.append((groups[index].kind, entries))
        }
      }
      return sorted
    }
  }

  /// Numbers runs of records of one file in the order in which they are met, and
  /// ranks them in the end.
  private struct FileRanks {
    /// The first record of each run.
    private var runs: [RecordView] = []

    /// The number of the run that a record belongs to.
    ///
    /// Neighbours are mostly of one file, which costs one comparison of bytes.
    mutating func number(of view: RecordView) -> UInt32 {
      if let last = runs.last, view.isOfSameFile(as: last) { return UInt32(runs.count - 1) }
      runs.append(view)
      return UInt32(runs.count - 1)
    }

    /// For each run, the place of its file among all files by name.
    var ranks: [UInt32] {
      var ranks: [UInt32] = Array(repeating: 0, count: runs.count)
      var rank: UInt32 = 0
      var last: RecordView?
      let order = runs.indices.sorted {
        unsafe areOrdered(runs[$0].fileIDBytes, runs[$1].fileIDBytes)
      }
      for number in order {
        let run = runs[number]
        if let last, unsafe areOrdered(last.fileIDBytes, run.fileIDBytes) { rank += 1 }
        ranks[number] = rank
        last = run
      }
      return ranks
    }
  }
}
