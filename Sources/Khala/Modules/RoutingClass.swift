import ProcessLifecycle
import SectionRegistry
import Synchronization

/// A routing class and, once it has been called, its instance.
///
/// - Concurrency: May be used from any thread. An instance that is kept is shared
///   by all callers. The macro lets only such classes be kept as are safe to
///   share: `Sendable` ones, actors, and those of a global actor, which are
///   called on it.
final class RoutingClass: Sendable {
  private let record: __KhalaModuleRecord
  private let table: KhalaModuleTable
  private let instance = Mutex<Shared<AnyObject>?>(nil)

  /// The record that declares the class, for what a call does not need to know;
  /// nothing if the class was put together by hand.
  let declaration: Record?

  init(_ record: __KhalaModuleRecord, declaredBy declaration: Record? = nil) {
    self.record = record
    self.declaration = declaration
    table = record.table()
  }

  /// The source location of the class.
  var place: KhalaPlace? {
    declaration.map { KhalaPlace(fileID: $0.fileID, line: $0.line) }
  }

  /// The name in URLs.
  var name: String { record.name }

  /// The functions that can be called, in the order of the source.
  var functions: [KhalaModuleTable.Function] { table.functions }

  /// The name of the module that declares it.
  var module: String {
    String(String(reflecting: record.type).prefix { $0 != "." })
  }

  /// A Boolean value that indicates whether it conforms to ``KhalaProtocol``.
  var isRegisteredInBatches: Bool { record.type is any KhalaProtocol.Type }

  // MARK: - The instance

  /// A Boolean value that indicates whether an instance is kept.
  var isCached: Bool { instance.withLock { $0 != nil } }

  /// Makes an instance and keeps it, if there is none.
  ///
  /// - Returns: Whether one is kept afterwards.
  /// - Throws: If one can only be made on an actor that the caller is not on.
  func makeInstance() throws(RoutingFailure) -> Bool {
    guard record.lifetime == .cached else { return false }
    guard isHere else { throw .needsAsync }
    _ = currentInstance()
    return true
  }

  /// Lets go of the instance that is kept.
  ///
  /// - Returns: Whether there was one.
  func dropInstance() -> Bool {
    // Released outside the lock: its `deinit` may run anything.
    let dropped = instance.withLock { $0.take() }
    return dropped != nil
  }

  /// The instance that is kept, made if there is none; or a new one for each
  /// call.
  private func currentInstance() -> Shared<AnyObject> {
    if record.lifetime == .perCall { return Shared(table.make()) }
    if let instance = instance.withLock({ $0 }) { return instance }
    // Made outside the lock, since that runs code of the module. Of two threads
    // that do it at once, the first one's stays.
    let new = Shared(table.make())
    return instance.withLock { instance in
      if let instance { return instance }
      instance = new
      return new
    }
  }

  // MARK: - Calling

  /// Calls a function and returns what it does.
  ///
  /// - Throws: What the function throws, or ``RoutingFailure`` if that cannot be
  ///   done without waiting.
  func call(
    _ function: KhalaModuleTable.Function, with arguments: __KhalaArguments
  ) throws -> Any? {
    guard case .sync(let body) = function.body, isHere else {
      throw RoutingFailure.needsAsync
    }
    return try body(currentInstance().value, arguments)
  }

  /// Returns whether a function suspends, or belongs to an actor that the caller is not on.
  func mustWait(for function: KhalaModuleTable.Function) -> Bool {
    if case .sync = function.body { !isHere } else { true }
  }

  /// Calls a function where it belongs, and waits for it.
  nonisolated(nonsending) func callAsync(
    _ function: KhalaModuleTable.Function, with arguments: sending __KhalaArguments
  ) async throws -> sending Any? {
    let arguments = Shared(arguments)
    switch function.body {
    case .sync(let body):
      let body = Shared(body)
      let result =
        if let isolation = record.isolation {
          try await call(body, with: arguments, on: isolation)
        } else {
          Shared(try body.value(currentInstance().value, arguments.value))
        }
      return result.take()
    case .async(let body):
      let instance = await instanceWhereItBelongs()
      return try await body(instance.take(), __KhalaSentArguments(arguments.take()))
    }
  }

  private func call(
    _ body: Shared<(AnyObject, __KhalaArguments) throws -> Any?>,
    with arguments: Shared<__KhalaArguments>, on actor: isolated any Actor
  ) async throws -> Shared<Any?> {
    Shared(try body.value(currentInstance().value, arguments.value))
  }

  private nonisolated(nonsending) func instanceWhereItBelongs() async -> Shared<AnyObject> {
    guard let isolation = record.isolation else { return currentInstance() }
    return await makeInstance(on: isolation)
  }

  private func makeInstance(on actor: isolated any Actor) async -> Shared<AnyObject> {
    currentInstance()
  }

  /// A Boolean value that indicates whether code of the class may run on the calling thread.
  private var isHere: Bool {
    guard let isolation = record.isolation else { return true }
    return isolation === MainActor.shared && ProcessLifecycle.isOnMain
  }
}

/// A function and the class that it is of.
///
/// A class, so that a call takes one reference along.
final class RoutingFunction: Sendable {
  let function: KhalaModuleTable.Function
  let owner: RoutingClass

  init(_ function: KhalaModuleTable.Function, of owner: RoutingClass) {
    self.function = function
    self.owner = owner
  }
}

extension KhalaModuleTable.Function {
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
}

/// Why a function was not called.
enum RoutingFailure: Error {
  /// It has to be waited for.
  case needsAsync
}

/// A value that may be handed from one thread to another.
///
/// What is in it is one of four things, each safe for a reason of its own: the
/// body of a function, which captures nothing; an instance, of which
/// ``RoutingClass`` says why; what one call takes and returns, which the
/// compiler has seen its caller send; or a call itself, to which its maker keeps no
/// reference.
struct Shared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// The value, given away.
  func take() -> sending Value {
    nonisolated(unsafe) let value = value
    return unsafe value
  }
}
