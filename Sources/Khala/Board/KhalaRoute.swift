import RoutePatterns

/// A route that was added at run time, until it is cancelled.
///
/// Dropping the value does *not* cancel the route: most routes live as long as the
/// process. Keep it only if you want to ``cancel()`` it.
///
/// - Concurrency: May be used from any thread, including from the route's own body.
public final class KhalaRoute: Sendable {
  /// The pattern of the URLs that the route matches.
  public let pattern: String
  /// The priority among routes that match the same URL.
  public let priority: Int
  /// The callers that may use the route.
  public let access: KhalaAccess
  /// The source location of the call that added it.
  public let location: CodeLocation

  let parsed: RoutePattern
  let target: RouteTarget
  /// Weak, because the state owns the route.
  private weak let state: KhalaState?

  init(
    _ parsed: RoutePattern, priority: Int, access: KhalaAccess, _ body: RouteTarget.Body,
    name: String, location: CodeLocation, in state: KhalaState
  ) {
    self.parsed = parsed
    pattern = parsed.text
    self.priority = priority
    self.access = access
    self.location = location
    self.state = state
    target = RouteTarget(body, name: name, location: location)
  }

  /// Removes the route.
  ///
  /// A call that is already running may still reach it. A call that starts later does not.
  ///
  /// - Returns: `true` if the route was removed, `false` if it was already cancelled.
  @discardableResult
  public func cancel() -> Bool {
    state?.routes.remove(self) ?? false
  }
}

extension KhalaRoute: CustomStringConvertible {
  public var description: String { "\(pattern) (\(location))" }
}

extension Khala {
  /// Adds a route at run time.
  ///
  /// ```swift
  /// try Khala.route("kl://users/{id:Int}") { arguments in
  ///   UserPage(id: try arguments.value("id"))
  /// }
  /// ```
  ///
  /// The pattern and the priority decide its rank among all routes. If another route has the same
  /// pattern and priority, the older one gets the calls. Routes of classes are always older than
  /// run-time routes.
  ///
  /// - Parameters:
  ///   - pattern: The URLs that the route matches, such as `users/{id:Int}/{page?}`.
  ///   - priority: The priority among routes that match the same URL.
  ///   - access: The callers that may use the route.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The closure that answers calls, on the thread of the caller.
  /// - Returns: A handle that removes the route. It need not be kept.
  /// - Throws: A ``KhalaError`` if the pattern is invalid.
  /// - Complexity: O(1) now. The next call then takes O(*n*) in the number of all routes, once for
  ///   all routes added before it.
  /// - Concurrency: May be called from any thread. Running calls keep the routes that they started
  ///   with.
  @discardableResult
  public static func route<Result>(
    _ pattern: String, priority: Int = 0, access: KhalaAccess = .internal,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (KhalaArguments) throws -> Result
  ) throws(KhalaError) -> KhalaRoute {
    try add(
      pattern, priority, access, .returning(body), CodeLocation(fileID: fileID, line: line))
  }

  /// Adds an asynchronous route at run time.
  ///
  /// Swift selects this form for a body that contains `await` or is marked `async`. The body runs on
  /// no actor unless its closure states one, as `{ @MainActor arguments async throws in … }` does.
  ///
  /// - Parameters:
  ///   - pattern: The URLs that the route matches, such as `users/{id:Int}/{page?}`.
  ///   - priority: The priority among routes that match the same URL.
  ///   - access: The callers that may use the route.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The closure that answers calls.
  /// - Returns: A handle that removes the route. It need not be kept.
  /// - Throws: A ``KhalaError`` if the pattern is invalid.
  @discardableResult
  public static func route<Result: Sendable>(
    _ pattern: String, priority: Int = 0, access: KhalaAccess = .internal,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @isolated(any) @Sendable (sending KhalaArguments) async throws -> Result
  ) throws(KhalaError) -> KhalaRoute {
    try add(
      pattern, priority, access, .returningAsync(body), CodeLocation(fileID: fileID, line: line))
  }

  private static func add(
    _ pattern: String, _ priority: Int, _ access: KhalaAccess, _ body: RouteTarget.Body,
    _ location: CodeLocation
  ) throws(KhalaError) -> KhalaRoute {
    let state = KhalaState.current
    let route = KhalaRoute(
      try RoutePattern(pattern, at: location), priority: priority, access: access, body,
      name: pattern, location: location, in: state)
    state.routes.add(route)
    return route
  }
}

extension RoutePattern {
  /// Parses a pattern that was given at run time.
  init(_ text: String, at location: CodeLocation) throws(KhalaError) {
    do throws(RoutePatternError) {
      try self.init(text)
    } catch {
      throw KhalaError.invalidPattern(text, because: error).at(location)
    }
  }
}
