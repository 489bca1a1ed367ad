import ProcessLifecycle
import ToolkitTrace

/// A function of a routing class, or a closure, that calls can reach.
///
/// ``__KhalaTable`` produces one for each function. Every route, fallback and stub refers to one.
///
/// It is a class, so that a call retains a single reference to the target that it found.
final class RouteTarget: Sendable {
  /// The closure that performs the call, with the types of its class and result erased.
  ///
  /// Its first argument is an instance of the class, or `nil` for a closure.
  ///
  /// `@unchecked Sendable`: a static function makes the body of a function, and it captures nothing
  /// mutable. `RouteTarget` calls it on the actor of its class, if the class has one. A registered
  /// closure is `@Sendable`.
  enum Body: @unchecked Sendable {
    /// Runs on the actor of the class, if it has one.
    case sync((AnyObject?, KhalaArguments) throws -> Any?)
    /// Runs on the main actor, although its class has no global actor.
    case main((AnyObject?, KhalaArguments) throws -> Any?)
    /// Runs anywhere.
    case async(@concurrent (AnyObject?, sending KhalaArguments) async throws -> sending Any?)
  }

  /// The name of a function in URLs.
  ///
  /// For a closure, its name in messages and traces, such as the pattern of its route.
  let name: String
  /// The parameters of a function, empty for a closure.
  let parameters: [__KhalaParameter]
  /// The callers that may use a function by the name of its class and its own name.
  let access: KhalaAccess
  /// The function's own routes, declared with `@Route`.
  let routes: [__KhalaRoute]
  /// The number of closures that the function takes.
  let closureCount: Int
  /// The number of closures that a caller must pass if it passes any.
  let requiredClosureCount: Int
  let body: Body
  /// The instance on which the function is called, or `nil` for a closure.
  let instance: RoutingInstance?
  /// The source location of the call that registered a closure, or `nil` for a function.
  let location: CodeLocation?

  /// Creates the target of a function.
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

  /// Creates the target of a closure.
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

  /// A Boolean value that indicates whether a function is written with `async`, or belongs to an
  /// actor other than the main actor.
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

  /// A Boolean value that indicates whether a routing function would return `nil` for a result: for
  /// `Void` and for an empty `Optional`.
  private static func isNothing<Result>(_ result: Result) -> Bool {
    Result.self == Void.self || (result as? any OptionalValue)?.isNil == true
  }
}

extension RouteTarget {
  /// A Boolean value that indicates whether the target suspends, or belongs to an actor that the
  /// caller is not on.
  var mustBeWaitedFor: Bool { isAsync || !isHere }

  /// A Boolean value that indicates whether the target may run on the calling thread.
  private var isHere: Bool {
    if case .main = body { ProcessLifecycle.isOnMain } else { instance?.isHere ?? true }
  }

  /// Calls the target, notifies observers, and returns its result.
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

  /// Calls the target on its actor, waits for it, notifies observers, and returns its result.
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

  /// Calls the target in a span, and notifies observers before the span ends, so that their work is
  /// traced as caused by the call.
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

  /// Performs a call whose arguments its caller has sent.
  private nonisolated(nonsending) func performAsync(
    _ arguments: Sent<KhalaArguments>
  ) async throws -> Sent<Any?> {
    switch body {
    case .sync(let body):
      if let actor = instance?.isolation {
        return try await perform(Sent(body), arguments, on: actor)
      }
      // This body may run anywhere. A closure that can be sent captures nothing of an actor, and
      // the arguments belong to this call only.
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

  /// The name in other messages: `AModule.server(value:)`, or the name and source location of a
  /// closure.
  var longTitle: String {
    location.map { "'\(name)' (\($0))" } ?? "\(instance.map { "\($0.name)." } ?? "")\(signature)"
  }

  /// The function as messages write it: `server(value:name:)`.
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

  /// The name of the module that declares the target.
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
