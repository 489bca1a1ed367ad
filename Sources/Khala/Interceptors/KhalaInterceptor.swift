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

extension Khala {
  /// Adds a rule that is asked about calls before they are made.
  ///
  /// ```swift
  /// try Khala.intercept("Debug/{*rest}") { _ in throw KhalaDenial("debugging is off") }
  /// ```
  ///
  /// A pattern without a scheme is for addresses of every scheme, and of none. One
  /// that rejects calls should have none, as routing classes answer every scheme.
  ///
  /// It may change the values of the call; set `node.url`, so that the call starts
  /// over there with the filters and all interceptors; or throw, which rejects the
  /// call. A call may be sent on at most 16 times, and nowhere twice.
  ///
  /// Interceptors are asked after the rewrite filters, the ones of a higher
  /// priority first, and of one priority those that were added first. What an
  /// interceptor changes is for this one call.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that it is asked about, such as `kl://users/{id}`;
  ///     all if there is none.
  ///   - priority: A higher one is asked earlier.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - rule: The rule; runs on the thread of the caller. It may make calls
  ///     itself, about which it is asked too.
  /// - Returns: A handle with which to remove it. It need not be kept.
  /// - Throws: What is wrong with the pattern.
  /// - Concurrency: May be called from any thread. Calls that are under way keep
  ///   the interceptors that they began with.
  @discardableResult
  public static func intercept(
    _ pattern: String? = nil, priority: Int = 0, fileID: String = #fileID, line: Int = #line,
    _ rule: @escaping @Sendable (KhalaNode) throws -> Void
  ) throws(KhalaError) -> KhalaInterceptor {
    try add(pattern, priority, .sync(rule), CodeLocation(fileID: fileID, line: line))
  }

  /// Adds a rule that is asked about calls before they are made, and that these
  /// have to wait for.
  ///
  /// ```swift
  /// try Khala.interceptAsync("Account/{*rest}", deadline: .seconds(30)) { request in
  ///   request.values["token"] = try await Session.shared.token()
  /// }
  /// ```
  ///
  /// A call that does not wait is an error where it meets one, and says so. The
  /// rule runs on no actor unless it says so itself.
  ///
  /// - Parameters:
  ///   - pattern: The addresses that it is asked about; all if there is none.
  ///   - priority: A higher one is asked earlier.
  ///   - deadline: How long it may take; for ever if there is none. When time is
  ///     up, the rule is cancelled and the call fails, without waiting for a rule
  ///     that does not care.
  ///   - clock: What measures that time.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - rule: The rule.
  /// - Returns: A handle with which to remove it. It need not be kept.
  /// - Throws: What is wrong with the pattern.
  @discardableResult
  public static func interceptAsync(
    _ pattern: String? = nil, priority: Int = 0, deadline: Duration? = nil,
    clock: some Clock<Duration> = ContinuousClock(), fileID: String = #fileID, line: Int = #line,
    _ rule: @escaping @concurrent @Sendable (inout KhalaRequest) async throws -> Void
  ) throws(KhalaError) -> KhalaInterceptor {
    try add(
      pattern, priority, .async(rule, deadline.map { CallDeadline($0, clock: clock) }),
      CodeLocation(fileID: fileID, line: line))
  }

  private static func add(
    _ pattern: String?, _ priority: Int, _ rule: KhalaInterceptor.Rule, _ location: CodeLocation
  ) throws(KhalaError) -> KhalaInterceptor {
    let state = KhalaState.current
    let interceptor = KhalaInterceptor(
      try RouteScope(pattern, at: location), priority: priority, rule: rule, location: location,
      in: state)
    state.change { settings in
      let index = settings.interceptors.firstIndex { $0.priority < priority }
      settings.interceptors.insert(interceptor, at: index ?? settings.interceptors.endIndex)
    }
    return interceptor
  }
}
