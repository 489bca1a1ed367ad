import ToolkitTrace

/// A rule that is asked about each call before it is made, until it is cancelled.
///
/// Dropping the value does *not* cancel the interceptor.
///
/// - Concurrency: May be used from any thread, also by the interceptor itself.
public final class KhalaInterceptor: Sendable {
  /// The closure of an interceptor.
  enum Rule: Sendable {
    case sync(@Sendable (KhalaNode) throws -> Void)
    case async(
      @concurrent @Sendable (inout KhalaRequest) async throws -> Void, CallDeadline?)
  }

  /// The addresses that it is asked about; none for all.
  public var pattern: String? { scope.pattern }
  /// One with a higher priority is asked earlier.
  public let priority: Int
  /// The source location of the call that added it.
  public let location: CodeLocation

  let scope: RouteScope
  private let rule: Rule
  /// Weak, as the state has this one.
  private weak let state: KhalaState?

  init(_ scope: RouteScope, priority: Int, rule: Rule, location: CodeLocation, in state: KhalaState)
  {
    self.scope = scope
    self.priority = priority
    self.rule = rule
    self.location = location
    self.state = state
  }

  /// Removes the interceptor.
  ///
  /// A call that has begun may still ask it; one that begins later does not.
  ///
  /// - Returns: Whether it had not been cancelled before.
  @discardableResult
  public func cancel() -> Bool {
    state?.change { settings in
      guard let index = settings.interceptors.firstIndex(where: { $0 === self }) else {
        return false
      }
      settings.interceptors.remove(at: index)
      return true
    } ?? false
  }

  // MARK: - Asking

  /// A Boolean value that indicates whether its answer has to be waited for.
  var suspends: Bool {
    if case .async = rule { true } else { false }
  }

  /// Asks about a call that does not wait.
  ///
  /// - Throws: Why the call is rejected.
  func ask(about node: KhalaNode) throws(KhalaError) {
    guard case .sync(let rule) = rule else {
      throw .needsAsync("\(self)", url: node.address.textWithoutQuery)
    }
    try CallTrail.follow(to: node.address) {
      try Trace.span(traceName, kind: .route, module: location.module) { try rule(node) }
    }
  }

  /// Asks about a call that waits.
  ///
  /// - Throws: Why the call is rejected.
  nonisolated(nonsending) func ask(aboutAsync node: KhalaNode) async throws(KhalaError) {
    guard case .async(let rule, let deadline) = rule else { return try ask(about: node) }
    let address = node.address
    let asked = KhalaRequest(node)
    let answer = try await answer(to: asked, at: address, rule, deadline)
    if Task.isCancelled {
      throw .cancelled(address.textWithoutQuery, CancellationError())
    }
    try node.follow(answer, to: asked)
  }

  private nonisolated(nonsending) func answer(
    to request: KhalaRequest, at address: RouteAddress,
    _ rule: @escaping @concurrent @Sendable (inout KhalaRequest) async throws -> Void,
    _ deadline: CallDeadline?
  ) async throws(KhalaError) -> KhalaRequest {
    let work: @concurrent @Sendable () async throws -> KhalaRequest = { [traceName, location] in
      try await CallTrail.follow(to: address) {
        try await Trace.span(traceName, kind: .route, module: location.module) {
          var request = request
          try await rule(&request)
          return request
        }
      }
    }
    do {
      guard let deadline else { return try await work() }
      return try await deadline.run(work)
    } catch let error as KhalaError {
      throw error
    } catch {
      throw .deadlineExceeded(
        "\(self)", limit: deadline?.limit ?? .zero, url: address.textWithoutQuery)
    }
  }

  private var traceName: String { "intercept \(pattern ?? "every call")" }
}

extension KhalaInterceptor: CustomStringConvertible {
  public var description: String {
    "the interceptor of \(pattern.map { "'\($0)'" } ?? "every call") (\(location))"
  }
}
