extension Khala {
  // MARK: - As the original does

  /// Calls the routing function; for the closures that it takes, it gets ones that do
  /// nothing.
  ///
  /// A call that comes to nothing returns nothing: it stops a debug build (see
  /// ``isEnabledAssert``), and otherwise is reported to ``errorHandler``.
  ///
  /// - Returns: What the function returns; nothing if it returns nothing.
  @discardableResult
  public func call() -> Any? {
    answer(closures: [], fillsIn: true)
  }

  /// Calls the routing function with a closure.
  @discardableResult
  public func call(block: @escaping KhalaClosure) -> Any? {
    call(blocks: [block])
  }

  /// Calls the routing function with closures, in the order of its parameters.
  ///
  /// Fewer than it takes are an error; more are not used.
  @discardableResult
  public func call(blocks: [KhalaClosure]) -> Any? {
    answer(closures: blocks, fillsIn: false)
  }

  /// Calls the routing function with closures, in the order of its parameters.
  @discardableResult
  public func call(blocks: KhalaClosure...) -> Any? {
    call(blocks: blocks)
  }

  private func answer(closures: [KhalaClosure], fillsIn: Bool) -> Any? {
    let settings = Khala.settings
    do throws(KhalaError) {
      return try result(closures: closures, fillsIn: fillsIn, settings)
    } catch {
      giveUp(on: error, settings)
      return nil
    }
  }

  /// Handles an error that the caller does not get.
  func giveUp(on error: KhalaError, _ settings: CurrentSettings) {
    if isExternal {
      // Has been reported already, with what the caller may not know.
      if error.isCensored { return }
    } else if settings.values.isEnabledAssert {
      assertionFailure("\n\(error)\n")
    }
    settings.values.errorHandler(error)
  }

  // MARK: - With a type

  /// Calls the routing function for a result of one type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - blocks: Closures, in the order of its parameters.
  /// - Returns: What the function returns.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  // Disfavoured, so that in a closure that returns nothing, `call()` is the form
  // that does not throw.
  @_disfavoredOverload
  public func call<Result>(
    as type: Result.Type = Result.self, blocks: [KhalaClosure] = []
  ) throws(KhalaError) -> Result {
    try typed(try result(closures: blocks, fillsIn: blocks.isEmpty, Khala.settings))
  }

  /// Calls the routing function where it belongs, and waits for its result.
  ///
  /// If the task is cancelled, so is what runs for the call: an interceptor that
  /// is asked, and the function. One that then throws a `CancellationError` makes
  /// the call throw a ``KhalaError`` of code ``KhalaError/Code/cancelled``.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - blocks: Closures, in the order of its parameters.
  /// - Returns: What the function returns.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  @concurrent
  public func callAsync<Result: Sendable>(
    as type: Result.Type = Result.self, blocks: [KhalaClosure] = []
  ) async throws(KhalaError) -> Result {
    try await sentResult(as: Result.self, blocks: blocks)
  }

  /// Calls the routing function where it belongs, for one of our own forms.
  nonisolated(nonsending) func sentResult<Result: Sendable>(
    as type: Result.Type, blocks: [KhalaClosure]
  ) async throws(KhalaError) -> Result {
    try await arrive(blocks) { (result) throws(KhalaError) in try typed(result) }
  }

  /// Calls the routing function where it belongs, and lets go of what it returns.
  nonisolated(nonsending) func finish(blocks: [KhalaClosure] = []) async throws(KhalaError) {
    try await arrive(blocks) { _ in }
  }

  /// Does what is left of a call that has begun, and lets go of what that returns.
  nonisolated(nonsending) func finish(_ rest: Rest) async throws(KhalaError) {
    try await arrive(by: rest.journey, from: rest.step) { _ in }
  }

  /// Calls the routing function where it belongs.
  ///
  /// Only what can be shared comes back: the function may go on to use its result.
  private nonisolated(nonsending) func arrive<Result: Sendable>(
    _ blocks: [KhalaClosure], _ read: (Any?) throws(KhalaError) -> Result
  ) async throws(KhalaError) -> Result {
    try await arrive(
      by: try journey(closures: blocks, fillsIn: blocks.isEmpty, Khala.settings), from: nil, read)
  }

  /// Goes on with a call, from a step that has not been taken if there is one.
  private nonisolated(nonsending) func arrive<Result: Sendable>(
    by begun: CallJourney, from step: CallJourney.Step?,
    _ read: (Any?) throws(KhalaError) -> Result
  ) async throws(KhalaError) -> Result {
    var journey = begun
    var step = step
    do throws(KhalaError) {
      while true {
        let next = if let step = step.take() { step } else { try journey.next() }
        switch next {
        case .ask(let interceptor, let node):
          try await interceptor.ask(aboutAsync: node)
        case .arrive(let arguments):
          return try read(
            try await arguments.target.callAsync(
              with: arguments, for: caller, notifying: journey.observers))
        }
      }
    } catch {
      throw journey.ended(by: error)
    }
  }

  private func result(
    closures: [KhalaClosure], fillsIn: Bool, _ settings: CurrentSettings
  ) throws(KhalaError) -> Any? {
    try begin(settings)
    let board = KhalaState.current.routes.board
    if !CallJourney.hasStops(settings),
      let arguments = board.straightArguments(
        contents, isExternal: isExternal, closures: closures, fillsIn: fillsIn)
    {
      // Most calls: nothing is on their way, so there is no journey.
      do throws(KhalaError) {
        return try arguments.target.call(
          with: arguments, for: caller, notifying: settings.values.observers)
      } catch {
        throw CallJourney(
          self, settings: settings, closures: closures, fillsIn: fillsIn, board: board
        ).ended(by: error)
      }
    }
    return try travel(
      CallJourney(self, settings: settings, closures: closures, fillsIn: fillsIn, board: board))
  }

  /// Takes a call through its journey.
  @inline(never)
  private func travel(_ begun: CallJourney) throws(KhalaError) -> Any? {
    var journey = begun
    do throws(KhalaError) {
      while true {
        switch try journey.next() {
        case .ask(let interceptor, let node): try interceptor.ask(about: node)
        case .arrive(let arguments):
          return try arguments.target.call(
            with: arguments, for: caller, notifying: journey.observers)
        }
      }
    } catch {
      throw journey.ended(by: error)
    }
  }

  /// Begins the call.
  ///
  /// - Parameters:
  ///   - closures: What the caller gives along.
  ///   - fillsIn: Whether closures that the caller did not give do nothing.
  ///   - settings: What counts until the call ends, whatever is set meanwhile.
  /// - Returns: The call on its way.
  /// - Throws: Why the call is rejected, if that is known already.
  func journey(
    closures: [KhalaClosure], fillsIn: Bool, _ settings: CurrentSettings
  ) throws(KhalaError) -> CallJourney {
    try begin(settings)
    return CallJourney(
      self, settings: settings, closures: closures, fillsIn: fillsIn,
      board: KhalaState.current.routes.board)
  }

  /// Writes the call down, even if it comes to nothing.
  ///
  /// - Throws: Why the call is refused, if that is known already.
  private func begin(_ settings: CurrentSettings) throws(KhalaError) {
    if settings.isWritingHistory { settings.values.history.write(node) }
    if let refusal { throw refusal.at(caller) }
  }

  private func typed<Result>(_ result: Any?) throws(KhalaError) -> Result {
    if let result = result as? Result { return result }
    // A function that returns nothing, asked for `Void`.
    if result == nil, let nothing = () as? Result { return nothing }
    throw KhalaError.unexpectedResult(
      result, insteadOf: Result.self, url: contents.address.textWithoutQuery
    ).at(caller)
  }
}

extension Khala {
  /// Makes a call whose result is not waited for: on this thread as far as that is possible,
  /// and from there on in a task.
  ///
  /// - Parameters:
  ///   - url: What is called.
  ///   - values: What comes with the call.
  ///   - location: Where it is made.
  ///   - failed: Called with the error if the call fails.
  package static func send(
    _ url: String, values: [String: any Sendable], at location: CodeLocation,
    failed: @escaping @Sendable (KhalaError) -> Void
  ) {
    let call = Khala(text: url, params: values, isExternal: false, caller: location)
    do throws(KhalaError) {
      guard let rest = try call.begin() else { return }
      // The call was made here and there is no other reference to it, so it can be sent.
      let sent = Sent((call, rest))
      Task {
        let (call, rest) = sent.take()
        do throws(KhalaError) {
          try await call.finish(rest)
        } catch {
          failed(error)
        }
      }
    } catch {
      failed(error)
    }
  }

  /// The rest of a call that has begun: its state, and the step that has to be waited for.
  struct Rest {
    var journey: CallJourney
    let step: CallJourney.Step
  }

  /// Makes the call as far as that is possible without waiting.
  ///
  /// - Returns: What is left; nothing if the call has been made.
  private func begin() throws(KhalaError) -> Rest? {
    var journey = try journey(closures: [], fillsIn: true, Khala.settings)
    do throws(KhalaError) {
      while true {
        let step = try journey.next()
        if step.mustBeWaitedFor { return Rest(journey: journey, step: step) }
        switch step {
        case .ask(let interceptor, let node):
          try interceptor.ask(about: node)
        case .arrive(let arguments):
          _ = try arguments.target.call(
            with: arguments, for: caller, notifying: journey.observers)
          return nil
        }
      }
    } catch {
      throw journey.ended(by: error)
    }
  }
}

extension CallJourney.Step {
  /// A Boolean value that indicates whether the calling thread cannot take the step, so
  /// that it has to be waited for.
  fileprivate var mustBeWaitedFor: Bool {
    switch self {
    case .ask(let interceptor, _): interceptor.suspends
    case .arrive(let arguments): arguments.target.mustBeWaitedFor
    }
  }
}
