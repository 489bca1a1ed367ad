// A span of another process is a link and not a cause. All spans of a process belong to one trace,
// because each can be the cause of any other. A span therefore does not need to store a trace.
// Identifiers of spans are counted in each process, so they are only unique in its trace.

extension Trace {
  /// The span of another process that caused the start of this process, or `nil` if it is unknown.
  ///
  /// It is read once from the environment variable `TRACEPARENT`, which build systems, schedulers
  /// and ``environment`` set. A value that does not have the format of the W3C header `traceparent`
  /// is ignored.
  public static let processParent: TraceLink? =
    TraceProcess.variable("TRACEPARENT").flatMap(TraceLink.init(traceParent:))

  /// The reference to pass to another process.
  ///
  /// It refers to the current cause. Without a cause, or if tracing is off, it is
  /// ``processParent``.
  ///
  /// ```swift
  /// request.headers["traceparent"] = Trace.outgoingLink?.traceParent
  /// ```
  public static var outgoingLink: TraceLink? { currentLink ?? processParent }

  /// The environment variables that pass the current cause to a new process: `TRACEPARENT` with
  /// ``outgoingLink``, or none.
  ///
  /// ```swift
  /// process.environment = ProcessInfo.processInfo.environment
  ///   .merging(Trace.environment) { _, new in new }
  /// ```
  public static var environment: [String: String] {
    outgoingLink.map { ["TRACEPARENT": $0.traceParent] } ?? [:]
  }

  /// Records the duration of a body, which a caller in another process requested, as a span.
  ///
  /// The span is the current cause of everything inside.
  ///
  /// ```swift
  /// let link = request.headers["traceparent"].flatMap(TraceLink.init(traceParent:))
  /// let response = Trace.span(request.path, kind: "server", module: "Orders", from: link) {
  ///   answer(to: request)
  /// }
  /// ```
  ///
  /// The ``TraceSpan/links`` of the span contain the link of the other process. If the link refers
  /// to a span of this process, this span is the cause. Otherwise, the current cause is used. While
  /// tracing is off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - name: The name of the work.
  ///   - kind: The kind of the work.
  ///   - module: The module that does the work.
  ///   - link: The span that requested the work, or `nil` if it is unknown.
  ///   - body: The work.
  /// - Returns: The result of the body.
  /// - Throws: The errors of the body.
  @inlinable
  @inline(always)
  public static func span<Success, Failure: Error>(
    _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String, from link: @autoclosure () -> TraceLink?,
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    guard isOn else { return try body() }
    return try spanTraced(name(), kind: kind(), module: module(), from: link(), body)
  }

  /// Records the duration of an asynchronous body, which a caller in another process requested, as
  /// a span.
  ///
  /// The span is the current cause of everything inside.
  ///
  /// The ``TraceSpan/links`` of the span contain the link of the other process. If the link refers
  /// to a span of this process, this span is the cause. Otherwise, the current cause is used. While
  /// tracing is off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - name: The name of the work.
  ///   - kind: The kind of the work.
  ///   - module: The module that does the work.
  ///   - link: The span that requested the work, or `nil` if it is unknown.
  ///   - body: The work. It has the isolation of the caller.
  /// - Returns: The result of the body.
  /// - Throws: The errors of the body.
  @inlinable
  @inline(always)
  public nonisolated(nonsending) static func span<Success, Failure: Error>(
    _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String, from link: @autoclosure () -> TraceLink?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    guard isOn else { return try await body() }
    return try await spanTraced(name(), kind: kind(), module: module(), from: link(), body)
  }

  /// Runs and records a body for another process while tracing is on.
  @usableFromInline
  internal static func spanTraced<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, from link: TraceLink?,
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let origin = TraceOrigin(link)
    let token = beginTraced()
    do {
      let result = try TraceContext.withCause(token.id, body)
      origin.end(token, name, kind: kind, module: module)
      return result
    } catch {
      origin.end(
        token, name, kind: kind, module: module, attributes: TraceSpan.attributes(of: error))
      throw error
    }
  }

  /// Runs and records an asynchronous body for another process while tracing is on.
  @usableFromInline
  internal nonisolated(nonsending) static func spanTraced<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, from link: TraceLink?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let origin = TraceOrigin(link)
    let token = beginTraced()
    do {
      let result = try await TraceContext.withCause(token.id, body)
      origin.end(token, name, kind: kind, module: module)
      return result
    } catch {
      origin.end(
        token, name, kind: kind, module: module, attributes: TraceSpan.attributes(of: error))
      throw error
    }
  }
}

/// The cause and the links of a span that a caller requested.
///
/// The caller may be in another process.
private struct TraceOrigin {
  private let cause: TraceSpanID?
  private let links: [TraceLink]

  /// Uses the link as the cause if it refers to a span of this process, and otherwise the current
  /// cause.
  init(_ link: TraceLink?) {
    let local = link?.spanOfThisProcess
    cause = local ?? TraceContext.cause
    links = local == nil ? [link].compactMap(\.self) : []
  }

  /// Ends a span.
  func end(
    _ token: TraceToken, _ name: String, kind: TraceKind, module: String,
    attributes: [String: String] = [:]
  ) {
    Trace.recorder.end(
      token, name, kind: kind, module: module, cause: cause, links: links, attributes: attributes)
  }
}

/// The process of a snapshot.
public struct TraceProcess: Sendable, Hashable {
  /// The process ID.
  public let id: Int32

  /// The name of the program: the last component of its path.
  public let name: String

  /// Creates a description of a process.
  package init(id: Int32, name: String) {
    self.id = id
    self.name = name
  }

  /// The current process.
  static var current: TraceProcess {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return TraceProcess(id: currentID, name: name)
  }
}
