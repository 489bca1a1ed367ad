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
