import Foundation
import ModularityTestSupport
import Testing

@testable import Schedules

@Suite struct ZoneDatabaseTests {
  /// A folder with one zone, that goes away with the test.
  private final class Folder {
    private let folder: TemporaryFolder
    var path: String { folder.url.path }

    init() throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        at: folder.appending(path: "Test"), withIntermediateDirectories: true)
    }

    func write(_ bytes: [UInt8], to name: String = "Test/Zone") throws {
      try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }
  }

  @Test func `A zone is read once, and again when its file has changed`() throws {
    let folder = try Folder()
    let database = ZoneDatabase(folder: folder.path)
    try folder.write(ZoneFileBytes(rule: "AAA-1").bytes)
    let first = try database.zone(named: "Test/Zone")
    #expect(first.offset(at: utc("2024-01-01 00:00")) == 0)
    #expect(database.changedNames() == [])
    #expect(database.reload() == [])

    try folder.write(ZoneFileBytes(offsets: [7200], rule: "BBB-2").bytes)
    #expect(database.changedNames() == ["Test/Zone"])
    #expect(try database.zone(named: "Test/Zone") == first)
    #expect(database.reload() == ["Test/Zone"])
    #expect(database.changedNames() == [])
    #expect(try database.zone(named: "Test/Zone").offset(at: utc("2024-01-01 00:00")) == 7200)
    #expect(first.offset(at: utc("2024-01-01 00:00")) == 0)
  }

  @Test func `A zone whose file is broken stays unchanged, and is reported`() throws {
    let folder = try Folder()
    let database = ZoneDatabase(folder: folder.path)
    try folder.write(ZoneFileBytes(rule: "AAA0").bytes)
    let zone = try database.zone(named: "Test/Zone")
    try folder.write([1, 2, 3])
    #expect(database.changedNames() == ["Test/Zone"])
    #expect(database.reload() == [])
    #expect(try database.zone(named: "Test/Zone") == zone)
    let error = #expect(throws: ScheduleError.self) {
      try ZoneDatabase(folder: folder.path).zone(named: "Test/Zone")
    }
    #expect(error?.code == .brokenZone)
    #expect(error?.message.contains("\(folder.path)/Test/Zone ends too early") == true)
  }

  @Test func `Names are those of time zone files`() throws {
    let folder = try Folder()
    try folder.write(ZoneFileBytes(rule: "AAA0").bytes)
    try folder.write(ZoneFileBytes(rule: "AAA0").bytes, to: "Other")
    try folder.write(Array("no zone".utf8), to: "leapseconds")
    #expect(ZoneDatabase(folder: folder.path).names() == ["Other", "Test/Zone"])
  }

  @Test func `Without files, Foundation is used`() throws {
    let database = ZoneDatabase(folder: nil)
    let asked = try database.zone(named: "Europe/Stockholm")
    let read = try ScheduleZone("Europe/Stockholm")
    for hours in stride(from: 0, to: 24 * 366 * 60, by: 131) {
      let date = Date(timeIntervalSince1970: Double(hours * 3600))
      #expect(asked.offset(at: date) == read.offset(at: date))
    }
    #expect(
      asked.nextChange(after: utc("2024-01-01 00:00"))
        == read.nextChange(after: utc("2024-01-01 00:00")))
    #expect(throws: ScheduleError.self) { try database.zone(named: "Europe/Nowhere") }
  }
}
