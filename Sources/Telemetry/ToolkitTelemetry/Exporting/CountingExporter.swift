internal import Synchronization

/// Exports the requests of a signal, counts their items, and reports problems.
///
/// - Concurrency: Can be used from any thread. Problems are reported without a lock.
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

  /// Creates an exporter that counts the items of a signal.
  init(
    _ signal: TelemetrySignal, to exporter: any RequestExporter, problems: ProblemLog
  ) {
    self.signal = signal
    self.exporter = exporter
    self.problems = problems
  }

  /// Exports a request with this number of items, and returns when it has arrived or failed.
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

  /// The counts of items, without the items in the queue.
  var statistics: TelemetryStatistics {
    state.withLock { state in
      TelemetryStatistics(
        exported: Int(state.exported), failed: Int(state.failed), rejected: Int(state.rejected))
    }
  }

  /// Reports when items are dropped for the first time, and then each time their number has
  /// doubled.
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
        \(dropped) \(signal.items) have been dropped, because they arrived faster than they \
        could be exported; a larger queue\(signal.queueSizeVariable.map { " (\($0))" } ?? "") \
        bridges longer peaks
        """))
  }
}
