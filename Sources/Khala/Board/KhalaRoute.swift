import RoutePatterns

/// A route that was added at run time, until it is cancelled.
///
/// Dropping the value does *not* cancel the route: most routes live as long as the
/// process. Keep it only if you want to ``cancel()`` it.
///
/// - Concurrency: May be used from any thread, also by the route itself.
public final class KhalaRoute: Sendable {
  /// The addresses that lead here.
  public let pattern: String
  /// The priority among routes that match the same URL.
  public let priority: Int
  /// The callers that may use it.
  public let access: KhalaAccess
  /// The source location of the call that added it.
  public let location: CodeLocation

  let parsed: RoutePattern
  let target: RouteTarget
  /// Weak, as the state has the route.
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
  /// A call that has begun may still reach it; one that begins later does not.
  ///
  /// - Returns: Whether it had not been cancelled before.
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
  /// It stands among those of the routing classes as its pattern and priority
  /// say. Where a pattern is there already with the same priority, the older route
  /// gets the calls, and those of classes are the oldest.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that lead here, such as `users/{id:Int}/{page?}`.
  ///   - priority: Where the route stands among others that match the same URL.
  ///   - access: Who may call it.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: What answers, on the thread of the caller.
  /// - Returns: A handle with which to remove it. It need not be kept.
  /// - Throws: What is wrong with the pattern.
  /// - Complexity: O(1) now, and once O(*n*) in all routes with the next call,
  ///   however many have been added until then.
  /// - Concurrency: May be called from any thread. Calls that are under way keep
  ///   the routes that they began with.
  @discardableResult
  public static func route<Result>(
    _ pattern: String, priority: Int = 0, access: KhalaAccess = .internal,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (KhalaArguments) throws -> Result
  ) throws(KhalaError) -> KhalaRoute {
    try add(
      pattern, priority, access, .returning(body), CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a route at run time whose calls have to wait for it.
  ///
  /// The body runs on no actor unless it says so itself, as `{ @MainActor in … }`
  /// does. Otherwise it is as with ``route(_:priority:access:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that lead here, such as `users/{id:Int}/{page?}`.
  ///   - priority: Where the route stands among others that match the same URL.
  ///   - access: Who may call it.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: What answers.
  /// - Returns: A handle with which to remove it. It need not be kept.
  /// - Throws: What is wrong with the pattern.
  @discardableResult
  public static func routeAsync<Result: Sendable>(
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
  /// Reads a pattern that was given at run time.
  init(_ text: String, at location: CodeLocation) throws(KhalaError) {
    do throws(RoutePatternError) {
      try self.init(text)
    } catch {
      throw KhalaError.invalidPattern(text, because: error).at(location)
    }
  }
}
