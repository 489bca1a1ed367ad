import SectionRegistry

/// A routing class, with its functions and its instance.
///
/// - Concurrency: May be used from any thread.
final class RoutingClass: Sendable {
  /// The functions that can be called, in the order of the source.
  let functions: [RouteTarget]
  /// The instance on which they are called.
  let instance: RoutingInstance

  /// The record that declares the class, for details that calls do not need.
  ///
  /// It is `nil` if the class was created without a record.
  let declaration: Record?

  init(_ record: __KhalaModuleRecord, declaredBy declaration: Record? = nil) {
    self.declaration = declaration
    (instance, functions) = record.contents()
  }

  /// The name of the class in URLs.
  var name: String { instance.name }

  /// The source location of the class.
  var location: CodeLocation? {
    declaration.map { CodeLocation(fileID: $0.fileID, line: $0.line) }
  }
}

// The function below removes the isolation from the function that makes the table of a routing
// class, so that a class can be looked up on any thread.
//
// The macro writes a static function that only combines closures and runs none of them. It reads no
// state and captures nothing, so that its result is the same on every thread. Each closure in the
// result runs on the actor of the class, which ``RoutingInstance`` ensures.

/// Returns the function without its dynamic isolation, for use on any thread.
///
/// Both types have the same representation: `@isolated(any)` stores the isolation with the
/// captures, which a call does not read, and `@Sendable` is part of the type only.
func withoutIsolation<Module: AnyObject>(
  _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
) -> @Sendable () -> __KhalaTable<Module> {
  unsafe unsafeBitCast(table, to: (@Sendable () -> __KhalaTable<Module>).self)
}

/// The contents of a routing class's record.
///
/// - Warning: Records of kind `khla` return this type. Do not use it directly.
public struct __KhalaModuleRecord: Sendable {
  /// The host of its URLs.
  let name: String
  let lifetime: KhalaLifetime
  /// The actor of the class, or `nil` if it can be used from any thread.
  let isolation: (any Actor)?
  /// The class itself.
  let type: any AnyObject.Type
  private let makeContents: @Sendable (Self) -> (RoutingInstance, [RouteTarget])

  init<Module: AnyObject>(
    _ name: String, lifetime: KhalaLifetime,
    _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
  ) {
    self.name = name
    self.lifetime = lifetime
    isolation = table.isolation
    type = Module.self
    let makeTable = withoutIsolation(table)
    makeContents = { record in
      let table = makeTable()
      let instance = RoutingInstance(of: record, table.make)
      return (instance, table.functions.map { RouteTarget($0, of: instance) })
    }
  }

  /// Creates the functions, in the order of the source, and the instance holder of the class.
  ///
  /// It can run on any thread, because it runs no code of the class.
  ///
  /// - Complexity: O(number of functions). Keep the result.
  func contents() -> (instance: RoutingInstance, functions: [RouteTarget]) { makeContents(self) }
}
