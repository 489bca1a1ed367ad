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
