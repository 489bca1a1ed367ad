import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// A seed decides what runs next, within the rules.
@Suite @MainActor struct SeededOrderTests {
  /// What a run of many tasks was like: in which order they began, and what became of
  /// them.
  private func order(seed: UInt64) async throws -> [String] {
    let manager = TaskManager.deterministic(seed: seed, clock: ManualClock())
    let begun = EventRecorder<String>()
    for index in 0..<12 {
      let name = "t\(index)"
      switch index % 3 {
      case 0:
        try manager.injectEventTask(name: name, event: .reserved1) { _ in
          begun.record(name)
          await Task.yield()
          begun.record("\(name) again")
        }
      case 1:
        try manager.injectEventTask(name: name, event: .reserved1, traits: [.concurrent]) { _ in
          begun.record(name)
        }
      default:
        try manager.injectEventTask(name: name, event: .reserved1) { @MainActor _ in
          MainActor.assertIsolated()
          begun.record(name)
        }
      }
    }
    try manager.injectEventTask(name: "hops", event: .reserved1) { @MainActor _ in
      begun.record("hops")
      await Task.yield()
      begun.record("hops again")
    }
    let dispatch = manager.trigger(.reserved1)
    #expect(begun.events.isEmpty)
    await manager.runUntilIdle()
    #expect(dispatch.isFinished)
    return begun.events
  }

  @Test func `The same seed gives the same order, and other seeds give others`() async throws {
    var orders: Set<[String]> = []
    for seed in 0..<20 as Range<UInt64> {
      let first = try await order(seed: seed)
      #expect(first.count == 18)
      try await #expect(order(seed: seed) == first)
      orders.insert(first)
    }
    #expect(orders.count == 20)
  }

  @Test func `Waiting for the clock counts as idle`() async throws {
    let clock = ManualClock()
    let manager = TaskManager.deterministic(seed: 3, clock: clock)
    try manager.injectEventTask(name: "sleeps", event: .reserved1) { _ in
      try await clock.sleep(for: .seconds(1))
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    #expect(!dispatch.isFinished)
    clock.advance(by: .seconds(1))
    await manager.runUntilIdle()
    #expect(dispatch.isFinished)
  }

  // MARK: - Against the rules

  @Test func `Random orders keep all rules`() async throws {
    for seed in 0..<UInt64(Sweep.count(1_000, sample: 150)) {
      try await RandomRun(seed: seed).check()
    }
  }
}

/// A run of random tasks, of which some fail, some are skipped and some are cancelled.
@MainActor
private struct RandomRun {
  private struct Sample: Sendable {
    let name: String
    let requires: [Int]
    let follows: [Int]
    let fails: Bool
    let kind: Int
  }

  /// Something that a task did.
  private enum Step: Sendable, Hashable {
    case began(Int)
    case ended(Int)
  }

  let seed: UInt64
  private let samples: [Sample]
  private let policy: TaskFailurePolicy
  private let cancelled: Int?

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    var samples: [Sample] = []
    for index in 0..<Int.random(in: 1...14, using: &random) {
      var requires: [Int] = []
      var follows: [Int] = []
      for earlier in 0..<index {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: requires.append(earlier)
        case 1: follows.append(earlier)
        default: break
        }
      }
      samples.append(
        Sample(
          name: "t\(index)", requires: requires, follows: follows,
          fails: Int.random(in: 0..<6, using: &random) == 0,
          kind: Int.random(in: 0..<4, using: &random)))
    }
    self.samples = samples
    policy = TaskFailurePolicy.allCases[Int.random(in: 0..<3, using: &random)]
    cancelled =
      Bool.random(using: &random) ? Int.random(in: 0..<samples.count, using: &random) : nil
  }

  func check() async throws {
    let steps = EventRecorder<Step>()
    let manager = TaskManager.inOrder(seed: seed)
    manager.failurePolicy = policy
    for index in samples.indices { try add(index, to: manager, steps) }
    if let cancelled {
      // A task of its own, so that the moment depends on the seed.
      let name = samples[cancelled].name
      try manager.injectEventTask(name: "cancels", event: .reserved2) { [weak manager] _ in
        await Task.yield()
        _ = try manager?.cancelTask(named: name)
      }
      manager.trigger(.reserved2)
    }
    let dispatch = manager.trigger(.reserved1)
    await manager.runUntilIdle()
    let report = try #require(
      dispatch.state.outcome?.reports.first, "The run with seed \(seed) never ended.")
    verify(report, steps.events)
  }

  private func add(
    _ index: Int, to manager: TaskManager, _ steps: EventRecorder<Step>
  ) throws {
    let sample = samples[index]
    let requires = sample.requires.map { samples[$0].name }
    let follows = sample.follows.map { samples[$0].name }
    let begin: @Sendable () -> Void = { steps.record(.began(index)) }
    let end: @Sendable () throws -> Void = {
      steps.record(.ended(index))
      if sample.fails { throw Broken() }
    }
    switch sample.kind {
    case 0:
      try manager.injectEventTask(
        name: sample.name, event: .reserved1, dependencies: requires, after: follows
      ) { @MainActor _ in
        begin()
        try end()
      }
    case 1:
      try manager.injectEventTask(
        name: sample.name, event: .reserved1, dependencies: requires, after: follows,
        traits: [.concurrent]
      ) { _ in
        begin()
        try end()
      }
    case 2:
      try manager.injectEventTask(
        name: sample.name, event: .reserved1, dependencies: requires, after: follows
      ) { _ in
        begin()
        await Task.yield()
        try end()
      }
    default:
      try manager.injectEventTask(
        name: sample.name, event: .reserved1, dependencies: requires, after: follows
      ) { @MainActor _ in
        begin()
        await Task.yield()
        try end()
      }
    }
  }

  private func verify(_ report: TaskRunReport, _ steps: [Step]) {
    let note = Comment(rawValue: "with seed \(seed)")
    var times: [Step: Int] = [:]
    for (time, step) in steps.enumerated() {
      #expect(times.updateValue(time, forKey: step) == nil, note)
    }
    let outcomes = Dictionary(uniqueKeysWithValues: report.tasks.map { ($0.name, $0.outcome) })
    #expect(outcomes.count == samples.count, note)
    let hasAborted = policy == .abort && outcomes.values.contains(where: \.isFailure)
    for (index, sample) in samples.enumerated() {
      guard let outcome = outcomes[sample.name] else {
        Issue.record("\(sample.name) is missing", sourceLocation: #_sourceLocation)
        continue
      }
      let began = times[.began(index)]
      #expect((began == nil) == (times[.ended(index)] == nil), note)
      switch outcome {
      case .succeeded: #expect(began != nil && !sample.fails, note)
      case .failed: #expect(began != nil && sample.fails, note)
      case .skipped: #expect(began == nil && policy == .skipDependents, note)
      case .cancelled: #expect(cancelled != nil || hasAborted, note)
      }
      guard let began else { continue }
      for other in sample.requires + sample.follows {
        if times[.began(other)] != nil {
          #expect((times[.ended(other)] ?? .max) < began, note)
        }
      }
      for other in sample.requires {
        let mayBegin =
          outcomes[samples[other].name].map { $0.isSuccess || policy == .continue && $0.isFailure }
        #expect(mayBegin == true || other == cancelled, note)
      }
    }
  }
}
