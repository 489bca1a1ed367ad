/// A run of a call: from its request to the result of the function that it reaches.
///
/// A call starts with ``Khala/start(_:_:)``. Its run then resolves one step after the other and
/// performs it, until a step has called the function. Callers that wait and callers that do not
/// differ only in how they perform a step.
///
/// ``resolve()`` is the one place that decides what comes next:
///
/// 1. A stub of the current task answers before anything else.
/// 2. The interceptors are asked in their order. If one redirects the call, the filters and
///    all interceptors are asked again, for the new address.
/// 3. The route is the one that the table finds, at the moment at which the call started.
/// 4. If no route matches, a fallback answers, or redirects the call.
///
/// ## Alternatives that were rejected
///
/// *A way of their own* for calls that meet no stub, interceptor or fallback, as most do, stated
/// these rules a second time. *A node that is made when it is first asked for* saved an
/// allocation, and a call had two states. *A loop for each form of a call*, with a type for the
/// rest of a call that is sent, repeated the steps three times. A run that keeps its ``pending``
/// step serves all forms. Speed.md has the figures.
struct CallRun {
  /// The next step of a call.
  enum Step {
    /// An interceptor wants to be asked.
    case ask(KhalaInterceptor)
    /// The target has been found, with the values that it is called with.
    case call(KhalaArguments)
  }

  /// The number of addresses to which a call may be redirected, and the depth of calls inside
  /// each other.
  static let redirectLimit = 16

  let call: Khala
  /// The closures of the caller; `nil` if it gave none and all are filled in.
  let closures: [KhalaClosure]?
  private let settings: Khala.CurrentSettings
  private let board: RouteBoard
  /// The request at its current address.
  ///
  /// A copy of the call's own if interceptors and fallbacks may change it, so that the next run
  /// of the same call starts where this one did.
  private var node: KhalaNode
  /// The number of addresses that the node had left when this one was reached.
  private var moves = 0
  /// The addresses before this one.
  private var addresses: [RouteAddress] = []
  /// The number of interceptors that have been asked at this address.
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

  /// The URL in messages.
  var url: String { node.address.textWithoutQuery }

  // MARK: - Performing

  /// Performs the steps of the call on the calling thread.
  ///
  /// - Parameter pauses: Whether to leave a step ``pending`` that has to be waited for, which is
  ///   an error otherwise.
  /// - Returns: The result of the function.
  /// - Throws: The error that the caller gets.
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

  /// Performs the steps where they belong, from the pending one on, and waits for them.
  ///
  /// Only what can be shared comes back: the function may go on to use its result.
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
  /// - Throws: Why the call ends here.
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

  /// Starts again at the address that the call was redirected to.
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

  /// Asks the fallback for an address that matches no route; makes the error only if
  /// it is thrown or given to a closure.
  private mutating func miss(_ error: (Self) -> KhalaError) throws(KhalaError) -> Step {
    let fallback = settings.fallback(for: node.address, isExternal: call.isExternal)
    guard let fallback else { throw error(self) }
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

  /// The error that the caller gets for one of this run.
  ///
  /// An external caller does not learn what else there is: that goes to
  /// `Khala.errorHandler`.
  private func failure(_ error: KhalaError) -> KhalaError {
    let error = error.fileID == nil ? error.at(call.caller) : error
    guard call.isExternal else { return error }
    let reported: KhalaError
    switch error.code {
    case _ where !error.isAt(call.caller):
      // That of a call that the function made itself.
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
