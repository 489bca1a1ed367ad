extension Trace {
  /// A reference to the current cause that also other processes understand, or `nil` if there
  /// is no cause or tracing is off.
  @inlinable
  @inline(always)
  public static var currentLink: TraceLink? {
    guard isOn else { return nil }
    return currentLinkTraced
  }

  /// Ends a span and records it with links to other spans, and attributes.
  ///
  /// Like ``end(_:_:kind:module:cause:)``, for a span that tells more than its name does.
  ///
  /// - Parameters:
  ///   - token: What ``begin()`` returned.
  ///   - name: What was done.
  ///   - kind: What sort of work it was.
  ///   - module: The module that did it.
  ///   - cause: The span of this process that made it happen.
  ///   - links: The spans that it follows from in another way, such as that of another process.
  ///   - attributes: More about it, by name.
  @inlinable
  @inline(always)
  public static func end(
    _ token: TraceToken, _ name: @autoclosure () -> String, kind: @autoclosure () -> TraceKind,
    module: @autoclosure () -> String, cause: @autoclosure () -> TraceSpanID? = nil,
    links: @autoclosure () -> [TraceLink], attributes: @autoclosure () -> [String: String]
  ) {
    guard token.isTraced else { return }
    token.endTraced(
      name(), kind: kind(), module: module(), cause: cause(), links: links(),
      attributes: attributes())
  }

  /// The link to the current cause while tracing is on.
  @usableFromInline
  internal static var currentLinkTraced: TraceLink? { TraceContext.cause.map { TraceLink($0) } }
}

extension TraceToken {
  /// Ends a span with details that began while tracing was on.
  @usableFromInline
  @inline(never)
  internal func endTraced(
    _ name: String, kind: TraceKind, module: String, cause: TraceSpanID?, links: [TraceLink],
    attributes: [String: String]
  ) {
    Trace.recorder.end(
      self, name, kind: kind, module: module, cause: cause, links: links, attributes: attributes)
  }
}
