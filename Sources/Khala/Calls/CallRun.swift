/// A run of a call, from its request to the result of the function.
///
/// ``Khala/start(_:_:)`` starts a call. Its run resolves and performs one step after the other
/// until a step has called the function. Waiting and non-waiting callers differ only in how they
/// perform a step.
///
/// Only ``resolve()`` decides the next step:
///
/// 1. A stub of the current task answers before anything else.
/// 2. The interceptors run in their order. If one redirects the call, the filters and all
///    interceptors run again, for the new address.
/// 3. The table finds the route. It is the table of the moment at which the call started.
/// 4. If no route matches, a fallback answers or redirects the call.
///
/// ## Alternatives that were rejected
///
/// *A separate path* for calls without stub, interceptor or fallback, which are most calls, stated
/// these rules a second time. *A node that is made when it is first read* saved an allocation, but
/// then a call had two states. *A loop for each form of call*, with a type for the rest of a sent
/// call, repeated the steps three times. A run that keeps its ``pending`` step serves all forms.
/// Speed.md has the figures.
struct CallRun {
  /// The next step of a call.
  enum Step {
    /// An interceptor must run.
    case ask(KhalaInterceptor)
    /// The target is known, and so are its arguments.
    case call(KhalaArguments)
  }

  /// The maximum number of redirects of a call, and the maximum depth of nested calls.
  static let redirectLimit = 16

  let call: Khala
  /// The closures of the caller, or `nil` if it passed none and closures that do nothing are filled
  /// in.
  let closures: [KhalaClosure]?
  private let settings: Khala.CurrentSettings
  private let board: RouteBoard
  /// The request at its current address.
  ///
  /// If interceptors or fallbacks may change it, this is a copy of the call's own request. The next
  /// run of the same call then starts from the original.
  private var node: KhalaNode
  /// The number of earlier addresses of the node when the current address was reached.
  private var moves = 0
  /// The addresses before the current one.
  private var addresses: [RouteAddress] = []
  /// The number of interceptors that have run for this address.
  private var asked = 0
  /// A step that the calling thread could not perform.
  private(set) var pending: Step?

  init(
    _ call: Khala, closures: [KhalaClosure]?, settings: Khala.CurrentSettings, board: RouteBoard
  ) {
    self.call = call
    self.closures = closures
    self.settings = settings
    self.board = board
    node =
      settings.values.interceptors.isEmpty && settings.values.fallbacks.isEmpty
      ? call.node : KhalaNode(call.contents, isExternal: call.isExternal)
  }

  /// The URL as messages show it.
  var url: String { node.address.textWithoutQuery }

  // MARK: - Performing

  /// Performs the steps of the call on the calling thread.
  ///
  /// - Parameter pauses: Whether to leave a step ``pending`` if it has to be waited for. Otherwise
  ///   such a step is an error.
  /// - Returns: The result of the function.
  /// - Throws: The error for the caller.
  mutating func perform(pauses: Bool = false) throws(KhalaError) -> Any? {
    do throws(KhalaError) {
      while true {
        switch try resolve() {
        case .ask(let interceptor):
          if pauses, interceptor.suspends {
            pending = .ask(interceptor)
            return nil
          }
          try interceptor.ask(about: node)
        case .call(let arguments):
          if pauses, arguments.target.mustBeWaitedFor {
            pending = .call(arguments)
            return nil
          }
          return try arguments.target.call(
            with: arguments, for: call.caller, notifying: settings.values.observers)
        }
      }
    } catch {
      throw failure(error)
    }
  }

  /// Performs the remaining steps, each on its own actor, and waits for them.
  ///
  /// The run returns only a `Sendable` value, because the function may continue to use its result.
  nonisolated(nonsending) mutating func performAsync<Result: Sendable>(
    _ read: (Any?) throws(KhalaError) -> Result
  ) async throws(KhalaError) -> Result {
    do throws(KhalaError) {
      while true {
        let step = if let pending = pending.take() { pending } else { try resolve() }
        switch step {
        case .ask(let interceptor): try await interceptor.ask(aboutAsync: node)
        case .call(let arguments):
          return try read(
            try await arguments.target.callAsync(
              with: arguments, for: call.caller, notifying: settings.values.observers))
        }
      }
    } catch {
      throw failure(error)
    }
  }

  // MARK: - Resolving

  /// Returns the next step.
  ///
  /// - Throws: The error that ends the call.
  mutating func resolve() throws(KhalaError) -> Step {
    if asked > 0, node.past.count != moves { try startOver() }
    if asked == 0, StubScope.areActive, let stub = StubScope.stub(for: node.address) {
      return try step(to: stub.target, node.contents, stub.captures)
    }
    while asked < settings.values.interceptors.count {
      let interceptor = settings.values.interceptors[asked]
      asked += 1
      if interceptor.scope.contains(node.address) { return .ask(interceptor) }
    }
    let contents = node.contents
    guard let match = board.table.match(contents.address) else {
      return try miss { $0.board.miss(of: $0.node.address) }
    }
    var targets = match.route.targets
    if call.isExternal, match.route.access != .external {
      let first = targets[0]
      targets.removeAll { $0.access != .external }
      guard !targets.isEmpty else {
        return try miss {
          .internalRoute(
            first.location.map { "\(first.name) (\($0))" } ?? first.longTitle, url: $0.url)
        }
      }
    }
    let target =
      targets.count == 1 ? targets[0] : try overload(among: targets, of: contents, match.captures)
    return try step(to: target, contents, match.captures)
  }

  /// Returns the step that calls a target.
  private func step(
    to target: RouteTarget, _ contents: CallContents, _ captures: RouteCaptures
  ) throws(KhalaError) -> Step {
    if let closures, closures.count < target.requiredClosureCount {
      throw .tooFewClosures(
        closures.count, of: target.requiredClosureCount, function: target.signature, url: url)
    }
    return .call(
      KhalaArguments(for: target, contents: contents, path: captures, closures: closures ?? []))
  }

  /// Restarts the run at the address to which the call was redirected.
  private mutating func startOver() throws(KhalaError) {
    addresses.append(node.past[moves])
    node = try settings.rewritten(node)
    moves = node.past.count
    asked = 0
    let next = node.address
    guard
      addresses.count >= Self.redirectLimit || addresses.contains(where: { $0.text == next.text })
    else { return }
    throw .redirectLoop(addresses + [next])
  }

  /// Asks the fallback for an address that matches no route.
  ///
  /// It creates the error only to throw it or to pass it to the fallback.
  private mutating func miss(_ error: (Self) -> KhalaError) throws(KhalaError) -> Step {
    let fallback = settings.fallback(for: node.address, isExternal: call.isExternal)
    guard let fallback else {
      MissedCalls.note(url, by: call.caller)
      throw error(self)
    }
    switch fallback.answer {
    case .route(let address):
      node.redirect(to: address)
      try startOver()
      return try resolve()
    case .body(let body):
      let reported = call.isExternal ? KhalaError.notExternal(url: url) : error(self)
      let target = RouteTarget(
        body(reported.at(call.caller)), name: fallback.name, location: fallback.location)
      return try step(to: target, node.contents, .none)
    }
  }

  // MARK: - Failing

  /// Returns the error for the caller.
  ///
  /// An external caller must not learn about other routes. `Khala.errorHandler` gets the full
  /// error.
  private func failure(_ error: KhalaError) -> KhalaError {
    let error = error.fileID == nil ? error.at(call.caller) : error
    guard call.isExternal else { return error }
    let reported: KhalaError
    switch error.code {
    case _ where !error.isAt(call.caller):
      // The error belongs to a call that the function made.
      reported = .failedInside(url: url)
    case .invalidURL, .classNotFound, .functionNotFound, .notExternal:
      reported = .notExternal(url: url)
    case .redirectLoop:
      reported = KhalaError.redirectLoop([]).censored
    case .ambiguousFunction:
      reported = KhalaError.ambiguousFunction([], url: url).censored
    default: return error
    }
    settings.values.errorHandler(error)
    return reported.at(call.caller)
  }
}
