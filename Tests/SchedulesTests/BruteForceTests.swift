import Foundation
import ModularityTestSupport
import Schedules
import Testing

/// Schedules beside a walk through all minutes.
///
/// By default a sample that takes seconds. `MODKIT_ALL_SCHEDULES=1` walks through every
/// change of every installed zone from 1973 to 2100:
///
/// ```sh
/// MODKIT_ALL_SCHEDULES=1 swift test -c release -Xswiftc -enable-testing --filter BruteForceTests
/// ```
@Suite struct BruteForceTests {
  static let isComplete = ProcessInfo.processInfo.environment["MODKIT_ALL_SCHEDULES"] == "1"

  /// Zones whose clocks do everything that clocks do.
  private static let strangeZones = [
    "Europe/Stockholm", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
    "Pacific/Apia", "Antarctica/Troll", "America/Sao_Paulo", "Europe/Dublin", "Asia/Gaza",
    "America/Godthab", "Africa/Cairo", "Asia/Kathmandu", "UTC",
  ]

  @Test(arguments: isComplete ? ScheduleZone.names() : strangeZones)
  func `A schedule has the moments that a walk through the minutes finds`(name: String) throws {
    let zone = try ScheduleZone(name)
    var generator = SeededGenerator(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    for moment in moments(of: zone, using: &generator) {
      let walk = MinuteWalk(around: moment, in: zone)
      for _ in 0..<(Self.isComplete ? 2 : 1) {
        let text = RandomCron.expression(using: &generator)
        guard let expression = try? CronExpression(text) else { continue }
        let chosen = DaylightSavingPolicy(
          gap: .allCases.randomElement(using: &generator) ?? .skip,
          fold: .allCases.randomElement(using: &generator) ?? .runBoth)
        let policy = Bool.random(using: &generator) ? chosen : nil
        let schedule = Schedule.cron(expression, in: zone, daylightSaving: policy)
        let naive = NaiveCron(text)
        #expect(expression.repeatsWithinDay == naive.repeats, "\(text)")
        let expected = walk.moments(
          of: naive, policy: policy ?? (naive.repeats ? .realTime : .onceADay))
        let found = schedule.dates(in: walk.range)
        try #require(
          found == expected, "\(text) in \(name) at \(walk.range), \(policy as Any): \(found)")
        try expectSameBackwards(schedule, found, in: walk.range)
      }
    }
  }

  /// Changes of the clocks, and moments without any.
  private func moments(
    of zone: ScheduleZone, using generator: inout SeededGenerator
  ) -> [Date] {
    var changes: [Date] = []
    var date = utc("1973-01-02 00:00")
    while let change = zone.nextChange(after: date), change.date < utc("2101-01-01 00:00") {
      changes.append(change.date)
      date = change.date
    }
    let others = (0..<2).map { _ in
      Date(
        timeIntervalSince1970: Double(
          Int.random(in: 1_600_000...68_900_000, using: &generator) * 60))
    }
    return (Self.isComplete ? changes : changes.shuffled(using: &generator).prefix(5).sorted())
      + others
  }

  private func expectSameBackwards(
    _ schedule: Schedule, _ dates: [Date], in range: Range<Date>
  ) throws {
    var date = range.upperBound
    for expected in dates.reversed() {
      let previous = try #require(schedule.previous(before: date))
      try #require(previous == expected)
      date = previous
    }
    #expect(schedule.previous(before: date).map { $0 < range.lowerBound } ?? true)
  }

  @Test func `No day that fits is leapt over`() throws {
    var generator = SeededGenerator(seed: 29)
    for _ in 0..<(Self.isComplete ? 20_000 : 100) {
      let text = RandomCron.expression(using: &generator)
      guard let expression = try? CronExpression(text) else { continue }
      let zone = try ScheduleZone(Self.strangeZones.randomElement(using: &generator) ?? "UTC")
      let schedule = Schedule.cron(expression, in: zone)
      let naive = NaiveCron(text)
      let start = Date(
        timeIntervalSince1970: Double(Int.random(in: 0...4_102_444_800, using: &generator)))
      let next = schedule.next(after: start)
      // The rest of the first day and the beginning of the last one are for the walk.
      let first = zone.localTime(at: start).date
      let last =
        next.map { zone.localTime(at: $0).date }
        ?? zone.localTime(at: start.addingTimeInterval(40 * 366 * 86_400)).date
      var day = CalendarDate.following(first)
      while day < last {
        let fits = naive.matches(
          year: day.year, month: day.month, day: day.day, weekday: day.weekday.rawValue)
        try #require(
          !fits || zone.dates(on: day, at: "12:00").isEmpty || CalendarDate.following(day) == last,
          "\(text) leaps over \(day) from \(start) in \(zone) to \(next as Any)")
        day = CalendarDate.following(day)
      }
      if let next {
        #expect(next > start)
        #expect(schedule.fires(at: next))
        #expect(schedule.previous(before: next.addingTimeInterval(1)) == next)
        #expect(schedule.previous(before: next).map { $0 <= start } ?? true)
      }
    }
  }
}

extension CalendarDate {
  /// The day after this one.
  fileprivate static func following(_ day: CalendarDate) -> CalendarDate {
    let noon = utc("\(day) 12:00").addingTimeInterval(86_400)
    return ScheduleZone.utc.localTime(at: noon).date
  }
}

/// What the clocks of a zone show in every minute of some days.
private struct MinuteWalk {
  /// The days that are compared.
  let range: Range<Date>
  /// The moments at which a local minute is shown, for those days and more around.
  private var shown: [Int: [Int]] = [:]
  /// Local minutes that are left out, with the moment they are moved on to and the
  /// moment of the change.
  private var missing: [Int: (shifted: Int, change: Int)] = [:]

  init(around date: Date, in zone: ScheduleZone) {
    let middle = Int(date.timeIntervalSince1970) / 60
    range =
      Date(
        timeIntervalSince1970: Double((middle - 1_700) * 60))..<Date(
        timeIntervalSince1970: Double((middle + 1_700) * 60))
    var offsetBefore: Int?
    for minute in middle - 4_000...middle + 4_000 {
      let offset = zone.offset(at: Date(timeIntervalSince1970: Double(minute * 60))) / 60
      shown[minute + offset, default: []].append(minute)
      if let offsetBefore, offsetBefore < offset {
        for local in minute + offsetBefore..<minute + offset {
          missing[local] = (local - offsetBefore, minute)
        }
      }
      offsetBefore = offset
    }
  }

  func moments(of cron: NaiveCron, policy: DaylightSavingPolicy) -> [Date] {
    var days: [Int: Bool] = [:]
    let minutesOfDay = Set(
      (0..<1440).filter { cron.matches(hour: $0 / 60, minute: $0 % 60) })
    func matches(_ local: Int) -> Bool {
      let (day, minute) = (Int((Double(local) / 1440).rounded(.down)), (local % 1440 + 1440) % 1440)
      guard minutesOfDay.contains(minute) else { return false }
      if let known = days[day] { return known }
      let date = ScheduleZone.utc.localTime(at: Date(timeIntervalSince1970: Double(day) * 86_400))
        .date
      let fits = cron.matches(
        year: date.year, month: date.month, day: date.day, weekday: date.weekday.rawValue)
      days[day] = fits
      return fits
    }
    var seconds: Set<Int> = []
    for (local, minutes) in shown where matches(local) {
      let chosen =
        switch policy.fold {
        case .runFirst: minutes.prefix(1)
        case .runLast: minutes.suffix(1)
        case .runBoth: minutes[...]
        }
      for minute in chosen { seconds.formUnion(cron.seconds.map { minute * 60 + $0 }) }
    }
    for (local, moved) in missing where policy.gap != .skip && matches(local) {
      switch policy.gap {
      case .runAtChange: seconds.insert(moved.change * 60)
      default: seconds.formUnion(cron.seconds.map { moved.shifted * 60 + $0 })
      }
    }
    return seconds.sorted().map { Date(timeIntervalSince1970: Double($0)) }.filter(range.contains)
  }
}
