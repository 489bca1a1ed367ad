import RoutePatterns

extension Khala {
  // MARK: - As the original does

  /// Calls the routing function; closures that it takes and nobody gave do
  /// nothing.
  ///
  /// A call that comes to nothing returns nothing: it stops a debug build (see
  /// ``isEnabledAssert``), and otherwise is reported to ``errorHandler``.
  ///
  /// - Returns: What the function returns; nothing if it returns nothing.
  @discardableResult
  public func call() -> Any? {
    answer { () throws(KhalaError) in try result(closures: [], fillsIn: true) }
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
    answer { () throws(KhalaError) in try result(closures: blocks, fillsIn: false) }
  }

  /// Calls the routing function with closures, in the order of its parameters.
  @discardableResult
  public func call(blocks: KhalaClosure...) -> Any? {
    call(blocks: blocks)
  }

  private func answer(_ call: () throws(KhalaError) -> Any?) -> Any? {
    do throws(KhalaError) {
      return try call()
    } catch {
      if Khala.isEnabledAssert {
        assertionFailure("\n\(error)\n")
      }
      Khala.report(error)
      return nil
    }
  }

  // MARK: - With a type

  /// Calls the routing function for a result of one type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - blocks: Closures, in the order of its parameters.
  /// - Returns: What the function returns.
  /// - Throws: Why the call did not come about, or what went wrong in it.
  public func call<Result>(
    as type: Result.Type = Result.self, blocks: [KhalaClosure] = []
  ) throws(KhalaError) -> Result {
    let result = try result(closures: blocks, fillsIn: blocks.isEmpty)
    return try typed(result)
  }

  /// Calls the routing function where it belongs, and waits for its result.
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

  /// Calls the routing function where it belongs; what it returns is nobody
  /// else's.
  nonisolated(nonsending) func sentResult<Result>(
    as type: Result.Type, blocks: [KhalaClosure]
  ) async throws(KhalaError) -> sending Result {
    let found = try destination(closures: blocks, fillsIn: blocks.isEmpty)
    // The call, and so what it takes, was sent here by its caller.
    let arguments = Shared(found.arguments)
    do {
      let result = try await found.owner.callAsync(found.function, with: arguments.take())
      return Shared(try typed(result)).take()
    } catch let error as KhalaError {
      throw error
    } catch {
      throw failure(error, of: found)
    }
  }

  private func typed<Result>(_ result: Any?) throws(KhalaError) -> Result {
    if let result = result as? Result { return result }
    // A function that returns nothing, asked for `Void`.
    if result == nil, let nothing = () as? Result { return nothing }
    throw KhalaError.unexpectedResult(result, insteadOf: Result.self, url: text).at(caller)
  }

  // MARK: - Finding and calling

  /// A function with what it is called with.
  private struct Found {
    let owner: RoutingClass
    let function: Int
    let arguments: __KhalaArguments

    var name: String { "\(owner.name).\(owner.functions[function].signature)" }
  }

  /// The URL in messages.
  private var text: String { node.address.textWithoutQuery }

  private func result(closures: [KhalaClosure], fillsIn: Bool) throws(KhalaError) -> Any? {
    let found = try destination(closures: closures, fillsIn: fillsIn)
    do {
      return try found.owner.call(found.function, with: found.arguments)
    } catch {
      throw failure(error, of: found)
    }
  }

  private func destination(
    closures: [KhalaClosure], fillsIn: Bool
  ) throws(KhalaError) -> Found {
    let history = Khala.history
    if history.isEnabled { history.write(node) }
    if let refusal { throw refusal.at(caller) }
    let board = RouteDirectory.process.board
    guard let match = board.table.match(node.address) else {
      throw board.miss(of: node.address).at(caller)
    }
    let owner = match.route.owner
    let candidates = match.route.functions
    var function = candidates[0]
    if candidates.count > 1 {
      function = try choose(among: candidates, of: owner, closures: closures.count)
    }
    let needed = owner.functions[function].requiredClosureCount
    if closures.count < needed, !fillsIn {
      throw KhalaError.tooFewClosures(
        closures.count, of: needed, function: owner.functions[function].signature, url: text
      ).at(caller)
    }
    return Found(
      owner: owner, function: function,
      arguments: node.arguments(
        for: "\(owner.name)/\(owner.functions[function].name)", captures: match.captures,
        closures: closures))
  }

  /// Tells overloaded functions apart by the names of what they take.
  private func choose(
    among candidates: [Int], of owner: RoutingClass, closures: Int
  ) throws(KhalaError) -> Int {
    let given = Set(node.info.keys)
    let fitting = candidates.filter { index in
      owner.functions[index].parameters.allSatisfy { parameter in
        if case .value(let name, _, let isRequired) = parameter {
          given.contains(name) || !isRequired
        } else {
          true
        }
      }
    }
    // The one that uses most of what was given.
    let used = fitting.map { index in
      owner.functions[index].parameters.count { parameter in
        if case .value(let name, _, _) = parameter { given.contains(name) } else { false }
      }
    }
    guard let most = used.max(), used.count(where: { $0 == most }) == 1,
      let best = used.firstIndex(of: most)
    else {
      throw KhalaError.ambiguousFunction(
        candidates.map { owner.functions[$0].signature }, url: text
      ).at(caller)
    }
    return fitting[best]
  }

  private func failure(_ error: any Error, of found: Found) -> KhalaError {
    switch error {
    case RoutingFailure.needsAsync: KhalaError.needsAsync(found.name, url: text).at(caller)
    case let error as KhalaError: error
    case let error as KhalaArgumentError: KhalaError.invalidArgument(error, url: text).at(caller)
    default: KhalaError.functionFailed(found.name, with: error, url: text).at(caller)
    }
  }
}

extension RouteBoard {
  /// Why an address leads nowhere.
  func miss(of address: RouteAddress) -> KhalaError {
    let url = address.textWithoutQuery
    guard let name = address.host, let function = address.components.first else {
      return .invalidURL(url)
    }
    guard let owner = classes[name] else { return classNotFound(name, url: url) }
    return .functionNotFound(
      ([function] + address.components.dropFirst()).joined(separator: "/"), in: name, url: url,
      functions: owner.functions.map(\.signature))
  }
  /// No module declares a routing class of this name.
  func classNotFound(_ name: String, url: String) -> KhalaError {
    .classNotFound(
      name, url: url, suggestions: EditDistance.nearest(to: name, among: classes.keys, atMost: 3))
  }
}
