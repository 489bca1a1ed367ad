import Foundation

/// Something that can be done over and over again, and takes a time that matters.
public struct Work: Sendable {
  /// How many operations one iteration stands for; figures are per operation.
  public let operationsPerIteration: Int

  private let body: @Sendable (_ iterations: Int) async throws -> Duration?

  /// Describes work that the harness times.
  ///
  /// - Parameters:
  ///   - operationsPerIteration: How many operations one iteration stands for.
  ///   - body: Does the work as many times as it is told. The loop is its own,
  ///     because a call per iteration would cost more than the shortest
  ///     operations do.
  public init(
    operationsPerIteration: Int = 1,
    _ body: @escaping @Sendable (_ iterations: Int) async throws -> Void
  ) {
    self.operationsPerIteration = operationsPerIteration
    self.body = { iterations in
      try await body(iterations)
      return nil
    }
  }

  private init(
    operationsPerIteration: Int,
    timed: @escaping @Sendable (_ iterations: Int) async throws -> Duration
  ) {
    self.operationsPerIteration = operationsPerIteration
    body = timed
  }

  /// Work that times itself.
  ///
  /// Either because only a part of it counts, or because it measures something
  /// other than how long it runs, such as lateness.
  ///
  /// - Parameters:
  ///   - operationsPerIteration: How many operations one iteration stands for.
  ///   - body: Does the work as many times as it is told, and returns the time of
  ///     all iterations together.
  /// - Returns: The work.
  public static func timed(
    operationsPerIteration: Int = 1,
    _ body: @escaping @Sendable (_ iterations: Int) async throws -> Duration
  ) -> Work {
    Work(operationsPerIteration: operationsPerIteration, timed: body)
  }

  /// Work of the calling thread, measured by the time that a processor spends on it.
  ///
  /// For work of which each iteration takes many milliseconds: on a busy machine it is
  /// interrupted so often that a clock would measure what else the machine does.
  ///
  /// - Parameters:
  ///   - operationsPerIteration: How many operations one iteration stands for.
  ///   - body: Does the work as many times as it is told, without suspending.
  /// - Returns: The work.
  public static func onThread(
    operationsPerIteration: Int = 1,
    _ body: @escaping @Sendable (_ iterations: Int) -> Void
  ) -> Work {
    timed(operationsPerIteration: operationsPerIteration) { iterations in
      let start = processorTime
      body(iterations)
      return processorTime - start
    }
  }

  /// The time that a processor has spent on the calling thread.
  private static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Does the work, and returns how long that took.
  func run(iterations: Int) async throws -> Duration {
    let start = ContinuousClock.now
    let reported = try await body(iterations)
    return reported ?? (ContinuousClock.now - start)
  }
}
