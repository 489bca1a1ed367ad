import ToolkitTrace

extension Khala {
  // MARK: - As the original does

  /// Calls the routing function, and passes closures that do nothing if the function takes
  /// closures.
  ///
  /// A failed call returns `nil`. It stops a debug build (see ``isEnabledAssert``), and otherwise
  /// reports the error to ``errorHandler``.
  ///
  /// - Returns: The result of the function, or `nil` if it has none or the call fails.
  @discardableResult
  public func call() -> Any? {
    reported(nil)
  }

  /// Calls the routing function with a closure.
  @discardableResult
  public func call(block: @escaping KhalaClosure) -> Any? {
    call(blocks: [block])
  }

  /// Calls the routing function with closures, in the order of its parameters.
  ///
  /// Fewer closures than the function takes are an error. Extra closures are ignored.
  @discardableResult
  public func call(blocks: [KhalaClosure]) -> Any? {
    reported(blocks)
  }

  /// Calls the routing function with closures, in the order of its parameters.
  @discardableResult
  public func call(blocks: KhalaClosure...) -> Any? {
    call(blocks: blocks)
  }

  /// Calls the routing function, and reports any error.
  private func reported(_ closures: [KhalaClosure]?) -> Any? {
    let settings = Khala.settings
    do throws(KhalaError) {
      var run = try start(closures, settings)
      return try run.perform()
    } catch {
      giveUp(on: error, settings)
      return nil
    }
  }

  /// Handles an error that the caller does not get.
  func giveUp(on error: KhalaError, _ settings: CurrentSettings) {
    if isExternal {
      // The full error has been reported already.
      if error.isCensored { return }
    } else if settings.values.isEnabledAssert {
      assertionFailure("\n\(error)\n")
    }
    settings.values.errorHandler(error)
  }

  // MARK: - With a type

  /// Calls the routing function and returns its result as a type.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - blocks: Closures, in the order of the function's parameters.
  /// - Returns: The result of the function.
  /// - Throws: An error if the call cannot be made, or if the function fails.
  // Disfavored, so that `call()` in a closure without a result is the form that does not throw.
  @_disfavoredOverload
  public func call<Result>(
    as type: Result.Type = Result.self, blocks: [KhalaClosure] = []
  ) throws(KhalaError) -> Result {
    var run = try start(blocks.isEmpty ? nil : blocks)
    return try typed(try run.perform())
  }

  /// Calls the routing function on its actor, and waits for its result.
  ///
  /// It is not an overload of `call`, because Swift would select it in every asynchronous function:
  /// for `let value: Any? = call()`, and for a `call(as:)` that must run on the current actor or
  /// return a value that is not `Sendable`.
  ///
  /// If the task is cancelled, the running interceptor or function is cancelled as well. If it then
  /// throws a `CancellationError`, the call throws a ``KhalaError`` with the code
  /// ``KhalaError/Code/cancelled``.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - blocks: Closures, in the order of the function's parameters.
  /// - Returns: The result of the function.
  /// - Throws: An error if the call cannot be made, or if the function fails.
  @concurrent
  public func callAsync<Result: Sendable>(
    as type: Result.Type = Result.self, blocks: [KhalaClosure] = []
  ) async throws(KhalaError) -> Result {
    try await sentResult(as: Result.self, blocks: blocks)
  }

  /// Calls the routing function on its actor, for the toolkit's own asynchronous forms.
  nonisolated(nonsending) func sentResult<Result: Sendable>(
    as type: Result.Type, blocks: [KhalaClosure]
  ) async throws(KhalaError) -> Result {
    var run = try start(blocks.isEmpty ? nil : blocks)
    return try await run.performAsync { (result) throws(KhalaError) in try typed(result) }
  }

  /// Calls the routing function on its actor, and releases its result.
  nonisolated(nonsending) func finish(blocks: [KhalaClosure] = []) async throws(KhalaError) {
    var run = try start(blocks.isEmpty ? nil : blocks)
    try await run.performAsync { _ in }
  }

  /// Starts a run of the call, and records the call in the history even if it is refused.
  ///
  /// - Parameters:
  ///   - closures: The closures of the caller, or `nil` to fill in closures that do nothing.
  ///   - settings: The settings for the whole run, even if they change during it.
  /// - Returns: The run.
  /// - Throws: The reason if the call is refused before it starts.
  func start(
    _ closures: [KhalaClosure]?, _ settings: CurrentSettings = Khala.settings
  ) throws(KhalaError) -> CallRun {
    if settings.isWritingHistory { settings.values.history.write(node) }
    if let refusal { throw refusal.at(caller) }
    return CallRun(
      self, closures: closures, settings: settings, board: KhalaState.current.routes.board)
  }

  private func typed<Result>(_ result: Any?) throws(KhalaError) -> Result {
    if let result = result as? Result { return result }
    // The function returns nothing, and the caller asks for `Void`.
    if result == nil, let nothing = () as? Result { return nothing }
    throw KhalaError.unexpectedResult(
      result, insteadOf: Result.self, url: contents.address.textWithoutQuery
    ).at(caller)
  }
}

extension Khala {
  /// Makes a call without waiting for its result.
  ///
  /// It performs as many steps as possible on this thread, and the remaining ones in a task.
  ///
  /// - Parameters:
  ///   - url: The URL to call.
  ///   - values: The values of the call.
  ///   - location: The source location of the call.
  ///   - failed: Called with the error if the call fails.
  package static func send(
    _ url: String, values: [String: any Sendable], at location: CodeLocation,
    failed: @escaping @Sendable (KhalaError) -> Void
  ) {
    let call = Khala(text: url, params: values, isExternal: false, caller: location)
    do throws(KhalaError) {
      var run = try call.start(nil)
      _ = try run.perform(pauses: true)
      guard run.pending != nil else { return }
      // This call was created here and has no other reference, so it can be sent.
      let sent = Sent(run)
      let activity = FreshActivity.current
      activity?.begin()
      Task {
        defer { activity?.end() }
        var run = sent.take()
        do throws(KhalaError) {
          try await run.performAsync { _ in }
        } catch {
          failed(error)
        }
      }
    } catch {
      failed(error)
    }
  }
}
