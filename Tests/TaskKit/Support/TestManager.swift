import ModularityTestSupport
import Synchronization
import ToolkitTrace

@testable import TaskKit

extension TaskManager {
  /// A manager of the test alone: it declares nothing and hears nothing of the
  /// process.
  static func forTest(
    lanes: any Lanes = ProcessLanes(workerCount: 2), clock: ManualClock? = nil,
    scheduleClock: ScheduleClock = .system(), declared: [TaskDefinition] = [],
    errors: EventRecorder<String> = EventRecorder()
  ) -> TaskManager {
    TaskManager(
      world: World(
        time: clock.map { ErasedClock($0) } ?? ErasedClock(ContinuousClock()), lanes: lanes,
        launchOptions: LaunchOptions(arguments: ["test"], environment: [:]),
        clock: scheduleClock,
        seed: 1, declared: { (declared, []) }),
      errorHandler: { errors.record($0.message) })
  }

  /// A manager in which the first seed decides, on a clock that stands still.
  static func inOrder(
    seed: UInt64 = 1, clock: ManualClock = ManualClock(), workers: Int = 4,
    errors: EventRecorder<String> = EventRecorder()
  ) -> TaskManager {
    .forTest(lanes: SeededLanes(seed: seed, workerCount: workers), clock: clock, errors: errors)
  }

  /// Adds a task with a function that returns something, as macros declare them.
  func declare(
    _ name: String, on event: TaskEvent, requires: [TaskReference] = [],
    type: (any Any.Type)? = nil, traits: [TaskTrait] = [], shutdown: TaskBody? = nil,
    run: @escaping @Sendable (TaskContext) throws -> (any Sendable)?
  ) throws {
    try add(
      TaskDefinition(
        name: name, type: type, trigger: .event(event), priority: .default, requires: requires,
        follows: [], properties: TaskProperties(traits),
        body: TaskBody(form: .synchronous { try run($0.context) }), shutdown: shutdown,
        isDeclared: false, location: CodeLocation(fileID: "Shop/Tasks.swift", line: 7)))
  }
}

extension TaskRunReport {
  /// Whether all tasks have succeeded.
  var hasSucceeded: Bool { tasks.allSatisfy { $0.outcome.isSuccess } }

  /// How a task ended, in words.
  func outcome(_ name: String) -> String? {
    tasks.first { $0.name == name }?.outcome.description
  }
}

/// An error of a task, with a name to find again.
struct Broken: Error, CustomStringConvertible {
  var description = "broken"
}

/// Something that a task waits for until a test opens it.
final class Gate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// Counts, on any thread.
final class Counter: Sendable {
  private let value = Mutex(0)
  var count: Int { value.withLock { $0 } }
  @discardableResult func add(_ step: Int = 1) -> Int {
    value.withLock { value in
      value += step
      return value
    }
  }
}
