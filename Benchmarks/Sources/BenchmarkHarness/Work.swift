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

  /// Does the work, and returns how long that took.
  func run(iterations: Int) async throws -> Duration {
    let start = ContinuousClock.now
    let reported = try await body(iterations)
    return reported ?? (ContinuousClock.now - start)
  }
}
