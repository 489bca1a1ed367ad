public final class Counter: Sendable {
  private let handler: any CounterHandler

  public init(
    label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory
  ) {
    handler = factory.makeCounter(label: label, dimensions: dimensions)
  }

  public func increment<Amount: BinaryInteger>(by amount: Amount) {
    handler.increment(by: Int64(amount))
  }
}

public final class Timer: Sendable {
  private let handler: any TimerHandler

  public init(
    label: String, dimensions: [(String, String)] = [], factory: any MetricsFactory
  ) {
    handler = factory.makeTimer(label: label, dimensions: dimensions)
  }

  public func recordNanoseconds(_ duration: Int64) { handler.recordNanoseconds(duration) }
}

public enum MetricsSystem {
  /// Ends the process, as tests give their factories to the sink.
  public static var factory: any MetricsFactory {
    preconditionFailure("Give the sink a factory: this stand-in has no metrics system.")
  }
}
