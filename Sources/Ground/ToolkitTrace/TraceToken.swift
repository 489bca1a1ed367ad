/// A span that has begun and not ended yet.
///
/// ``Trace/begin()`` hands out a token and
/// ``Trace/end(_:_:kind:module:cause:)`` takes it back. A token that is thrown
/// away costs nothing and leaves no trace; one that is ended twice is recorded
/// twice, under one identifier.
///
/// - Concurrency: A token may be ended on another thread than it began on.
public struct TraceToken: Sendable, Hashable {
  /// The span's number, or zero if tracing was off when it began.
  ///
  /// Not an optional: a zero costs one register and one test at each place
  /// that begins a span while tracing is off.
  @usableFromInline
  internal let number: UInt64

  /// When the span began; means nothing if tracing was off.
  @usableFromInline
  internal let start: TraceInstant

  /// Begins a span.
  ///
  /// - Parameter start: When it begins: now, except in tests.
  package init(startingAt start: TraceInstant) {
    number = TraceSpanID.next().rawValue
    self.start = start
  }

  /// Makes the token of a span that is not traced.
  @inlinable
  internal init() {
    number = 0
    start = TraceInstant(nanoseconds: 0)
  }

  /// A Boolean value that indicates whether tracing was on when the span began, so that
  /// it has to be recorded when it ends.
  @inlinable
  internal var isTraced: Bool { number != 0 }

  /// The identifier of the span, for those that it causes, or `nil` if tracing
  /// was off when it began.
  @inlinable
  public var id: TraceSpanID? { isTraced ? TraceSpanID(rawValue: number) : nil }
}
