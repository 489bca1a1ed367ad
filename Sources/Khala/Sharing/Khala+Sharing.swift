extension Khala {
  /// Calls the routing function where it belongs and waits for its result, together
  /// with others who ask for the same at the same time.
  ///
  /// ```swift
  /// let user: User = try await Khala(str: "kl://User/fetch?id=5")!.callAsync(sharing: .identical)
  /// ```
  ///
  /// The first call begins it and the others join; all get its result, or its error
  /// with their own source locations. A caller that is cancelled leaves at once, with an
  /// error of code ``KhalaError/Code/cancelled``; when the last has left, the call itself
  /// is cancelled. Interceptors are asked once. A call that comes when it is over begins
  /// anew: nothing is kept.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - sharing: Which calls share one execution.
  /// - Returns: What the function returns.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  /// - Concurrency: The shared call runs in a task of its own, which has the
  ///   priority and the task-local values of the first caller. Calls with different
  ///   stubs are not the same.
  @concurrent
  public func callAsync<Result: Sendable>(
    as type: Result.Type = Result.self, sharing: KhalaSharing
  ) async throws(KhalaError) -> Result {
    guard sharing == .identical, refusal == nil, let request = contents.sharedRequest else {
      return try await callAsync(as: Result.self)
    }
    let key = CallSharing.Key(
      url: request.url, result: ObjectIdentifier(Result.self), isExternal: isExternal,
      stub: StubScope.innermost.map { ObjectIdentifier($0) },
      state: ObjectIdentifier(KhalaState.current))
    let caller = caller
    do throws(KhalaError) {
      return try await CallSharing.process.join(key, url: contents.address.textWithoutQuery) {
        () async throws(KhalaError) -> Result in
        // A call of its own: the first caller may have left, and may change the one that
        // it made.
        let call = Khala(request.contents, isExternal: key.isExternal, caller: caller)
        return try await call.callAsync(as: Result.self)
      }
    } catch {
      throw error.at(caller)
    }
  }
}

/// A call that has nothing but its URL.
struct SharedRequest: Sendable {
  let address: RouteAddress
  let items: [RouteQueryItem]
  /// The canonical text of both.
  let url: String

  /// The contents of such a call.
  var contents: CallContents { CallContents(address: address, otherItems: items) }
}

extension CallContents {
  /// The request of the call, if that is all in its URL.
  var sharedRequest: SharedRequest? {
    guard given.isEmpty else { return nil }
    var parts = address.parts
    parts.queryItems = query
    guard let url = try? parts.canonicalText() else { return nil }
    return SharedRequest(address: address, items: query, url: url)
  }
}
