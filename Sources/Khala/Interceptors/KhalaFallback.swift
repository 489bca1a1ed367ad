/// An answer to calls that match no route, until it is cancelled.
///
/// Dropping the value does *not* cancel the fallback.
///
/// - Concurrency: May be used from any thread, including from the fallback's own closure.
public final class KhalaFallback: Sendable {
  /// The answer to a call.
  enum Answer: Sendable {
    /// Redirects the call to another address.
    case route(RouteAddress)
    /// Answers a call that failed with this error.
    case body(@Sendable (KhalaError) -> RouteTarget.Body)
  }

  /// The lowercase scheme of the calls that it answers, or `nil` for all schemes.
  public let scheme: String?
  /// The calls that the fallback answers.
  public let access: KhalaAccess
  /// The source location of the call that added it.
  public let location: CodeLocation

  let answer: Answer
  /// Weak, because the state owns the fallback.
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
  /// - Returns: `true` if the fallback was removed, `false` if it was already cancelled.
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

  /// The name of the fallback in messages and traces.
  var name: String { "fallback of \(scheme.map { "\($0)://" } ?? "every scheme")" }
}

extension Khala.CurrentSettings {
  /// Returns the fallback for an address that matches no route.
  ///
  /// Fallbacks for the scheme of the address take precedence over fallbacks for all schemes, and
  /// later ones over earlier ones.
  func fallback(for address: RouteAddress, isExternal: Bool) -> KhalaFallback? {
    guard !values.fallbacks.isEmpty else { return nil }
    let scheme = address.scheme?.lowercased()
    let fitting = values.fallbacks.filter { !isExternal || $0.access == .external }
    return fitting.first { $0.scheme != nil && $0.scheme == scheme }
      ?? fitting.first { $0.scheme == nil }
  }
}

extension Khala {
  /// Adds a closure that answers calls without a route: to an unknown class, or to an unknown
  /// function of a class.
  ///
  /// ```swift
  /// Khala.fallback(scheme: "kl") { arguments, error in
  ///   MissingPage(url: arguments.url, reason: error.message)
  /// }
  /// ```
  ///
  /// A fallback for the scheme of the call takes precedence over one for all schemes, and a later
  /// one over an earlier one. The caller gets the error that the closure throws, which may be the
  /// error that the closure was given.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the calls that it answers, or `nil` for all.
  ///   - access: The calls that it answers. An `.external` fallback also answers calls from outside
  ///     to routes that are not open to them.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The closure that answers, on the thread of the caller.
  /// - Returns: A handle that removes the fallback. It need not be kept.
  /// - Concurrency: May be called from any thread. Running calls keep the fallbacks that they
  ///   started with.
  @discardableResult
  public static func fallback<Result>(
    scheme: String? = nil, access: KhalaAccess = .internal, fileID: String = #fileID,
    line: Int = #line, _ body: @escaping @Sendable (KhalaArguments, KhalaError) throws -> Result
  ) -> KhalaFallback {
    add(
      scheme, access, .body { error in .returning { try body($0, error) } },
      CodeLocation(fileID: fileID, line: line))
  }

  /// Adds an asynchronous closure that answers calls without a route.
  ///
  /// Swift selects this form for a body that contains `await` or is marked `async`.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the calls that it answers, or `nil` for all.
  ///   - access: The calls that it answers.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  ///   - body: The closure that answers. It runs on no actor unless it names one.
  /// - Returns: A handle that removes the fallback. It need not be kept.
  @discardableResult
  public static func fallback<Result: Sendable>(
    scheme: String? = nil, access: KhalaAccess = .internal, fileID: String = #fileID,
    line: Int = #line,
    _ body:
      @escaping @isolated(any) @Sendable (sending KhalaArguments, KhalaError) async throws -> Result
  ) -> KhalaFallback {
    add(
      scheme, access, .body { error in .returningAsync { try await body($0, error) } },
      CodeLocation(fileID: fileID, line: line))
  }

  /// Redirects calls without a route to one URL.
  ///
  /// They start again at that URL, with the values that they have. Calls from outside reach it only
  /// if that route is open to them.
  ///
  /// - Parameters:
  ///   - scheme: The scheme of the calls, or `nil` for all.
  ///   - url: The URL to which they are redirected.
  ///   - access: The calls that are redirected.
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: A handle that removes the fallback. It need not be kept.
  /// - Throws: A ``KhalaError`` if the URL is invalid.
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
