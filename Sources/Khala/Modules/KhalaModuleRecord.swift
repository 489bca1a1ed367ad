/// A routing class, as its record hands it out.
///
/// - Warning: Records of kind `khla` hand this out. Do not use it directly.
public struct __KhalaModuleRecord: Sendable {
  /// The host of its URLs.
  let name: String
  let lifetime: KhalaLifetime
  /// The actor that the class belongs to; none if it can be used from anywhere.
  let isolation: (any Actor)?
  /// The class itself.
  let type: any AnyObject.Type
  private let makeTable: @Sendable () -> KhalaModuleTable

  init<Module: AnyObject>(
    _ name: String, lifetime: KhalaLifetime,
    _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
  ) {
    self.name = name
    self.lifetime = lifetime
    isolation = table.isolation
    type = Module.self
    // The function is a static one that only puts closures together: it reads no
    // state, so it may run on any thread, whatever its isolation. A function
    // that has no captures is the same value on every thread. Its isolation is
    // not part of how it is called.
    typealias Plain = () -> __KhalaTable<Module>
    nonisolated(unsafe) let function = unsafe unsafeBitCast(table, to: Plain.self)
    makeTable = { KhalaModuleTable(unsafe function()) }
  }

  /// Puts the table together; on any thread, as nothing of the class runs yet.
  ///
  /// - Complexity: O(number of functions). Keep the result.
  func table() -> KhalaModuleTable { makeTable() }
}

/// The functions of a routing class, whatever its type.
///
/// It may be looked at from any thread. What is marked as isolated may be called
/// only on the actor of its record, with an instance that its own `make` made.
///
/// `@unchecked Sendable`: all of it is constant. Its closures come from the
/// static function of one class and capture nothing that can change; those of a
/// class that belongs to an actor are called on that one alone, which is what
/// their callers promise.
struct KhalaModuleTable: @unchecked Sendable {
  /// One routing function.
  ///
  /// A class, so that a call that has found it takes one reference along.
  final class Function: @unchecked Sendable {
    /// The closure that calls it; the same promise counts.
    enum Body {
      /// On the actor of the record, if it has one.
      case sync((AnyObject, __KhalaArguments) throws -> Any?)
      /// From anywhere.
      case async(@concurrent (AnyObject, __KhalaSentArguments) async throws -> sending Any?)
    }

    let name: String
    let parameters: [__KhalaParameter]
    let access: KhalaAccess
    let routes: [__KhalaRoute]
    let body: Body
    /// The number of closures that it takes.
    let closureCount: Int
    /// The number of closures that a caller must give who gives any.
    let requiredClosureCount: Int

    init<Module: AnyObject>(_ function: __KhalaFunction<Module>, body: Body) {
      name = function.name
      parameters = function.parameters
      access = function.access
      routes = function.routes
      self.body = body
      requiredClosureCount = parameters.count { $0 == .closure(isRequired: true) }
      closureCount = requiredClosureCount + parameters.count { $0 == .closure(isRequired: false) }
    }
  }

  /// Makes an instance; on the actor of the record, if it has one.
  let make: () -> AnyObject
  /// In the order of the source.
  let functions: [Function]

  init<Module: AnyObject>(_ table: __KhalaTable<Module>) {
    make = table.make
    functions = table.functions.map { Function($0, body: Self.erased($0.body)) }
  }

  /// A body that takes any object, which must be an instance of its class.
  private static func erased<Module: AnyObject>(
    _ body: __KhalaFunction<Module>.Body
  ) -> Function.Body {
    switch body {
    case .sync(let body):
      .sync { object, arguments in
        try body(unsafe unsafeDowncast(object, to: Module.self), arguments)
      }
    case .async(let body):
      .async { object, arguments in
        try await body(unsafe unsafeDowncast(object, to: Module.self), arguments)
      }
    }
  }
}
