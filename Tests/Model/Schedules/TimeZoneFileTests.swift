import Foundation
import ModularityTestSupport
import Testing

@testable import Schedules

@Suite struct TimeZoneFileTests {
  /// The offset of a file's zone at a moment.
  private func offset(of file: ZoneFileBytes, at text: String) throws -> Int64 {
    let rules = try TimeZoneFile.rules(from: file.bytes)
    return rules.segment(at: Int64(utc(text).timeIntervalSince1970)).offset
  }

  @Test func `A table without a rule ends with its last offset`() throws {
    let file = ZoneFileBytes(
      changes: [(0, 1), (1_000_000_000, 0)], offsets: [3600, 7200], rule: "")
    #expect(try offset(of: file, at: "1960-01-01 00:00") == 3600)
    #expect(try offset(of: file, at: "1980-01-01 00:00") == 7200)
    #expect(try offset(of: file, at: "2080-01-01 00:00") == 3600)
  }

  @Test(
    arguments: [
      ("EST5EDT,M3.2.0,M11.1.0", "2300-07-01 00:00", -14_400),
      ("EST5EDT,M3.2.0,M11.1.0", "2300-01-01 00:00", -18_000),
      // Summer time is less than the usual time.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2300-01-01 00:00", 0),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2300-07-01 00:00", 3600),
      // Times before and after the day.
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31 00:59", -7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31 01:01", -3600),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2024-03-29 23:59", 7200),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2024-03-30 00:01", 10_800),
      // The days J60 and 59 are 1 March and, in leap years, 29 February.
      ("AAA0BBB,J60/0,J300/0", "2024-02-29 12:00", 0),
      ("AAA0BBB,J60/0,J300/0", "2024-03-01 12:00", 3600),
      ("AAA0BBB,59/0,300/0", "2024-02-29 12:00", 3600),
      ("AAA0BBB,59/0,300/0", "2023-02-28 12:00", 0),
      // Summer time all year.
      ("XXX3EDT4,0/0,J365/23", "2024-01-01 02:00", -14_400),
      ("XXX3EDT4,0/0,J365/23", "2024-07-01 00:00", -14_400),
      ("<+0545>-5:45", "2024-07-01 00:00", 20_700),
      ("AAA-1:00:30BBB-2:00:00,M3.5.0,M10.5.0", "2024-01-01 00:00", 3630),
    ])
  func `A POSIX rule is parsed`(rule: String, at text: String, expected: Int64) throws {
    let standard = try #require(PosixZoneRule(parsing: Array(rule.utf8))).standardOffset
    let file = ZoneFileBytes(changes: [(-1_000_000_000, 0)], offsets: [Int32(standard)], rule: rule)
    #expect(try offset(of: file, at: text) == expected)
  }

  @Test(
    arguments: [
      "A", "AB1", "AAA", "AAA25", "AAA1BBB,M13.1.0,M3.1.0", "AAA1BBB,M1.6.0,M3.1.0",
      "AAA1BBB,M1.1.7,M3.1.0", "AAA1BBB,J0,J1", "AAA1BBB,366,1", "AAA1BBB,1", "AAA1BBB",
      "AAA1BBB,1,2,3", "AAA1BBB,1/168,2", "<AA1", "AAA1:60", "AAA1BBB,M1.1,M3.1.0", "AAA1x",
    ])
  func `An invalid rule is rejected`(rule: String) {
    #expect(PosixZoneRule(parsing: Array(rule.utf8)) == nil)
    let error = #expect(throws: TimeZoneFile.Problem.self) {
      try TimeZoneFile.rules(from: ZoneFileBytes(rule: rule).bytes)
    }
    #expect(error?.text.contains("an invalid rule: \(rule)") == true)
  }

  @Test func `A broken file is rejected with the reason`() throws {
    func problem(_ change: (inout ZoneFileBytes) -> Void) -> String? {
      var file = ZoneFileBytes(changes: [(0, 1), (5, 0)], offsets: [0, 3600], rule: "AAA0")
      change(&file)
      return #expect(throws: TimeZoneFile.Problem.self) {
        try TimeZoneFile.rules(from: file.bytes)
      }?.text
    }
    #expect(problem { $0.magic = "TZIF" } == "is not a time zone file")
    #expect(problem { $0.version = 7 } == "has the unknown version 7")
    #expect(problem { $0.changes[1].0 = 0 } == "has changes that are out of order")
    #expect(
      problem { $0.changes[1].1 = 2 } == "refers to a type of time that it does not define")
    #expect(
      problem { $0.offsets[1] = 93_600 } == "has a time that is 93600 seconds away from UTC")
    #expect(
      problem { $0.leapSeconds = 1 } == "counts leap seconds, which are not supported")
  }

  @Test func `A truncated file is rejected`() throws {
    let bytes = ZoneFileBytes(
      changes: [(0, 1), (5, 0)], offsets: [0, 3600], rule: "AAA0BBB,M3.5.0,M10.5.0"
    ).bytes
    for count in bytes.indices {
      #expect(throws: TimeZoneFile.Problem.self) {
        try TimeZoneFile.rules(from: Array(bytes[..<count]))
      }
    }
    #expect(throws: Never.self) { try TimeZoneFile.rules(from: bytes) }
  }

  @Test func `A file with changed bytes is rejected, or gives consistent rules`() throws {
    let good = ZoneFileBytes(
      changes: [(0, 1), (86_400, 0), (172_800, 1)], offsets: [0, 3600],
      rule: "AAA0BBB,M3.5.0,M10.5.0"
    ).bytes
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<1_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      guard let rules = try? TimeZoneFile.rules(from: bytes) else { continue }
      for _ in 0..<5 {
        let instant = Int64.random(in: -5_000_000_000...50_000_000_000, using: &generator)
        let segment = rules.segment(at: instant)
        #expect(segment.start <= instant && instant < segment.end)
      }
    }
  }
}
