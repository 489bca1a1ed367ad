internal import Synchronization
internal import ToolkitTrace

/// Reports the problems of all signals, each once and one of a kind per interval.
///
/// - Concurrency: May be used from any thread. Problems are reported with no lock held.
final class ProblemLog: Sendable {
  private let timekeeper: ErasedClock
  private let report: @Sendable (TelemetryError) -> Void
  private let filter = Mutex(ProblemFilter())

  /// Reports problems to a closure.
  init(timekeeper: ErasedClock, report: @escaping @Sendable (TelemetryError) -> Void) {
    self.timekeeper = timekeeper
    self.report = report
  }

  /// Reports a problem of a signal, unless it persists or follows another of its kind too soon.
  func add(_ problem: TelemetryError, of signal: TelemetrySignal) {
    let now = timekeeper.elapsed()
    if let problem = filter.withLock({ $0.add(problem, of: signal, at: now) }) { report(problem) }
  }

  /// Ends the problem of a signal that persists, so that it is reported if it comes back.
  func resolve(_ signal: TelemetrySignal) {
    filter.withLock { $0.resolve(signal) }
  }

  /// Reports a problem that its caller reports rarely.
  func addAlways(_ problem: TelemetryError) { report(problem) }

  /// Reports how many problems were held back.
  func finish() {
    for problem in filter.withLock({ $0.takeRest() }) { report(problem) }
  }
}

/// The choice of the problems that are reported, as a value.
///
/// A collector that is down for a day is one message, and one whose errors all differ cannot
/// flood the log.
struct ProblemFilter: Sendable {
  /// The time after a report in which others of its kind are only counted.
  static let interval = Duration.seconds(60)

  /// The problems of a kind.
  private struct Kind {
    var reportedAt: Duration
    var heldBack = 0
  }

  /// The problem of each signal that has been reported and persists.
  private var persisting: [TelemetrySignal: TelemetryError] = [:]

  private var kinds: [TelemetryError.Code: Kind] = [:]

  /// Returns what to report now of a problem, with the number of those that were held back before
  /// it, or `nil`.
  mutating func add(
    _ problem: TelemetryError, of signal: TelemetrySignal, at now: Duration
  ) -> TelemetryError? {
    guard persisting[signal] != problem else { return nil }
    // Signals share a problem that names none of them, such as a missing library.
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

  /// Ends the problem of a signal that persists.
  mutating func resolve(_ signal: TelemetrySignal) {
    persisting[signal] = nil
  }

  /// Takes out the numbers of problems that were held back since the last report, as problems.
  mutating func takeRest() -> [TelemetryError] {
    let rest = kinds.filter { $0.value.heldBack > 0 }.sorted { $0.key.name < $1.key.name }
    for (code, _) in rest { kinds[code]?.heldBack = 0 }
    return rest.map { code, kind in
      TelemetryError(code, "\(Self.others(kind.heldBack)), as the kind '\(code)' was just reported")
    }
  }

  private static func others(_ count: Int) -> String {
    count == 1
      ? "1 similar problem was not reported" : "\(count) similar problems were not reported"
  }
}
