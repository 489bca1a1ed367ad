/// What came with a call, as the parameters of a routing function want it.
///
/// - Warning: The macro `@KhalaModule` writes calls of this. Do not use it
///   directly.
public struct __KhalaArguments {
  /// The function that is called, as errors name it: `AModule/server`.
  let function: String
  /// What the caller gave along.
  let params: [AnyHashable: Any]
  /// The values of the URL's query and of its path, in their order, decoded.
  let queryValues: [(name: String, value: String?)]
  /// What the caller wants to be told by.
  let closures: [KhalaClosure]

  init(
    function: String, params: [AnyHashable: Any] = [:],
    queryValues: [(name: String, value: String?)] = [], closures: [KhalaClosure] = []
  ) {
    self.function = function
    self.params = params
    self.queryValues = queryValues
    self.closures = closures
  }

  /// Everything that came with the call by name.
  ///
  /// What the caller gave along wins over the query, and the first of several
  /// values of one name over the others. A name without a value is left out.
  public var info: KhalaInfo {
    var info = KhalaInfo(minimumCapacity: params.count + queryValues.count)
    for (name, value) in queryValues where info[name] == nil {
      if let value { info[name] = value }
    }
    for (name, value) in params {
      if let name = name.base as? String { info[name] = value }
    }
    return info
  }

  /// The same, and what the caller gave along under keys of other types.
  public var anyInfo: [AnyHashable: Any] {
    var info = params
    for (name, value) in queryValues where info[AnyHashable(name)] == nil {
      if let value { info[AnyHashable(name)] = value }
    }
    return info
  }

  /// The caller's closure at this place; one that does nothing if there is none.
  public func closure(_ index: Int) -> KhalaClosure {
    optionalClosure(index) ?? { _ in }
  }

  /// The caller's closure at this place, if there is one.
  public func optionalClosure(_ index: Int) -> KhalaClosure? {
    closures.indices.contains(index) ? closures[index] : nil
  }
}

@available(*, unavailable)
extension __KhalaArguments: Sendable {}
