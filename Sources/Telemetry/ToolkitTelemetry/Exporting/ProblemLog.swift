internal import Synchronization
internal import ToolkitTrace

/// Reports the problems of all signals.
///
/// Each problem is reported once, and each kind at most once per interval.
///
/// - Concurrency: Can be used from any thread. Problems are reported without a lock.
final class ProblemLog: Sendable {
  private let timekeeper: ErasedClock
  private let report: @Sendable (TelemetryError) -> Void
  private let filter = Mutex(ProblemFilter())

  /// Creates a log that reports problems to a closure.
  init(timekeeper: ErasedClock, report: @escaping @Sendable (TelemetryError) -> Void) {
    self.timekeeper = timekeeper
    self.report = report
  }

  /// Reports a problem of a signal, unless it persists or another problem of this kind was just
  /// reported.
  func add(_ problem: TelemetryError, of signal: TelemetrySignal) {
    let now = timekeeper.elapsed()
    if let problem = filter.withLock({ $0.add(problem, of: signal, at: now) }) { report(problem) }
  }

  /// Ends the persistent problem of a signal.
  ///
  /// If it occurs again, it is reported.
  func resolve(_ signal: TelemetrySignal) {
    filter.withLock { $0.resolve(signal) }
  }

  /// Reports a problem without a limit.
  ///
  /// The caller limits it.
  func addAlways(_ problem: TelemetryError) { report(problem) }

  /// Reports the number of problems that were not reported.
  func finish() {
    for problem in filter.withLock({ $0.takeRest() }) { report(problem) }
  }
}

/// Decides which problems are reported, as a value.
///
/// If a collector is unavailable for a day, a single message is reported. If all its errors are
/// different, they do not flood the log.
struct ProblemFilter: Sendable {
  /// The time after a report in which other problems of this kind are only counted.
  static let interval = Duration.seconds(60)

  /// The problems of one kind.
  private struct Kind {
    var reportedAt: Duration
    var heldBack = 0
  }

  /// The persistent problem of each signal, which was already reported.
  private var persisting: [TelemetrySignal: TelemetryError] = [:]

  private var kinds: [TelemetryError.Code: Kind] = [:]

  /// Returns the problem to report now, with the number of problems that were not reported before
  /// it, or `nil`.
  mutating func add(
    _ problem: TelemetryError, of signal: TelemetrySignal, at now: Duration
  ) -> TelemetryError? {
    guard persisting[signal] != problem else { return nil }
    // If a problem does not name a signal, such as a missing library, all signals share it.
    if persisting.values.contains(problem) {
      persisting[signal] = problem
      return nil
    }
    let previous = kinds[problem.code]
    if let previous, now < previous.reportedAt + Self.interval {
      kinds[problem.code]?.heldBack += 1
      return nil
    }
    persisting[signal] = problem
    kinds[problem.code] = Kind(reportedAt: now)
    guard let count = previous?.heldBack, count > 0 else { return problem }
    return TelemetryError(problem.code, "\(problem.message) (\(Self.others(count)))")
  }

  /// Ends the persistent problem of a signal.
  mutating func resolve(_ signal: TelemetrySignal) {
    persisting[signal] = nil
  }

  /// Removes and returns the numbers of problems that were not reported since the last report, as
  /// problems.
  mutating func takeRest() -> [TelemetryError] {
    let rest = kinds.filter { $0.value.heldBack > 0 }.sorted { $0.key.name < $1.key.name }
    for (code, _) in rest { kinds[code]?.heldBack = 0 }
    return rest.map { code, kind in
      TelemetryError(
        code, "\(Self.others(kind.heldBack)), because the kind '\(code)' was just reported")
    }
  }

  private static func others(_ count: Int) -> String {
    count == 1
      ? "1 similar problem was not reported" : "\(count) similar problems were not reported"
  }
}
