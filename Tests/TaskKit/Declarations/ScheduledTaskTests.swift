import Foundation
import Schedules
import SectionRegistry
import Testing

@testable import TaskKit

// MARK: - What is declared

private let later = Date(timeIntervalSince1970: 9_000_000_000)
private let often = 7
private let hour = 3600.0

@ScheduledTask(at: 9_448_873_913, repeat: 5, every: 1000)
private enum AtDate {
  static func run() -> String { "at" }
}

@ScheduledTask(
  "declared.later", .high, at: TaskDate(later), repeat: .forever, every: hour, .concurrent)
private enum AtLater {
  @MainActor static func run(_ context: TaskContext) {}
  static func shutdown() {}
}

@ScheduledTask(at: 9_448_873_913.5)
private enum AtOnce {
  static func run() async {}
}

@ScheduledTask(cron: "0 30 2 * * *", zone: "Europe/Stockholm")
private enum Nightly {
  static func run() {}
}

@ScheduledTask("declared.hourly", .low, cron: "0 0 * * * *", .timeout(.seconds(9)))
private enum Hourly {
  static func run() {}
}

@ScheduledTask(cron: "30 2 * * *", zone: "Europe/Stockholm", daylightSaving: .realTime)
private enum NightlyInRealTime {
  static func run() {}
}

@ScheduledTask(on: .weekly(on: .monday, at: "09:00", in: .utc))
private enum Weekly {
  static func run() -> String { "weekly" }
}

@ScheduledTask("declared.bimonthly", .high, on: try .every(2, .months, in: .utc), .concurrent)
private enum Bimonthly {
  static func run() async {}
}

@TimerTask(repeat: 10, every: 2000)
private enum Often {
  static func run() {}
}

@TimerTask("declared.timer", .critical, every: 1000.5, .concurrent)
private enum Always {
  static func run() {}
}

#schedule("schedule.at", at: 9_448_873_913, repeat: TaskRepeat(often), every: 1000) { "ran" }
#schedule("schedule.cron", .high, cron: "0 0 0 1 1 *", zone: "UTC", .concurrent) { context in
  context.task
}
#schedule("schedule.cronWaiting", cron: "0 0 0 1 1 *") { await Task.yield() }
#schedule("schedule.daily", on: .daily(at: "02:30", in: .utc)) { "ran" }
#schedule("schedule.zone", .low, on: .daily(at: "02:30", in: try ScheduleZone("Europe/Stockholm")))
{
  $0.task
}
#schedule("schedule.waiting", on: try .every(.hours(5)), .concurrent) { await Task.yield() }
#schedule("schedule.waitingContext", on: .daily(at: "02:30", in: .utc).excluding("2026-12-25")) {
  await Task.yield()
  return $0.task
}
#timer("schedule.timer", repeat: .forever, every: 60 * 60) { @MainActor in }
#timer("schedule.timerContext", .low, repeat: 2, every: 1000, .concurrent) { $0.task }

// MARK: - What is read back

@Suite struct ScheduledTaskTests {
  private static func triggers() throws -> [(name: String, trigger: Trigger)] {
    try [
      ("AtDate", .date(9_448_873_913, repeat: 5, every: 1000)),
      ("declared.later", .date(9_000_000_000, repeat: .forever, every: 3600)),
      ("AtOnce", .date(9_448_873_913.5, repeat: 1, every: 1)),
      ("Nightly", .cron("0 30 2 * * *", zone: "Europe/Stockholm")),
      ("declared.hourly", .cron("0 0 * * * *")),
      (
        "NightlyInRealTime",
        .cron("30 2 * * *", zone: "Europe/Stockholm", daylightSaving: .realTime)
      ),
      ("Weekly", .schedule(.weekly(on: .monday, at: "09:00", in: .utc))),
      ("declared.bimonthly", .schedule(.every(2, .months, in: .utc))),
      ("schedule.daily", .schedule(.daily(at: "02:30", in: .utc))),
      ("schedule.zone", .schedule(.daily(at: "02:30", in: ScheduleZone("Europe/Stockholm")))),
      ("schedule.waiting", .schedule(.every(.hours(5)))),
      (
        "schedule.waitingContext",
        .schedule(.daily(at: "02:30", in: .utc).excluding("2026-12-25"))
      ),
      ("Often", .timer(repeat: 10, every: 2000)),
      ("declared.timer", .timer(repeat: .forever, every: 1000.5)),
      ("schedule.at", .date(9_448_873_913, repeat: 7, every: 1000)),
      ("schedule.cron", .cron("0 0 0 1 1 *", zone: "UTC")),
      ("schedule.cronWaiting", .cron("0 0 0 1 1 *")),
      ("schedule.timer", .timer(repeat: .forever, every: 3600)),
      ("schedule.timerContext", .timer(repeat: 2, every: 1000)),
    ]
  }

  @Test(arguments: try triggers())
  func `A scheduled task is due at its declared times`(name: String, trigger: Trigger)
    throws
  {
    #expect(try Declared.task(name).trigger == trigger)
    #expect(try Declared.record(name).kind == "tsch")
  }

  @Test(
    arguments: [
      ("AtDate", nil, TaskManager.Priority.default, false), ("declared.later", nil, .high, true),
      ("declared.hourly", .seconds(9), .low, false), ("declared.timer", nil, .critical, true),
      ("schedule.cron", nil, .high, true), ("schedule.timerContext", nil, .low, true),
      ("declared.bimonthly", nil, .high, true), ("schedule.zone", nil, .low, false),
      ("schedule.waiting", nil, .default, true),
    ] as [(String, Duration?, TaskManager.Priority, Bool)])
  func `Its priority and traits are those that were written`(
    name: String, timeout: Duration?, priority: TaskManager.Priority, isConcurrent: Bool
  ) throws {
    let task = try Declared.task(name)
    #expect(task.priority == priority)
    #expect(task.properties.isConcurrent == isConcurrent)
    #expect(task.properties.timeout == timeout)
  }

  @Test func `A scheduled task runs its code`() async throws {
    #expect(try Declared.task("AtDate").type == AtDate.self)
    #expect(try await Declared.task("AtDate").body() as? String == "at")
    #expect(try Declared.task("declared.later").body.place == .onMain)
    #expect(try Declared.task("declared.later").shutdown?.place == .anywhere)
    #expect(try Declared.task("AtOnce").body.place == .suspending)
    #expect(try await Declared.task("schedule.at").body() as? String == "ran")
    #expect(try await Declared.task("schedule.cron").body(as: "a") as? String == "a")
    #expect(try Declared.task("schedule.cronWaiting").body.place == .suspending)
    #expect(try Declared.task("Weekly").type == Weekly.self)
    #expect(try await Declared.task("Weekly").body() as? String == "weekly")
    #expect(try Declared.task("declared.bimonthly").body.place == .suspending)
    #expect(try await Declared.task("schedule.daily").body() as? String == "ran")
    #expect(try await Declared.task("schedule.zone").body(as: "z") as? String == "z")
    #expect(try Declared.task("schedule.waiting").body.place == .suspending)
    #expect(try await Declared.task("schedule.waitingContext").body(as: "w") as? String == "w")
    #expect(try Declared.task("schedule.timer").body.place == .onMain)
    #expect(try await Declared.task("schedule.timerContext").body(as: "b") as? String == "b")
  }

  @Test func `The record has the compile-time properties of the schedule`() throws {
    #expect(
      try Declared.detail("AtDate") == [
        "at": 9_448_873_913, "repeat": 5, "every": 1000, "type": "AtDate", "result": "String",
      ])
    #expect(
      try Declared.detail("declared.later") == [
        "unresolved": ["at": "TaskDate(later)", "every": "hour"], "repeat": "forever",
        "traits": [".concurrent"], "concurrent": true, "type": "AtLater", "isolation": "MainActor",
        "shutdown": true,
      ])
    #expect(
      try Declared.detail("Nightly") == [
        "cron": "0 30 2 * * *", "zone": "Europe/Stockholm", "type": "Nightly",
      ])
    #expect(
      try Declared.detail("NightlyInRealTime") == [
        "cron": "30 2 * * *", "zone": "Europe/Stockholm", "daylightSaving": "realTime",
        "type": "NightlyInRealTime",
      ])
    #expect(
      try Declared.detail("declared.bimonthly") == [
        "unresolved": ["on": "try .every(2, .months, in: .utc)"], "traits": [".concurrent"],
        "concurrent": true, "type": "Bimonthly", "async": true,
      ])
    #expect(
      try Declared.detail("declared.timer") == [
        "repeat": "forever", "every": 1000.5, "traits": [".concurrent"], "concurrent": true,
        "type": "Always",
      ])
  }
}

extension Trigger {
  fileprivate static func cron(
    _ text: String, zone: String? = nil, daylightSaving policy: DaylightSavingPolicy? = nil
  ) throws -> Trigger {
    .schedule(
      try .cron(
        text, in: zone.map { try ScheduleZone($0) } ?? .current, daylightSaving: policy))
  }
}
