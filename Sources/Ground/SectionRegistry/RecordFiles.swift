import RecordFormat

/// The files that records were written in, as runs of neighbours of one file.
struct RecordFiles {
  /// Records of one file that lie behind one another.
  private struct Run {
    let first: RecordView
    /// The position of the first record.
    let start: Int
  }

  /// A run of records, by position, with the rank of its file among all files by name.
  typealias RankedRun = (positions: Range<Int>, rank: UInt32)

  private var runs: [Run] = []

  /// Adds the record of the next position.
  ///
  /// Neighbours are mostly of one file, which costs one comparison of bytes.
  mutating func add(_ view: RecordView, at position: Int) {
    if let last = runs.last, view.isOfSameFile(as: last.first) { return }
    runs.append(Run(first: view, start: position))
  }

  /// Ranks the files by name.
  ///
  /// - Parameter count: The number of records.
  /// - Returns: The runs in the order of their files; those of one file have the same rank.
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

  /// Returns whether the file of the left record comes before that of the right one.
  private static func areInOrder(_ left: RecordView, _ right: RecordView) -> Bool {
    unsafe areOrdered(left.fileIDBytes, right.fileIDBytes)
  }
}
