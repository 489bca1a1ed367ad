import SectionRegistry

/// A routing class: what can be called, and the instance that it is called with.
///
/// - Concurrency: May be used from any thread.
final class RoutingClass: Sendable {
  /// The functions that can be called, in the order of the source.
  let functions: [RouteTarget]
  /// The instance that they are called with.
  let instance: RoutingInstance

  /// The record that declares the class, for what a call does not need to know;
  /// `nil` if the class was put together by hand.
  let declaration: Record?

  init(_ record: __KhalaModuleRecord, declaredBy declaration: Record? = nil) {
    self.declaration = declaration
    (instance, functions) = record.contents()
  }

  /// The name in URLs.
  var name: String { instance.name }

  /// The source location of the class.
  var location: CodeLocation? {
    declaration.map { CodeLocation(fileID: $0.fileID, line: $0.line) }
  }
}

// The function that makes the table of a routing class, without its isolation, so that a class
// is found on any thread.
//
// The macro writes a static function that puts closures together and runs none of them: it
// reads no state and captures nothing, so that it is the same value on every thread. Each
// closure in its result runs on the actor of the class, for which ``RoutingInstance`` cares.

/// Returns the function without its dynamic isolation, as one for any thread.
///
/// Both types have one representation: `@isolated(any)` keeps the isolation with the captures,
/// which a call does not read, and `@Sendable` is part of the type only.
func withoutIsolation<Module: AnyObject>(
  _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
) -> @Sendable () -> __KhalaTable<Module> {
  unsafe unsafeBitCast(table, to: (@Sendable () -> __KhalaTable<Module>).self)
}

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

  /// Makes what calls use of the class, with functions in the order of the source; on
  /// any thread, as nothing of the class runs yet.
  ///
  /// - Complexity: O(number of functions). Keep the result.
  func contents() -> (instance: RoutingInstance, functions: [RouteTarget]) { makeContents(self) }
}
