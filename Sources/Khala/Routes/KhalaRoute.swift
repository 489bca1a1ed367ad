/// A route that was added at run time, until it is removed.
///
/// Dropping the value does *not* remove the route: most routes live as long as the
/// process. Keep it only if you want to ``remove()`` it.
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
  public let place: CodeLocation

  let parsed: RoutePattern
  let target: RouteTarget

  init(
    _ parsed: RoutePattern, priority: Int, access: KhalaAccess, _ body: RouteTarget.Body,
    name: String, place: CodeLocation
  ) {
    self.parsed = parsed
    pattern = parsed.text
    self.priority = priority
    self.access = access
    self.place = place
    target = RouteTarget(body, name: name, place: place)
  }

  /// Takes the route out.
  ///
  /// A call that has begun may still reach it; one that begins later does not.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  public func remove() -> Bool {
    RouteDirectory.process.remove(self)
  }
}

extension KhalaRoute: CustomStringConvertible {
  public var description: String { "\(pattern) (\(place))" }
}
