import ToolkitTrace

/// A rule that runs before each matching call, until it is cancelled.
///
/// Dropping the value does *not* cancel the interceptor.
///
/// - Concurrency: May be used from any thread, including from the interceptor's own rule.
public final class KhalaInterceptor: Sendable {
  /// The closure of an interceptor.
  enum Rule: Sendable {
    case sync(@Sendable (KhalaNode) throws -> Void)
    case async(
      @concurrent @Sendable (inout KhalaRequest) async throws -> Void, CallDeadline?)
  }

  /// The pattern of the addresses to which the rule applies, or `nil` for all.
  public var pattern: String? { scope.pattern }
  /// The priority.
  ///
  /// Interceptors with a higher priority run earlier.
  public let priority: Int
  /// The source location of the call that added it.
  public let location: CodeLocation

  let scope: RouteScope
  private let rule: Rule
  /// Weak, because the state owns the interceptor.
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
  /// A call that is already running may still ask it. A call that starts later does not.
  ///
  /// - Returns: `true` if the interceptor was removed, `false` if it was already cancelled.
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

  /// A Boolean value that indicates whether the rule is asynchronous.
  var suspends: Bool {
    if case .async = rule { true } else { false }
  }

  /// Asks the rule about a call that does not wait.
  ///
  /// - Throws: A ``KhalaError`` that rejects the call.
  func ask(about node: KhalaNode) throws(KhalaError) {
    guard case .sync(let rule) = rule else {
      throw .needsAsync("\(self)", url: node.address.textWithoutQuery)
    }
    try CallTrail.follow(to: node.address) {
      try Trace.span(traceName, kind: .route, module: location.module) { try rule(node) }
    }
  }

  /// Asks the rule about a call that waits.
  ///
  /// - Throws: A ``KhalaError`` that rejects the call.
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
  /// Adds a rule that runs before each matching call.
  ///
  /// ```swift
  /// try Khala.intercept("Debug/{*rest}") { _ in throw KhalaDenial("debugging is off") }
  /// ```
  ///
  /// A pattern without a scheme matches addresses of every scheme, and addresses without one. Use
  /// such a pattern to reject calls, because routing classes answer every scheme.
  ///
  /// The rule can change the values of the call. It can set `node.url` to redirect the call, which
  /// then starts again with the filters and all interceptors. Or it can throw an error to reject
  /// the call. A call may be redirected at most 16 times, and never to the same address twice.
  ///
  /// Interceptors run after the rewrite filters, in the order of their priority, highest first.
  /// Interceptors with the same priority run in the order in which they were added. A change applies
  /// only to the current call.
  ///
  /// - Parameters:
  ///   - pattern: The addresses to which the rule applies, such as `kl://users/{id}`, or `nil` for
  ///     all.
  ///   - priority: Interceptors with a higher priority run earlier.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - rule: The rule, which runs on the thread of the caller. It may make calls itself, and runs
  ///     before these as well.
  /// - Returns: A handle that removes the interceptor. It need not be kept.
  /// - Throws: A ``KhalaError`` if the pattern is invalid.
  /// - Concurrency: May be called from any thread. Running calls keep the interceptors that they
  ///   started with.
  @discardableResult
  public static func intercept(
    _ pattern: String? = nil, priority: Int = 0, fileID: String = #fileID, line: Int = #line,
    _ rule: @escaping @Sendable (KhalaNode) throws -> Void
  ) throws(KhalaError) -> KhalaInterceptor {
    try add(pattern, priority, .sync(rule), CodeLocation(fileID: fileID, line: line))
  }

  /// Adds an asynchronous rule that runs before each matching call.
  ///
  /// ```swift
  /// try Khala.intercept("Account/{*rest}", deadline: .seconds(30)) { request in
  ///   request.values["token"] = try await Session.shared.token()
  /// }
  /// ```
  ///
  /// Swift selects this form for a rule that contains `await` or is marked `async`, and for a rule
  /// with a deadline. If a synchronous call matches such a rule, the call fails with an error that
  /// explains this. The rule runs on no actor unless its closure states one.
  ///
  /// - Parameters:
  ///   - pattern: The addresses to which the rule applies, or `nil` for all.
  ///   - priority: Interceptors with a higher priority run earlier.
  ///   - deadline: The time limit of the rule, or `nil` for none. At the limit the rule is
  ///     cancelled and the call fails, even if the rule ignores the cancellation.
  ///   - clock: The clock that measures the time limit.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - rule: The rule.
  /// - Returns: A handle that removes the interceptor. It need not be kept.
  /// - Throws: A ``KhalaError`` if the pattern is invalid.
  @discardableResult
  public static func intercept(
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
