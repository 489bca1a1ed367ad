/// A call on its way: through interceptors and redirections to what it reaches.
///
/// It says what comes next. The two forms of a call, those that wait and those
/// that do not, do that in their own ways.
///
/// 1. A stub of the current task answers before anything else.
/// 2. The interceptors are asked in their order. If one sends the call elsewhere,
///    the filters and all interceptors are asked anew, for the new address.
/// 3. The routes are those of the moment at which the call began.
/// 4. Where there is none, a fallback answers, or sends the call elsewhere.
struct CallJourney {
  /// The next step of a call.
  enum Step {
    /// An interceptor wants to be asked.
    case ask(KhalaInterceptor, about: KhalaNode)
    /// The target has been found, with what it is called with.
    case arrive(KhalaArguments)
  }

  /// The changes of interceptors and fallbacks to a call.
  private struct Detour {
    /// The node to call instead.
    ///
    /// It is for this journey: the next one of the same call begins where this one
    /// did.
    var node: KhalaNode
    /// The number of addresses that the node had left when this one was reached.
    var moves = 0
    /// The addresses before this one.
    var addresses: [RouteAddress] = []
  }

  private let call: Khala
  let closures: [KhalaClosure]
  /// A Boolean value that indicates whether missing closures are filled in.
  let fillsIn: Bool

  private let settings: Khala.CurrentSettings
  private let board: RouteBoard
  private var detour: Detour?
  /// The number of interceptors that have been asked at this address.
  private var asked = 0

  init(
    _ call: Khala, settings: Khala.CurrentSettings, closures: [KhalaClosure], fillsIn: Bool,
    board: RouteBoard
  ) {
    self.call = call
    self.settings = settings
    self.closures = closures
    self.fillsIn = fillsIn
    self.board = board
  }

  /// The current contents of the call.
  var contents: CallContents { detour?.node.contents ?? call.contents }
  private var address: RouteAddress { detour?.node.address ?? call.address }

  private var caller: CodeLocation { call.caller }
  var isExternal: Bool { call.isExternal }

  /// Returns whether a call may meet stubs or interceptors before its route.
  static func hasStops(_ settings: Khala.CurrentSettings) -> Bool {
    StubScope.areActive || !settings.values.interceptors.isEmpty
  }

  /// Returns the next step.
  ///
  /// - Throws: Why the call ends here.
  mutating func next() throws(KhalaError) -> Step {
    if let detour, detour.node.past.count != detour.moves { try startOver(after: detour) }
    if asked == 0, StubScope.areActive, let step = try stub() { return step }
    while asked < settings.values.interceptors.count {
      let interceptor = settings.values.interceptors[asked]
      asked += 1
      if interceptor.scope.contains(address) {
        return .ask(interceptor, about: nodeToChange())
      }
    }
    return try lookUp()
  }

  // What a call meets seldom is kept out of the way of the others.

  /// Returns the stub that answers in place of the route.
  @inline(never)
  private func stub() throws(KhalaError) -> Step? {
    guard let stub = StubScope.stub(for: address) else { return nil }
    return try arrive(at: stub.target, contents, stub.captures)
  }

  /// Returns the step to the route of the address.
  @inline(__always)
  private mutating func lookUp() throws(KhalaError) -> Step {
    let straight = board.straightArguments(
      contents, isExternal: isExternal, closures: closures, fillsIn: fillsIn)
    if let straight { return .arrive(straight) }
    return try lookUpClosely()
  }

  /// Returns the step of an address that does not lead straight to one function.
  @inline(never)
  private mutating func lookUpClosely() throws(KhalaError) -> Step {
    let contents = contents
    guard let found = board.find(contents.address) else {
      return try miss { $0.board.miss(of: $0.address) }
    }
    return try choose(
      in: board.destination(found), contents,
      RouteCaptures(contents.address.text, found, in: board.table.index))
  }

  /// Returns the step to a destination that is not wholly open to the call, or has several
  /// functions.
  @inline(never)
  private mutating func choose(
    in destination: RouteBoard.Destination, _ contents: CallContents, _ captures: RouteCaptures
  ) throws(KhalaError) -> Step {
    var targets = destination.targets
    if isExternal, destination.access != .external {
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
      targets.count == 1 ? targets[0] : try choose(among: targets, contents, captures)
    return try arrive(at: target, contents, captures)
  }

  /// The source location in messages.
  var url: String { address.textWithoutQuery }

  // MARK: - Somewhere else

  /// The node of this journey, which others may change.
  private mutating func nodeToChange() -> KhalaNode {
    if let detour { return detour.node }
    let node = KhalaNode(call.contents, isExternal: isExternal)
    detour = Detour(node: node)
    return node
  }

  /// Begins anew at the address that the call was sent to.
  @inline(never)
  private mutating func startOver(after detour: Detour) throws(KhalaError) {
    let addresses = detour.addresses + [detour.node.past[detour.moves]]
    let node = try settings.rewritten(detour.node)
    self.detour = Detour(node: node, moves: node.past.count, addresses: addresses)
    asked = 0
    let next = node.address
    guard
      addresses.count >= CallTrail.limit || addresses.contains(where: { $0.text == next.text })
    else { return }
    throw .redirectLoop(addresses + [next])
  }

  /// Asks the fallback for an address that matches no route; makes the error only if
  /// it is thrown or given to a closure.
  @inline(never)
  private mutating func miss(_ error: (Self) -> KhalaError) throws(KhalaError) -> Step {
    let fallback = settings.fallback(for: address, isExternal: isExternal)
    guard let fallback else { throw error(self) }
    switch fallback.answer {
    case .route(let address):
      nodeToChange().redirect(to: address)
      return try next()
    case .body(let body):
      let reported = isExternal ? KhalaError.notExternal(url: url) : error(self)
      let target = RouteTarget(
        body(reported.at(caller)), name: fallback.name, location: fallback.location)
      return try arrive(at: target, contents, .none)
    }
  }

  /// The observers to be notified when the call has been made.
  var observers: [CallObserver] { settings.values.observers }

  /// The error that the caller gets for one of this journey.
  ///
  /// An external caller does not learn what else there is: that goes to
  /// `Khala.errorHandler`.
  func ended(by error: KhalaError) -> KhalaError {
    let error = error.fileID == nil ? error.at(caller) : error
    guard isExternal else { return error }
    let reported: KhalaError
    switch error.code {
    case _ where !error.isAt(caller):
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
    return reported.at(caller)
  }
}

extension CallJourney {
  /// Arrives at what is called.
  @inline(__always)
  func arrive(
    at target: RouteTarget, _ contents: CallContents, _ captures: RouteCaptures
  ) throws(KhalaError) -> Step {
    if !fillsIn, closures.count < target.requiredClosureCount { throw tooFewClosures(for: target) }
    return .arrive(
      KhalaArguments(for: target, contents: contents, path: captures, closures: closures))
  }

  private func tooFewClosures(for function: RouteTarget) -> KhalaError {
    .tooFewClosures(
      closures.count, of: function.requiredClosureCount, function: function.signature, url: url)
  }

  // MARK: - Overloads

  /// A measure of how much of a call an overloaded function uses; the more the better.
  private struct Fit: Comparable {
    /// The number of values that it names.
    var values: Int
    /// The number of closures that it takes.
    var closures: Int
    /// The number of closures that it takes and the call lacks.
    var missingClosures: Int

    static func < (left: Fit, right: Fit) -> Bool {
      (left.values, left.closures, right.missingClosures)
        < (right.values, right.closures, left.missingClosures)
    }
  }

  /// Tells overloaded functions apart by the names of what they take, and by how
  /// many closures.
  ///
  /// Those that lack a required value or closure do not count. Of the others the one wins
  /// that uses most of the values, then most of the closures, then the one that lacks the
  /// fewest closures.
  func choose(
    among functions: [RouteTarget], _ contents: CallContents,
    _ captures: RouteCaptures
  ) throws(KhalaError) -> RouteTarget {
    var given = Set(contents.given.keys.compactMap { $0.base as? String })
    given.formUnion(captures.names.lazy.filter { captures[$0] != nil })
    given.formUnion(contents.query.lazy.map(\.name))
    var best: (fit: Fit, function: RouteTarget)?
    var isTied = false
    for function in functions {
      guard let fit = fit(of: function, given) else { continue }
      if let known = best?.fit, fit <= known {
        isTied = isTied || fit == known
      } else {
        best = (fit, function)
        isTied = false
      }
    }
    guard let best else {
      throw .noFittingFunction(
        isExternal ? [] : functions.map(\.signature), values: given.sorted(),
        closures: closures.count, url: url)
    }
    guard !isTied else { throw .ambiguousFunction(functions.map(\.signature), url: url) }
    return best.function
  }

  /// Returns how much of the call a function uses, or `nil` if it lacks something.
  private func fit(of function: RouteTarget, _ given: Set<String>) -> Fit? {
    guard fillsIn || function.requiredClosureCount <= closures.count else { return nil }
    var values = 0
    for case .value(let name, _, let isRequired) in function.parameters {
      if given.contains(name) {
        values += 1
      } else if isRequired {
        return nil
      }
    }
    let used = min(closures.count, function.closureCount)
    return Fit(values: values, closures: used, missingClosures: function.closureCount - used)
  }
}
