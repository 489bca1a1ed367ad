import ProcessLifecycle
import ToolkitTrace

/// A function of a routing class, or a closure, that calls can reach.
///
/// This is the one form that a function has behind ``__KhalaTable``, and what every
/// route, fallback and stub leads to.
///
/// A class, so that a call that has found it takes one reference along.
final class RouteTarget: Sendable {
  /// The closure that calls it, whatever the types of its class and its result.
  ///
  /// The object is an instance of its class; `nil` for a closure.
  ///
  /// `@unchecked Sendable`: the body of a function is made by a static function and captures
  /// nothing mutable. `RouteTarget` calls it on the actor of its class, if that has one. A closure
  /// is `@Sendable` when it is registered.
  enum Body: @unchecked Sendable {
    /// On the actor of the class, if it has one.
    case sync((AnyObject?, KhalaArguments) throws -> Any?)
    /// On the main actor, with an instance of a class of no global actor.
    case main((AnyObject?, KhalaArguments) throws -> Any?)
    /// From anywhere.
    case async(@concurrent (AnyObject?, sending KhalaArguments) async throws -> sending Any?)
  }

  /// The name of the function in URLs; for a closure, its name in messages and traces,
  /// such as the pattern of its route.
  let name: String
  /// The parameters of a function; empty for a closure.
  let parameters: [__KhalaParameter]
  /// The callers of a function by the name of its class and its own.
  let access: KhalaAccess
  /// The paths of its own that a function has.
  let routes: [__KhalaRoute]
  /// The number of the caller's closures that it takes.
  let closureCount: Int
  /// The number of closures that a caller must give who gives any.
  let requiredClosureCount: Int
  let body: Body
  /// The instance that a function is called with; `nil` for a closure.
  let instance: RoutingInstance?
  /// The source location of the call that registered a closure; `nil` for a function.
  let location: CodeLocation?

  /// Makes the target of a function.
  init<Module: AnyObject>(_ function: __KhalaFunction<Module>, of instance: RoutingInstance) {
    name = function.name
    parameters = function.parameters
    access = function.access
    routes = function.routes
    requiredClosureCount = parameters.count { $0 == .closure(isRequired: true) }
    closureCount = requiredClosureCount + parameters.count { $0 == .closure(isRequired: false) }
    body = function.body
    self.instance = instance
    location = nil
  }

  /// Makes the target of a closure.
  init(_ body: Body, name: String, location: CodeLocation) {
    self.name = name
    parameters = []
    access = .internal
    routes = []
    closureCount = 0
    requiredClosureCount = 0
    self.body = body
    instance = nil
    self.location = location
  }

  /// A Boolean value that indicates whether a function is written with `async`, or
  /// belongs to an actor of its own that is not the main one.
  var isAsync: Bool {
    if case .async = body { true } else { false }
  }
}

extension RouteTarget.Body {
  /// Returns the body of a closure with a result of its own type.
  static func returning<Result>(
    _ body: @escaping @Sendable (KhalaArguments) throws -> Result
  ) -> Self {
    .sync { _, arguments in
      let result = try body(arguments)
      return isNothing(result) ? nil : result
    }
  }

  /// Returns the body of an asynchronous closure with a result of its own type.
  static func returningAsync<Result: Sendable>(
    _ body: @escaping @isolated(any) @Sendable (sending KhalaArguments) async throws -> Result
  ) -> Self {
    .async { _, arguments in
      let result = try await body(arguments)
      return isNothing(result) ? nil : result
    }
  }

  /// A Boolean value that indicates whether a routing function would return `nil`
  /// for a result: for `Void`, and for an Optional without a value.
  private static func isNothing<Result>(_ result: Result) -> Bool {
    Result.self == Void.self || (result as? any OptionalValue)?.isNil == true
  }
}

extension RouteTarget {
  /// A Boolean value that indicates whether the target suspends, or belongs to an
  /// actor that the caller is not on.
  var mustBeWaitedFor: Bool { isAsync || !isHere }

  /// A Boolean value that indicates whether it may run on the calling thread.
  private var isHere: Bool {
    if case .main = body { ProcessLifecycle.isOnMain } else { instance?.isHere ?? true }
  }

  /// Calls it, notifies observers, and returns its result.
  ///
  /// - Throws: A ``KhalaError`` at the source location of the call.
  func call(
    with arguments: KhalaArguments, for caller: CodeLocation, notifying observers: [CallObserver]
  ) throws(KhalaError) -> Any? {
    do {
      guard Trace.isOn || !observers.isEmpty else { return try perform(arguments) }
      return try performTraced(arguments, for: caller, notifying: observers)
    } catch {
      throw failure(error, arguments, caller)
    }
  }

  /// Calls it where it belongs, waits for it, notifies observers, and returns its
  /// result.
  ///
  /// - Throws: A ``KhalaError`` at the source location of the call.
  nonisolated(nonsending) func callAsync(
    with arguments: KhalaArguments, for caller: CodeLocation, notifying observers: [CallObserver]
  ) async throws(KhalaError) -> sending Any? {
    do {
      guard Trace.isOn || !observers.isEmpty else {
        return try await performAsync(Sent(arguments)).take()
      }
      return try await Trace.span(title, kind: .route, module: module) {
        let result = try await performAsync(Sent(arguments))
        for observer in observers { observer.see(arguments, result.value, by: caller) }
        return result
      }.take()
    } catch {
      throw failure(error, arguments, caller)
    }
  }

  /// Calls it in a span, and notifies observers before that ends: what they lead to
  /// comes from the call.
  @inline(never)
  private func performTraced(
    _ arguments: KhalaArguments, for caller: CodeLocation, notifying observers: [CallObserver]
  ) throws -> Any? {
    try Trace.span(title, kind: .route, module: module) {
      let result = try perform(arguments)
      for observer in observers { observer.see(arguments, result, by: caller) }
      return result
    }
  }

  @inline(__always)
  private func perform(_ arguments: KhalaArguments) throws -> Any? {
    guard case .sync(let body) = body, instance?.isHere ?? true else {
      return try performOnMain(arguments)
    }
    return try body(instance?.current().value, arguments)
  }

  /// Calls a function of the main actor.
  @inline(never)
  private func performOnMain(_ arguments: KhalaArguments) throws -> Any? {
    guard case .main(let body) = body, isHere else {
      throw KhalaError.needsAsync(longTitle, url: arguments.contents.address.textWithoutQuery)
    }
    return try body(instance?.current().value, arguments)
  }

  /// The call, and so what it takes, was sent here by its caller.
  private nonisolated(nonsending) func performAsync(
    _ arguments: Sent<KhalaArguments>
  ) async throws -> Sent<Any?> {
    switch body {
    case .sync(let body):
      if let actor = instance?.isolation {
        return try await perform(Sent(body), arguments, on: actor)
      }
      // What can be called from anywhere: a closure can be sent, so that what it
      // captures belongs to no actor, and the arguments are this call's.
      return Sent(try body(instance?.current().value, arguments.value))
    case .main(let body):
      return try await perform(Sent(body), arguments, on: MainActor.shared)
    case .async(let body):
      let object = await instance?.currentOnActor()
      return Sent(try await body(object?.take(), arguments.take()))
    }
  }

  private func perform(
    _ body: Sent<(AnyObject?, KhalaArguments) throws -> Any?>,
    _ arguments: Sent<KhalaArguments>, on actor: isolated any Actor
  ) async throws -> Sent<Any?> {
    Sent(try body.value(instance?.current().value, arguments.value))
  }

  // MARK: - In words

  /// The name in traces and in errors about values, such as `AModule/server`.
  var title: String { instance.map { "\($0.name)/\(name)" } ?? name }

  /// The name in other messages: `AModule.server(value:)`, or the name and source
  /// location of a closure.
  var longTitle: String {
    location.map { "'\(name)' (\($0))" } ?? "\(instance.map { "\($0.name)." } ?? "")\(signature)"
  }

  /// The function as it is written in messages: `server(value:name:)`.
  var signature: String {
    let labels = parameters.map { parameter in
      switch parameter {
      case .info: "info:"
      case .closure: "closure:"
      case .value(let name, _, _): "\(name):"
      }
    }
    return labels.isEmpty ? name : "\(name)(\(labels.joined()))"
  }

  /// The name of the module that answers.
  private var module: String { location?.module ?? instance?.module ?? "" }

  @inline(never)
  private func failure(
    _ error: any Error, _ arguments: KhalaArguments, _ caller: CodeLocation
  ) -> KhalaError {
    let url = arguments.contents.address.textWithoutQuery
    switch error {
    case let error as KhalaError: return error
    case let error as KhalaArgumentError:
      return KhalaError.invalidArgument(error, url: url).at(caller)
    case is CancellationError: return KhalaError.cancelled(url, error).at(caller)
    default: return KhalaError.functionFailed(longTitle, with: error, url: url).at(caller)
    }
  }
}
