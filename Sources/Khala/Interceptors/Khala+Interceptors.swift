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
