/// The counters in the file `memory.events` of a control group, which count how often the group
/// reached its limits.
///
/// ```
/// low 0
/// high 3
/// max 1
/// oom 0
/// oom_kill 0
/// ```
struct MemoryLimitEvents: Sendable, Hashable {
  /// The number of times that the group was slowed down because it used too much memory.
  var high: UInt64
  /// The number of times that the group reached its hard limit, ran out of memory, or lost a
  /// process.
  var hard: UInt64

  /// Parses the text of the file.
  ///
  /// Returns `nil` if the format is different.
  ///
  /// Counters that the kernel does not have are zero, and unknown counters are ignored.
  init?(_ text: String) {
    var counters: [Substring: UInt64] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let fields = line.split(separator: " ")
      guard fields.count == 2, let count = UInt64(fields[1]) else { return nil }
      counters[fields[0]] = count
    }
    guard counters["high"] != nil || counters["max"] != nil else { return nil }
    high = counters["high"] ?? 0
    hard = ["max", "oom", "oom_kill"].reduce(0) { (sum: UInt64, name: Substring) in
      let (total, overflows) = sum.addingReportingOverflow(counters[name] ?? 0)
      return overflows ? .max : total
    }
  }

  /// Returns the urgency of the change from `earlier` counters to these, or `nil` if none of them has
  /// increased.
  func level(since earlier: MemoryLimitEvents) -> MemoryPressure.Level? {
    if hard > earlier.hard { return .critical }
    return high > earlier.high ? .warning : nil
  }
}
