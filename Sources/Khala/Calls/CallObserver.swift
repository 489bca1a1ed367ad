/// Observes the calls of some addresses that have been made, until it is cancelled.
///
/// - Concurrency: May be used from any thread, also by what it tells.
package final class CallObserver: Sendable {
  /// A call that has been made.
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
  /// Weak, as the state has this one.
  private weak let state: KhalaState?

  private init(
    _ pattern: RoutePattern, body: @escaping @Sendable (Call) -> Void, in state: KhalaState
  ) {
    self.state = state
    table = RouteTable([RouteEntry(pattern, route: ())])
    self.body = body
  }

  /// Looks at a call that has been made.
  func see(_ arguments: KhalaArguments, _ result: Any?, by caller: CodeLocation) {
    let address = arguments.contents.address
    guard let match = table.match(address) else { return }
    var info = arguments.info
    // The observer's own pattern may name what the route's does not.
    for (name, value) in match.captures.texts where info[name] == nil { info[name] = value }
    body(
      Call(
        url: address.textWithoutQuery, info: info, result: CallResult(result), location: caller))
  }

  /// Removes the observer; a call that is under way may still call it.
  package func cancel() {
    state?.change { settings in
      settings.observers.removeAll { $0 === self }
    }
  }

  /// Calls a closure for the calls that have been made and have not failed.
  ///
  /// - Parameters:
  ///   - pattern: The addresses, such as `kl://users/{id}`.
  ///   - location: Where the observer is added.
  ///   - body: Runs on the thread that has made the call.
  /// - Returns: The observer, to be removed.
  /// - Throws: What is wrong with the pattern.
  package static func add(
    _ pattern: String, at location: CodeLocation, _ body: @escaping @Sendable (Call) -> Void
  ) throws(KhalaError) -> CallObserver {
    let state = KhalaState.current
    let observer = CallObserver(try RoutePattern(pattern, at: location), body: body, in: state)
    state.change { $0.observers.append(observer) }
    return observer
  }
}

/// The result of a call, of which observers read what is `Sendable`.
package struct CallResult: @unchecked Sendable {
  // Why this is Sendable: a value is only given out as one of a `Sendable` type, which may be
  // shared with the caller.
  // A cast cannot tell `any Sendable` from `Any`, so that this type gets nothing.
  private let value: Any?

  package init(_ value: Any?) {
    self.value = value
  }

  /// Returns the result if it is of this type.
  package func value<Value: Sendable>(as type: Value.Type) -> Value? {
    ObjectIdentifier(Value.self) == ObjectIdentifier(Any.self) ? nil : value as? Value
  }
}
