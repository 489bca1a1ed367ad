import Synchronization
import ToolkitTrace

/// A health check with at most one active run.
///
/// Callers during a run share its result. A run that missed its deadline is not repeated before it
/// has returned, because probes every second must not accumulate hanging work.
///
/// - Concurrency: May be used from any thread. No lock is held while the check runs.
final class HealthCheck: Sendable {
  private struct State {
    /// The start time of the active run.
    var begin: Duration?
    /// The result of the active run, unless it has missed its deadline.
    var result: Promise<AppHealth.Check>?
  }

  /// The next step to get a result.
  private enum Step {
    case run(Promise<AppHealth.Check>)
    case share(Promise<AppHealth.Check>)
    /// The active run has missed its deadline.
    case hangs(since: Duration)
  }

  let name: String
  let probe: AppHealth.Probe
  /// The source location at which the app added the check, or `nil` for the host's own checks.
  private let location: CodeLocation?
  private let deadline: Duration
  private let body: @Sendable () async throws -> Void
  private let state = Mutex(State())

  init(
    _ name: String, of probe: AppHealth.Probe, location: CodeLocation? = nil, deadline: Duration,
    body: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.probe = probe
    self.location = location
    self.deadline = deadline
    self.body = body
  }

  /// Returns the result within the deadline.
  func result(on clock: ErasedClock) async -> AppHealth.Check {
    let now = clock.elapsed()
    switch nextStep(at: now) {
    case .run(let result): return await run(on: clock, for: result)
    case .share(let result): return await result.value
    case .hangs(let begin): return check(failure: "no answer for \(now - begin)")
    }
  }

  private func nextStep(at now: Duration) -> Step {
    state.withLock { state in
      if let result = state.result { return .share(result) }
      if let begin = state.begin { return .hangs(since: begin) }
      let result = Promise<AppHealth.Check>()
      state = State(begin: now, result: result)
      return .run(result)
    }
  }

  private func run(
    on clock: ErasedClock, for result: Promise<AppHealth.Check>
  ) async -> AppHealth.Check {
    let (ending, _) = await clock.limit(to: deadline) { [self] in
      defer { state.withLock { $0.begin = nil } }
      try await body()
    }
    let check =
      switch ending {
      case .finished: check(failure: nil)
      case .failed(let error): check(failure: "\(error)")
      case .late: check(failure: "no answer within \(deadline)")
      }
    state.withLock { $0.result = nil }
    result.keep(check)
    return check
  }

  private func check(failure: String?) -> AppHealth.Check {
    AppHealth.Check(name, failure: failure.map { $0 + (location.map { " (\($0))" } ?? "") })
  }
}
