import BridgeTelemetry
import Synchronization
import ToolkitTrace

/// The spans and log records that have arrived since the feed last took them.
///
/// - Concurrency: May be used from any thread.
final class LiveIntake: QuietTraceSink, LogSink {
  private struct State {
    var spans: [TraceSpan] = []
    var droppedSpans = 0
    /// The latest records, some of which the feed has taken.
    var records: [LogRecord] = []
    var newRecords = 0
  }

  /// The number of spans that wait for the feed, which takes them several times a second.
  static let mostSpans = 20_000
  /// The number of log records to keep for clients that connect later.
  static let mostRecords = 500

  private let state = Mutex(State())

  func receive(_ span: TraceSpan) {
    state.withLock { state in
      if state.spans.count < Self.mostSpans {
        state.spans.append(span)
      } else {
        state.droppedSpans += 1
      }
    }
  }

  func receive(_ record: LogRecord) {
    state.withLock { state in
      if state.records.count == 2 * Self.mostRecords {
        state.records.removeFirst(Self.mostRecords)
      }
      state.records.append(record)
      state.newRecords = min(state.newRecords + 1, Self.mostRecords)
    }
  }

  /// The latest log records.
  var latestRecords: [LogRecord] { state.withLock { $0.records.suffix(Self.mostRecords) } }

  /// Takes the spans, and the number of spans that were dropped.
  func takeSpans() -> (spans: [TraceSpan], dropped: Int) {
    state.withLock { state in
      defer { (state.spans, state.droppedSpans) = ([], 0) }
      return (state.spans, state.droppedSpans)
    }
  }

  /// Takes the log records that have not been taken.
  func takeRecords() -> [LogRecord] {
    state.withLock { state in
      defer { state.newRecords = 0 }
      return state.records.suffix(state.newRecords)
    }
  }
}
