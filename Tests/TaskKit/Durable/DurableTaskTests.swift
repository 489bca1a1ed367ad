import Foundation
import ModularityTestSupport
import Testing

@testable import TaskKit

@Suite struct DurableTaskTests {
  private let errors = EventRecorder<String>()

  /// Returns a declared task.
  private func declared(
    _ name: String, _ trigger: Trigger, _ traits: [TaskTrait] = [.durable]
  ) -> TaskDefinition {
    TaskDefinition(
      name: name, trigger: trigger, priority: .default, requires: [], follows: [],
      properties: TaskProperties(traits), body: TaskBody(form: .synchronous { _ in nil }),
      location: CodeLocation(fileID: "Shop/Tasks.swift", line: 7))
  }

  private let daily = Trigger.schedule(.daily(at: "02:30", in: .utc))

  @Test func `Without a store, a declared durable schedule is reported when the launch finishes`() {
    let manager = TaskManager.forTest(
      declared: [declared("nightly", daily), declared("other", daily, [])], errors: errors)
    manager.withState { _ in }
    #expect(errors.events.isEmpty)
    manager.scheduler.begin()
    #expect(errors.events.count == 1)
    #expect(errors.events.first?.contains("'nightly'") == true)
    #expect(
      errors.events.first?.contains("try await TaskManager.shared.use(.sqlite(at:") == true)
    #expect(manager.list.map { $0.nextFireTime == nil } == [true, false])
  }

  @Test func `The report has the source location of the schedule`() {
    let error = TaskError.noStore(declared("nightly", daily))
    #expect(error.code == .noStore)
    #expect("\(error)".hasPrefix("Shop/Tasks.swift:7: "))
  }

  @Test func `A store that is being opened is no error, and one that cannot be opened is`() {
    let manager = TaskManager.forTest(declared: [declared("nightly", daily)], errors: errors)
    manager.withState { _ in }
    #expect(manager.expectStore())
    #expect(!manager.expectStore())
    manager.scheduler.begin()
    #expect(errors.events.isEmpty)
    manager.storeFailed()
    #expect(errors.events.count == 1)
  }

  @Test func `Without a store, a durable schedule is not added at run time`() {
    let manager = TaskManager.forTest(errors: errors)
    let error = #expect(throws: TaskError.self) {
      try manager.scheduleTask(name: "nightly", on: .daily(at: "02:30"), traits: [.durable]) {
        (_: TaskContext) throws -> Void in
      }
    }
    #expect(error?.code == .noStore)
    #expect(manager.list.isEmpty)
  }

  @Test(arguments: [
    (Trigger.event(.idle), [TaskTrait.durable], "runs for events of its process"),
    (.timer(repeat: .forever, every: 1), [.durable], "counts from the start of its process"),
  ])
  func `A task that no store can keep is a problem of its declaration`(
    trigger: Trigger, traits: [TaskTrait], reason: String
  ) {
    let task = declared("task", trigger, traits)
    #expect(task.durableMisfit?.contains(reason) == true)
    #expect(declared("task", trigger, []).durableMisfit == nil)
    let manager = TaskManager.forTest(errors: errors)
    let error = #expect(throws: TaskError.self) { try manager.add(task) }
    #expect(error?.message.contains(reason) == true)
  }

  @Test func `Durable schedules are listed as such`() throws {
    let manager = TaskManager.forTest(declared: [declared("nightly", daily)], errors: errors)
    #expect(manager.list.first?.traits == ["durable"])
  }

  @Test func `A clock that was years ahead does not hold a durable schedule back`() throws {
    let manager = TaskManager.forTest(errors: errors)
    let task = DurableTask(TaskEntry(declared("nightly", daily)), of: manager)
    let now = TaskTime(Date(timeIntervalSince1970: 86_400))
    let ahead = ScheduleProgress(
      next: now + .seconds(400 * 86_400), latest: now + .seconds(399 * 86_400), runs: 3)
    let decision = task.decide(
      after: ahead, at: now, isPaused: false, unfinished: 0, latestEnd: nil)
    #expect(decision?.progress.next == now + .seconds(9_000))
    #expect(decision?.fires.isEmpty == true)
    #expect(decision?.progress.runs == 3)
  }

  @Test func `A reading of the clock that is late repeats no fire time`() throws {
    let manager = TaskManager.forTest(errors: errors)
    let task = DurableTask(
      TaskEntry(declared("task", .date(0, repeat: .forever, every: 0.05))), of: manager)
    let latest = TaskTime(Date(timeIntervalSince1970: 100))
    let progress = ScheduleProgress(
      next: latest + .milliseconds(50), latest: latest, runs: 2_001)
    for late in [0, 40, 100, 300, 5_000, 3_600_000] {
      let now = latest + .milliseconds(-late)
      #expect(
        task.decide(after: progress, at: now, isPaused: false, unfinished: 0, latestEnd: nil) == nil
      )
    }
  }

  @Test func `A schedule continues from its progress as if it had never stopped`() throws {
    let manager = TaskManager.forTest(errors: errors)
    let traits: [TaskTrait] = [.durable, .misfire(.catchUp(upTo: 2)), .maximumRuns(9)]
    let task = DurableTask(
      TaskEntry(declared("task", .date(10, repeat: .forever, every: 10), traits)), of: manager)
    func time(_ seconds: Int) -> TaskTime {
      TaskTime(Date(timeIntervalSince1970: Double(seconds)))
    }
    var progress = try #require(task.progress(at: time(0)))
    var runs: [TaskTime] = []
    var missed = 0
    for second in [9, 10, 12, 45, 46, 50, 1_000, 2_000] {
      guard
        let decision = task.decide(
          after: progress, at: time(second), isPaused: false, unfinished: 0, latestEnd: nil)
      else { continue }
      progress = decision.progress
      runs += decision.fires.map(\.fireTime)
      missed += decision.misses.map(\.count).reduce(0, +)
    }
    #expect(runs == [10, 30, 40, 50, 80, 90].map(time))
    #expect(missed == 3)
    #expect(progress.next == nil)
    #expect(progress.remaining == 0)
  }
}
