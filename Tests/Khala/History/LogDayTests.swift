import Foundation
import Testing

@testable import Khala

@Suite struct LogDayTests {
  @Test func `Every day until 2200 follows the one before`() {
    // A calendar that counts day by day.
    var (year, month, day) = (1970, 1, 1)
    for number in 0..<84_006 {
      let counted = LogDay(number: number)
      #expect(counted.civil == (year, month, day))
      #expect(LogDay(counted.description) == counted)
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      day += 1
      if day > lengths[month - 1] { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(arguments: [
    (-1, "1970-01-01"), (0, "1970-01-01"), (17_866, "2018-12-01"), (2_932_896, "9999-12-31"),
    (Int.max, "9999-12-31"),
  ])
  func `A day is written with ten characters`(number: Int, text: String) {
    #expect(LogDay(number: number).description == text)
  }

  @Test(arguments: [
    "", "2018-12-1", "2018-12-011", "2018-02-29", "2018-04-31", "2018-13-01", "2018-00-10",
    "2018-12-00", "1969-12-31", "+018-12-01", "2018-+1-01", "2018/12/01", "２018-12-01",
    "2018-12-01 ",
  ])
  func `A text of another form is not a day`(text: String) {
    #expect(LogDay(text) == nil)
  }

  @Test(arguments: [
    (1_543_630_014.999, "2018-12-01 02:06:54"), (1_543_622_399.5, "2018-11-30 23:59:59"),
    (1_543_622_400, "2018-12-01 00:00:00"), (-5, "1970-01-01 00:00:00"),
    (.nan, "1970-01-01 00:00:00"), (-.infinity, "1970-01-01 00:00:00"),
    (.infinity, "9999-12-31 23:59:59"),
  ])
  func `A date is written in UTC, and no date traps`(seconds: Double, text: String) {
    var bytes: [UInt8] = []
    bytes.append(moment: LogMoment(Date(timeIntervalSince1970: seconds)))
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  private func name(_ text: String) throws -> LogFileName {
    try #require(LogFileName(text), "\(text)")
  }

  @Test(arguments: ["2018-12-01.log", "2018-12-01.1.log", "2018-12-01.10.log"])
  func `A file name is parsed back equal`(text: String) throws {
    #expect(try name(text).description == text)
  }

  @Test(arguments: [
    "", ".log", "2018-12-01", "2018-12-01.log.gz", "2018-12-01.0.log", "2018-12-01.01.log",
    "2018-12-01.-1.log", "2018-12-01..log", "2018-12-32.log", "x2018-12-01.log", "2018-12-01.1.LOG",
  ])
  func `Other names are ignored`(text: String) {
    #expect(LogFileName(text) == nil)
  }

  @Test func `File names are sorted by day and number`() throws {
    let names = try ["2018-12-02.log", "2018-12-01.10.log", "2018-12-01.9.log", "2018-12-01.log"]
      .map(name)
    #expect(names.sorted() == names.reversed())
  }

  @Test(arguments: [(0.0, 86_400.001), (86_399.5, 0.501), (86_400, 86_400.001), (.nan, 86_400)])
  func `Midnight is where the next day starts`(seconds: Double, wait: Double) {
    let duration = LogMoment.untilMidnight(from: Date(timeIntervalSince1970: seconds))
    #expect(abs(duration / .seconds(1) - wait) < 0.000_01)
  }
}
