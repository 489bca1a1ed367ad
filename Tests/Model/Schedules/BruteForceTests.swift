import Foundation
import ModularityTestSupport
import Schedules
import Testing

/// Schedules beside a walk through all minutes.
///
/// By default a sample that takes seconds. `MODKIT_ALL_SCHEDULES=1` walks through the days
/// around every change of every installed zone from 1970 to 2100, and through some days of
/// every year, which takes about a quarter of an hour on two cores:
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
  func `A schedule has the fire times that a search by minutes finds`(name: String) throws {
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

  /// Changes of the clocks, and moments of years, most of which are none.
  private func moments(
    of zone: ScheduleZone, using generator: inout SeededGenerator
  ) -> [Date] {
    var changes: [Date] = []
    var date = utc("1969-12-31 23:59")
    while let change = zone.nextChange(after: date), change.date < utc("2101-01-01 00:00") {
      changes.append(change.date)
      date = change.date
    }
    var years = Array(1970...2100)
    if !Self.isComplete {
      changes = changes.shuffled(using: &generator).prefix(5).sorted()
      years = years.shuffled(using: &generator).prefix(2).sorted()
    }
    let others = years.map { year in
      utc("\(year)-01-01 00:00")
        .addingTimeInterval(Double(Int.random(in: 0..<365 * 1440, using: &generator) * 60))
    }
    return changes + others
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

  @Test func `No matching day is skipped`() throws {
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
  /// How far a step is, in seconds: a minute, and a second where the clocks are not
  /// whole minutes away from UTC (Monrovia, until 1972).
  private let step: Int
  /// The moments at which a local minute, or second, is shown, for those days and more
  /// around.
  private var shown: [Int: [Int]] = [:]
  /// Local minutes, or seconds, that are left out, with the moment they are moved on to
  /// and the moment of the change.
  private var missing: [Int: (shifted: Int, change: Int)] = [:]

  init(around date: Date, in zone: ScheduleZone) {
    func offset(_ instant: Int) -> Int {
      zone.offset(at: Date(timeIntervalSince1970: Double(instant)))
    }
    let minute = 60
    let middle = (Int(date.timeIntervalSince1970) / minute) * minute
    range =
      Date(
        timeIntervalSince1970: Double(middle - 1_700 * minute))..<Date(
        timeIntervalSince1970: Double(middle + 1_700 * minute))
    let (start, end) = (middle - 4_000 * minute, middle + 4_000 * minute)
    step =
      [start, middle, end].allSatisfy { offset($0).isMultiple(of: minute) } ? minute : 1
    var offsetBefore: Int?
    for instant in stride(from: start, through: end, by: step) {
      let offset = offset(instant)
      shown[instant + offset, default: []].append(instant)
      if let offsetBefore, offsetBefore < offset {
        for local in stride(from: instant + offsetBefore, to: instant + offset, by: step) {
          missing[local] = (local - offsetBefore, instant)
        }
      }
      offsetBefore = offset
    }
  }

  func moments(of cron: NaiveCron, policy: DaylightSavingPolicy) -> [Date] {
    var days: [Int: Bool] = [:]
    let minutesOfDay = Set(
      (0..<1440).filter { cron.matches(hour: $0 / 60, minute: $0 % 60) })
    let secondsOfMinute = Set(cron.seconds)
    func matches(_ local: Int) -> Bool {
      let day = Int((Double(local) / 86_400).rounded(.down))
      let second = local - day * 86_400
      guard minutesOfDay.contains(second / 60),
        step == 60 || secondsOfMinute.contains(second % 60)
      else { return false }
      if let known = days[day] { return known }
      let date = ScheduleZone.utc.localTime(at: Date(timeIntervalSince1970: Double(day) * 86_400))
        .date
      let fits = cron.matches(
        year: date.year, month: date.month, day: date.day, weekday: date.weekday.rawValue)
      days[day] = fits
      return fits
    }
    // In a step of a minute, these follow its beginning.
    let secondsOfStep = step == 60 ? cron.seconds : [0]
    var seconds: Set<Int> = []
    for (local, instants) in shown where matches(local) {
      let chosen =
        switch policy.fold {
        case .runFirst: instants.prefix(1)
        case .runLast: instants.suffix(1)
        case .runBoth: instants[...]
        }
      for instant in chosen { seconds.formUnion(secondsOfStep.map { instant + $0 }) }
    }
    for (local, moved) in missing where policy.gap != .skip && matches(local) {
      switch policy.gap {
      case .runAtChange: seconds.insert(moved.change)
      default: seconds.formUnion(secondsOfStep.map { moved.shifted + $0 })
      }
    }
    return seconds.sorted().map { Date(timeIntervalSince1970: Double($0)) }.filter(range.contains)
  }
}
