public import Foundation

// Somebody outside: whoever made a link that opened the program, a notification
// from a server, another program. What they write is input, so nothing here
// stops the program, and only what is declared as open to them is reached.

extension Khala {
  /// Makes a call on behalf of somebody outside.
  ///
  /// It reaches only routes with `access: .external`, also by rewriting, by
  /// redirections and by fallbacks. Whatever else it leads to, or if it leads to
  /// nothing, is one and the same error of code ``KhalaError/Code/notExternal``, so
  /// that nobody outside can find out what there is; ``errorHandler`` is told all
  /// of it. A text that is no URL is an error of the call.
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
      caller: KhalaPlace(fileID: fileID, line: line))
  }

  /// Makes a call on behalf of somebody outside.
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

  /// Calls a route on behalf of somebody outside, and waits until it is done; what
  /// it returns is of no interest.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  @concurrent
  public static func open(
    external url: String, params: sending [AnyHashable: Any] = [:], fileID: String = #fileID,
    line: Int = #line
  ) async throws(KhalaError) {
    let call = Khala(external: url, params: params, fileID: fileID, line: line)
    try await call.finish()
  }

  /// Calls a route on behalf of somebody outside, and waits until it is done; what
  /// it returns is of no interest.
  ///
  /// - Parameters:
  ///   - url: `scheme://[routing class]/[routing function]?key=value`.
  ///   - params: Values of any type. They win over those of the query.
  ///   - fileID: Where the call is made; leave it out.
  ///   - line: Where the call is made; leave it out.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  @concurrent
  public static func open(
    external url: URL, params: sending [AnyHashable: Any] = [:], fileID: String = #fileID,
    line: Int = #line
  ) async throws(KhalaError) {
    try await open(external: url.routeText, params: params, fileID: fileID, line: line)
  }
}
