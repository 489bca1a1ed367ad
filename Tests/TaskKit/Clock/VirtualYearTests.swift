import Foundation
import ModularityTestSupport
import Schedules
import Synchronization
import Testing

@testable import TaskKit

/// A year of many schedules, as it would be.
@Suite @MainActor struct VirtualYearTests {
  @Test func `Every schedule of a year runs at each of its fire times, and only then`() async throws
  {
    let clock = ManualClock()
    let start = try Date("2024-01-01T00:00:00Z", strategy: .iso8601)
    let manager = TaskManager.deterministic(seed: 1, clock: clock, startingAt: start)
    let runs = Mutex<[String: [Date]]>([:])
    let zones = ["Europe/Stockholm", "America/New_York", "Australia/Lord_Howe", "UTC"]
    var schedules: [String: Schedule] = [:]
    for (index, zone) in zones.enumerated() {
      let zone = try ScheduleZone(zone)
      schedules["daily \(index)"] = .daily(at: "02:30", in: zone)
      schedules["weekly \(index)"] = .weekly(on: .monday, at: "09:00", in: zone)
      schedules["monthly \(index)"] = .monthly(on: .last(.friday), at: "17:00", in: zone)
      schedules["cron \(index)"] = try .cron("0 15 10 ? * 6#3", in: zone)
      schedules["hours \(index)"] = try .cron("0 */6 * * *", in: zone)
    }
    for (name, schedule) in schedules {
      try manager.scheduleTask(name: name, on: schedule) { context in
        guard let fire = context.fire else { return }
        runs.withLock { $0[context.task, default: []].append(fire.fireTime) }
      }
    }
    await manager.runUntilIdle(through: .seconds(366 * 86_400)) { clock.advance(by: $0) }

    let end = start + 366 * 86_400
    for (name, schedule) in schedules {
      #expect(
        runs.withLock { $0[name] ?? [] } == schedule.dates(in: start..<end.addingTimeInterval(1)),
        "\(name)")
    }
    let total = runs.withLock { $0.values.reduce(0) { $0 + $1.count } }
    #expect(total > 7_500)
    #expect(manager.ledger.totals.values.allSatisfy { $0.missed.isEmpty && $0.latest == .zero })
  }
}
