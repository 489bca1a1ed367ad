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

extension Khala {
  /// Adds what answers calls that lead nowhere: to no class, or to no function of
  /// their class.
  ///
  /// ```swift
  /// Khala.fallback(scheme: "kl") { arguments, error in
  ///   MissingPage(url: arguments.url, reason: error.message)
  /// }
  /// ```
  ///
  /// One of the call's scheme is taken before one of all schemes, and of several
  /// the latest. What it throws is thrown to the caller; it may throw the error that
  /// it was given.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the calls that it answers; all if there is none.
  ///   - access: The calls that it answers. One that is `.external` also answers calls
  ///     from outside to routes that are not open to them.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: What answers, on the thread of the caller.
  /// - Returns: A handle with which to remove it. It need not be kept.
  /// - Concurrency: May be called from any thread. Calls that are under way keep
  ///   the fallbacks that they began with.
  @discardableResult
  public static func fallback<Result>(
    scheme: String? = nil, access: KhalaAccess = .internal, fileID: String = #fileID,
    line: Int = #line, _ body: @escaping @Sendable (KhalaArguments, KhalaError) throws -> Result
  ) -> KhalaFallback {
    add(
      scheme, access, .body { error in .returning { try body($0, error) } },
      CodeLocation(fileID: fileID, line: line))
  }

  /// Adds what answers calls that lead nowhere, and that these have to wait for.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the calls that it answers; all if there is none.
  ///   - access: Whose calls it answers.
  ///   - fileID: Where it is added; leave it out.
  ///   - line: Where it is added; leave it out.
  ///   - body: What answers; on no actor unless it says so itself.
  /// - Returns: A handle with which to remove it. It need not be kept.
  @discardableResult
  public static func fallbackAsync<Result: Sendable>(
    scheme: String? = nil, access: KhalaAccess = .internal, fileID: String = #fileID,
    line: Int = #line,
    _ body:
      @escaping @isolated(any) @Sendable (sending KhalaArguments, KhalaError) async throws -> Result
  ) -> KhalaFallback {
    add(
      scheme, access, .body { error in .returningAsync { try await body($0, error) } },
      CodeLocation(fileID: fileID, line: line))
  }

  /// Redirects calls that match nothing to one URL.
  ///
  /// They start over there, with what they came with. Calls from outside reach it only if
  /// that route is open to them.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the calls; all if there is none.
  ///   - url: Where they go.
  ///   - access: Whose calls go there.
  ///   - fileID: Where this is said; leave it out.
  ///   - line: Where this is said; leave it out.
  /// - Returns: A handle with which to remove it. It need not be kept.
  /// - Throws: What is wrong with the URL.
  @discardableResult
  public static func fallback(
    scheme: String? = nil, to url: String, access: KhalaAccess = .internal,
    fileID: String = #fileID, line: Int = #line
  ) throws(KhalaError) -> KhalaFallback {
    let location = CodeLocation(fileID: fileID, line: line)
    do throws(RouteAddressError) {
      return add(scheme, access, .route(try RouteAddress(url)), location)
    } catch {
      throw KhalaError.invalidURL(url, because: error).at(location)
    }
  }

  private static func add(
    _ scheme: String?, _ access: KhalaAccess, _ answer: KhalaFallback.Answer,
    _ location: CodeLocation
  ) -> KhalaFallback {
    let state = KhalaState.current
    let fallback = KhalaFallback(
      scheme: scheme, access: access, answer: answer, location: location, in: state)
    state.change { $0.fallbacks.insert(fallback, at: 0) }
    return fallback
  }
}
