/// An answer to calls that match no route, until it is cancelled.
///
/// Dropping the value does *not* cancel the fallback.
///
/// - Concurrency: May be used from any thread, also by the fallback itself.
public final class KhalaFallback: Sendable {
  /// The answer to a call.
  enum Answer: Sendable {
    /// Sends the call elsewhere.
    case route(RouteAddress)
    /// Answers a call that came to this error.
    case body(@Sendable (KhalaError) -> RouteTarget.Body)
  }

  /// The scheme of the calls that it answers, in lower case; none for all.
  public let scheme: String?
  /// Whose calls it answers.
  public let access: KhalaAccess
  /// The source location of the call that added it.
  public let location: CodeLocation

  let answer: Answer
  /// Weak, as the state has this one.
  private weak let state: KhalaState?

  init(
    scheme: String?, access: KhalaAccess, answer: Answer, location: CodeLocation,
    in state: KhalaState
  ) {
    self.scheme = scheme?.lowercased()
    self.access = access
    self.answer = answer
    self.location = location
    self.state = state
  }

  /// Removes the fallback.
  ///
  /// - Returns: Whether it had not been cancelled before.
  @discardableResult
  public func cancel() -> Bool {
    state?.change { settings in
      guard let index = settings.fallbacks.firstIndex(where: { $0 === self }) else {
        return false
      }
      settings.fallbacks.remove(at: index)
      return true
    } ?? false
  }

  /// Its name in messages and traces.
  var name: String { "fallback of \(scheme.map { "\($0)://" } ?? "every scheme")" }
}

extension Khala.CurrentSettings {
  /// The fallback for an address that matches nothing: one of its scheme before one
  /// of all, and the latest before older ones.
  func fallback(for address: RouteAddress, isExternal: Bool) -> KhalaFallback? {
    guard !values.fallbacks.isEmpty else { return nil }
    let scheme = address.scheme?.lowercased()
    let fitting = values.fallbacks.filter { !isExternal || $0.access == .external }
    return fitting.first { $0.scheme != nil && $0.scheme == scheme }
      ?? fitting.first { $0.scheme == nil }
  }
}
