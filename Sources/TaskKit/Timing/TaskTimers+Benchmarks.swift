import Synchronization

/// What benchmarks, which are compiled outside of this module, measure of the
/// timers.
@_spi(Benchmarks)
public struct TimerBenchmark: Sendable {
  private let timers: TaskTimers

  /// Makes timers by the system's clock, of which so many wait, an hour and more
  /// away.
  ///
  /// - Parameter pending: How many wait.
  public init(pending: Int) {
    timers = TaskTimers(clock: .system()) { $0.run() }
    for index in 0..<pending {
      timers.schedule(at: .seconds(3_600) + .microseconds(index * 7_919 % 10_000_000)) {}
    }
  }

  /// Starts a timer and cancels it, so many times.
  ///
  /// - Parameter count: How many times.
  public func startAndCancel(_ count: Int) {
    for index in 0..<count {
      let deadline = Duration.seconds(3_601) + .nanoseconds(index)
      timers.cancel(timers.schedule(at: deadline) {})
    }
  }

  /// Lets timers run that are spread over a second, and says how late they were.
  ///
  /// - Parameter count: How many.
  /// - Returns: How late each was, the earliest first; negative for one that was
  ///   early.
  public func lateness(of count: Int) async -> [Duration] {
    let log = Log()
    let start = timers.now + .milliseconds(500)
    return await withCheckedContinuation { finished in
      for index in 0..<count {
        let deadline = start + .nanoseconds(1_000_000_000 / count * (index * 7_919 % count))
        timers.schedule(at: deadline) { [timers] in
          let all = log.lateness.withLock { lateness in
            lateness.append(timers.now - deadline)
            return lateness.count == count ? lateness : nil
          }
          if let all { finished.resume(returning: all.sorted()) }
        }
      }
    }
  }

  private final class Log: Sendable {
    let lateness = Mutex<[Duration]>([])
  }
}
