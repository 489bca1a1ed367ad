extension Trace {
  /// The span that caused the current code, or `nil` if it is unknown or tracing is off.
  ///
  /// `span(_:kind:module:cause:_:)` and `withCause(_:_:)` set it. Child tasks and `Task { … }`
  /// inherit it, but detached tasks and closures on a queue or a timer do not.
  @inlinable
  @inline(always)
  public static var currentCause: TraceSpanID? {
    guard isOn else { return nil }
    return currentCauseTraced
  }

  /// Records the duration of a body as a span, which is the current cause of everything inside.
  ///
  /// ```swift
  /// let settings = try Trace.span("read settings", kind: .task, module: "Settings") {
  ///   try Settings(contentsOf: file)
  /// }
  /// ```
  ///
  /// The span is also recorded if the body throws an error. While tracing is off, only the body is
  /// evaluated.
  ///
  /// - Parameters:
  ///   - name: The name of the work.
  ///   - kind: The kind of the work.
  ///   - module: The module that does the work.
  ///   - cause: The span that caused it. By default, the current cause.
  ///   - body: The work.
  /// - Returns: The result of the body.
  /// - Throws: The errors of the body.
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

  /// Records the duration of an asynchronous body as a span, which is the current cause of
  /// everything inside, including code after suspensions and in child tasks.
  ///
  /// The span is also recorded if the body throws an error. While tracing is off, only the body is
  /// evaluated.
  ///
  /// - Parameters:
  ///   - name: The name of the work.
  ///   - kind: The kind of the work.
  ///   - module: The module that does the work.
  ///   - cause: The span that caused it. By default, the current cause.
  ///   - body: The work. It has the isolation of the caller.
  /// - Returns: The result of the body.
  /// - Throws: The errors of the body.
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

  /// Runs a body with a span as the current cause.
  ///
  /// Use it to pass a cause to code that does not inherit task-local values:
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
  ///   - cause: The span, or `nil` if nothing caused the body.
  ///   - body: The work.
  /// - Returns: The result of the body.
  /// - Throws: The errors of the body.
  @inlinable
  @inline(always)
  public static func withCause<Success, Failure: Error>(
    _ cause: @autoclosure () -> TraceSpanID?, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    guard isOn else { return try body() }
    return try withCauseTraced(cause(), body)
  }

  /// Runs an asynchronous body with a span as the current cause.
  ///
  /// While tracing is off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - cause: The span, or `nil` if nothing caused the body.
  ///   - body: The work. It has the isolation of the caller.
  /// - Returns: The result of the body.
  /// - Throws: The errors of the body.
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

  /// Runs a body with a span as its cause while tracing is on.
  @usableFromInline
  internal static func withCauseTraced<Success, Failure: Error>(
    _ cause: TraceSpanID?, _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    try TraceContext.withCause(cause, body)
  }

  /// Runs an asynchronous body with a span as its cause while tracing is on.
  @usableFromInline
  internal nonisolated(nonsending) static func withCauseTraced<Success, Failure: Error>(
    _ cause: TraceSpanID?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await TraceContext.withCause(cause, body)
  }
}
