import Testing

@testable import Khala

@Suite struct LogPlanTests {
  private let plan = LogPlan(fileSizeCap: 100, totalSizeCap: 250)

  private func name(_ text: String) throws -> LogFileName {
    try #require(LogFileName(text), "\(text)")
  }

  private func entries(
    _ files: [(name: String, size: Int)], handedOver: Set<String> = []
  ) throws -> [LogPlan.Entry] {
    try files.map {
      LogPlan.Entry(
        name: try name($0.name), size: $0.size, isHandedOver: handedOver.contains($0.name))
    }
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

  @Test func `A line is written to the file in which it fits`() throws {
    let file = try name("2018-12-01.3.log")
    let fit = { (count: Int, days: Int, length: Int) in
      plan.fit(count, of: LogDay(number: file.day.number + days), into: file, length: length)
    }
    #expect(fit(40, 0, 60) == .append)
    #expect(fit(41, 0, 60) == .rotate)
    #expect(fit(100, 0, 0) == .append)
    #expect(fit(101, 0, 0) == .tooLong)
    #expect(fit(101, 1, 100) == .tooLong)
    #expect(fit(1, 1, 0) == .rotate)
    #expect(fit(40, -1, 60) == .append)
    #expect(fit(41, -1, 60) == .rotate)
  }

  @Test func `The newest file of the day is continued, but none older than the last`() throws {
    let entries = try entries(
      [
        ("2018-12-01.log", 1), ("2018-12-01.2.log", 1), ("2018-12-01.1.log", 1),
        ("2018-11-30.log", 1), ("2018-12-02.log", 1), ("2018-12-01.3.log", 1),
      ], handedOver: ["2018-12-01.3.log"])
    let continuable = { (last: String?) in
      plan.continuable(
        on: try name("2018-12-01.log").day, in: entries, after: try last.map(name)
      ).map(\.description)
    }
    #expect(
      try continuable(nil) == ["2018-12-01.2.log", "2018-12-01.1.log", "2018-12-01.log"])
    #expect(try continuable("2018-12-01.1.log") == ["2018-12-01.2.log", "2018-12-01.1.log"])
    #expect(try continuable("2018-12-01.3.log") == [])
    #expect(try continuable("2018-11-30.1.log").count == 3)
  }

  @Test func `The next file has the next number`() throws {
    let day = try name("2018-12-01.log").day
    let next = { (entries: [LogPlan.Entry], last: LogFileName?) in
      plan.nextName(on: day, in: entries, after: last).description
    }
    #expect(next([], nil) == "2018-12-01.log")
    #expect(next(try entries([("2018-11-30.4.log", 1)]), nil) == "2018-12-01.log")
    #expect(next(try entries([("2018-12-01.log", 1)]), nil) == "2018-12-01.1.log")
    #expect(next(try entries([("2018-12-01.4.log", 1)]), nil) == "2018-12-01.5.log")
    #expect(next([], try name("2018-12-01.4.log")) == "2018-12-01.5.log")
    #expect(next([], try name("2018-11-30.4.log")) == "2018-12-01.log")
  }

  @Test func `The oldest files are removed until the rest is small enough`() throws {
    let all = try entries([
      ("2018-12-01.1.log", 100), ("2018-12-02.log", 100), ("2018-12-01.log", 100),
      ("2018-11-30.log", 100),
    ])
    let removed = { (busy: String?) in
      var removed: [String] = []
      try plan.removeExcess(of: all) { name in
        guard name.description != busy else { return false }
        removed.append(name.description)
        return true
      }
      return removed
    }
    #expect(try removed(nil) == ["2018-11-30.log", "2018-12-01.log"])
    #expect(try removed("2018-11-30.log") == ["2018-12-01.log", "2018-12-01.1.log"])
    let few = Array(all.prefix(2))
    try plan.removeExcess(of: few) { _ in
      Issue.record("Nothing is too much here.")
      return true
    }
  }

  @Test(arguments: [
    ("", nil), ("a", nil), ("\0\0", nil), ("a\n", 2), ("a\nb\n", 4), ("a\nb", 2), ("a\nb\0\0", 2),
    ("a\n\0\0\0", 2), ("\n", 1),
  ])
  func `A file ends with its last whole line`(text: String, length: Int?) {
    #expect(LogPlan.completeLength(of: Array(text.utf8)) == length)
  }
}
