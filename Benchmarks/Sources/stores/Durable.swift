import Bridge
import Foundation
import TaskStore

/// A value that the benchmark publishes.
struct Placed: Codable, Sendable { var number: Int }

extension TypedRheaEvent<Placed> {
  fileprivate static var placed: Self { Self("benchmark.placed") }
}

/// Compares publications and steps with the jobs that they consist of, and claims beside sleeping
/// jobs with claims alone.
///
/// Both sides of a ratio are measured in turns, so that other work of the machine meets both.
struct DurableBenchmark: Sendable {
  let word: String
  let seconds: Double

  private static let listeners = ["listener 1", "listener 2", "listener 3"]

  /// Measures, and prints, all of it.
  func run(sleeping count: Int) async throws {
    try await TaskManager.shared.use(makeStore(word), lease: .seconds(600))
    // No process runs the jobs.
    try await Jobs.pause(queue: "durable")
    try await publications()
    let store = makeStore(word)
    try await store.open()
    try await steps(in: store)
    let few = try await claims(from: store)
    for start in stride(from: 0, to: count, by: 5_000) {
      let jobs = (0..<min(5_000, count - start)).map { _ in
        NewJob(
          name: "work", queue: "claims", payload: "1", dueTime: .now + .seconds(30 * 86_400))
      }
      _ = try await store.enqueue(jobs)
    }
    let many = try await claims(from: store)
    print(
      "claim and complete 64 at a time: \(Int(few)) jobs a second, with \(count) sleeping jobs "
        + "\(Int(many)), \(text(few / many)) times the duration")
  }

  /// Compares a publication with three listeners with three jobs that are stored at once.
  private func publications() async throws {
    for name in Self.listeners {
      Bridge.connect(.event(.placed), to: .job(name, .durable, queue: "durable"))
    }
    let (publications, jobs) = try await inTurns {
      try await Bridge.publish(.placed, Placed(number: $0))
    } and: { number in
      try await Jobs.enqueue(
        "listener 1", all: (0..<3).map { _ in Placed(number: number) }, queue: "durable")
    }
    report("a publication with three listeners", publications, "three jobs at once", jobs)
  }

  /// Compares a step with a job that is claimed and completed.
  private func steps(in store: any TaskStore) async throws {
    func claim() async throws -> JobClaim? {
      try await store.claim(
        ["work"], in: [ClaimableQueue(name: "claims", room: 1)], as: "benchmark",
        for: .seconds(600)
      ).claims.first
    }
    func add(_ count: Int) async throws {
      _ = try await store.enqueue(
        (0..<count).map { _ in NewJob(name: "work", queue: "claims", payload: "1") })
    }
    try await add(1)
    guard let job = try await claim() else { preconditionFailure("the job is due") }
    let (steps, jobs) = try await inTurns { number in
      let step = NewStep(number: number + 1, name: "\(number)", work: .step(result: "1"))
      _ = try await store.record(step, of: job)
    } and: { _ in
      guard let claim = try await claim() else { preconditionFailure("the jobs are due") }
      _ = try await store.complete([
        JobCompletion(claim: claim, outcome: .succeeded(result: nil))
      ])
    } before: {
      try await add($0)
    }
    report("a step", steps, "a job, claimed and completed", jobs)
    _ = try await store.complete([JobCompletion(claim: job, outcome: .succeeded(result: nil))])
  }

  /// Returns how many jobs a second are claimed and completed.
  private func claims(from store: any TaskStore) async throws -> Double {
    var (count, spent) = (0, Duration.zero)
    while spent < .seconds(seconds) {
      _ = try await store.enqueue(
        (0..<6_400).map { _ in NewJob(name: "work", queue: "claims", payload: "1") })
      let start = ContinuousClock.now
      for _ in 0..<100 {
        let claims = try await store.claim(
          ["work"], in: [ClaimableQueue(name: "claims", room: 64)], as: "benchmark",
          for: .seconds(600)
        ).claims
        count += try await store.complete(
          claims.map { JobCompletion(claim: $0, outcome: .succeeded(result: nil)) }
        ).count
      }
      spent += ContinuousClock.now - start
    }
    return Double(count) / (spent / .seconds(1))
  }

  /// Does two things in turns, a hundred times each.
  ///
  /// - Returns: The mean duration of each in seconds.
  private func inTurns(
    _ first: (Int) async throws -> Void, and second: (Int) async throws -> Void,
    before prepare: (Int) async throws -> Void = { _ in }
  ) async throws -> (Double, Double) {
    var (number, firstTime, secondTime) = (0, Duration.zero, Duration.zero)
    while firstTime + secondTime < .seconds(seconds) {
      try await prepare(100)
      let start = ContinuousClock.now
      for turn in 0..<100 { try await first(number + turn) }
      let middle = ContinuousClock.now
      for turn in 0..<100 { try await second(number + turn) }
      firstTime += middle - start
      secondTime += ContinuousClock.now - middle
      number += 100
    }
    return (firstTime / .seconds(number), secondTime / .seconds(number))
  }

  private func report(_ first: String, _ one: Double, _ second: String, _ other: Double) {
    func milliseconds(_ seconds: Double) -> String { text(seconds * 1_000) + " ms" }
    print("\(first): \(milliseconds(one)), \(second): \(milliseconds(other)), \(text(one / other))")
  }

  private func text(_ number: Double) -> String {
    number.formatted(.number.precision(.fractionLength(2)))
  }
}
