import ProcessLifecycle
import Synchronization

/// A routing class of a known Swift type.
///
/// - Concurrency: An instance that is kept is shared by all callers. The macro
///   lets only types be kept that are safe to share: `Sendable` ones, actors, and
///   those of a global actor, which are called on it.
final class RoutingClassOf<Module>: RoutingClass {
  /// Where the class belongs, and what it offers.
  typealias TableFunction = @isolated(any) @Sendable () -> __KhalaTable<Module>

  let name: String
  let functions: [RoutingFunction]
  private let lifetime: KhalaLifetime
  /// The global actor that the class belongs to.
  private let isolation: (any Actor)?
  private let table: Shared<__KhalaTable<Module>>
  private let instance = Mutex<Shared<Module>?>(nil)

  init(name: String, lifetime: KhalaLifetime, table tableFunction: @escaping TableFunction) {
    self.name = name
    self.lifetime = lifetime
    isolation = tableFunction.isolation
    // Making the table only makes closures that capture nothing: it touches no
    // state of the actor whose isolation they inherit.
    let makeTable = unsafe unsafeBitCast(
      tableFunction, to: (@Sendable () -> __KhalaTable<Module>).self)
    let table = makeTable()
    self.table = Shared(table)
    functions = table.functions.map { function in
      if case .async = function.body {
        RoutingFunction(name: function.name, parameters: function.parameters, isAsync: true)
      } else {
        RoutingFunction(name: function.name, parameters: function.parameters, isAsync: false)
      }
    }
  }

  var isRegisteredInBatches: Bool { Module.self is any KhalaProtocol.Type }

  var isCached: Bool { instance.withLock { $0 != nil } }

  func makeInstance() throws(RoutingFailure) -> Bool {
    guard lifetime == .cached else { return false }
    guard isHere else { throw .needsAsync }
    _ = currentInstance()
    return true
  }

  func dropInstance() -> Bool {
    // Released outside the lock: its `deinit` may run anything.
    let dropped = instance.withLock { $0.take() }
    return dropped != nil
  }

  func call(_ function: Int, with arguments: __KhalaArguments) throws -> Any? {
    guard case .sync(let body) = table.value.functions[function].body, isHere else {
      throw RoutingFailure.needsAsync
    }
    return try body(currentInstance().value, arguments)
  }

  nonisolated(nonsending) func callAsync(
    _ function: Int, with arguments: sending __KhalaArguments
  ) async throws -> sending Any? {
    let arguments = Shared(arguments)
    let result =
      if let isolation {
        try await call(function, with: arguments, on: isolation)
      } else {
        try await callHere(function, with: arguments)
      }
    return result.take()
  }

  /// Calls a function on the actor that its class belongs to.
  private func call(
    _ function: Int, with arguments: Shared<__KhalaArguments>, on actor: isolated any Actor
  ) async throws -> Shared<Any?> {
    try await callHere(function, with: arguments)
  }

  private nonisolated(nonsending) func callHere(
    _ function: Int, with arguments: Shared<__KhalaArguments>
  ) async throws -> Shared<Any?> {
    let module = currentInstance().value
    return switch table.value.functions[function].body {
    case .sync(let body): Shared(try body(module, arguments.value))
    case .async(let body): Shared(try await body(module, arguments.value))
    }
  }

  /// Whether code of the class may run on the calling thread.
  private var isHere: Bool {
    guard let isolation else { return true }
    return isolation === MainActor.shared && ProcessLifecycle.isOnMain
  }

  /// The instance that is kept, made if there is none; or a new one for each
  /// call.
  private func currentInstance() -> Shared<Module> {
    if lifetime == .perCall { return Shared(table.value.make()) }
    if let instance = instance.withLock({ $0 }) { return instance }
    // Made outside the lock, since that runs code of the module. Of two threads
    // that do it at once, the first one's stays.
    let new = Shared(table.value.make())
    return instance.withLock { instance in
      if let instance { return instance }
      instance = new
      return new
    }
  }
}

/// A value that may be handed from one thread to another.
///
/// What is in it is one of three things, each safe for a reason of its own: the
/// table of a class, whose closures capture nothing; an instance, of which
/// ``RoutingClassOf`` says why; or what one call takes and returns, which the
/// compiler has seen its caller send.
struct Shared<Value>: @unchecked Sendable {
  nonisolated(unsafe) let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// The value, given away.
  func take() -> sending Value {
    nonisolated(unsafe) let value = value
    return value
  }
}
