import Foundation
import ProgramTestSupport
import Schedules
import Testing

@testable import TaskKit

// MARK: - What the article shows

@ScheduledTask(cron: "30 2 * * *", zone: "Europe/Stockholm")
private enum BackUp {
  static func run() { print("backed up, once in every night of the year") }
}

#schedule("poll", cron: "*/30 * * * *", zone: "Europe/Stockholm") {
  print("polled, half an hour after the last time")
}

#schedule(
  "sendReminders", cron: "30 2 * * *", zone: "Europe/Stockholm",
  daylightSaving: DaylightSavingPolicy(gap: .skip, fold: .runLast)
) {
  print("reminded, but for one night in spring")
}

@ScheduledTask(
  on: .daily(
    at: "00:30", "12:30", in: try ScheduleZone("America/Sao_Paulo"),
    daylightSaving: DaylightSavingPolicy(gap: .runAtChange, fold: .runFirst)))
private enum CountStock {
  static func run() { print("counted") }
}

#schedule("refresh", on: try .every(.hours(2))) {
  print("refreshed, two hours after the last time")
}

// MARK: - Whether it is true

/// The article on policies for changes of the clocks.
@Suite struct DaylightSavingArticleTests {
  private let article: String
  private let zone: ScheduleZone

  init() throws {
    article = try String(
      contentsOf: Repository.file(
        "Sources/TaskKit/TaskKit.docc/Choosing-a-Daylight-Saving-Policy.md"),
      encoding: .utf8)
    zone = try ScheduleZone("Europe/Stockholm")
  }

  /// The runs of an expression, as the article writes them.
  private func cell(
    _ expression: String, _ policy: DaylightSavingPolicy, from start: Date, hours: Double
  ) throws -> String {
    let schedule = try Schedule.cron(expression, in: zone, daylightSaving: policy)
    let runs = schedule.dates(in: start..<start.addingTimeInterval(hours * 3600)).map { date in
      "\(zone.localTime(at: date).time) +0\(zone.offset(at: date) / 3600):00"
    }
    return runs.isEmpty ? "none" : runs.joined(separator: ", ")
  }

  @Test(arguments: DaylightSavingPolicy.Gap.allCases)
  func `The table for spring matches the behaviour`(gap: DaylightSavingPolicy.Gap) throws {
    let policy = DaylightSavingPolicy(gap: gap, fold: .runBoth)
    let day = try #require(zone.dates(on: "2024-03-31", at: "00:00").first)
    let once = try cell("30 2 * * *", policy, from: day, hours: 23)
    let often = try cell("*/30 * * * *", policy, from: day.addingTimeInterval(3600), hours: 2)
    #expect(article.contains("| `.\(gap)` | \(once) | \(often) |"))
  }

  @Test(arguments: DaylightSavingPolicy.Fold.allCases)
  func `The table for autumn matches the behaviour`(fold: DaylightSavingPolicy.Fold) throws {
    let policy = DaylightSavingPolicy(gap: .skip, fold: fold)
    let day = try #require(zone.dates(on: "2024-10-27", at: "00:00").first)
    let once = try cell("30 2 * * *", policy, from: day, hours: 25)
    let often = try cell("*/30 * * * *", policy, from: day.addingTimeInterval(5400), hours: 3)
    #expect(article.contains("| `.\(fold)` | \(once) | \(often) |"))
  }

  @Test func `The defaults are the documented ones`() throws {
    func schedule(_ name: String) throws -> Trigger { try Declared.task(name).trigger }
    #expect(
      try schedule("BackUp")
        == .schedule(.cron("30 2 * * *", in: zone, daylightSaving: .onceADay)))
    #expect(
      try schedule("poll")
        == .schedule(.cron("*/30 * * * *", in: zone, daylightSaving: .realTime)))
    #expect(Schedule.daily(at: "02:30") == .daily(at: "02:30", daylightSaving: .onceADay))
    #expect(try schedule("refresh") == .schedule(.every(.hours(2))))
  }

  @Test func `Runs at even hours are not always two hours apart`() throws {
    let evenHours = try Schedule.cron("0 */2 * * *", in: zone)
    func distances(on day: CalendarDate) -> Set<Double> {
      let midnight = zone.dates(on: day, at: "00:00")[0]
      let dates = [midnight] + evenHours.next(10, after: midnight)
      return Set(zip(dates, dates.dropFirst()).map { $1.timeIntervalSince($0) / 3600 })
    }
    #expect(distances(on: "2024-03-31") == [2, 3])
    #expect(distances(on: "2024-10-27") == [2, 1])
  }

  @Test func `Fire times around a clock change can be printed`() throws {
    let zone = try ScheduleZone("Europe/Stockholm")
    let schedule = Schedule.daily(at: "02:30", in: zone)
    if let change = zone.nextChange(after: .now) {
      print(schedule.previous(2, before: change.date), schedule.next(2, after: change.date))
    }
    #expect(zone.nextChange(after: .now) != nil)
  }

  @Test func `All of its code is compiled here`() throws {
    func withoutSpaces(_ text: some StringProtocol) -> String {
      String(text.filter { !$0.isWhitespace })
    }
    let compiled = withoutSpaces(
      try String(contentsOfFile: #filePath, encoding: .utf8).replacing("private ", with: ""))
    let code = article.matches(of: /```swift\n((?s).*?)```/).map { String($0.1) }
    #expect(code.count == 4)
    for block in code where !compiled.contains(withoutSpaces(block)) {
      Issue.record("nothing compiles this code of the article:\n\(block)")
    }
  }
}
