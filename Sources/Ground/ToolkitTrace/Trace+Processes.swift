// A span of another process is a link and not a cause: all spans of a process are one trace, as any
// of them may be the cause of any other, and so a span needs neither a trace of its own nor room
// for one. Identifiers of spans count in each process, so that they are unique in its trace alone.

extension Trace {
  /// The span of another process on whose behalf this process was started, or `nil` if there is
  /// none.
  ///
  /// It is read once from the variable `TRACEPARENT` of the environment, which build systems,
  /// schedulers and ``environment`` set. A value of another form than that of W3C's header
  /// `traceparent` is ignored.
  public static let processParent: TraceLink? =
    TraceProcess.variable("TRACEPARENT").flatMap(TraceLink.init(traceParent:))

  /// A reference to hand to another process: to the current cause, or to ``processParent`` if
  /// there is none or tracing is off.
  ///
  /// ```swift
  /// request.headers["traceparent"] = Trace.outgoingLink?.traceParent
  /// ```
  public static var outgoingLink: TraceLink? { currentLink ?? processParent }

  /// The variables by which a process that is started now knows the current cause: `TRACEPARENT`
  /// with ``outgoingLink``, or none.
  ///
  /// ```swift
  /// process.environment = ProcessInfo.processInfo.environment
  ///   .merging(Trace.environment) { _, new in new }
  /// ```
  public static var environment: [String: String] {
    outgoingLink.map { ["TRACEPARENT": $0.traceParent] } ?? [:]
  }

  /// Records the time that a body takes, for a caller in another process, with the span as the
  /// current cause of everything inside.
  ///
  /// ```swift
  /// let link = request.headers["traceparent"].flatMap(TraceLink.init(traceParent:))
  /// let response = Trace.span(request.path, kind: "server", module: "Orders", from: link) {
  ///   answer(to: request)
  /// }
  /// ```
  ///
  /// The span has the link of the other process among its ``TraceSpan/links``. If the link is to a
  /// span of this process, that is its cause; otherwise that is the current cause. While tracing is
  /// off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - name: What is done.
  ///   - kind: What sort of work it is.
  ///   - module: The module that does it.
  ///   - link: The span on whose behalf it is done, or `nil` if it is not known.
  ///   - body: The work.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
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

  /// Records the time that an asynchronous body takes, for a caller in another process, with the
  /// span as the current cause of everything inside.
  ///
  /// The span has the link of the other process among its ``TraceSpan/links``. If the link is to a
  /// span of this process, that is its cause; otherwise that is the current cause. While tracing is
  /// off, only the body is evaluated.
  ///
  /// - Parameters:
  ///   - name: What is done.
  ///   - kind: What sort of work it is.
  ///   - module: The module that does it.
  ///   - link: The span on whose behalf it is done, or `nil` if it is not known.
  ///   - body: The work. It runs where the caller does.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
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
    defer { origin.end(token, name, kind: kind, module: module) }
    return try TraceContext.withCause(token.id, body)
  }

  /// Runs and records an asynchronous body for another process while tracing is on.
  @usableFromInline
  internal nonisolated(nonsending) static func spanTraced<Success, Failure: Error>(
    _ name: String, kind: TraceKind, module: String, from link: TraceLink?,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let origin = TraceOrigin(link)
    let token = beginTraced()
    defer { origin.end(token, name, kind: kind, module: module) }
    return try await TraceContext.withCause(token.id, body)
  }
}

/// The cause and the link of a span that a caller has asked for, who may be in another process.
private struct TraceOrigin {
  private let cause: TraceSpanID?
  private let links: [TraceLink]

  /// Reads the current cause, unless the link is to a span of this process.
  init(_ link: TraceLink?) {
    let local = link?.spanOfThisProcess
    cause = local ?? TraceContext.cause
    links = local == nil ? [link].compactMap(\.self) : []
  }

  /// Ends a span.
  func end(_ token: TraceToken, _ name: String, kind: TraceKind, module: String) {
    Trace.recorder.end(
      token, name, kind: kind, module: module, cause: cause, links: links, attributes: [:])
  }
}

/// The process that a snapshot was taken of.
public struct TraceProcess: Sendable, Hashable {
  /// The number that the system knows the process by.
  public let id: Int32

  /// The name of the program: the last component of the path it was run as.
  public let name: String

  /// Describes a process.
  package init(id: Int32, name: String) {
    self.id = id
    self.name = name
  }

  /// The process that asks.
  static var current: TraceProcess {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return TraceProcess(id: currentID, name: name)
  }
}
