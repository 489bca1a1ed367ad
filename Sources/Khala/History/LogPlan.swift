/// The plan for the files of a log.
///
/// Decides without touching any, so that every case can be tested.
struct LogPlan: Sendable {
  /// One of the log files of a folder.
  struct Entry: Sendable, Hashable {
    var name: LogFileName
    /// Its size in bytes, padding included.
    var size: Int
    /// A Boolean value that indicates whether it is finished and was handed over.
    var isHandedOver = false
  }

  /// The relation between a line and the open file.
  enum Fit: Sendable, Hashable {
    /// The line belongs at the end of the file.
    case append
    /// The file is done with, and the line belongs into the next.
    case rotate
    /// The line is longer than any file may be.
    case tooLong
  }

  /// The maximum size of a file.
  let fileSizeCap: Int
  /// The maximum size of all files together.
  let totalSizeCap: Int

  /// Returns whether a line fits into a file.
  ///
  /// A line that is older than its file stays there: the clock was set back, or
  /// another thread's line of the next day was quicker.
  ///
  /// - Parameters:
  ///   - count: The bytes of the line.
  ///   - day: The day of the line.
  ///   - file: The name of the file that is open.
  ///   - length: The bytes that the file has already.
  /// - Returns: What to do.
  func fit(_ count: Int, of day: LogDay, into file: LogFileName, length: Int) -> Fit {
    if count > fileSizeCap { return .tooLong }
    return day > file.day || length + count > fileSizeCap ? .rotate : .append
  }

  /// The files that may be continued on a day, the newest first.
  ///
  /// Only the newest that is not locked is one; lines in an older one would be out
  /// of order.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - entries: The files there are.
  ///   - last: The file that this log wrote last.
  /// - Returns: The names to try in turn.
  func continuable(
    on day: LogDay, in entries: [Entry], after last: LogFileName?
  ) -> [LogFileName] {
    entries.filter { !$0.isHandedOver }.map(\.name)
      .filter { name in name.day == day && last.map { name >= $0 } ?? true }
      .sorted(by: >)
  }

  /// The name of the next file of a day.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - entries: The files there are.
  ///   - last: The file that was begun last, which may have been taken away.
  /// - Returns: A name that comes after all of them.
  func nextName(on day: LogDay, in entries: [Entry], after last: LogFileName?) -> LogFileName {
    let names = entries.map(\.name) + (last.map { [$0] } ?? [])
    let highest = names.filter { $0.day == day }.map(\.index).max()
    return LogFileName(day: day, index: highest.map { $0 + 1 } ?? 0)
  }

  /// The files that were not handed over, oldest first.
  ///
  /// Those that are not locked were left behind by earlier runs.
  func notHandedOver(in entries: [Entry]) -> [LogFileName] {
    entries.filter { !$0.isHandedOver }.map(\.name).sorted()
  }

  /// Removes the oldest files until the others are no longer than allowed.
  ///
  /// - Parameters:
  ///   - entries: The files there are.
  ///   - remove: Removes a file if it is not locked, and returns whether it did.
  /// - Throws: What `remove` throws.
  func removeExcess(
    of entries: [Entry],
    by remove: (LogFileName) throws(KhalaLogError) -> Bool
  ) throws(KhalaLogError) {
    var excess = entries.reduce(0) { $0 + $1.size } - totalSizeCap
    for entry in entries.sorted(by: { $0.name < $1.name }) where excess > 0 {
      if try remove(entry.name) { excess -= entry.size }
    }
  }

  /// Returns how much of a file, whose last bytes these are, was written to its end.
  ///
  /// Every line ends with a line break and contains no other. What follows the
  /// last is padding, or a line that was being written when its process ended.
  ///
  /// - Returns: The bytes up to the last line break; nil if there is none.
  static func completeLength(of tail: some BidirectionalCollection<UInt8>) -> Int? {
    guard let lineBreak = tail.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    return tail.distance(from: tail.startIndex, to: lineBreak) + 1
  }
}
