/// The offsets of one time zone from UTC, in all years.
///
/// A table covers the years up to 2100, with binary search. After it, the rule from the zone's file
/// applies.
final class ZoneRules: Sendable {
  /// The changes in ascending order.
  private let changes: [Int64]
  /// The offsets between the changes: one before the first change, and one after each.
  private let offsets: [Int64]
  /// The rule after the last change.
  private let rule: PosixZoneRule?

  /// The smallest offset of all times, followed by the greatest.
  let leastOffset: Int64
  let greatestOffset: Int64

  /// The greatest difference between two offsets.
  var offsetSpan: Int64 { greatestOffset - leastOffset }

  /// Creates the rules of a zone.
  ///
  /// - Parameters:
  ///   - firstOffset: The offset before the first change.
  ///   - changes: The changes in their order, with the offset after each. Changes without effect
  ///     are skipped.
  ///   - rule: The rule after the last change.
  init(
    firstOffset: Int64, changes: some Sequence<PosixZoneRule.Transition>, rule: PosixZoneRule?
  ) {
    var instants: [Int64] = []
    var offsets = [firstOffset]
    for change in changes where change.instant <= Instants.last {
      if change.instant <= Instants.first {
        // Some files have a change at the beginning of the universe.
        offsets = [change.offset]
      } else if change.offset != offsets[offsets.count - 1] {
        instants.append(change.instant)
        offsets.append(change.offset)
      }
    }
    if let rule, !instants.isEmpty {
      // The most frequent queries are fastest with the table.
      let end = GregorianCalendar.dayNumber(year: 2100, month: 1, day: 1)
      var segment = Self.lastSegment(changes: instants, offsets: offsets)
      while segment.start < Int64(end) * Instants.secondsPerDay {
        let known = rule.segment(at: segment.start, behind: segment)
        guard known.end != .max else { break }
        instants.append(known.end)
        offsets.append(known.offsetAfter)
        segment = Self.lastSegment(changes: instants, offsets: offsets)
      }
    }
    self.changes = instants
    self.offsets = offsets
    self.rule = rule?.daylightSaving == nil ? nil : rule
    var all = offsets
    if let daylightSaving = self.rule?.daylightSaving {
      all += [daylightSaving.offset, self.rule?.standardOffset ?? 0]
    }
    leastOffset = all.min() ?? 0
    greatestOffset = all.max() ?? 0
  }

  /// A Boolean value that indicates whether the clocks never change.
  var isConstant: Bool { changes.isEmpty && rule == nil }

  /// Returns the stretch that contains a moment.
  ///
  /// - Complexity: O(log *n*) for *n* changes until 2100, and O(1) later.
  func segment(at instant: Int64) -> ZoneSegment {
    // The number of changes up to the moment.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= instant { low = middle + 1 } else { high = middle }
    }
    guard low < changes.count else {
      let last = Self.lastSegment(changes: changes, offsets: offsets)
      return rule?.segment(at: instant, behind: last) ?? last
    }
    return ZoneSegment(
      start: low == 0 ? .min : changes[low - 1], end: changes[low], offset: offsets[low],
      offsetBefore: offsets[max(low - 1, 0)], offsetAfter: offsets[low + 1])
  }

  /// Returns the moments at which the clocks show a local time.
  ///
  /// The result has zero, one or two elements, or more if the clocks changed twice in a day.
  func instants(ofLocalTime time: Int64) -> [Int64] {
    var found: [Int64] = []
    var instant = time - greatestOffset
    while instant <= time - leastOffset {
      let segment = segment(at: instant)
      let candidate = time - segment.offset
      if segment.start <= candidate, candidate < segment.end { found.append(candidate) }
      guard segment.end != .max else { break }
      instant = segment.end
    }
    return found
  }

  /// Returns the stretches of time during which the clocks show a day.
  ///
  /// The result has one element, several if the clocks change on the day, or none if they skip the
  /// day.
  func stretches(ofDay day: Int64) -> [Range<Int64>] {
    let midnight = day * Instants.secondsPerDay
    var stretches: [Range<Int64>] = []
    var instant = midnight - greatestOffset
    while instant < midnight + Instants.secondsPerDay - leastOffset {
      let segment = segment(at: instant)
      let start = max(midnight - segment.offset, segment.start)
      let end = min(midnight + Instants.secondsPerDay - segment.offset, segment.end)
      if start < end { stretches.append(start..<end) }
      instant = segment.end
    }
    return stretches
  }

  /// Returns the stretch after the last change of a table.
  private static func lastSegment(changes: [Int64], offsets: [Int64]) -> ZoneSegment {
    let offset = offsets[offsets.count - 1]
    return ZoneSegment(
      start: changes.last ?? .min, end: .max, offset: offset,
      offsetBefore: offsets[max(offsets.count - 2, 0)], offsetAfter: offset)
  }
}

extension ZoneRules: Hashable {
  static func == (one: ZoneRules, other: ZoneRules) -> Bool {
    one === other
      || one.changes == other.changes && one.offsets == other.offsets && one.rule == other.rule
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(changes.count)
    hasher.combine(changes.last)
    hasher.combine(offsets.last)
    hasher.combine(rule)
  }
}

/// A stretch of time without clock changes in a zone.
struct ZoneSegment: Sendable, Hashable {
  /// The change at its start, or `Int64.min` if none precedes it.
  let start: Int64
  /// The change at its end, or `Int64.max` if none follows.
  let end: Int64
  /// The offset from UTC, in seconds.
  let offset: Int64
  /// The offset before the stretch.
  let offsetBefore: Int64
  /// The offset after the stretch.
  let offsetAfter: Int64

  /// The seconds of local time that are repeated when the stretch starts.
  var foldAtStart: Int64 { max(offsetBefore - offset, 0) }

  /// The seconds of its local time that are repeated when it ends.
  var foldAtEnd: Int64 { max(offset - offsetAfter, 0) }

  /// The seconds of local time that are skipped when it starts.
  var gapAtStart: Int64 { max(offset - offsetBefore, 0) }
}
