import Foundation
import Schedules
import Testing

@Suite struct ScheduleZoneTests {
  /// The changes that `zdump` finds, as moments and offsets after them.
  private func dumpedChanges(of zones: [String]) throws -> [String: [(Date, Int)]] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["zdump", "-v", "-c", "1850,2150"] + zones
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let months = Month.allCases.map { String("\($0)".prefix(3)).capitalized }
    var offsets: [String: [(Date, Int)]] = [:]
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      // Zone Sun Mar 31 01:00:00 2024 UT = Sun Mar 31 03:00:00 2024 CEST isdst=1 gmtoff=7200
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 16, let offset = Int(words[15].dropFirst("gmtoff=".count)),
        let month = months.firstIndex(of: words[2]), let day = Int(words[3]),
        let year = Int(words[5]), year > 0,
        let date = try? CalendarDate(year: year, month: month + 1, day: day)
      else { continue }
      offsets[words[0], default: []].append((utc("\(date) \(words[4])"), offset))
    }
    return offsets
  }

  @Test func `Offsets equal those of zdump`() throws {
    let all = ScheduleZone.names().filter { $0 != "Factory" && $0 != "localtime" }
    #expect(all.count > 300)
    let sample =
      BruteForceTests.isComplete
      ? all : all.enumerated().filter { $0.offset % 15 == 0 }.map(\.element)
    let dumped = try dumpedChanges(of: sample)
    #expect(dumped.count > 20)
    for (name, offsets) in dumped {
      let zone = try ScheduleZone(name)
      for (date, offset) in offsets {
        try #require(zone.offset(at: date) == offset, "\(name) at \(date)")
      }
      // There are no more changes than those.
      let moments = Set(offsets.map(\.0))
      var date = utc("1850-01-01 00:00")
      while let change = zone.nextChange(after: date), change.date < utc("2149-01-01 00:00") {
        try #require(moments.contains(change.date), "\(name) at \(change.date)")
        #expect(zone.previousChange(before: change.date.addingTimeInterval(1)) == change)
        #expect(change.offsetBefore == zone.offset(at: change.date.addingTimeInterval(-1)))
        #expect(change.offsetAfter == zone.offset(at: change.date))
        date = change.date
      }
    }
  }

  @Test(arguments: ["Europe/Stockholm", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"])
  func `Offsets equal those of Foundation`(name: String) throws {
    let zone = try ScheduleZone(name)
    let foundation = try #require(TimeZone(identifier: name))
    for hours in stride(from: 0, to: 24 * 366 * 65, by: 131) {
      let date = Date(timeIntervalSince1970: Double(hours * 3600))
      #expect(zone.offset(at: date) == foundation.secondsFromGMT(for: date))
    }
  }

  @Test func `A local time has zero, one or two dates`() throws {
    let zone = try ScheduleZone("Europe/Stockholm")
    #expect(zone.dates(on: "2024-03-31", at: "02:30") == [])
    #expect(zone.dates(on: "2024-03-31", at: "03:00") == [utc("2024-03-31 01:00")])
    #expect(
      zone.dates(on: "2024-10-27", at: "02:30")
        == [utc("2024-10-27 00:30"), utc("2024-10-27 01:30")])
    #expect(try ScheduleZone("Pacific/Apia").dates(on: "2011-12-30", at: "12:00") == [])
    #expect(ScheduleZone.utc.dates(on: "2024-10-27", at: "02:30") == [utc("2024-10-27 02:30")])
  }

  @Test func `After the table, the rule applies`() throws {
    let zone = try ScheduleZone("Europe/Stockholm")
    #expect(zone.offset(at: utc("2500-07-01 00:00")) == 7200)
    #expect(zone.offset(at: utc("2500-01-01 00:00")) == 3600)
    // The last Sunday of March 2500 is the 28th.
    #expect(zone.nextChange(after: utc("2500-01-01 00:00"))?.date == utc("2500-03-28 01:00"))
    #expect(zone.previousChange(before: utc("2500-03-28 01:00"))?.date == utc("2499-10-25 01:00"))
  }

  @Test(
    arguments: [
      ("Europe/Stokholm", "Did you mean 'Europe/Stockholm'?"),
      ("stockholm", "Did you mean 'Europe/Stockholm'?"),
      ("New York", "Did you mean 'America/New_York'?"),
      ("Nowhere/Atall/Really", "Use a name of the IANA database, such as 'Europe/Stockholm'."),
      ("../zoneinfo/Europe/Stockholm", "Use a name of"),
      ("/etc/localtime", "no time zone is named '/etc/localtime'"),
      ("Europe", "no time zone is named 'Europe'"),
      ("Europe/", "no time zone is named 'Europe/'"),
      ("", "no time zone is named ''"),
      ("tzdata.zi", "no time zone is named 'tzdata.zi'"),
    ])
  func `An unknown zone is an error with the nearest name`(name: String, message: String) {
    let error = #expect(throws: ScheduleError.self) { try ScheduleZone(name) }
    #expect(error?.code == .unknownZone)
    #expect(error?.message.contains(message) == true)
  }

  @Test func `A zone may have a constant offset`() throws {
    let zone = try ScheduleZone(secondsFromUTC: -12_600)
    #expect(zone.name == "UTC-03:30")
    #expect(zone.offset(at: utc("2024-07-01 00:00")) == -12_600)
    #expect(zone.nextChange(after: utc("2024-07-01 00:00")) == nil)
    #expect(throws: ScheduleError.self) { try ScheduleZone(secondsFromUTC: 86_400) }
  }

  @Test func `The time zone of the process is valid`() {
    let offset = ScheduleZone.current.offset(at: utc("2024-07-01 00:00"))
    #expect(offset == TimeZone.current.secondsFromGMT(for: utc("2024-07-01 00:00")))
  }
}
