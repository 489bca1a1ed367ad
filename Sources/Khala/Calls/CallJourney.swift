/// A call on its way: through interceptors and redirections to what it reaches.
///
/// It says what comes next. The two forms of a call, those that wait and those
/// that do not, do that in their own ways.
///
/// 1. A stub of the current task answers before anything else.
/// 2. The interceptors are asked in their order. If one sends the call elsewhere,
///    the filters and all interceptors are asked anew, for the new place.
/// 3. The routes are those of the moment at which the call began.
/// 4. Where there is none, a fallback answers, or sends the call elsewhere.
struct CallJourney {
  /// What comes next.
  enum Step {
    /// An interceptor wants to be asked.
    case ask(KhalaInterceptor)
    /// There is somebody to call.
    case arrive(CallDestination)
  }

  private(set) var node: KhalaNode
  let caller: KhalaPlace
  let isExternal: Bool
  let closures: [KhalaClosure]
  /// Whether closures that nobody gave are filled in.
  let fillsIn: Bool

  private let settings: Khala.CurrentSettings
  private let board: RouteBoard
  /// How many interceptors have been asked at this place.
  private var asked = 0
  /// How many places the node had left when this one was reached.
  private var moves: Int
  /// The places before this one.
  private var places: [RouteAddress] = []

  init(
    _ node: KhalaNode, settings: Khala.CurrentSettings, caller: KhalaPlace, isExternal: Bool,
    closures: [KhalaClosure], fillsIn: Bool, board: RouteBoard = RouteDirectory.process.board
  ) {
    // What interceptors change is for this journey: the next one of the same call
    // begins where this one did.
    self.node = settings.values.interceptors.isEmpty ? node : node.copy()
    self.settings = settings
    self.caller = caller
    self.isExternal = isExternal
    self.closures = closures
    self.fillsIn = fillsIn
    self.board = board
    moves = self.node.past.count
  }

  /// What comes next.
  ///
  /// - Throws: Why the call ends here.
  mutating func next() throws(KhalaError) -> Step {
    if node.past.count != moves { try startOver() }
    if asked == 0, StubScope.areActive, let stub = StubScope.stub(for: node.address) {
      return arrive(at: stub.closure, stub.captures)
    }
    while asked < settings.values.interceptors.count {
      let interceptor = settings.values.interceptors[asked]
      asked += 1
      if interceptor.scope.contains(node.address) { return .ask(interceptor) }
    }
    return try lookUp()
  }

  /// What the call reaches by the routes.
  private mutating func lookUp() throws(KhalaError) -> Step {
    guard let match = board.table.match(node.address) else {
      return try miss(board.miss(of: node.address))
    }
    switch match.route.callee {
    case .route(let route):
      guard !isExternal || match.route.access == .external else {
        return try miss(.internalRoute("\(route)", url: url))
      }
      return arrive(at: route.closure, match.captures)
    case .functions(let functions, let owner):
      guard !isExternal || match.route.access == .external else {
        let open = functions.filter { $0.access == .external }
        guard !open.isEmpty else {
          return try miss(.internalRoute("\(owner.name).\(functions[0].signature)", url: url))
        }
        return try arrive(among: open, of: owner, match.captures)
      }
      return try arrive(among: functions, of: owner, match.captures)
    }
  }

  /// The place in messages.
  var url: String { node.address.textWithoutQuery }

  // MARK: - Somewhere else

  /// Begins anew at the place that the call was sent to.
  private mutating func startOver() throws(KhalaError) {
    places.append(node.past[moves])
    node = try settings.rewritten(node)
    moves = node.past.count
    asked = 0
    let place = node.address
    guard places.count >= CallTrail.limit || places.contains(where: { $0.text == place.text })
    else { return }
    throw .redirectLoop(places + [place])
  }

  /// What is done about an address that leads nowhere.
  private mutating func miss(_ error: KhalaError) throws(KhalaError) -> Step {
    let fallback = settings.fallback(for: node.address, isExternal: isExternal)
    guard let fallback else { throw error }
    switch fallback.answer {
    case .route(let address):
      node = node.copy()
      moves = node.past.count
      node.redirect(to: address)
      return try next()
    case .closure(let body):
      let told = isExternal ? KhalaError.notExternal(url: url) : error
      return arrive(at: fallback.closure(body, told.at(caller)), nil)
    }
  }

  /// The error that the caller gets for one of this journey.
  ///
  /// Somebody outside is not told what else there is: that goes to
  /// `Khala.errorHandler`.
  func ended(by error: KhalaError) -> KhalaError {
    let error = error.fileID == nil ? error.at(caller) : error
    guard isExternal else { return error }
    let told: KhalaError
    switch error.code {
    case _ where error.fileID != caller.fileID || error.line != caller.line:
      // That of a call that the function made itself.
      told = .failedInside(url: url)
    case .invalidURL, .classNotFound, .functionNotFound, .notExternal:
      told = .notExternal(url: url)
    case .redirectLoop:
      told = KhalaError.redirectLoop([]).censored
    case .ambiguousFunction:
      told = KhalaError.ambiguousFunction([], url: url).censored
    default: return error
    }
    Khala.report(error)
    return told.at(caller)
  }
}
