extension Trace {
  /// The span on whose behalf the current code runs, or `nil` if there is none
  /// or tracing is off.
  ///
  /// Set by `span(_:kind:module:cause:_:)` and `withCause(_:_:)`, and inherited
  /// by child tasks and by `Task { … }`, but neither by detached tasks nor by
  /// closures that a queue or a timer runs.
  @inlinable
  @inline(always)
  public static var currentCause: TraceSpanID? {
    guard isOn else { return nil }
    return currentCauseTraced
  }

  /// Records the time that a body takes, with the span as the current cause of
  /// everything inside.
  ///
  /// ```swift
  /// let settings = try Trace.span("read settings", kind: .task, module: "Settings") {
  ///   try Settings(contentsOf: file)
  /// }
  /// ```
  ///
  /// The span is recorded whether the body returns or throws. While tracing is
  /// off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - name: What is done.
  ///   - kind: What sort of work it is.
  ///   - module: The module that does it.
  ///   - cause: The span that made it happen; the current cause if left out.
  ///   - body: The work.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  @inline(always)
  public static func span<Success, Failure: Error>(
    _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String,
    cause: @autoclosure () -> TraceSpanID? = Trace.currentCause,
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    guard isOn else { return try body() }
    return try spanTraced(name(), kind: kind(), module: module(), cause: cause(), body)
  }

  /// Records the time that an asynchronous body takes, with the span as the
  /// current cause of everything inside, also across suspensions and in child
  /// tasks.
  ///
  /// The span is recorded whether the body returns or throws. While tracing is
  /// off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - name: What is done.
  ///   - kind: What sort of work it is.
  ///   - module: The module that does it.
  ///   - cause: The span that made it happen; the current cause if left out.
  ///   - body: The work. It runs where the caller does.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  @inline(always)
  public nonisolated(nonsending) static func span<Success, Failure: Error>(
    _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String,
    cause: @autoclosure () -> TraceSpanID? = Trace.currentCause,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    guard isOn else { return try await body() }
    return try await spanTraced(name(), kind: kind(), module: module(), cause: cause(), body)
  }

  /// Makes a span the current cause of everything inside a body.
  ///
  /// This carries a cause over a gap that task-local values do not cross:
  ///
  /// ```swift
  /// let cause = Trace.currentCause
  /// queue.async {
  ///   Trace.withCause(cause) { index.rebuild() }
  /// }
  /// ```
  ///
  /// While tracing is off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - cause: The span, or `nil` for a body that nothing caused.
  ///   - body: The work.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  @inline(always)
  public static func withCause<Success, Failure: Error>(
    _ cause: @autoclosure () -> TraceSpanID?, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    guard isOn else { return try body() }
    return try withCauseTraced(cause(), body)
  }

  /// Makes a span the current cause of everything inside an asynchronous body.
  ///
  /// While tracing is off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - cause: The span, or `nil` for a body that nothing caused.
  ///   - body: The work. It runs where the caller does.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  @inline(always)
  public nonisolated(nonsending) static func withCause<Success, Failure: Error>(
    _ cause: @autoclosure () -> TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    guard isOn else { return try await body() }
    return try await withCauseTraced(cause(), body)
  }

  /// The current cause while tracing is on.
  @usableFromInline
  internal static var currentCauseTraced: TraceSpanID? { TraceContext.cause }

  /// Runs and records a body while tracing is on.
  @usableFromInline
  internal static func spanTraced<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try recorder.span(name, kind: kind, module: module, cause: cause, body)
  }

  /// Runs and records an asynchronous body while tracing is on.
  @usableFromInline
  internal nonisolated(nonsending) static func spanTraced<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await recorder.span(name, kind: kind, module: module, cause: cause, body)
  }

  /// Runs a body on behalf of a span while tracing is on.
  @usableFromInline
  internal static func withCauseTraced<Success, Failure: Error>(
    _ cause: TraceSpanID?, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try TraceContext.withCause(cause, body)
  }

  /// Runs an asynchronous body on behalf of a span while tracing is on.
  @usableFromInline
  internal nonisolated(nonsending) static func withCauseTraced<Success, Failure: Error>(
    _ cause: TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await TraceContext.withCause(cause, body)
  }
}
