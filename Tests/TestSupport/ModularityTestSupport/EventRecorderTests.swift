import Dispatch
import ModularityTestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `An event recorder` {
  let recorder = EventRecorder<Int>()

  @Test func `The recorder keeps events in order`() {
    #expect(recorder.events.isEmpty)
    for event in 1...3 { recorder.record(event) }
    #expect(recorder.events == [1, 2, 3])
  }

  @Test func `Waiting for recorded events returns the first of them`() async throws {
    for event in 1...3 { recorder.record(event) }
    #expect(try await recorder.waitForEvents(count: 2) == [1, 2])
    #expect(try await recorder.waitForEvents(count: 0) == [])
  }

  @Test func `Waiting ends with the event that completes the count`() async throws {
    let executor = ManualExecutor()
    let task = Task(executorPreference: executor) { [recorder] in
      try await recorder.waitForEvents(count: 2)
    }
    executor.runReadyJobs()
    recorder.record(1)
    executor.runReadyJobs()
    recorder.record(2)
    recorder.record(3)
    executor.runReadyJobs()
    #expect(try await task.value == [1, 2])
  }

  @Test func `A cancelled wait throws, and a later event is ignored`() async {
    let executor = ManualExecutor()
    let task = Task(executorPreference: executor) { [recorder] in
      try await recorder.waitForEvents(count: 1)
    }
    executor.runReadyJobs()
    task.cancel()
    executor.runReadyJobs()
    await #expect(throws: CancellationError.self) { try await task.value }
    recorder.record(1)
    #expect(recorder.events == [1])
  }

  @Test func `A cancelled task does not wait`() async {
    let executor = ManualExecutor()
    let task = Task(executorPreference: executor) { [recorder] in
      try await recorder.waitForEvents(count: 0)
    }
    task.cancel()
    executor.runReadyJobs()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `A reset removes the events and restarts the count`() async throws {
    let executor = ManualExecutor()
    let task = Task(executorPreference: executor) { [recorder] in
      try await recorder.waitForEvents(count: 2)
    }
    executor.runReadyJobs()
    recorder.record(1)
    #expect(recorder.reset() == [1])
    recorder.record(2)
    executor.runReadyJobs()
    #expect(recorder.events == [2])
    recorder.record(3)
    executor.runReadyJobs()
    #expect(try await task.value == [2, 3])
  }

  @Test func `A reset between the last event and the waiter's turn makes it wait on`()
    async throws
  {
    let executor = ManualExecutor()
    let task = Task(executorPreference: executor) { [recorder] in
      try await recorder.waitForEvents(count: 1)
    }
    executor.runReadyJobs()
    recorder.record(1)
    recorder.reset()
    executor.runReadyJobs()
    recorder.record(2)
    executor.runReadyJobs()
    #expect(try await task.value == [2])
  }

  @Test func `No event is lost when many threads record and wait`() async throws {
    let threads = 8
    let count = 500
    let waiters = (1...16).map { part in
      Task.detached { [recorder] in
        try await recorder.waitForEvents(count: threads * count * part / 16)
      }
    }
    DispatchQueue.concurrentPerform(iterations: threads) { thread in
      for event in 0..<count { recorder.record(thread * count + event) }
    }
    for (part, waiter) in waiters.enumerated() {
      #expect(try await waiter.value.count == threads * count * (part + 1) / 16)
    }
    #expect(recorder.events.sorted() == Array(0..<(threads * count)))
    // What one thread recorded stays in its order.
    for thread in 0..<threads {
      let own = recorder.events.filter { $0 / count == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func `Resets while others record lose nothing`() {
    let kept = EventRecorder<[Int]>()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for event in 0..<500 {
        recorder.record(thread * 500 + event)
        if event.isMultiple(of: 50) { kept.record(recorder.reset()) }
      }
    }
    kept.record(recorder.reset())
    #expect(kept.events.flatMap(\.self).sorted() == Array(0..<2000))
  }
}
