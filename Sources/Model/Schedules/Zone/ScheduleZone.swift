package import Spelling

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A time zone as schedules see it: what its clocks show at any moment, and when
/// they show a time.
///
/// Its rules are read from the system's time zones (the files of the IANA, in the
/// folder that `TZDIR` names or in the usual one) and do not change: a zone that is
/// updated on disk is another value, which ``reload()`` brings.
public struct ScheduleZone: Sendable, Hashable {
  /// The name, such as `Europe/Stockholm`.
  public let name: String

  let rules: ZoneRules

  /// A Boolean value that indicates whether it is the zone of the system, whichever
  /// that is at the time.
  private var isCurrent = false

  /// The zone of all computers: no offset, no changes.
  public static let utc = ScheduleZone(
    name: "UTC", rules: ZoneRules(firstOffset: 0, changes: [], rule: nil))

  /// The zone that this process is in.
  ///
  /// It is the one that the variable `TZ` names, or the one of `/etc/localtime`. A
  /// schedule that is in this zone is in another one when the system is
  /// (``Schedule/withCurrentZones()``).
  public static var current: ScheduleZone {
    var zone = ZoneDatabase.system.current()
    zone.isCurrent = true
    return zone
  }

  /// The zone of this name; read once, and kept.
  ///
  /// - Parameter name: A name of the IANA, such as `Europe/Stockholm`.
  /// - Throws: A ``ScheduleError``, which suggests the nearest name if there is none
  ///   of this one.
  public init(_ name: String) throws(ScheduleError) {
    self = try ZoneDatabase.system.zone(named: name)
  }

  /// The zone of this name, for a caller that reads many names.
  ///
  /// - Parameters:
  ///   - name: A name of the IANA.
  ///   - budget: The work that the search for a suggestion may do.
  /// - Throws: A ``ScheduleError``, which suggests the nearest name if there is none
  ///   of this one.
  package init(_ name: String, budget: inout SearchBudget) throws(ScheduleError) {
    self = try ZoneDatabase.system.zone(named: name, budget: &budget)
  }

  /// A zone that is always so far away from UTC.
  ///
  /// - Parameter seconds: What is added to UTC; less than a day either way.
  /// - Throws: A ``ScheduleError``, if it is more.
  public init(secondsFromUTC seconds: Int) throws(ScheduleError) {
    guard abs(seconds) < 86_400 else {
      throw ScheduleError(
        code: .unknownZone,
        message: "there is no time zone \(seconds) seconds from UTC: it must be less than a day.")
    }
    let time = TimeOfDay(secondOfDay: abs(seconds))
    self.init(
      name: "UTC\(seconds < 0 ? "-" : "+")\(time)",
      rules: ZoneRules(firstOffset: Int64(seconds), changes: [], rule: nil))
  }

  init(name: String, rules: ZoneRules) {
    self.name = name
    self.rules = rules
  }

  public static func == (left: ScheduleZone, right: ScheduleZone) -> Bool {
    left.name == right.name && left.rules == right.rules
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(rules)
  }

  /// Returns whether this can be the name of a zone of any system: what leads out of
  /// the folder of zones cannot.
  package static func isName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return name.utf8.count <= 255
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || "+-_".utf8.contains(byte)
          }
      }
  }
}

// MARK: - Clocks

extension ScheduleZone {
  /// A change of the clocks of a zone.
  public struct Change: Sendable, Hashable {
    /// When the clocks change.
    public let date: Date
    /// The offset from UTC before, in seconds.
    public let offsetBefore: Int
    /// The offset from UTC from then on, in seconds.
    public let offsetAfter: Int
  }

  /// Returns the offset from UTC at a time, in seconds.
  public func offset(at date: Date) -> Int {
    Int(rules.segment(at: Instants.rounded(down: date)).offset)
  }

  /// Returns the local date and time of a date, without its seconds.
  public func localTime(at date: Date) -> (date: CalendarDate, time: TimeOfDay) {
    let instant = Instants.rounded(down: date)
    let (day, second) = (instant + rules.segment(at: instant).offset)
      .dividedDown(by: Instants.secondsPerDay)
    return (CalendarDate(dayNumber: Int(day)), TimeOfDay(secondOfDay: Int(second)))
  }

  /// The moments at which the clocks show a time, in their order.
  ///
  /// There is none if a change leaves the time out, and there are two if it comes
  /// twice.
  public func dates(on day: CalendarDate, at time: TimeOfDay) -> [Date] {
    let local = Int64(day.dayNumber) * Instants.secondsPerDay + Int64(time.secondOfDay)
    return rules.instants(ofLocalTime: local).map(Instants.date)
  }

  /// The first change of the clocks after a moment.
  public func nextChange(after date: Date) -> Change? {
    let segment = rules.segment(at: Instants.rounded(down: date))
    guard segment.end <= Instants.last else { return nil }
    return Change(
      date: Instants.date(segment.end), offsetBefore: Int(segment.offset),
      offsetAfter: Int(segment.offsetAfter))
  }

  /// The last change of the clocks before a moment.
  public func previousChange(before date: Date) -> Change? {
    let segment = rules.segment(at: Instants.rounded(up: date) - 1)
    guard segment.start >= Instants.first else { return nil }
    return Change(
      date: Instants.date(segment.start), offsetBefore: Int(segment.offsetBefore),
      offsetAfter: Int(segment.offset))
  }
}

// MARK: - Changes of the rules

extension ScheduleZone {
  /// The names of all zones of the system, sorted.
  ///
  /// - Complexity: Looks at every file.
  public static func names() -> [String] { ZoneDatabase.system.names() }

  /// Reads the files again that have changed.
  ///
  /// Zones and schedules that exist stay as they are; ask schedules for
  /// ``Schedule/withCurrentZones()``. A zone whose file is gone or broken is kept as it
  /// was read last.
  ///
  /// - Returns: The names of the zones that have other rules now, sorted.
  @discardableResult
  public static func reload() -> [String] { ZoneDatabase.system.reload() }

  /// The zone of the same name as it was read last, or that of the system, if it was that.
  var renewed: ScheduleZone {
    if isCurrent { return .current }
    return (try? ZoneDatabase.system.zone(named: name)) ?? self
  }
}

extension ScheduleZone: CustomStringConvertible {
  public var description: String { name }
}
