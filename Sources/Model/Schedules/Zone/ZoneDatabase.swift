import Spelling
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time zones of the system, each read once.
///
/// They are read from the folder of `TZDIR`, or from the standard folder. If no such folder exists,
/// Foundation provides them.
///
/// - Concurrency: May be used from any thread. Files are read without holding the lock.
final class ZoneDatabase: Sendable {
  /// The time zones of this system.
  static let system = ZoneDatabase(folder: systemFolder())

  /// The folder of the files, or `nil` if the system has none.
  let folder: String?

  /// A zone and the bytes from which it was created.
  private struct Entry {
    let zone: ScheduleZone
    let bytes: [UInt8]?
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// The names for suggestions, loaded when a name was unknown, because listing them opens every
  /// file.
  private let namesForSuggestions = Mutex<ZoneNames?>(nil)

  /// Creates the database for a folder.
  init(folder: String?) {
    self.folder = folder
  }

  /// Returns the zone with a name.
  ///
  /// - Throws: A ``ScheduleError`` if the zone is unknown or its file is invalid.
  func zone(named name: String) throws(ScheduleError) -> ScheduleZone {
    var budget = SearchBudget(steps: 4_000_000)
    return try zone(named: name, budget: &budget)
  }

  /// Returns the zone with a name.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - budget: The work that the search for a suggestion may do.
  /// - Returns: The zone.
  /// - Throws: A ``ScheduleError`` if the zone is unknown or its file is invalid.
  func zone(
    named name: String, budget: inout SearchBudget
  ) throws(ScheduleError) -> ScheduleZone {
    if let known = entries.withLock({ $0[name]?.zone }) { return known }
    guard let entry = try read(name) else {
      throw .unknownZone(
        name, suggestion: suggestedNames().suggestion(for: name, budget: &budget))
    }
    // Another thread may have been faster, and all threads must get the same zone.
    return entries.withLock { entries in
      let known = entries[name] ?? entry
      entries[name] = known
      return known.zone
    }
  }

  /// Returns the names of cached zones whose files have changed.
  ///
  /// - Returns: The sorted names.
  func changedNames() -> [String] {
    entries.withLock { $0 }.compactMap { name, entry in
      entry.bytes == nil || entry.bytes == bytes(of: name) ? nil : name
    }.sorted()
  }

  /// Reads changed files again.
  ///
  /// If the file of a zone is missing or invalid, the zone is kept.
  ///
  /// - Returns: The sorted names of the zones that have changed.
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

  /// Returns the sorted names of all zones with a file.
  func names() -> [String] {
    guard let folder, let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder)
    else { return [] }
    // Two folders contain copies of all zones, with and without leap seconds.
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

  /// Reads a zone, or returns `nil` if the name is unknown.
  ///
  /// - Throws: A ``ScheduleError`` if its file is invalid.
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

  /// Returns the contents of a zone's file, or `nil` if it does not exist.
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
  /// Returns the zone of the process.
  ///
  /// It is the zone of `TZ`, or the zone that `/etc/localtime` links to or contains. Otherwise
  /// Foundation determines it.
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
  /// Creates rules from Foundation's changes of a zone until 2100.
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

/// The names of all time zones, with which to suggest a name for an unknown one.
struct ZoneNames: Sendable {
  private let names: NearestNames
  /// The first name for each lowercase suffix after a slash, such as `stockholm`.
  private var namesByEnd: [String: String] = [:]

  /// Creates the list of names.
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

  /// Suggests the intended zone: the zone of a city with this name, or otherwise the zone with the
  /// nearest name.
  func suggestion(for name: String, budget: inout SearchBudget) -> String? {
    // People remember cities better than the continents in the names of zones.
    namesByEnd[name.lowercased().replacing(" ", with: "_")]
      ?? names.nearest(to: name, atMost: 1, budget: &budget).first
  }
}
