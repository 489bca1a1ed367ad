import Foundation
import Schedules
import Testing

/// What users of other schedulers reported when the clocks changed, as it should be.
///
/// Each test names the project and the number of the report.
@Suite struct ReportedFailureTests {
  /// A schedule in a zone, and the local times at which it fires.
  private struct Clock {
    let schedule: Schedule
    let zone: ScheduleZone

    init(_ expression: String, in zone: String) throws {
      self.zone = try ScheduleZone(zone)
      schedule = try .cron(expression, in: self.zone)
    }

    /// The moments from one moment of UTC to another, each asked for by the one
    /// before it, as a scheduler does.
    func walk(from start: String, to end: String) throws -> [Date] {
      var dates: [Date] = []
      var date = utc(start).addingTimeInterval(-1)
      while true {
        let next = try #require(schedule.next(after: date))
        // The loop of a scheduler never ends if this does not advance.
        try #require(next > date)
        guard next < utc(end) else { return dates }
        dates.append(next)
        date = next
      }
    }

    func local(_ dates: [Date]) -> [String] {
      dates.map { SchedulesTests.local($0, in: zone) }
    }
  }

  /// How far neighbours are apart, without repetition.
  private func distances(_ dates: [Date]) -> Set<TimeInterval> {
    Set(zip(dates, dates.dropFirst()).map { $1.timeIntervalSince($0) })
  }

  // MARK: - Jobs that stopped, or took the server down

  @Test func `node-cron 492: every half minute goes on through the night of the change`() throws {
    let clock = try Clock("*/30 * * * * *", in: "America/Chicago")
    let dates = try clock.walk(from: "2025-11-01 12:00", to: "2025-11-03 12:00")
    #expect(dates.count == 2 * 60 * 48)
    #expect(distances(dates) == [30])
  }

  @Test func `node-cron 492: a nightly job in Vienna runs once, and is never due in the past`()
    throws
  {
    let clock = try Clock("30 2 * * *", in: "Europe/Vienna")
    #expect(
      clock.local(try clock.walk(from: "2025-10-25 12:00", to: "2025-10-27 12:00"))
        == ["2025-10-26 02:30 +02:00", "2025-10-27 02:30 +01:00"])
    // Whenever in the double hour it is asked, it answers with what is to come.
    for second in stride(from: 0, to: 7200, by: 7) {
      let date = utc("2025-10-26 00:00").addingTimeInterval(Double(second))
      #expect(try #require(clock.schedule.next(after: date)) > date)
    }
  }

  @Test func `node-cron 509: every minute continues through the skipped hour`() throws {
    for (zone, start) in [
      ("America/New_York", "2026-03-08 05:00"), ("Europe/Rome", "2026-03-28 23:00"),
    ] {
      let clock = try Clock("* * * * *", in: zone)
      let end = utc(start).addingTimeInterval(4 * 3600)
      let dates = clock.schedule.dates(in: utc(start)..<end)
      #expect(dates.count == 4 * 60)
      #expect(distances(dates) == [60])
    }
  }

  @Test func `node-cron 509: a midnight job runs again after the change`() throws {
    let clock = try Clock("0 0 * * *", in: "Europe/Rome")
    #expect(
      clock.local(try clock.walk(from: "2026-03-28 12:00", to: "2026-03-31 00:00"))
        == [
          "2026-03-29 00:00 +01:00", "2026-03-30 00:00 +02:00", "2026-03-31 00:00 +02:00",
        ])
  }

  // MARK: - Jobs that ran without a pause

  @Test func `croner 286: a minute lasts a minute on the day of the change`() throws {
    let clock = try Clock("* * * * *", in: "America/Los_Angeles")
    let dates = try clock.walk(from: "2025-11-01 10:00", to: "2025-11-03 10:00")
    #expect(dates.count == 60 * 48)
    #expect(distances(dates) == [60])
  }

  @Test func `croner 343: no second is left out in the repeated hour`() throws {
    let clock = try Clock("* * * * * *", in: "Europe/Vienna")
    let dates = try clock.walk(from: "2025-10-26 00:59:55", to: "2025-10-26 01:01")
    #expect(dates.count == 65)
    #expect(distances(dates) == [1])
    #expect(
      clock.local(Array(dates[4...5])) == ["2025-10-26 02:59:59 +02:00", "2025-10-26 02:00 +01:00"])
  }

  // MARK: - Searches that found the same moment again, or one that is none

  @Test func `APScheduler 980: every two hours continues past the repeated hour`() throws {
    let clock = try Clock("0 */2 * * *", in: "Europe/London")
    #expect(
      clock.local(try clock.walk(from: "2024-10-26 21:00", to: "2024-10-27 05:00"))
        == [
          "2024-10-26 22:00 +01:00", "2024-10-27 00:00 +01:00", "2024-10-27 02:00 +00:00",
          "2024-10-27 04:00 +00:00",
        ])
    let odd = try Clock("0 1-23/2 * * *", in: "Europe/London")
    #expect(
      odd.local(try odd.walk(from: "2024-10-26 22:00", to: "2024-10-27 04:00"))
        == ["2024-10-26 23:00 +01:00", "2024-10-27 01:00 +01:00", "2024-10-27 03:00 +00:00"])
  }

  @Test func `APScheduler 1021: from the repeated hour, the next time is later`() throws {
    let clock = try Clock("30 * * * *", in: "Europe/Helsinki")
    // 03:45, for the second time.
    let second = utc("2017-10-29 01:45")
    #expect(local(second, in: clock.zone) == "2017-10-29 03:45 +02:00")
    #expect(
      clock.local(clock.schedule.next(2, after: second))
        == ["2017-10-29 04:30 +02:00", "2017-10-29 05:30 +02:00"])
    let dates = try clock.walk(from: "2017-10-28 12:00", to: "2017-10-29 12:00")
    #expect(dates.count == 24)
    #expect(distances(dates) == [3600])
  }

  @Test func `APScheduler 1059: a time that does not exist is never an answer`() throws {
    let clock = try Clock("0 2 * * *", in: "US/Eastern")
    #expect(
      clock.local(try clock.walk(from: "2013-03-09 00:00", to: "2013-03-12 00:00"))
        == ["2013-03-09 02:00 -05:00", "2013-03-10 03:00 -04:00", "2013-03-11 02:00 -04:00"])
    // Who wants the day left out says so.
    let skipping = try Schedule.cron(
      "0 2 * * *", in: clock.zone, daylightSaving: .init(gap: .skip, fold: .runFirst))
    #expect(
      local(skipping.next(after: utc("2013-03-10 05:00")), in: clock.zone)
        == "2013-03-11 02:00 -04:00")
  }

  // MARK: - Runs that were lost

  @Test func `kelektiv node-cron 881: every half hour runs twice in each of the two hours`()
    throws
  {
    let clock = try Clock("*/30 * * * *", in: "Australia/Melbourne")
    #expect(
      clock.local(try clock.walk(from: "2024-04-06 15:00", to: "2024-04-06 17:30"))
        == [
          "2024-04-07 02:00 +11:00", "2024-04-07 02:30 +11:00", "2024-04-07 02:00 +10:00",
          "2024-04-07 02:30 +10:00", "2024-04-07 03:00 +10:00",
        ])
    // With days as well it is no less of a repetition.
    let onADay = try Clock("*/30 * 7 4 *", in: "Australia/Melbourne")
    #expect(try onADay.walk(from: "2024-04-06 13:00", to: "2024-04-07 14:00").count == 50)
  }

  @Test func `swift-jobs: a half-hourly job in Stockholm has four runs in the repeated hour`()
    throws
  {
    let clock = try Clock("*/30 * * * *", in: "Europe/Stockholm")
    let dates = try clock.walk(from: "2024-10-27 00:00", to: "2024-10-27 02:00")
    #expect(
      clock.local(dates)
        == [
          "2024-10-27 02:00 +02:00", "2024-10-27 02:30 +02:00", "2024-10-27 02:00 +01:00",
          "2024-10-27 02:30 +01:00",
        ])
    #expect(distances(dates) == [1800])
  }
}
