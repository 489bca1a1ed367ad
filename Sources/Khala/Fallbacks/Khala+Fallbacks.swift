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
