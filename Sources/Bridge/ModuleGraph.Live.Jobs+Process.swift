import Foundation
public import ModuleGraph
public import TaskKit
import TaskStore

extension ModuleGraph.Live.Jobs {
  /// Reads the jobs of a manager's store, or returns `nil` if there is no store, or one that keeps
  /// no jobs.
  ///
  /// An error of the store is a part of the result, in `error`, with what was read before it. Read
  /// are the latest 100 dead letters and jobs that run, and 20 flows with 200 steps each.
  ///
  /// - Parameter manager: The manager.
  public init?(of manager: TaskManager) async {
    self.init()
    do {
      try await read(manager.jobs)
    } catch let error as TaskStoreError where error.code == .noJobs {
      return nil
    } catch let failure {
      error = "\(failure)"
    }
  }

  /// The maximum number of dead letters, and of jobs that run.
  private static let most = 100

  private mutating func read(_ jobs: Jobs) async throws {
    take(try await jobs.statistics())
    let failed = try await jobs.list(JobFilter(states: [.failed], limit: Self.most))
    deadLetters = failed.map(DeadLetter.init)
    let begun = try await jobs.list(JobFilter(states: [.running], limit: Self.most))
    running = begun.map(Running.init)
    flows = try await FlowExcerpt.flows(of: jobs)
  }

  private mutating func take(_ statistics: JobStatistics) {
    window = microseconds(statistics.window)
    isPartial = statistics.isPartial
    all = Numbers(statistics.all)
    queues = statistics.queues.map {
      Queue(name: $0.name, isPaused: $0.isPaused, numbers: Numbers($0.numbers))
    }
    failures = statistics.failures.map {
      Failure(job: $0.job, error: $0.error, count: $0.count, latest: $0.latest.number)
    }
  }
}

/// The latest flows that are not done.
private enum FlowExcerpt {
  private static let mostFlows = 20
  private static let mostSteps = 200

  /// The number of jobs of each state that are looked through for steps of flows.
  private static let reach = 1_000

  static func flows(of jobs: Jobs) async throws -> [ModuleGraph.Live.Jobs.Flow] {
    var ids: Set<JobID> = []
    // Each state by itself, as the many jobs that wait would hide the few that failed.
    for state in JobRecord.State.open + [.failed] {
      let records = try await jobs.list(JobFilter(states: [state], limit: reach))
      ids.formUnion(records.compactMap { $0.step?.flow })
    }
    var flows: [ModuleGraph.Live.Jobs.Flow] = []
    for id in ids.sorted(by: >).prefix(mostFlows) {
      // One more than is shown, to know whether there are more.
      let steps = try await jobs.list(JobFilter(flow: id, limit: mostSteps + 1))
      // Its retention may have ended since.
      guard let name = steps.first?.step?.flowName else { continue }
      flows.append(
        .init(
          id: id.number, name: name,
          steps: steps.prefix(mostSteps).reversed().map(ModuleGraph.Live.Jobs.Step.init),
          isPartial: steps.count > mostSteps))
    }
    return flows
  }
}

extension ModuleGraph.Live.Jobs.Numbers {
  /// Takes over the numbers of jobs.
  fileprivate init(_ numbers: JobStatistics.Numbers) {
    self.init(
      counts: numbers.counts, ended: numbers.ended, endsPerSecond: numbers.endsPerSecond,
      waiting: numbers.waiting.map(ModuleGraph.Live.Jobs.Latencies.init),
      running: numbers.running.map(ModuleGraph.Live.Jobs.Latencies.init))
  }
}

extension ModuleGraph.Live.Jobs.Latencies {
  /// Takes over percentiles, which are in seconds.
  fileprivate init(_ latencies: JobStatistics.Latencies) {
    self.init(
      count: latencies.count, p50: microseconds(latencies.p50), p95: microseconds(latencies.p95),
      p99: microseconds(latencies.p99))
  }
}

extension ModuleGraph.Live.Jobs.DeadLetter {
  /// Takes over the record of a job that failed, without its payload.
  fileprivate init(_ job: JobRecord) {
    self.init(
      id: job.id.number, name: job.name, queue: job.queue, attempts: job.attempt,
      ended: job.ended?.microseconds, error: job.detail ?? "",
      tags: job.tags.isEmpty ? nil : job.tags)
  }
}

extension ModuleGraph.Live.Jobs.Running {
  /// Takes over the record of a job that runs, without its payload.
  fileprivate init(_ job: JobRecord) {
    self.init(
      id: job.id.number, name: job.name, queue: job.queue, attempt: job.attempt,
      begun: job.begun?.microseconds, owner: job.owner, progress: job.progress,
      isCancelling: job.isCancelling, tags: job.tags.isEmpty ? nil : job.tags)
  }
}

extension ModuleGraph.Live.Jobs.Step {
  /// Takes over the record of a step, without its payload and result.
  fileprivate init(_ job: JobRecord) {
    self.init(
      id: job.id.number, name: job.step?.name ?? job.name, job: job.name,
      state: job.state.rawValue, after: job.step?.after.map(\.number) ?? [], detail: job.detail)
  }
}

/// Returns seconds as whole microseconds; those that have no such number are as many as there are.
private func microseconds(_ seconds: Double) -> Int64 {
  Int64(exactly: (seconds * 1e6).rounded()) ?? (seconds < 0 ? .min : .max)
}
