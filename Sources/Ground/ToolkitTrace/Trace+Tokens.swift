// Only the check of the switch is inlined into other modules. Everything that happens while tracing
// is on is in functions of this module, so that code that emits a span remains small.

extension Trace {
  /// Begins a span, which ``end(_:_:kind:module:cause:)`` ends.
  ///
  /// ```swift
  /// let token = Trace.begin()
  /// let isHit = cache.fill(from: store)
  /// Trace.end(token, isHit ? "hit" : "miss", kind: .task, module: "Cache")
  /// ```
  ///
  /// The description is passed at the end, when the result is known, and only if it is going to be
  /// recorded. This is the fastest way to record a span, because no task-local value is read or
  /// set. To set the span as the cause of others, use ``TraceToken/id`` of the token.
  @inlinable
  @inline(always)
  public static func begin() -> TraceToken {
    guard isOn else { return TraceToken() }
    return beginTraced()
  }

  /// Ends a span and records it.
  ///
  /// If tracing was off at the start of the span, this does nothing and evaluates only the first
  /// argument. If tracing was stopped or restarted since then, the arguments are evaluated and the
  /// span is not recorded.
  ///
  /// - Parameters:
  ///   - token: The result of ``begin()``.
  ///   - name: The name of the work.
  ///   - kind: The kind of the work.
  ///   - module: The module that did the work.
  ///   - cause: The span that caused it. ``currentCause`` is not used unless you pass it here.
  @inlinable
  @inline(always)
  public static func end(
    _ token: TraceToken, _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String, cause: @autoclosure () -> TraceSpanID? = nil
  ) {
    guard token.isTraced else { return }
    token.endTraced(name(), kind: kind(), module: module(), cause: cause())
  }

  /// Records an instant: a span without duration.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - kind: The kind of the event.
  ///   - module: The module of the event.
  ///   - cause: The span that caused it. ``currentCause`` is not used unless you pass it here.
  /// - Returns: The identifier of the instant, which can be the cause of other spans. If tracing is
  ///   off, the result is `nil` and no argument is evaluated.
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

  /// Records an instant while tracing is on.
  @usableFromInline
  @inline(never)
  internal static func emitTraced(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?
  ) -> TraceSpanID {
    recorder.emit(name, kind: kind, module: module, cause: cause)
  }
}

extension TraceToken {
  /// Ends a span that started while tracing was on.
  ///
  /// This is a method of the token, because a static function would be called through a thunk that
  /// moves all arguments once more.
  @usableFromInline
  @inline(never)
  internal func endTraced(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?
  ) {
    Trace.recorder.end(self, name, kind: kind, module: module, cause: cause)
  }
}

/// A span that has started and has not ended.
///
/// ``Trace/begin()`` returns a token, and ``Trace/end(_:_:kind:module:cause:)`` ends its span. A
/// token that is never ended costs nothing and is not recorded. A token that is ended twice is
/// recorded twice, with the same identifier.
///
/// - Concurrency: A span can start on one thread and end on another.
public struct TraceToken: Sendable, Hashable {
  /// The number of the span, or zero if tracing was off at its start.
  ///
  /// This is not an optional, because a zero needs only one register and one test in code that
  /// starts a span while tracing is off.
  @usableFromInline
  internal let number: UInt64

  /// The start of the span.
  ///
  /// It has no meaning if tracing was off.
  @usableFromInline
  internal let start: TraceInstant

  /// Creates the token of a new span.
  ///
  /// - Parameter start: The start, which is the current time except in tests.
  package init(startingAt start: TraceInstant) {
    number = TraceSpanID.next().rawValue
    self.start = start
  }

  /// Creates the token of a span that is not traced.
  @inlinable
  internal init() {
    number = 0
    start = TraceInstant(nanoseconds: 0)
  }

  /// A Boolean value that indicates whether tracing was on at the start of the span, so that the span
  /// must be recorded when it ends.
  @inlinable
  internal var isTraced: Bool { number != 0 }

  /// The identifier of the span, which can be the cause of other spans.
  ///
  /// It is `nil` if tracing was off at the start of the span.
  @inlinable
  public var id: TraceSpanID? { isTraced ? TraceSpanID(rawValue: number) : nil }
}
