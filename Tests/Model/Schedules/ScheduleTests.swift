import Foundation
import Schedules
import Testing

@Suite struct ScheduleTests {
  private let stockholm: ScheduleZone

  init() throws {
    stockholm = try ScheduleZone("Europe/Stockholm")
  }

  private func days(_ schedule: Schedule, _ count: Int, after text: String) -> [String] {
    schedule.next(count, after: utc(text)).map { local($0, in: schedule.zone) }
      .map { String($0.prefix(16)) }
  }

  @Test func `Typed schedules equal their cron expressions`() throws {
    let zone = stockholm
    #expect(Schedule.daily(at: "02:30", in: zone).cron == "30 2 * * *")
    #expect(Schedule.daily(at: "02:30", "14:30", in: zone).cron == "30 2,14 * * *")
    #expect(Schedule.weekdays(at: "09:00", in: zone).cron == "0 9 * * 1-5")
    #expect(
      Schedule.weekly(on: .monday, .thursday, at: "09:00:15", in: zone).cron == "15 0 9 * * 1,4")
    #expect(try Schedule.monthly(on: 15, at: "10:00", in: zone).cron == "0 10 15 * *")
    #expect(
      try Schedule.monthly(on: 31, inShortMonths: .skip, at: "10:00", in: zone).cron
        == "0 10 31 * *")
    #expect(
      try Schedule.monthly(on: 31, inShortMonths: .lastDay, at: "10:00", in: zone).cron
        == "0 10 L * *")
    #expect(Schedule.monthly(on: .last(.friday), at: "10:00", in: zone).cron == "0 10 * * 5L")
    #expect(Schedule.monthly(on: .third(.friday), at: "10:00", in: zone).cron == "0 10 * * 5#3")
    #expect(Schedule.monthly(on: .lastWorkingDay, at: "10:00", in: zone).cron == "0 10 LW * *")
    #expect(
      try Schedule.yearly(in: .december, on: 24, at: "15:00", in: zone).cron == "0 15 24 12 *")
    #expect(
      try Schedule.yearly(in: .february, on: 29, inShortMonths: .lastDay, at: "15:00", in: zone)
        .cron
        == "0 15 L 2 *")
    for schedule in [Schedule.daily(at: "02:30", in: zone), .weekdays(at: "09:00", in: zone)] {
      #expect(try Schedule.cron(#require(schedule.cron), in: zone) == schedule)
    }
    #expect(Schedule.daily(at: "02:30", "14:45", in: zone).cron == nil)
    #expect(
      try Schedule.monthly(on: 30, inShortMonths: .lastDay, at: "10:00", in: zone).cron == nil)
    #expect(try Schedule.every(.minutes(15)).cron == nil)
  }

  @Test func `Irregular times are kept one by one`() {
    #expect(
      days(.daily(at: "14:45", "02:30", in: stockholm), 3, after: "2024-05-01 00:00")
        == ["2024-05-01 02:30", "2024-05-01 14:45", "2024-05-02 02:30"])
  }

  @Test func `A missing day of the month is skipped or is the last day`() throws {
    let skipped = try Schedule.monthly(on: 31, inShortMonths: .skip, at: "10:00", in: stockholm)
    #expect(
      days(skipped, 3, after: "2024-01-01 00:00")
        == ["2024-01-31 10:00", "2024-03-31 10:00", "2024-05-31 10:00"])
    let clamped = try Schedule.monthly(on: 30, inShortMonths: .lastDay, at: "10:00", in: stockholm)
    #expect(
      days(clamped, 3, after: "2023-01-01 00:00")
        == ["2023-01-30 10:00", "2023-02-28 10:00", "2023-03-30 10:00"])
    let unsaid = #expect(throws: ScheduleError.self) { try Schedule.monthly(on: 29, at: "10:00") }
    #expect(
      unsaid?.message
        == "not every month has a day 29. Choose 'inShortMonths: .skip' or 'inShortMonths: .lastDay'."
    )
    #expect(throws: ScheduleError.self) {
      try Schedule.monthly(on: 32, inShortMonths: .skip, at: "10:00")
    }
    #expect(throws: ScheduleError.self) { try Schedule.yearly(in: .april, on: 31, at: "10:00") }
    #expect(throws: ScheduleError.self) { try Schedule.yearly(in: .february, on: 29, at: "10:00") }
  }

  @Test func `Intervals of months and years count from a start day`() throws {
    let quarterly = try Schedule.every(
      3, .months, anchor: "2024-01-31", at: "10:00", inShortMonths: .lastDay, in: stockholm)
    #expect(
      days(quarterly, 4, after: "2023-10-01 00:00")
        == ["2023-10-31 10:00", "2024-01-31 10:00", "2024-04-30 10:00", "2024-07-31 10:00"])
    let leap = try Schedule.every(
      1, .years, anchor: "2024-02-29", at: "10:00", inShortMonths: .skip, in: stockholm)
    #expect(
      days(leap, 2, after: "2096-02-29 12:00") == ["2104-02-29 10:00", "2108-02-29 10:00"])
    let fortnightly = try Schedule.every(
      2, .weeks, anchor: "2024-03-17", at: "02:30", in: stockholm)
    // The second of them does not exist, and is moved on.
    #expect(
      days(fortnightly, 3, after: "2024-03-17 00:00")
        == ["2024-03-17 02:30", "2024-03-31 03:30", "2024-04-14 02:30"])
    #expect(throws: ScheduleError.self) {
      try Schedule.every(0, .days, anchor: "2024-03-17", at: "02:30")
    }
    #expect(throws: ScheduleError.self) {
      try Schedule.every(1, .months, anchor: "2024-03-31", at: "02:30")
    }
    #expect(quarterly.next(after: .distantPast) != nil)
    #expect(quarterly.next(after: .distantFuture) != nil)
    #expect(quarterly.previous(before: .distantPast) == nil)
  }

  @Test func `Without a start day, days, months and years count from 1970`() throws {
    #expect(
      try Schedule.every(2, .months)
        == .every(2, .months, anchor: "1970-01-01", at: "00:00", in: .current))
    let odd = try Schedule.every(2, .months, in: stockholm)
    #expect(days(odd, 2, after: "2024-01-15 00:00") == ["2024-03-01 00:00", "2024-05-01 00:00"])
    let third = try Schedule.every(3, .days, at: "06:30", in: .utc)
    #expect(days(third, 2, after: "1970-01-01 00:00") == ["1970-01-01 06:30", "1970-01-04 06:30"])
    #expect(
      days(try .every(10, .years, in: .utc), 2, after: "2024-01-01 00:00")
        == ["2030-01-01 00:00", "2040-01-01 00:00"])
  }

  @Test func `Without a start day, weeks start on Mondays`() throws {
    let weekly = try Schedule.every(1, .weeks, at: "09:00", in: stockholm)
    #expect(
      weekly.next(100, after: utc("2024-03-01 00:00"))
        == Schedule.weekly(on: .monday, at: "09:00", in: stockholm)
        .next(100, after: utc("2024-03-01 00:00")))
    #expect(
      days(try .every(2, .weeks, in: .utc), 2, after: "1970-01-01 00:00")
        == ["1970-01-05 00:00", "1970-01-19 00:00"])
  }

  @Test func `Weekdays without a time restrict other schedules`() throws {
    #expect(Schedule.weekdays == .weekdays(at: "00:00"))
    let firsts = try Schedule.every(1, .months).and(.weekdays)
    #expect(
      days(firsts, 3, after: "2024-05-15 00:00").map { $0.prefix(10) }
        == ["2024-07-01", "2024-08-01", "2024-10-01"])
    let weekends = Schedule.daily(at: "10:00").excluding(daysOf: .weekdays)
    #expect(
      days(weekends, 3, after: "2024-05-15 00:00").map { $0.prefix(10) }
        == ["2024-05-18", "2024-05-19", "2024-05-25"])
  }

  @Test func `An interval is real time`() throws {
    let schedule = try Schedule.every(.minutes(45))
    #expect(schedule.next(after: utc("1970-01-01 00:00")) == utc("1970-01-01 00:45"))
    #expect(schedule.previous(before: utc("1970-01-01 00:00")) == utc("1969-12-31 23:15"))
    #expect(schedule.fires(at: utc("1970-01-01 00:00")))
    let anchored = try Schedule.every(.hours(24), anchor: utc("2024-03-30 12:00:05"))
    #expect(
      anchored.next(2, after: utc("2024-03-30 12:00:05"))
        == [utc("2024-03-31 12:00:05"), utc("2024-04-01 12:00:05")])
    for wrong in [ScheduleInterval.seconds(0), .minutes(-5), .hours(.max)] {
      #expect(throws: ScheduleError.self) { try Schedule.every(wrong) }
    }
  }

  @Test func `A single date fires once, and never early`() {
    let moment = Date(timeIntervalSince1970: 1000.25)
    let schedule = Schedule.once(at: moment)
    #expect(schedule.next(after: .distantPast) == Date(timeIntervalSince1970: 1001))
    #expect(schedule.next(after: Date(timeIntervalSince1970: 1001)) == nil)
    #expect(schedule.previous(before: .distantFuture) == Date(timeIntervalSince1970: 1001))
  }

  @Test func `A date between two seconds is not rounded`() {
    let schedule = Schedule.daily(at: "00:00", in: .utc)
    let midnight = utc("2024-01-01 00:00")
    #expect(schedule.next(after: midnight.addingTimeInterval(-0.25)) == midnight)
    #expect(schedule.next(after: midnight) == utc("2024-01-02 00:00"))
    #expect(schedule.previous(before: midnight.addingTimeInterval(0.25)) == midnight)
    #expect(schedule.previous(before: midnight) == utc("2023-12-31 00:00"))
    #expect(!schedule.fires(at: midnight.addingTimeInterval(0.25)))
    #expect(schedule.fires(at: midnight))
  }

  @Test func `Days can be excluded, by their dates and by other schedules`() throws {
    let work = Schedule.weekdays(at: "09:00", in: stockholm)
    #expect(
      days(work.excluding("2026-12-24", "2026-12-25"), 3, after: "2026-12-23 00:00")
        == ["2026-12-23 09:00", "2026-12-28 09:00", "2026-12-29 09:00"])
    let holidays = try Schedule.yearly(in: .december, on: 25, at: "00:00", in: stockholm)
      .or(try .yearly(in: .december, on: 24, at: "18:00", in: stockholm))
    let rest = work.excluding(daysOf: holidays)
    #expect(
      days(rest, 3, after: "2026-12-23 00:00")
        == ["2026-12-23 09:00", "2026-12-28 09:00", "2026-12-29 09:00"])
    #expect(rest.previous(before: utc("2026-12-28 00:00")) == utc("2026-12-23 08:00"))
    // Every minute but those of a day with 25 hours.
    let minutes = try Schedule.cron("* * * * *", in: stockholm).excluding("2024-10-27")
    #expect(minutes.next(after: utc("2024-10-26 21:59")) == utc("2024-10-27 23:00"))
    #expect(minutes.previous(before: utc("2024-10-27 23:00")) == utc("2024-10-26 21:59"))
    // The second half of the double hour is of the same day.
    let second = Schedule.once(at: utc("2024-10-27 01:30"))
    #expect(
      minutes.excluding(daysOf: second).next(after: utc("2024-10-26 21:59"))
        == utc("2024-10-27 23:00"))
    // Nothing is left.
    let daily = Schedule.daily(at: "09:00", in: .utc)
    #expect(daily.excluding(daysOf: daily).next(after: utc("2024-01-01 00:00")) == nil)
  }

  @Test func `Schedules can be united and intersected`() throws {
    let nine = Schedule.daily(at: "09:00", in: .utc)
    let fridays = try Schedule.cron("* * * * FRI", in: .utc)
    #expect(
      days(nine.and(fridays), 2, after: "2024-05-01 00:00") == [
        "2024-05-03 09:00", "2024-05-10 09:00",
      ])
    #expect(nine.and(fridays).previous(before: utc("2024-05-10 09:00")) == utc("2024-05-03 09:00"))
    let ten = Schedule.daily(at: "10:00", in: .utc)
    #expect(
      days(nine.or(ten).or(nine), 3, after: "2024-05-01 00:00")
        == ["2024-05-01 09:00", "2024-05-01 10:00", "2024-05-02 09:00"])
    #expect(nine.and(ten).next(after: utc("2024-05-01 00:00")) == nil)
    #expect(nine.and(ten).previous(before: utc("2024-05-01 00:00")) == nil)
    let seventh = try Schedule.every(.seconds(7)), eleventh = try Schedule.every(.seconds(11))
    #expect(
      seventh.and(eleventh).next(after: Date(timeIntervalSince1970: 0))?.timeIntervalSince1970 == 77
    )
  }

  @Test func `A schedule may have a start and an end`() {
    let schedule = Schedule.daily(at: "09:00", in: .utc)
      .starting(at: utc("2024-05-01 09:00")).ending(at: utc("2024-05-03 09:00"))
    #expect(
      days(schedule, 5, after: "2020-01-01 00:00")
        == ["2024-05-01 09:00", "2024-05-02 09:00", "2024-05-03 09:00"])
    #expect(schedule.previous(before: .distantFuture) == utc("2024-05-03 09:00"))
    #expect(schedule.previous(before: utc("2024-05-01 09:00")) == nil)
  }

  @Test func `An expression with years ends after them`() throws {
    let schedule = try Schedule.cron("0 0 0 1 1 * 2024-2025", in: .utc)
    #expect(
      schedule.next(5, after: .distantPast) == [utc("2024-01-01 00:00"), utc("2025-01-01 00:00")])
    #expect(schedule.next(after: utc("2025-01-01 00:00")) == nil)
    #expect(schedule.previous(before: utc("2024-01-01 00:00")) == nil)
  }

  @Test(
    arguments: try [
      (
        .daily(at: "02:30", in: .stockholm),
        "at 02:30 every day, Europe/Stockholm; a time that does not exist is moved on by the gap"
      ),
      (.daily(at: "02:30", in: .utc), "at 02:30 every day, UTC"),
      (
        .weekdays(at: "09:00", in: .utc).excluding("2026-12-25"),
        "at 09:00 on Monday to Friday, UTC; except on 2026-12-25"
      ),
      (.once(at: utc("2026-12-25 12:00")), "once at 2026-12-25 12:00 UTC"),
      (
        .daily(at: "09:00", in: .utc).starting(at: utc("2026-01-01 00:00")),
        "at 09:00 every day, UTC; from 2026-01-01 00:00 UTC on"
      ),
      (
        .daily(at: "02:30", in: .stockholm, daylightSaving: .realTime),
        "at 02:30 every day, Europe/Stockholm; a time that does not exist is left out; "
          + "a time that comes twice counts twice"
      ),
    ] as [(Schedule, String)])
  func `A schedule has a description in words`(schedule: Schedule, words: String) {
    #expect(schedule.description == words)
  }

  @Test func `Intervals have a description in words`() throws {
    #expect(try Schedule.every(.minutes(15)).description == "every 15 minutes")
    #expect(try Schedule.every(.hours(1)).description == "every hour")
    let anchored = try Schedule.every(.minutes(15), anchor: utc("2024-01-01 00:05"))
    #expect(anchored.description == "every 15 minutes, counted from 2024-01-01 00:05 UTC")
    let monthly = try Schedule.every(
      2, .months, anchor: "2024-01-31", at: "10:00", inShortMonths: .lastDay, in: .utc)
    #expect(
      monthly.description
        == "at 10:00 every 2 months, counted from 2024-01-31 "
        + "(the last day of months that are too short), UTC")
  }

  @Test func `Times and dates are parsed or rejected`() {
    #expect(TimeOfDay("2:30").description == "02:30")
    #expect(TimeOfDay("23:59:59").second == 59)
    for text in [
      "24:00", "2:3", "2", "02:60", "-1:00", "2:30:5", "02:30:60", "", "a:bc", "1:00:00:00",
    ] {
      let error = #expect(throws: ScheduleError.self) { try TimeOfDay(parsing: text) }
      #expect(TimeOfDay(stringLiteral: text).problem == error)
    }
    #expect(CalendarDate("2024-02-29").weekday == .thursday)
    for text in [
      "2023-02-29", "2024-13-01", "2024-1-1", "24-01-01", "", "2024-00-10", "0000-01-01",
    ] {
      let error = #expect(throws: ScheduleError.self) { try CalendarDate(parsing: text) }
      #expect(CalendarDate(stringLiteral: text).problem == error)
    }
  }

  /// A literal is checked when it is used, and never stops the process.
  @Test func `A schedule with an invalid literal never fires and has a problem`()
    throws
  {
    let wrong = Schedule.daily(at: "01:00", "25:00", in: .utc)
    let right = Schedule.daily(at: "01:00", in: .utc)
    #expect(right.problem == nil)
    for schedule in [
      wrong, wrong.and(right), right.excluding("2026-13-01"), right.excluding(daysOf: wrong),
      right.or(wrong).starting(at: Date(timeIntervalSince1970: 0)),
      .weekly(on: .monday, at: "1", in: .utc), .monthly(on: .last, at: "x", in: .utc),
      wrong.excluding("2026-12-25").withCurrentZones(),
    ] {
      #expect(schedule.problem?.message.contains("Write") == true, "\(schedule)")
    }
    #expect(wrong.next(after: Date(timeIntervalSince1970: 0)) == nil)
    #expect(wrong.previous(before: Date(timeIntervalSince1970: 0)) == nil)
    #expect("\(wrong)".hasPrefix("never: '25:00' is not a time of day."))
    #expect(throws: ScheduleError.self) { try Schedule.every(2, .days, at: "25:00") }
    #expect(throws: ScheduleError.self) { try Schedule.every(2, .days, anchor: "2026-02-29") }
  }
}

extension ScheduleZone {
  fileprivate static var stockholm: ScheduleZone {
    get throws { try ScheduleZone("Europe/Stockholm") }
  }
}
