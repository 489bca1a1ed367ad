/// An observer of completed calls to some addresses, until it is cancelled.
///
/// - Concurrency: May be used from any thread, including from its own closure.
package final class CallObserver: Sendable {
  /// A completed call.
  package struct Call {
    /// The URL that was called, without its query.
    package let url: String
    /// The values of the call, by name.
    package let info: [String: Any]
    /// The result of the call, or `nil` if it returned none.
    package let result: CallResult
    /// The source location of the call.
    package let location: CodeLocation
  }

  private let table: RouteTable<Void>
  private let body: @Sendable (Call) -> Void
  /// Weak, because the state owns the observer.
  private weak let state: KhalaState?

  private init(
    _ pattern: RoutePattern, body: @escaping @Sendable (Call) -> Void, in state: KhalaState
  ) {
    self.state = state
    table = RouteTable([RouteEntry(pattern, route: ())])
    self.body = body
  }

  /// Calls the closure if a completed call matches the pattern.
  func see(_ arguments: KhalaArguments, _ result: Any?, by caller: CodeLocation) {
    let address = arguments.contents.address
    guard let match = table.match(address) else { return }
    var info = arguments.info
    // The observer's pattern may capture names that the pattern of the route does not.
    for (name, value) in match.captures.texts where info[name] == nil { info[name] = value }
    body(
      Call(
        url: address.textWithoutQuery, info: info, result: CallResult(result), location: caller))
  }

  /// Removes the observer.
  ///
  /// A call that is already running may still notify it.
  package func cancel() {
    state?.change { settings in
      settings.observers.removeAll { $0 === self }
    }
  }

  /// Calls a closure after each successful call to some addresses.
  ///
  /// - Parameters:
  ///   - pattern: The addresses, such as `kl://users/{id}`.
  ///   - location: The source location at which the observer is added.
  ///   - body: The closure, which runs on the thread that made the call.
  /// - Returns: The observer, with which to remove it.
  /// - Throws: A ``KhalaError`` if the pattern is invalid.
  package static func add(
    _ pattern: String, at location: CodeLocation, _ body: @escaping @Sendable (Call) -> Void
  ) throws(KhalaError) -> CallObserver {
    let state = KhalaState.current
    let observer = CallObserver(try RoutePattern(pattern, at: location), body: body, in: state)
    state.change { $0.observers.append(observer) }
    return observer
  }
}

/// The result of a call, from which observers read only `Sendable` values.
package struct CallResult: @unchecked Sendable {
  // Why this is Sendable: a value is only returned as a `Sendable` type, which may be shared with
  // the caller. A cast cannot tell `any Sendable` from `Any`, so `Any` gets no value.
  private let value: Any?

  package init(_ value: Any?) {
    self.value = value
  }

  /// Returns the result if it has this type.
  package func value<Value: Sendable>(as type: Value.Type) -> Value? {
    ObjectIdentifier(Value.self) == ObjectIdentifier(Any.self) ? nil : value as? Value
  }
}
