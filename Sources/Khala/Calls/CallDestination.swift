import ToolkitTrace

/// The function or closure that a call reaches, and its arguments.
struct CallDestination {
  /// A function of a routing class, or a closure.
  enum Callee: Sendable {
    case function(RoutingFunction)
    case closure(CallClosure)

    /// Its name without what it takes, such as `AModule/server`.
    var name: String {
      switch self {
      case .function(let target): "\(target.owner.name)/\(target.function.name)"
      case .closure(let closure): closure.name
      }
    }
  }

  let arguments: KhalaArguments

  private var callee: Callee { arguments.callee }

  // MARK: - Calling

  /// A Boolean value that indicates whether it suspends, or belongs to an actor that
  /// the caller is not on.
  var mustBeWaitedFor: Bool {
    switch callee {
    case .function(let target): target.owner.mustWait(for: target.function)
    case .closure(let closure): closure.suspends
    }
  }

  /// Calls it, notifies the observers of calls and returns the result.
  @inline(__always)
  func arrive(
    for caller: KhalaPlace, telling observers: [CallObserver]
  ) throws(KhalaError) -> Any? {
    guard observers.isEmpty else { return try call(for: caller, telling: observers) }
    return try call(for: caller)
  }

  /// Calls it and returns what it does.
  func call(for caller: KhalaPlace) throws(KhalaError) -> Any? {
    do {
      return Trace.isOn ? try performTraced() : try perform()
    } catch {
      throw failure(error, caller)
    }
  }

  /// Calls it where it belongs and waits for it.
  nonisolated(nonsending) func callAsync(
    for caller: KhalaPlace
  ) async throws(KhalaError) -> sending Any? {
    do {
      guard Trace.isOn else { return try await performAsync() }
      return try await Trace.span(
        callee.name, kind: .route, module: module
      ) {
        Shared(try await performAsync())
      }.take()
    } catch {
      throw failure(error, caller)
    }
  }

  /// Calls it, and tells observers when that has been done; what they lead to comes from
  /// the call.
  @inline(never)
  func call(
    for caller: KhalaPlace, telling observers: [CallObserver]
  ) throws(KhalaError) -> Any? {
    do {
      return try Trace.span(callee.name, kind: .route, module: module) {
        let result = try perform()
        for observer in observers { observer.see(arguments, by: caller) }
        return result
      }
    } catch {
      throw failure(error, caller)
    }
  }

  /// Calls it where it belongs, waits for it, and tells observers.
  nonisolated(nonsending) func callAsync(
    for caller: KhalaPlace, telling observers: [CallObserver]
  ) async throws(KhalaError) -> sending Any? {
    do {
      return try await Trace.span(callee.name, kind: .route, module: module) {
        let result = Shared(try await performAsync())
        for observer in observers { observer.see(arguments, by: caller) }
        return result
      }.take()
    } catch {
      throw failure(error, caller)
    }
  }

  @inline(never)
  private func performTraced() throws -> Any? {
    try Trace.span(callee.name, kind: .route, module: module) { try perform() }
  }

  @inline(__always)
  private func perform() throws -> Any? {
    switch callee {
    case .function(let target): try target.owner.call(target.function, with: arguments)
    case .closure(let closure): try closure.call(with: arguments)
    }
  }

  private nonisolated(nonsending) func performAsync() async throws -> sending Any? {
    // The call, and so what it takes, was sent here by its caller.
    let arguments = Shared(arguments)
    switch callee {
    case .function(let target):
      return try await target.owner.callAsync(target.function, with: arguments.take())
    case .closure(let closure):
      return try await closure.callAsync(with: arguments.take())
    }
  }

  // MARK: - In words

  /// The name of the module that answers.
  private var module: String {
    switch callee {
    case .function(let target): target.owner.module
    case .closure(let closure): closure.place.module
    }
  }

  /// The name of it in messages.
  private var name: String {
    switch callee {
    case .function(let target): "\(target.owner.name).\(target.function.signature)"
    case .closure(let closure): "'\(closure.name)' (\(closure.place))"
    }
  }

  @inline(never)
  private func failure(_ error: any Error, _ caller: KhalaPlace) -> KhalaError {
    let url = arguments.contents.address.textWithoutQuery
    switch error {
    case RoutingFailure.needsAsync: return KhalaError.needsAsync(name, url: url).at(caller)
    case let error as KhalaError: return error
    case let error as KhalaArgumentError:
      return KhalaError.invalidArgument(error, url: url).at(caller)
    case is CancellationError: return KhalaError.cancelled(url, error).at(caller)
    default: return KhalaError.functionFailed(name, with: error, url: url).at(caller)
    }
  }
}
