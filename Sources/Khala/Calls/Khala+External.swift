public import Foundation
import ToolkitTrace

// Calls from outside: a link that opened the program, a notification from a server, another
// program. Their strings are untrusted input. They never stop the program, and they reach only
// routes that are declared as external.

extension Khala {
  /// Makes a call that came from outside the program.
  ///
  /// It reaches only routes with `access: .external`, even after rewriting, redirects and
  /// fallbacks. Every other destination, and an unknown one, produces the same error with the code
  /// ``KhalaError/Code/notExternal``, so that an external caller cannot discover routes.
  /// ``errorHandler`` gets the full error. If the string is not a URL, the call fails.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They take precedence over the query.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
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
  ///   - params: Values of any type. They take precedence over the query.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  public convenience init(
    external url: URL, params: [AnyHashable: Any] = [:], fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(
      external: url.routeText, params: params, fileID: fileID, line: line)
  }

  /// Calls a route for a caller outside the program, waits until it finishes, and discards its
  /// result.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They take precedence over the query.
  ///   - traceParent: The caller's span in the format of W3C's header `traceparent`. While tracing
  ///     is on, the call is a span that links to it. A string in another format is ignored.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Throws: An error if the call cannot be made, or if the function fails.
  @concurrent
  public static func open(
    external url: String, params: sending [AnyHashable: Any] = [:], traceParent: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws(KhalaError) {
    let call = Khala(external: url, params: params, fileID: fileID, line: line)
    guard let link = traceParent.flatMap(TraceLink.init(traceParent:)) else {
      return try await call.finish()
    }
    // The name omits the URL, whose values may be secret. The route's own span has its name.
    try await Trace.span("external call", kind: .route, module: call.caller.module, from: link) {
      () async throws(KhalaError) in try await call.finish()
    }
  }

  /// Calls a route for a caller outside the program, waits until it finishes, and discards its
  /// result.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They take precedence over the query.
  ///   - traceParent: The caller's span in the format of W3C's header `traceparent`. While tracing
  ///     is on, the call is a span that links to it. A string in another format is ignored.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Throws: An error if the call cannot be made, or if the function fails.
  @concurrent
  public static func open(
    external url: URL, params: sending [AnyHashable: Any] = [:], traceParent: String? = nil,
    fileID: String = #fileID, line: Int = #line
  ) async throws(KhalaError) {
    try await open(
      external: url.routeText, params: params, traceParent: traceParent, fileID: fileID, line: line)
  }
}
