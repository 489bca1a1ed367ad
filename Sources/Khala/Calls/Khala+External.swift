public import Foundation
import ToolkitTrace

// Calls from outside: a link that opened the program, a notification from a server,
// another program. Their texts are input, so nothing here stops the program, and they
// reach only routes that are declared as external.

extension Khala {
  /// Makes a call that came from outside the program.
  ///
  /// It reaches only routes with `access: .external`, also by rewriting, by
  /// redirections and by fallbacks. Whatever else it leads to, or if it leads to
  /// nothing, is one and the same error of code ``KhalaError/Code/notExternal``, so
  /// that an external caller cannot find out what there is; ``errorHandler`` gets the
  /// whole error. A text that is no URL is an error of the call.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  public convenience init(
    external url: String, params: [AnyHashable: Any] = [:], fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(
      text: url, params: params, isExternal: true,
      caller: CodeLocation(fileID: fileID, line: line))
  }

  /// Makes a call that came from outside the program.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  public convenience init(
    external url: URL, params: [AnyHashable: Any] = [:], fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(
      external: url.routeText, params: params, fileID: fileID, line: line)
  }

  /// Calls a route for a caller outside the program, and waits until it is done; what
  /// it returns is of no interest.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - traceParent: The caller's span, as in W3C's header `traceparent`. While tracing is on, the
  ///     call is a span that links to it; a text of another form is ignored.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  @concurrent
  public static func open(
    external url: String, params: sending [AnyHashable: Any] = [:], traceParent: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws(KhalaError) {
    let call = Khala(external: url, params: params, fileID: fileID, line: line)
    guard let link = traceParent.flatMap(TraceLink.init(traceParent:)) else {
      return try await call.finish()
    }
    // Without the URL, whose values may be secret; the route's own span has its name.
    try await Trace.span("external call", kind: .route, module: call.caller.module, from: link) {
      () async throws(KhalaError) in try await call.finish()
    }
  }

  /// Calls a route for a caller outside the program, and waits until it is done; what
  /// it returns is of no interest.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - traceParent: The caller's span, as in W3C's header `traceparent`. While tracing is on, the
  ///     call is a span that links to it; a text of another form is ignored.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  @concurrent
  public static func open(
    external url: URL, params: sending [AnyHashable: Any] = [:], traceParent: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws(KhalaError) {
    try await open(
      external: url.routeText, params: params, traceParent: traceParent, fileID: fileID, line: line)
  }
}
