import Foundation
import Schedules
import Testing

/// The changes of clocks that have broken schedulers, one by one.
@Suite struct DaylightSavingTests {
  /// The moments of an expression on a day and the night after it, as local times.
  private func fires(
    _ expression: String, _ zone: String, from start: String, to end: String,
    _ policy: DaylightSavingPolicy? = nil
  ) throws -> [String] {
    let zone = try ScheduleZone(zone)
    let schedule = try Schedule.cron(expression, in: zone, daylightSaving: policy)
    let range = utc(start)..<utc(end)
    let dates = schedule.dates(in: range)
    // Backwards there are the same.
    var back = schedule.previous(dates.count + 1, before: range.upperBound)
    back.removeAll { $0 < range.lowerBound }
    #expect(back.reversed() == dates)
    return dates.map { local($0, in: zone) }
  }

  @Test(
    arguments: [
      (.skip, []),
      (.shiftForward, ["2024-03-31 03:30 +02:00"]),
      (.runAtChange, ["2024-03-31 03:00 +02:00"]),
    ] as [(DaylightSavingPolicy.Gap, [String])])
  func `A time of day that does not exist in spring follows the policy`(
    gap: DaylightSavingPolicy.Gap, expected: [String]
  ) throws {
    let found = try fires(
      "30 2 * * *", "Europe/Stockholm", from: "2024-03-30 23:00", to: "2024-03-31 22:00",
      DaylightSavingPolicy(gap: gap, fold: .runFirst))
    #expect(found == expected)
  }

  @Test(
    arguments: [
      (.runFirst, ["2024-10-27 02:30 +02:00"]),
      (.runLast, ["2024-10-27 02:30 +01:00"]),
      (.runBoth, ["2024-10-27 02:30 +02:00", "2024-10-27 02:30 +01:00"]),
    ] as [(DaylightSavingPolicy.Fold, [String])])
  func `A time of day that occurs twice in autumn follows the policy`(
    fold: DaylightSavingPolicy.Fold, expected: [String]
  ) throws {
    let found = try fires(
      "30 2 * * *", "Europe/Stockholm", from: "2024-10-26 22:00", to: "2024-10-27 23:00",
      DaylightSavingPolicy(gap: .skip, fold: fold))
    #expect(found == expected)
  }

  @Test func `A daily job runs once a day in both nights by default`() throws {
    let zone = try ScheduleZone("Europe/Stockholm")
    let schedule = try Schedule.cron("30 2 * * *", in: zone)
    for (start, end) in [
      ("2024-03-20 23:00", "2024-04-10 22:00"), ("2024-10-20 22:00", "2024-11-05 23:00"),
    ] {
      let days = schedule.dates(in: utc(start)..<utc(end)).map { zone.localTime(at: $0).date }
      #expect(Set(days).count == days.count)
      #expect(zip(days, days.dropFirst()).allSatisfy { $1.dayNumber == $0.dayNumber + 1 })
    }
  }

  @Test func `A repetition within the hour runs through the repeated hour`() throws {
    #expect(
      try fires(
        "*/30 * * * *", "Europe/Stockholm", from: "2024-10-27 00:00", to: "2024-10-27 02:30")
        == [
          "2024-10-27 02:00 +02:00", "2024-10-27 02:30 +02:00", "2024-10-27 02:00 +01:00",
          "2024-10-27 02:30 +01:00", "2024-10-27 03:00 +01:00",
        ])
  }

  @Test func `A repetition within the hour has no missed runs in spring`() throws {
    #expect(
      try fires(
        "*/30 * * * *", "Europe/Stockholm", from: "2024-03-31 00:30", to: "2024-03-31 02:00")
        == ["2024-03-31 01:30 +01:00", "2024-03-31 03:00 +02:00", "2024-03-31 03:30 +02:00"])
  }

  @Test func `Times that are moved onto others fire once`() throws {
    #expect(
      try fires(
        "0,30 1-4 * * *", "Europe/Stockholm", from: "2024-03-31 00:00", to: "2024-03-31 02:30")
        == [
          "2024-03-31 01:00 +01:00", "2024-03-31 01:30 +01:00", "2024-03-31 03:00 +02:00",
          "2024-03-31 03:30 +02:00", "2024-03-31 04:00 +02:00",
        ])
    let policy = DaylightSavingPolicy(gap: .runAtChange, fold: .runFirst)
    #expect(
      try fires(
        "10,20 2 * * *", "Europe/Stockholm", from: "2024-03-30 23:00", to: "2024-03-31 22:00",
        policy) == ["2024-03-31 03:00 +02:00"])
  }

  @Test(
    arguments: [
      // New York changes at 02:00, an hour each way.
      (
        "30 2 * * *", "America/New_York", "2024-03-10 05:00", "2024-03-11 04:00",
        ["2024-03-10 03:30 -04:00"]
      ),
      (
        "30 1 * * *", "America/New_York", "2024-11-03 04:00", "2024-11-04 05:00",
        ["2024-11-03 01:30 -04:00"]
      ),
      // Lord Howe changes by half an hour: 02:00 becomes 02:30, and 02:00 comes again at 01:30.
      (
        "15 2 * * *", "Australia/Lord_Howe", "2024-10-05 13:30", "2024-10-06 13:00",
        ["2024-10-06 02:45 +11:00"]
      ),
      (
        "45 1 * * *", "Australia/Lord_Howe", "2024-04-06 13:00", "2024-04-07 13:30",
        ["2024-04-07 01:45 +11:00"]
      ),
      // Casablanca is an hour behind its usual time in Ramadan.
      (
        "30 2 * * *", "Africa/Casablanca", "2024-03-09 23:00", "2024-03-10 23:00",
        ["2024-03-10 02:30 +01:00"]
      ),
      (
        "30 2 * * *", "Africa/Casablanca", "2024-04-14 00:00", "2024-04-14 23:00",
        ["2024-04-14 03:30 +01:00"]
      ),
      // Apia had no 30 December 2011.
      (
        "0 12 * * *", "Pacific/Apia", "2011-12-29 12:00", "2011-12-31 12:00",
        ["2011-12-29 12:00 -10:00", "2011-12-31 12:00 +14:00"]
      ),
      // Troll has two hours more in summer.
      (
        "30 2 * * *", "Antarctica/Troll", "2024-03-31 00:00", "2024-03-31 22:00",
        ["2024-03-31 04:30 +02:00"]
      ),
      (
        "30 2 * * *", "Antarctica/Troll", "2024-10-26 22:00", "2024-10-27 23:00",
        ["2024-10-27 02:30 +02:00"]
      ),
      // São Paulo had no midnight on the first day of summer time.
      (
        "0 0 * * *", "America/Sao_Paulo", "2018-11-03 12:00", "2018-11-05 12:00",
        ["2018-11-04 01:00 -02:00", "2018-11-05 00:00 -02:00"]
      ),
      (
        "30 23 * * *", "America/Sao_Paulo", "2018-02-17 12:00", "2018-02-18 12:00",
        ["2018-02-17 23:30 -02:00"]
      ),
    ])
  func `A time of day fires once in every difficult time zone`(
    expression: String, zone: String, start: String, end: String, expected: [String]
  ) throws {
    #expect(try fires(expression, zone, from: start, to: end) == expected)
  }

  @Test func `A day that does not exist can be skipped`() throws {
    let policy = DaylightSavingPolicy(gap: .skip, fold: .runFirst)
    #expect(
      try fires(
        "0 12 30 12 *", "Pacific/Apia", from: "2010-01-01 00:00", to: "2013-12-31 00:00", policy)
        == ["2010-12-30 12:00 -10:00", "2012-12-30 12:00 +14:00", "2013-12-30 12:00 +14:00"])
  }

  // More of what users of other schedulers met (see ReportedFailureTests), as it should
  // have been.

  @Test(
    arguments: [
      ("0 0 * * * *", "UTC", "2025-10-04 12:00", "2025-10-05 12:00", 24),
      ("0 */2 * * *", "Europe/London", "2024-10-26 12:00", "2024-10-28 12:00", 23),
      ("* * * * *", "Europe/Rome", "2026-03-28 12:00", "2026-03-30 12:00", 60 * 48),
    ])
  func `A repetition continues through clock changes`(
    expression: String, zone: String, start: String, end: String, count: Int
  ) throws {
    let found = try fires(expression, zone, from: start, to: end)
    #expect(found.count == count)
    #expect(Set(found).count == count)
  }

  @Test(
    arguments: [
      // A job of midnight is not left out the day before the change.
      ("0 0 * * *", "America/Los_Angeles", "2022-03-13 09:00", "2022-03-14 00:00 -07:00"),
      ("0 0 * * 1-5", "America/Chicago", "2021-03-12 12:00", "2021-03-15 00:00 -05:00"),
      ("0 0 * * *", "Europe/Warsaw", "2017-03-25 23:30", "2017-03-27 00:00 +02:00"),
      ("0 0 12 11,26 * *", "America/Sao_Paulo", "2014-10-12 00:00", "2014-10-26 12:00 -02:00"),
      ("0 0 0 * * *", "America/Sao_Paulo", "2018-11-03 08:00", "2018-11-04 01:00 -02:00"),
      // A weekly job is not a week late.
      ("0 12 * * 0", "Europe/Berlin", "2022-03-24 11:00", "2022-03-27 12:00 +02:00"),
      // Another month has another offset.
      ("* * * */3 *", "America/New_York", "2015-02-15 05:00", "2015-04-01 00:00 -04:00"),
      // In the second half of the double hour nothing is in the past.
      ("30 1 * * *", "America/New_York", "2026-11-01 06:00", "2026-11-02 01:30 -05:00"),
      // The time itself does not exist.
      ("0 2 * * *", "America/New_York", "2025-03-09 06:30", "2025-03-09 03:00 -04:00"),
      ("30 2 * * 0", "Europe/Amsterdam", "2023-03-25 12:00", "2023-03-26 03:30 +02:00"),
    ])
  func `The next fire time around a clock change is right`(
    expression: String, zone: String, after: String, expected: String
  ) throws {
    let zone = try ScheduleZone(zone)
    let schedule = try Schedule.cron(expression, in: zone)
    #expect(local(schedule.next(after: utc(after)), in: zone) == expected)
  }

  @Test func `A policy has a description`() {
    #expect(
      DaylightSavingPolicy.onceADay.description
        == "a time that does not exist is moved on by the gap; of a time that comes twice, the first counts"
    )
    let words = DaylightSavingPolicy.Gap.allCases.flatMap { gap in
      DaylightSavingPolicy.Fold.allCases.map {
        DaylightSavingPolicy(gap: gap, fold: $0).description
      }
    }
    #expect(Set(words).count == 9)
  }
}
