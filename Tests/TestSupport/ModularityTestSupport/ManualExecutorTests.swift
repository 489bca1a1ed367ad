import Dispatch
import Synchronization
import Testing

@testable import ModularityTestSupport

@Suite(.timeLimit(.minutes(10))) struct `A manual executor` {
  let executor = ManualExecutor()
  let log = EventRecorder<String>()

  @Test func `The executor runs nothing on its own`() {
    Task(executorPreference: executor) { [log] in log.record("ran") }
    #expect(log.events.isEmpty)
    executor.runReadyJobs()
    #expect(log.events == ["ran"])
  }

  @Test func `Jobs run in the order in which they became ready, whatever their priority`() {
    for (name, priority) in [("a", TaskPriority.background), ("b", .high), ("c", .medium)] {
      Task(executorPreference: executor, priority: priority) { [log] in
        log.record("\(name)1")
        await Task.yield()
        log.record("\(name)2")
      }
    }
    executor.runReadyJobs()
    #expect(log.events == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  @Test func `A run returns what its body returns`() async {
    #expect(await executor.run { 42 } == 42)
  }

  @Test func `A run throws what its body throws`() async {
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await executor.run { () async throws(Refusal) in throw Refusal() }
    }
  }

  @Test func `A run has its body and child tasks prefer the executor`() async {
    let answers = await executor.run { [executor] in
      async let child = isPreferred(executor)
      return [isPreferred(executor), await child]
    }
    #expect(answers == [true, true])
    #expect(!isPreferred(executor))
  }

  @Test func `A run goes on when its body waits for the main actor and the pool`() async {
    await executor.run { [log] in
      log.record(await onMainActor())
      log.record(await Task.detached { "pool" }.value)
    }
    #expect(log.events == ["main actor", "pool"])
  }

  @Test func `A job that becomes ready during another thread's turn runs after it`() async {
    await executor.run { [executor, log] in
      await withCheckedContinuation { continuation in
        // Gets its turn when the body is suspended, and runs no jobs in it.
        DispatchQueue.global().async {
          executor.exclusively {
            log.record("turn")
            continuation.resume()
            log.record("end of turn")
          }
        }
      }
      log.record("job")
    }
    #expect(log.events == ["turn", "end of turn", "job"])
  }

  @MainActor
  @Test func `The main actor can run the body of a run that it awaits`() async {
    let answer = await executor.run { [executor] in
      log.record("body")
      return isPreferred(executor)
    }
    log.record("after")
    MainActor.assertIsolated()
    #expect(answer)
    #expect(log.events == ["body", "after"])
  }

  @Test func `When a run has returned, nothing is ready`() async {
    await executor.run { [executor, log] in
      _ = Task(executorPreference: executor) {
        log.record("begun")
        for _ in 1...5000 { await Task.yield() }
        log.record("finished")
      }
    }
    #expect(log.events == ["begun", "finished"])
  }

  @Test func `Jobs that were ready before a run are run first`() async {
    Task(executorPreference: executor) { [log] in log.record("before") }
    await executor.run { [log] in log.record("body") }
    #expect(log.events == ["before", "body"])
  }

  @Test func `Runs can be nested and concurrent`() async {
    await withTaskGroup(of: Int.self) { group in
      for number in 1...20 {
        group.addTask { [executor] in
          await executor.run {
            await Task.yield()
            return await executor.run { number }
          }
        }
      }
      let sum = await group.reduce(0, +)
      #expect(sum == 210)
    }
  }

  @Test func `Jobs never run at the same time, whichever threads run them`() {
    let bridge = NarrowBridge()
    let crossings = EventRecorder<Bool>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 1...50 {
        Task(executorPreference: executor) {
          for _ in 1...3 {
            crossings.record(bridge.cross())
            await Task.yield()
          }
        }
        executor.runReadyJobs()
      }
    }
    executor.runReadyJobs()
    #expect(crossings.events == Array(repeating: true, count: 8 * 50 * 3))
  }
}

/// Whether the current task prefers this executor.
private func isPreferred(_ executor: ManualExecutor) -> Bool {
  unsafe withUnsafeCurrentTask { task in
    unsafe task?.unownedTaskExecutor == executor.asUnownedTaskExecutor()
  }
}

@MainActor
private func onMainActor() -> String { "main actor" }

/// A place that holds one at a time.
private final class NarrowBridge: Sendable {
  private let travellers = Atomic<Int>(0)

  /// Returns whether no other task was there.
  func cross() -> Bool {
    defer { travellers.subtract(1, ordering: .relaxed) }
    return travellers.add(1, ordering: .relaxed).newValue == 1
  }
}
