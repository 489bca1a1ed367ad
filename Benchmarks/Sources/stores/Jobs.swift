import Foundation
import TaskStore

/// Measures the jobs that a store keeps, claims and completes in a second, and the time from
/// `enqueue` in one process to the claim in another.
struct JobBenchmark: Sendable {
  let word: String
  let seconds: Double
  let connections: Int

  /// Measures, and prints, all of it: with few jobs that wait, and with many.
  func run(waiting count: Int) async throws {
    print("few jobs waiting:")
    try await measure()
    try await add(count)
    print("\(count) jobs waiting:")
    try await measure()
  }

  private func measure() async throws {
    let share = 80 / connections
    report(
      "enqueue 1,000 at a time",
      try await rate(atMost: share) { try await $0.enqueue(jobs(1_000)).count })
    report("enqueue singly", try await rate { try await $0.enqueue(jobs(1)).count })
    // All that the first adds is claimed again, so that as many wait as before.
    for (room, limit) in [(64, 80_000 / 64 / connections), (1, 16_000 / connections)] {
      let claimed = try await rate(atMost: limit) { store in
        let claims = try await claim(room, from: store)
        return try await store.complete(
          claims.map { JobCompletion(claim: $0, outcome: .succeeded(result: nil)) }
        ).count
      }
      report("claim and complete \(room) at a time", claimed)
    }
    let latencies = try await latencies()
    func text(_ percent: Int) -> String {
      latencies[latencies.count * percent / 100].formatted(.units(allowed: [.microseconds]))
    }
    print("  enqueue to claim in another connection: half within \(text(50)), 99 % \(text(99))")
  }

  private func add(_ count: Int) async throws {
    let (store, step) = (try await opened(1)[0], 5_000)
    for start in stride(from: 0, to: count, by: step) {
      _ = try await store.enqueue(jobs(min(step, count - start)))
    }
  }

  private func report(_ what: String, _ rate: Double) {
    print("  \(what): \(Int(rate)) jobs a second")
  }

  private func opened(_ count: Int) async throws -> [any TaskStore] {
    var stores: [any TaskStore] = []
    for _ in 0..<count {
      let store = makeStore(word)
      try await store.open()
      stores.append(store)
    }
    return stores
  }

  private func jobs(_ count: Int, queue: String = "default") -> [NewJob] {
    (0..<count).map {
      NewJob(
        name: "benchmark", queue: queue, payload: "{\"number\":\($0),\"customer\":\"Ahab\"}")
    }
  }

  private func claim(
    _ room: Int, of queue: String = "default", from store: any TaskStore
  ) async throws -> [JobClaim] {
    try await store.claim(
      ["benchmark"], in: [ClaimableQueue(name: queue, room: room)], as: "benchmark",
      for: .seconds(600)
    ).claims
  }

  /// Does something on several connections.
  ///
  /// - Returns: How many jobs in a second.
  private func rate(
    atMost limit: Int = .max, _ body: @escaping @Sendable (any TaskStore) async throws -> Int
  ) async throws -> Double {
    let stores = try await opened(connections)
    let start = ContinuousClock.now
    let count = try await withThrowingTaskGroup(of: Int.self) { group in
      for store in stores {
        group.addTask {
          var (count, calls) = (0, 0)
          while calls < limit, ContinuousClock.now - start < .seconds(seconds) {
            count += try await body(store)
            calls += 1
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  /// Stores jobs in one connection, and claims them in another, 100 times a second.
  ///
  /// - Returns: How long it took from before the one to after the other, in order.
  private func latencies() async throws -> [Duration] {
    let stores = try await opened(2)
    let count = Int(seconds * 100)
    let hints = await stores[1].hints()
    let claimed = Task {
      var times: [JobID: ContinuousClock.Instant] = [:]
      for await _ in hints {
        for claim in try await claim(100, of: "latency", from: stores[1]) {
          times[claim.id] = ContinuousClock.now
        }
        if times.count >= count { break }
      }
      return times
    }
    var stored: [JobID: ContinuousClock.Instant] = [:]
    for _ in 0..<count {
      let start = ContinuousClock.now
      for job in try await stores[0].enqueue(jobs(1, queue: "latency")) { stored[job.id] = start }
      try await Task.sleep(until: start + .milliseconds(10))
    }
    return try await claimed.value.compactMap { id, time in stored[id].map { time - $0 } }.sorted()
  }
}
