package import Spelling

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A time zone for schedules, which converts between moments and local times.
///
/// Its rules come from the system's time zone files (of the IANA, in the folder of `TZDIR` or in
/// the standard one). They never change. To get the rules of a zone that was updated on disk, use
/// ``reload()``.
public struct ScheduleZone: Sendable, Hashable {
  /// The name, such as `Europe/Stockholm`.
  public let name: String

  let rules: ZoneRules

  /// A Boolean value that indicates whether this is the zone of the system, even if the system
  /// changes it.
  private var isCurrent = false

  /// The zone UTC, without offset and changes.
  public static let utc = ScheduleZone(
    name: "UTC", rules: ZoneRules(firstOffset: 0, changes: [], rule: nil))

  /// The zone of this process.
  ///
  /// It is the zone of the variable `TZ`, or of `/etc/localtime`. If the system's zone changes,
  /// ``Schedule/withCurrentZones()`` updates schedules in this zone.
  public static var current: ScheduleZone {
    var zone = ZoneDatabase.system.current()
    zone.isCurrent = true
    return zone
  }

  /// Returns the zone with a name.
  ///
  /// It is read once and then cached.
  ///
  /// - Parameter name: A name of the IANA, such as `Europe/Stockholm`.
  /// - Throws: A ``ScheduleError`` if the name is unknown, with the nearest name as a suggestion.
  public init(_ name: String) throws(ScheduleError) {
    self = try ZoneDatabase.system.zone(named: name)
  }

  /// Returns the zone with a name, for a caller that reads many names.
  ///
  /// - Parameters:
  ///   - name: A name of the IANA.
  ///   - budget: The work that the search for a suggestion may do.
  /// - Throws: A ``ScheduleError`` if the name is unknown, with the nearest name as a suggestion.
  package init(_ name: String, budget: inout SearchBudget) throws(ScheduleError) {
    self = try ZoneDatabase.system.zone(named: name, budget: &budget)
  }

  /// Creates a zone with a fixed offset from UTC.
  ///
  /// - Parameter seconds: The offset to add to UTC, less than a day in either direction.
  /// - Throws: A ``ScheduleError`` if the offset is out of range.
  public init(secondsFromUTC seconds: Int) throws(ScheduleError) {
    guard abs(seconds) < 86_400 else {
      throw ScheduleError(
        code: .unknownZone,
        message: "no time zone is \(seconds) seconds from UTC. Use less than a day.")
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

  /// Returns whether a string can be the name of a zone on any system.
  ///
  /// Names that lead out of the folder of zones are invalid.
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
  /// A clock change of a zone.
  public struct Change: Sendable, Hashable {
    /// The time of the change.
    public let date: Date
    /// The offset from UTC before, in seconds.
    public let offsetBefore: Int
    /// The offset from UTC after the change, in seconds.
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

  /// Returns the moments at which the clocks show a time, in ascending order.
  ///
  /// The result is empty if a change skips the time, and has two elements if a change repeats it.
  public func dates(on day: CalendarDate, at time: TimeOfDay) -> [Date] {
    let local = Int64(day.dayNumber) * Instants.secondsPerDay + Int64(time.secondOfDay)
    return rules.instants(ofLocalTime: local).map(Instants.date)
  }

  /// Returns the first clock change after a moment.
  public func nextChange(after date: Date) -> Change? {
    let segment = rules.segment(at: Instants.rounded(down: date))
    guard segment.end <= Instants.last else { return nil }
    return Change(
      date: Instants.date(segment.end), offsetBefore: Int(segment.offset),
      offsetAfter: Int(segment.offsetAfter))
  }

  /// Returns the last clock change before a moment.
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
  /// Returns the sorted names of all zones of the system.
  ///
  /// - Complexity: Opens every file.
  public static func names() -> [String] { ZoneDatabase.system.names() }

  /// Reads changed files again.
  ///
  /// Existing zones and schedules are not changed. Use ``Schedule/withCurrentZones()`` to update
  /// schedules. If the file of a zone is missing or invalid, the zone keeps its previous rules.
  ///
  /// - Returns: The sorted names of the zones whose rules have changed.
  @discardableResult
  public static func reload() -> [String] { ZoneDatabase.system.reload() }

  /// The zone with the same name and the latest rules, or the system's current zone if it was
  /// created as such.
  var renewed: ScheduleZone {
    if isCurrent { return .current }
    return (try? ZoneDatabase.system.zone(named: name)) ?? self
  }
}

extension ScheduleZone: CustomStringConvertible {
  public var description: String { name }
}
