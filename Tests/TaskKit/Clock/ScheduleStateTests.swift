import Foundation
import Schedules
import Testing

@testable import TaskKit

/// What is decided at a moment, and why, without any clock.
@Suite struct ScheduleStateTests {
  // MARK: - On time

  @Test func `Fire times follow from the first, none early`() {
    var table = ScheduleState.every(2, count: 3)
    #expect(table.decide(at: .seconds(1.999), isPaused: false) == .init())
    #expect(table.fires(at: 2) == [2])
    #expect(table.fires(at: 3.9) == [])
    #expect(table.fires(at: 4.1) == [4])
    #expect(table.next == .seconds(6))
    #expect(!table.isOver)
    #expect(table.fires(at: 6) == [6])
    #expect(table.isOver)
    #expect(table.wake == nil)
  }

  @Test func `A late run does not move later fire times`() {
    var table = ScheduleState.every(10, count: nil)
    for round in 1...1_000 {
      let lateness = Double(round % 7) / 10
      #expect(table.fires(at: Double(round) * 10 + lateness) == [Double(round) * 10])
    }
  }

  @Test func `Runs are numbered`() {
    var table = ScheduleState.every(1, count: nil)
    #expect(
      (1...4).map { table.decide(at: .seconds($0), isPaused: false).fires.first?.number } == [
        1, 2, 3, 4,
      ])
  }

  // MARK: - Moments that have passed

  @Test func `By default, a task runs once for all missed fire times`() {
    var table = ScheduleState.every(10, count: nil)
    let decision = table.decide(at: .seconds(95), isPaused: false)
    #expect(
      decision.fires == [.init(fireTime: .seconds(90), number: 1, coalesced: 8, isCatchUp: false)])
    #expect(decision.misses == [.init(fireTime: .seconds(90), count: 8, reason: .coalesced)])
    #expect(table.next == .seconds(100))
  }

  @Test func `A limit counts runs, not the fire times that one run makes up for`() {
    var table = ScheduleState.every(1, count: 5)
    let decision = table.decide(at: .seconds(1_000), isPaused: false)
    #expect(decision.fires.map(\.fireTime) == [.seconds(5)])
    #expect(decision.misses == [.init(fireTime: .seconds(5), count: 4, reason: .postponed)])
    var later: [Double] = []
    for second in 1_001...1_010 { later += table.fires(at: Double(second)) }
    #expect(later == [1_001, 1_002, 1_003, 1_004])
    #expect(table.isOver)
  }

  @Test func `A task that skips runs neither late nor again`() {
    var table = ScheduleState.every(10, count: nil) { $0.misfire = .skip }
    let decision = table.decide(at: .seconds(36), isPaused: false)
    #expect(decision == .init(misses: [.init(fireTime: .seconds(30), count: 3, reason: .tooLate)]))
    #expect(table.fires(at: 40) == [40])
  }

  @Test func `A task that skips runs for the latest fire time within the grace period`() {
    var table = ScheduleState.every(10, count: nil) { $0.misfire = .skip }
    let decision = table.decide(at: .seconds(35), isPaused: false)
    #expect(decision.fires.map(\.fireTime) == [.seconds(30)])
    #expect(decision.misses == [.init(fireTime: .seconds(30), count: 2, reason: .tooLate)])
  }

  @Test func `A skipped fire time counts towards the limit`() {
    var table = ScheduleState.every(1, count: 3) { $0.misfire = .skip }
    #expect(table.decide(at: .seconds(100), isPaused: false).misses.map(\.count) == [3])
    #expect(table.isOver)
  }

  @Test func `A task that catches up runs once for each of the latest fire times`() {
    var table = ScheduleState.every(10, count: nil) { $0.misfire = .catchUp(upTo: 3) }
    let decision = table.decide(at: .seconds(65), isPaused: false)
    #expect(decision.fires.map(\.fireTime) == [.seconds(40), .seconds(50), .seconds(60)])
    #expect(decision.fires.allSatisfy { $0.isCatchUp })
    #expect(decision.misses == [.init(fireTime: .seconds(40), count: 3, reason: .beyondCatchUp)])
  }

  @Test func `The latest of any number of calendar fire times are caught up with`() throws {
    var table = ScheduleState(
      .schedule(try .cron("* * * * * *", in: .utc)), count: nil, from: .zero,
      rules: ScheduleRules(misfire: .catchUp(upTo: 3)), name: "a", seed: 0)
    let decision = table.decide(at: .seconds(1_000_000.5), isPaused: false)
    #expect(decision.fires.map(\.fireTime) == [999_998, 999_999, 1_000_000].map { .seconds($0) })
    #expect(decision.misses.map(\.reason) == [.beyondCatchUp])
    #expect(table.next == .seconds(1_000_001))
  }

  @Test func `Catching up stays within the limit of runs`() {
    var table = ScheduleState.every(10, count: 2) { $0.misfire = .catchUp(upTo: 9) }
    #expect(table.fires(at: 65) == [10, 20])
    #expect(table.isOver)
  }

  // MARK: - Pauses

  @Test func `A paused task runs once when it is resumed`() {
    var table = ScheduleState.every(2, count: 3)
    #expect(table.decide(at: .seconds(2), isPaused: true) == .init())
    #expect(table.wake == nil)
    #expect(table.decide(at: .seconds(7), isPaused: false).fires.map(\.fireTime) == [.seconds(6)])
    #expect((8...20).flatMap { table.fires(at: Double($0)) } == [8, 10])
  }

  @Test func `A fire time during a pause is not lost`() {
    var table = ScheduleState.at(100, every: 1, count: 1)
    #expect(table.decide(at: .seconds(100), isPaused: true) == .init())
    #expect(!table.isOver)
    #expect(table.fires(at: 500) == [100])
    #expect(table.isOver)
  }

  @Test func `A task that skips pauses runs for no fire time within them`() {
    var table = ScheduleState.every(2, count: 3) { $0.pause = .skip }
    #expect(
      table.decide(at: .seconds(2), isPaused: true).misses
        == [.init(fireTime: .seconds(2), count: 1, reason: .paused)])
    #expect(table.fires(at: 4) == [4])
    #expect(table.fires(at: 6) == [6])
    #expect(table.isOver)
  }

  @Test func `A held run is not lost when the clock is set back, or zones change`() throws {
    for change in [
      { (table: inout ScheduleState, now: Duration) in table.timeWasSet(to: now) },
      { (table: inout ScheduleState, now: Duration) in table.zonesHaveChanged(at: now) },
    ] {
      var table = try ScheduleState.daily("02:30", from: "2024-05-09T00:00:00Z")
      #expect(table.decide(at: Duration("2024-05-09T02:30:00Z"), isPaused: true) == .init())
      change(&table, Duration("2024-05-08T12:00:00Z"))
      #expect(table.fires(at: "2024-05-08T12:00:00Z") == ["2024-05-09T02:30:00Z"])
      #expect(table.next == Duration("2024-05-10T02:30:00Z"))
      #expect(table.wake != nil)
    }
  }

  // MARK: - Bounds

  @Test func `No run is due after the end`() {
    var table = ScheduleState.every(2, count: nil, through: 5)
    #expect((1...20).flatMap { table.fires(at: Double($0)) } == [2, 4])
    #expect(table.isOver)
  }

  @Test func `Fire times that passed before the end are not lost`() {
    var table = ScheduleState.every(2, count: nil, through: 5)
    #expect(table.fires(at: 60) == [4])
    #expect(table.isOver)
  }

  @Test func `A task runs no more often than its limit`() {
    var table = ScheduleState.every(1, count: nil) { $0.maximumRuns = 2 }
    #expect((1...9).flatMap { table.fires(at: Double($0)) } == [1, 2])
  }

  @Test func `An interval can be a millisecond, and can be a century`() {
    var short = ScheduleState.every(0.001, count: nil)
    #expect((1...50).flatMap { short.fires(at: Double($0) / 1_000) }.count == 50)
    var long = ScheduleState.every(3_155_695_200, count: nil)
    #expect(long.fires(at: 3_155_695_199) == [])
    #expect(long.fires(at: 3_155_695_200) == [3_155_695_200])
    #expect(long.next == .seconds(6_311_390_400))
  }

  // MARK: - From the end of a run

  @Test func `A fixed delay counts from the end of a run`() {
    var table = ScheduleState(
      .delay(.seconds(5), first: .seconds(5)), count: 3, from: .seconds(5),
      rules: ScheduleRules(), name: "a", seed: 0)
    #expect(table.fires(at: 5) == [5])
    #expect(table.wake == nil && !table.isOver)
    table.didEnd(at: .seconds(8))
    #expect(table.fires(at: 12.9) == [])
    #expect(table.fires(at: 13) == [13])
    table.didEnd(at: .seconds(13))
    #expect(table.fires(at: 18) == [18])
    #expect(table.isOver)
    table.didEnd(at: .seconds(20))
    #expect(table.next == nil)
  }

  @Test func `A fixed delay continues after a skipped fire time`() {
    var table = ScheduleState(
      .delay(.seconds(5), first: .seconds(5)), count: nil, from: .seconds(5),
      rules: ScheduleRules(pause: .skip), name: "a", seed: 0)
    #expect(table.decide(at: .seconds(6), isPaused: true).misses.map(\.reason) == [.paused])
    #expect(table.next == .seconds(11))
  }

  // MARK: - Jitter

  @Test func `A stable delay is the same each time, and differs by name`() throws {
    func delay(_ name: String, seed: UInt64) -> Duration {
      ScheduleState(
        .rate(FixedRate(start: .seconds(1), interval: .seconds(1))), count: nil,
        from: .seconds(1), rules: ScheduleRules(jitter: .stable(upTo: .seconds(60))),
        name: name, seed: seed
      ).delay
    }
    #expect(delay("a", seed: 1) == delay("a", seed: 2))
    let delays = Set((0..<100).map { delay("task \($0)", seed: 0) })
    #expect(delays.count == 100)
    #expect(delays.allSatisfy { .zero <= $0 && $0 <= .seconds(60) })
  }

  @Test func `A random delay moves runs after their fire times, within its limit`() {
    var table = ScheduleState.every(100, count: nil) { $0.jitter = .random(upTo: .seconds(10)) }
    var delays: Set<Duration> = []
    for round in 1...50 {
      let moment = Duration.seconds(round * 100)
      delays.insert(table.delay)
      #expect(table.wake == moment + table.delay)
      #expect(table.decide(at: moment + table.delay - .nanoseconds(1), isPaused: false) == .init())
      let fires = table.decide(at: moment + table.delay, isPaused: false).fires
      #expect(fires.map(\.fireTime) == [moment])
    }
    #expect(delays.count == 50)
    #expect(delays.allSatisfy { .zero <= $0 && $0 <= .seconds(10) })
  }

  // MARK: - The time of day is set

  @Test func `A fire time does not recur when the clock goes back a little`() throws {
    var table = try ScheduleState.daily("02:30", from: "2024-05-01T00:00:00Z")
    #expect(table.fires(at: "2024-05-01T02:30:00Z") == ["2024-05-01T02:30:00Z"])
    table.timeWasSet(to: Duration("2024-05-01T02:00:00Z"))
    #expect(table.next == Duration("2024-05-02T02:30:00Z"))
  }

  @Test func `Correcting a clock that was years ahead delays no task`() throws {
    var table = try ScheduleState.daily("02:30", from: "2039-05-01T00:00:00Z")
    table.timeWasSet(to: Duration("2024-05-01T00:00:00Z"))
    #expect(table.next == Duration("2024-05-01T02:30:00Z"))
  }

  @Test func `A frequent schedule continues from the current clock`() {
    var table = ScheduleState.at(1_000_000, every: 60, count: nil)
    #expect(table.fires(at: 1_000_000) == [1_000_000])
    table.timeWasSet(to: .seconds(1_000_000 - 1_800))
    // Not before its date, all the same.
    #expect(table.next == .seconds(1_000_060))
    #expect(table.fires(at: 1_003_600) == [1_003_600])
    table.timeWasSet(to: .seconds(1_003_600 - 1_799))
    #expect(table.next == .seconds(1_001_860))
  }

  @Test func `A fire time that the clock jumps over has passed`() throws {
    var table = try ScheduleState.daily("02:30", from: "2024-05-01T00:00:00Z")
    table.timeWasSet(to: Duration("2024-05-09T12:00:00Z"))
    #expect(table.fires(at: "2024-05-09T12:00:00Z") == ["2024-05-09T02:30:00Z"])
    #expect(table.next == Duration("2024-05-10T02:30:00Z"))
  }
}

// MARK: -

extension ScheduleState {
  static func every(
    _ interval: Double, count: Int?, through last: Double? = nil,
    _ change: (inout ScheduleRules) -> Void = { _ in }
  ) -> ScheduleState {
    var rules = ScheduleRules()
    change(&rules)
    let interval = Duration(rounding: interval)
    return ScheduleState(
      .rate(FixedRate(start: interval, interval: interval)), count: count, from: interval,
      through: last.map { .seconds($0) }, rules: rules, name: "task", seed: 1)
  }

  static func at(_ date: Double, every interval: Double, count: Int?) -> ScheduleState {
    ScheduleState(
      .rate(FixedRate(start: .seconds(date), interval: .seconds(interval))), count: count,
      from: .seconds(date), notBefore: .seconds(date), rules: ScheduleRules(), name: "task",
      seed: 1)
  }

  static func daily(_ time: TimeOfDay, from start: String) throws -> ScheduleState {
    ScheduleState(
      .schedule(.daily(at: time, in: .utc)), count: nil, from: Duration(start),
      rules: ScheduleRules(), name: "task", seed: 1)
  }

  mutating func fires(at seconds: Double) -> [Double] {
    decide(at: Duration(rounding: seconds), isPaused: false).fires
      .map { Date(since1970: $0.fireTime).timeIntervalSince1970 }
  }

  mutating func fires(at date: String) -> [String] {
    decide(at: Duration(date), isPaused: false).fires
      .map { Date(since1970: $0.fireTime).formatted(.iso8601) }
  }
}

extension Duration {
  /// A date, since 1970.
  fileprivate init(_ date: String) {
    guard let date = try? Date(date, strategy: .iso8601) else {
      preconditionFailure("'\(date)' is no date")
    }
    self = date.since1970
  }
}

extension ScheduleState {
  /// A schedule with rules of its own.
  fileprivate init(
    _ fireTimes: FireTimes, count: Int?, from start: Duration, notBefore first: Duration? = nil,
    through last: Duration? = nil, rules: ScheduleRules, name: String, seed: UInt64
  ) {
    self.init(
      fireTimes, count: count, from: start, notBefore: first, through: last, rules: Boxed(rules),
      name: name, seed: seed)
  }
}
