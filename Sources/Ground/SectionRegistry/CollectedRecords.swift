import RecordFormat

/// The valid records of a set of images, and the problems with the others.
struct CollectedRecords {
  /// The range of the records of a kind in all entries.
  struct KindEntries {
    let kind: RecordKind
    var entries: Range<Int>
    /// A Boolean value that indicates whether the keys of some of them must be unique.
    var hasUniqueKeys: Bool
  }

  /// A record with the indices of its image and its group.
  private struct Entry {
    let view: RecordView
    let image: UInt32
    let group: UInt32
  }

  private(set) var problems: [ModuleProblem] = []
  /// In the order in which they were found.
  private var entries: [Entry] = []
  private var groups = RecordGroups()
  private var files = RecordFiles()

  init(of images: [ImageRecords]) {
    for (index, records) in images.enumerated() {
      for run in records.runs { collect(run, of: records.image, number: UInt32(index)) }
    }
  }

  private mutating func collect(_ run: RecordDecoder, of image: Image, number: UInt32) {
    let code = image.code
    for element in run {
      switch element {
      case .malformed(let malformation):
        problems.append(.malformed(malformation, imagePath: image.path))
      case .record(let view):
        guard let accessor = UInt(exactly: view.accessor), code.contains(accessor) else {
          problems.append(.foreignAccessor(of: Record(view: view, image: image)))
          continue
        }
        files.add(view, at: entries.count)
        entries.append(Entry(view: view, image: number, group: UInt32(groups.add(view))))
      }
    }
  }

  /// The kinds of the records, with their ranges in ``orderedEntries``.
  var kinds: [KindEntries] {
    let ranges = groups.ranges
    var kinds: [KindEntries] = []
    for number in groups.ordered {
      let (group, range) = (groups[number], ranges[number])
      if let last = kinds.indices.last, kinds[last].kind == group.kind {
        kinds[last].entries = kinds[last].entries.lowerBound..<range.upperBound
        kinds[last].hasUniqueKeys = kinds[last].hasUniqueKeys || group.hasUniqueKeys
      } else {
        kinds.append(
          KindEntries(kind: group.kind, entries: range, hasUniqueKeys: group.hasUniqueKeys))
      }
    }
    return kinds
  }

  /// All entries, ordered by kind and priority, and then by source location.
  ///
  /// The compiler already emits records in the order of lines. It is therefore sufficient to sort
  /// the files, which are fewer. The entries of each file are appended to their groups,
  /// and are already nearly in order when the groups are sorted.
  var orderedEntries: [RecordEntry] {
    let ranges = groups.ranges
    return unsafe Array(unsafeUninitializedCapacity: entries.count) { ordered, count in
      var ends = ranges.map(\.lowerBound)
      for run in files.ranked(count: entries.count) {
        for position in run.positions {
          let entry = entries[position]
          let end = ends[Int(entry.group)]
          ends[Int(entry.group)] = end + 1
          unsafe ordered.initializeElement(
            at: end, to: RecordEntry(view: entry.view, image: entry.image, fileRank: run.rank))
        }
      }
      count = entries.count
      for range in ranges {
        var group = unsafe UnsafeMutableBufferPointer(rebasing: ordered[range])
        unsafe group.sort()
      }
    }
  }
}

/// The source files of records, as ranges of adjacent records from the same file.
struct RecordFiles {
  /// Adjacent records from the same file.
  private struct Run {
    let first: RecordView
    /// The position of the first record.
    let start: Int
  }

  /// The positions of a run of records, with the rank of its file among all files by name.
  typealias RankedRun = (positions: Range<Int>, rank: UInt32)

  private var runs: [Run] = []

  /// Adds the record of the next position.
  ///
  /// Adjacent records are usually from the same file, which takes one comparison of bytes.
  mutating func add(_ view: RecordView, at position: Int) {
    if let last = runs.last, view.isOfSameFile(as: last.first) { return }
    runs.append(Run(first: view, start: position))
  }

  /// Ranks the files by name.
  ///
  /// - Parameter count: The number of records.
  /// - Returns: The runs in the order of their files. Runs of the same file have the same rank.
  func ranked(count: Int) -> [RankedRun] {
    var ranked: [RankedRun] = []
    ranked.reserveCapacity(runs.count)
    var last: RecordView?
    for number in runs.indices.sorted(by: { Self.areInOrder(runs[$0].first, runs[$1].first) }) {
      let run = runs[number]
      let end = number + 1 < runs.count ? runs[number + 1].start : count
      let isNext = last.map { Self.areInOrder($0, run.first) } ?? false
      ranked.append((run.start..<end, (ranked.last?.rank ?? 0) + (isNext ? 1 : 0)))
      last = run.first
    }
    return ranked
  }

  /// Returns whether the file of the left record precedes the file of the right one.
  private static func areInOrder(_ left: RecordView, _ right: RecordView) -> Bool {
    unsafe areOrdered(left.fileIDBytes, right.fileIDBytes)
  }
}
