import Spelling
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time zones of the system, each read once.
///
/// They are read from the folder that `TZDIR` names, or from the one where systems
/// keep them. Where there is no such folder, Foundation is asked.
///
/// - Concurrency: Any thread may ask. Files are read without the lock being held.
final class ZoneDatabase: Sendable {
  /// The time zones of this system.
  static let system = ZoneDatabase(folder: systemFolder())

  /// The folder of the files, or `nil` if the system has none.
  let folder: String?

  /// A zone and the bytes it was made from.
  private struct Entry {
    let zone: ScheduleZone
    let bytes: [UInt8]?
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// The names for suggestions, once a name was unknown: to list them takes a look at every file.
  private let namesForSuggestions = Mutex<ZoneNames?>(nil)

  /// Creates the time zones of a folder.
  init(folder: String?) {
    self.folder = folder
  }

  /// The zone of this name.
  ///
  /// - Throws: A ``ScheduleError``, if there is none or its file is broken.
  func zone(named name: String) throws(ScheduleError) -> ScheduleZone {
    var budget = SearchBudget(steps: 4_000_000)
    return try zone(named: name, budget: &budget)
  }

  /// The zone of this name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - budget: The work that the search for a suggestion may do.
  /// - Returns: The zone.
  /// - Throws: A ``ScheduleError``, if there is none or its file is broken.
  func zone(
    named name: String, budget: inout SearchBudget
  ) throws(ScheduleError) -> ScheduleZone {
    if let known = entries.withLock({ $0[name]?.zone }) { return known }
    guard let entry = try read(name) else {
      throw .unknownZone(
        name, suggestion: suggestedNames().suggestion(for: name, budget: &budget))
    }
    // Another thread may have been faster; all shall have the same zone.
    return entries.withLock { entries in
      let known = entries[name] ?? entry
      entries[name] = known
      return known.zone
    }
  }

  /// Which of the zones that were read have another file now.
  ///
  /// - Returns: Their names, sorted.
  func changedNames() -> [String] {
    entries.withLock { $0 }.compactMap { name, entry in
      entry.bytes == nil || entry.bytes == bytes(of: name) ? nil : name
    }.sorted()
  }

  /// Reads again what has changed.
  ///
  /// A zone whose file is missing or broken now stays as it was.
  ///
  /// - Returns: The names of the zones that are different now, sorted.
  func reload() -> [String] {
    namesForSuggestions.withLock { $0 = nil }
    return changedNames().filter { name in
      guard let entry = (try? read(name)) ?? nil else { return false }
      return entries.withLock { entries in
        let old = entries.updateValue(entry, forKey: name)
        return old?.zone != entry.zone
      }
    }
  }

  /// The names of all zones that have a file, sorted.
  func names() -> [String] {
    guard let folder, let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder)
    else { return [] }
    // Two folders hold all zones once more, with and without leap seconds.
    return paths.filter { path in
      ScheduleZone.isName(path) && !path.hasPrefix("right/") && !path.hasPrefix("posix/")
        && bytes(of: path)?.starts(with: TimeZoneFile.magic) == true
    }.sorted()
  }

  private func suggestedNames() -> ZoneNames {
    if let known = namesForSuggestions.withLock(\.self) { return known }
    let listed = ZoneNames(names())
    namesForSuggestions.withLock { $0 = listed }
    return listed
  }

  /// Reads a zone; returns `nil` if there is none of this name.
  ///
  /// - Throws: A ``ScheduleError``, if its file is broken.
  private func read(_ name: String) throws(ScheduleError) -> Entry? {
    if name == "UTC" { return Entry(zone: .utc, bytes: nil) }
    guard let folder else {
      guard ScheduleZone.isName(name), let zone = TimeZone(identifier: name) else { return nil }
      return Entry(zone: ScheduleZone(name: name, rules: ZoneRules(sampling: zone)), bytes: nil)
    }
    guard ScheduleZone.isName(name), let bytes = bytes(of: name) else { return nil }
    do throws(TimeZoneFile.Problem) {
      let rules = try TimeZoneFile.rules(from: bytes)
      return Entry(zone: ScheduleZone(name: name, rules: rules), bytes: bytes)
    } catch {
      throw .brokenZone(name, path: "\(folder)/\(name)", problem: error.text)
    }
  }

  /// Returns the contents of a zone's file, or `nil` if there is none.
  private func bytes(of name: String) -> [UInt8]? {
    guard let folder else { return nil }
    let path = "\(folder)/\(name)"
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder else {
      return nil
    }
    return FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// Returns the folder in which this system keeps time zones.
  private static func systemFolder() -> String? {
    let named = ProcessInfo.processInfo.environment["TZDIR"] ?? ""
    return [named, "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"].first { folder in
      !folder.isEmpty && FileManager.default.fileExists(atPath: folder)
    }
  }
}

extension ZoneDatabase {
  /// The zone that the process is in.
  ///
  /// It is the one that `TZ` names, or the one that `/etc/localtime` leads to or
  /// holds; else what Foundation takes for it.
  func current() -> ScheduleZone {
    if let name = ProcessInfo.processInfo.environment["TZ"], !name.isEmpty,
      let zone = try? zone(named: name.hasPrefix(":") ? String(name.dropFirst()) : name)
    {
      return zone
    }
    let file = "/etc/localtime"
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: file),
      let folder = path.firstRange(of: "zoneinfo/"),
      let zone = try? zone(named: String(path[folder.upperBound...]))
    {
      return zone
    }
    if let data = FileManager.default.contents(atPath: file),
      let rules = try? TimeZoneFile.rules(from: Array(data))
    {
      return ScheduleZone(name: "localtime", rules: rules)
    }
    let zone = TimeZone.current
    return (try? self.zone(named: zone.identifier))
      ?? ScheduleZone(name: zone.identifier, rules: ZoneRules(sampling: zone))
  }
}

extension ZoneRules {
  /// Asks Foundation for the changes of a zone until 2100.
  convenience init(sampling zone: TimeZone) {
    var changes: [PosixZoneRule.Transition] = []
    let end = Int64(GregorianCalendar.dayNumber(year: 2100, month: 1, day: 1))
    let start = Date(timeIntervalSince1970: 0)
    var date = start
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date,
      next.timeIntervalSince1970 < Double(end * Instants.secondsPerDay)
    {
      changes.append(
        PosixZoneRule.Transition(
          instant: Instants.rounded(up: next), offset: Int64(zone.secondsFromGMT(for: next))))
      date = next
    }
    self.init(firstOffset: Int64(zone.secondsFromGMT(for: start)), changes: changes, rule: nil)
  }
}

/// The names of all time zones, from which one is suggested for a name that no zone has.
struct ZoneNames: Sendable {
  private let names: NearestNames
  /// The first name by each of its ends behind a slash, in lower case: `stockholm`.
  private var namesByEnd: [String: String] = [:]

  /// Takes over names.
  ///
  /// - Complexity: Linear in the names.
  init(_ names: [String]) {
    self.names = NearestNames(names)
    for name in names {
      let lowercased = name.lowercased()
      var rest = lowercased[...]
      while let slash = rest.firstIndex(of: "/") {
        rest = rest[rest.index(after: slash)...]
        let end = String(rest)
        if namesByEnd[end] == nil { namesByEnd[end] = name }
      }
    }
  }

  /// Suggests the zone that was meant: the one of the city of this name, or else the one with the
  /// nearest name.
  func suggestion(for name: String, budget: inout SearchBudget) -> String? {
    // Cities are remembered better than the continents they are filed under.
    namesByEnd[name.lowercased().replacing(" ", with: "_")]
      ?? names.nearest(to: name, atMost: 1, budget: &budget).first
  }
}
