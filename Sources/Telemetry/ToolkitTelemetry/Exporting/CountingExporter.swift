internal import Synchronization

/// Exports the requests of a signal, counts their items, and reports problems.
///
/// - Concurrency: May be used from any thread. Problems are reported with no lock held.
final class CountingExporter: Sendable {
  /// The counts of items.
  private struct State {
    var exported: UInt64 = 0
    var failed: UInt64 = 0
    var rejected: UInt64 = 0
    var reportedDrops: UInt64 = 0
  }

  private let signal: TelemetrySignal
  private let exporter: any RequestExporter
  private let problems: ProblemLog
  private let state = Mutex(State())

  /// Counts the items of a signal on their way to a destination.
  init(
    _ signal: TelemetrySignal, to exporter: any RequestExporter, problems: ProblemLog
  ) {
    self.signal = signal
    self.exporter = exporter
    self.problems = problems
  }

  /// Exports a request with a number of items, and returns when it has arrived or failed.
  func export(_ request: [UInt8], items count: Int) async {
    let count = UInt64(count)
    do throws(TelemetryError) {
      let receipt = try await exporter.export(request)
      let rejected = min(UInt64(receipt.rejected), count)
      state.withLock { state in
        state.exported += count - rejected
        state.rejected += rejected
      }
      if let problem = receipt.problem {
        problems.add(problem, of: signal)
      } else {
        problems.resolve(signal)
      }
    } catch {
      state.withLock { $0.failed += count }
      problems.add(error, of: signal)
    }
  }

  /// Releases files and connections.
  func close() { exporter.close() }

  /// The counts of items, without those that are in a queue.
  var statistics: TelemetryStatistics {
    state.withLock { state in
      TelemetryStatistics(
        exported: Int(state.exported), failed: Int(state.failed), rejected: Int(state.rejected))
    }
  }

  /// Reports the first items that were dropped, and then each time their number has doubled.
  func report(dropped: UInt64) {
    let isDue = state.withLock { state in
      guard dropped > 0, dropped >= 2 * state.reportedDrops else { return false }
      state.reportedDrops = dropped
      return true
    }
    guard isDue else { return }
    problems.addAlways(
      TelemetryError(
        .dropped,
        """
        \(dropped) \(signal.items) were dropped so far, because they arrived faster than they \
        could be exported; a larger queue\(signal.queueSizeVariable.map { " (\($0))" } ?? "") \
        bridges longer peaks
        """))
  }
}
