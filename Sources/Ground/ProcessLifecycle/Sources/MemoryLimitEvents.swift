/// The counters of a control group's `memory.events` file: how often the group ran into its limits.
///
/// ```
/// low 0
/// high 3
/// max 1
/// oom 0
/// oom_kill 0
/// ```
struct MemoryLimitEvents: Sendable, Hashable {
  /// The number of times that the group was slowed down for using too much.
  var high: UInt64
  /// The number of times that it hit its hard limit, ran out of memory, or lost a process.
  var hard: UInt64

  /// Reads the text of the file; nil if it is not such a text.
  ///
  /// Counters that a kernel does not have are zero, those we do not know are
  /// passed over.
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

  /// Returns the urgency of the change from `earlier` counters to these, or `nil` if
  /// nothing happened.
  func level(since earlier: MemoryLimitEvents) -> MemoryPressure.Level? {
    if hard > earlier.hard { return .critical }
    return high > earlier.high ? .warning : nil
  }
}
