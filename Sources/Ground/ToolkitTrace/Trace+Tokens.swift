// What is inlined into other modules here is the look at the switch and
// nothing more: what happens while tracing is on stays in functions of this
// module, so that a place which emits a span stays small.

extension Trace {
  /// Begins a span; ``end(_:_:kind:module:cause:)`` finishes it.
  ///
  /// ```swift
  /// let token = Trace.begin()
  /// let isHit = cache.fill(from: store)
  /// Trace.end(token, isHit ? "hit" : "miss", kind: .task, module: "Cache")
  /// ```
  ///
  /// The description comes at the end, when the outcome is known and only if
  /// it is going to be recorded. This is the cheapest way to record a span: no
  /// task-local value is read or set. Effects are tied to it by hand, with the
  /// token's ``TraceToken/id``.
  @inlinable
  @inline(always)
  public static func begin() -> TraceToken {
    guard isOn else { return TraceToken() }
    return beginTraced()
  }

  /// Ends a span and records it.
  ///
  /// Does nothing, and evaluates no argument but the first, if tracing was off
  /// when the span began. If tracing has been stopped or started anew since
  /// then, the arguments are evaluated and the span is not recorded.
  ///
  /// - Parameters:
  ///   - token: What ``begin()`` returned.
  ///   - name: What was done.
  ///   - kind: What sort of work it was.
  ///   - module: The module that did it.
  ///   - cause: The span that made it happen. ``currentCause`` is not looked
  ///     at unless it is given here.
  @inlinable
  @inline(always)
  public static func end(
    _ token: TraceToken, _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String, cause: @autoclosure () -> TraceSpanID? = nil
  ) {
    guard token.isTraced else { return }
    token.endTraced(name(), kind: kind(), module: module(), cause: cause())
  }

  /// Records a moment: a span that takes no time.
  ///
  /// - Parameters:
  ///   - name: What happened.
  ///   - kind: What sort of thing it was.
  ///   - module: The module that it happened in.
  ///   - cause: The span that made it happen. ``currentCause`` is not looked
  ///     at unless it is given here.
  /// - Returns: The identifier of the moment, for those that it causes, or
  ///   `nil` if tracing is off; no argument is evaluated then.
  @inlinable
  @inline(always)
  @discardableResult
  public static func emit(
    _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String, cause: @autoclosure () -> TraceSpanID? = nil
  ) -> TraceSpanID? {
    guard isOn else { return nil }
    return emitTraced(name(), kind: kind(), module: module(), cause: cause())
  }

  /// Begins a span while tracing is on.
  @usableFromInline
  @inline(never)
  internal static func beginTraced() -> TraceToken {
    TraceToken(startingAt: MonotonicTime.now())
  }

  /// Records a moment while tracing is on.
  @usableFromInline
  @inline(never)
  internal static func emitTraced(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?
  ) -> TraceSpanID {
    recorder.emit(name, kind: kind, module: module, cause: cause)
  }
}

extension TraceToken {
  /// Ends a span that began while tracing was on.
  ///
  /// A method of the token, because a static one would be reached through a
  /// thunk that shuffles all the arguments once more.
  @usableFromInline
  @inline(never)
  internal func endTraced(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?
  ) {
    Trace.recorder.end(self, name, kind: kind, module: module, cause: cause)
  }
}

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
