import CoreMetrics
import Synchronization

/// A factory whose counters and timers keep what they are given, by label and dimensions.
final class RecordingMetrics: MetricsFactory {
  private struct State {
    var counts: [String: Int64] = [:]
    var durations: [String: [Int64]] = [:]
    var made: [String] = []
  }

  private let state = Mutex(State())

  var counts: [String: Int64] { state.withLock(\.counts) }
  var durations: [String: [Int64]] { state.withLock(\.durations) }

  /// The counters and timers that were made, in order.
  var made: [String] { state.withLock(\.made) }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    RecordingCounter(metrics: self, name: name(label, dimensions))
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    RecordingTimer(metrics: self, name: name(label, dimensions))
  }

  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    preconditionFailure("The sink makes no recorders.")
  }

  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}

  fileprivate func count(_ amount: Int64, of name: String) {
    state.withLock { $0.counts[name, default: 0] += amount }
  }

  fileprivate func keep(_ duration: Int64, of name: String) {
    state.withLock { $0.durations[name, default: []].append(duration) }
  }

  private func name(_ label: String, _ dimensions: [(String, String)]) -> String {
    let name = ([label] + dimensions.map { "\($0)=\($1)" }).joined(separator: " ")
    state.withLock { $0.made.append(name) }
    return name
  }
}

private final class RecordingCounter: CounterHandler {
  let metrics: RecordingMetrics
  let name: String

  init(metrics: RecordingMetrics, name: String) {
    self.metrics = metrics
    self.name = name
  }

  func increment(by amount: Int64) { metrics.count(amount, of: name) }
  func reset() {}
}

private final class RecordingTimer: TimerHandler {
  let metrics: RecordingMetrics
  let name: String

  init(metrics: RecordingMetrics, name: String) {
    self.metrics = metrics
    self.name = name
  }

  func recordNanoseconds(_ duration: Int64) { metrics.keep(duration, of: name) }
}
