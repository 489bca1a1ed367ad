import ModularityTestSupport
import Testing

@testable import TaskStore

/// Attempts of jobs with random steps, which end at random places.
@Suite struct KilledStepTests {
  /// The end of a process.
  private struct Kill: Error {}

  private enum Call: CaseIterable {
    case step, sleep, signal
  }

  /// One job with its attempts, each of which may be killed.
  private final class Life {
    let time = ManualStoreClock()
    let store: SQLiteStore
    let calls: [Call]
    let id: JobID
    var random: SeededGenerator
    /// The bodies that ran, and those that ran although their steps were stored.
    var runs = 0
    var repeatedSteps: [String] = []
    var kills = 0

    init(seed: UInt64) async throws {
      var random = SeededGenerator(seed: seed)
      store = SQLiteStore(at: nil, clock: time.clock)
      let count = Int.random(in: 1...10, using: &random)
      calls = (0..<count).map { _ in Call.allCases.randomElement(using: &random) ?? .step }
      id = try await store.enqueue([NewJob(name: "trip", payload: "1")])[0].id
      self.random = random
    }

    /// Kills the process by chance, or lets another one take the job over.
    func survive(_ claim: JobClaim) async throws {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        kills += 1
        throw Kill()
      case 1:
        kills += 1
        time.advance(by: .seconds(15))
        _ = try await self.claim(as: "other")
      default: break
      }
    }

    func claim(as owner: String) async throws -> JobClaim? {
      let queue = ClaimableQueue(name: "default", room: 1)
      return try await store.claim(["trip"], in: [queue], as: owner, for: .seconds(15)).claims.first
    }

    /// Runs the job until it has ended.
    func run() async throws {
      while try await store.jobs(.ids(id)).first?.state.isOpen == true {
        // Signals arrive before, while and after the job waits for them.
        if Bool.random(using: &random), let number = calls.indices.randomElement(using: &random) {
          _ = try await store.send(NewSignal(job: id, name: "\(number)", payload: "\(number)"))
        }
        guard let claim = try await claim(as: "first") else {
          time.advance(by: .seconds(20))
          continue
        }
        try await attempt(claim, JobSteps(of: claim, in: store))
      }
    }

    private func attempt(_ claim: JobClaim, _ steps: JobSteps) async throws {
      let context = JobContext(
        id: id, name: "trip", queue: "default", attempt: 1, maximumAttempts: 1, token: claim.token,
        enqueueTime: claim.enqueueTime, dueTime: claim.dueTime,
        startTime: claim.startTime, flow: nil, steps: steps
      ) { _ in
      } resultsBefore: {
        [:]
      }
      do {
        for (number, call) in calls.enumerated() {
          try await survive(claim)
          try await make(call, "\(number)", context, claim)
        }
        try await survive(claim)
        _ = try await store.complete([JobCompletion(claim: claim, outcome: .succeeded(result: nil))]
        )
      } catch is Kill {
        time.advance(by: .seconds(15))
      } catch is CancellationError {
        // Another process has the job, and dies.
        time.advance(by: .seconds(15))
      } catch is JobEnding {
        guard case .suspended(let until, let signal) = steps.ending else { return }
        _ = try await store.complete([
          JobCompletion(claim: claim, outcome: .suspended(until: until, signal: signal))
        ])
      }
    }

    private func make(
      _ call: Call, _ name: String, _ context: JobContext, _ claim: JobClaim
    ) async throws {
      switch call {
      case .step:
        let result = try await context.step(name) {
          runs += 1
          if try await store.steps(of: id).contains(where: { $0.name == name }) {
            repeatedSteps.append(name)
          }
          try await survive(claim)
          return name
        }
        #expect(result == name)
      case .sleep: try await context.sleep(for: .seconds(30), name: name)
      case .signal:
        do {
          let number = try await context.signal(name, as: Int.self, within: .seconds(60))
          #expect("\(number)" == name)
        } catch is JobSignalTimeout {
          #expect(try await store.steps(of: id).contains { $0.name == name && $0.kind == .timeout })
        }
      }
    }
  }

  @Test func `Wherever attempts end, no completed step runs again, and all are stored in order`()
    async throws
  {
    var (runs, kills) = (0, 0)
    for seed in UInt64(1)...300 {
      let life = try await Life(seed: seed)
      try await life.run()
      let steps = try await life.store.steps(of: life.id)
      #expect(life.repeatedSteps.isEmpty, "seed \(seed)")
      #expect(steps.map(\.number) == Array(1...life.calls.count), "seed \(seed)")
      #expect(steps.map(\.name) == life.calls.indices.map { "\($0)" }, "seed \(seed)")
      #expect(try await life.store.jobs(.ids(life.id)).map(\.state) == [.succeeded], "seed \(seed)")
      runs += life.runs
      kills += life.kills
    }
    // All that was meant happens: bodies that run again, because their process was killed.
    #expect(kills > 300)
    #expect(runs > 600)
  }
}
