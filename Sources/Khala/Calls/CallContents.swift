/// The contents of a call: its address, and the values that come with it.
struct CallContents {
  /// The address of the call.
  var address: RouteAddress
  /// The values that the caller gave, which win over those of the query.
  var given: [AnyHashable: Any] = [:]
  /// The items of the query, if they are others than those of ``address``.
  var otherItems: [RouteQueryItem]?

  /// The items of the query that count.
  var query: [RouteQueryItem] { otherItems ?? address.queryItems }

  /// The first item of the query that has this name.
  func firstItem(named name: String) -> RouteQueryItem? {
    if let otherItems { return otherItems.first { $0.name == name } }
    return address.firstQueryItem(named: name)
  }

  /// The values by name: what a routing function sees as its dictionary.
  ///
  /// - Parameter captures: What the pattern of the route captured.
  /// - Returns: The values.
  func info(with captures: RouteCaptures = .none) -> KhalaInfo {
    var info = queryValues
    let captured = captures.texts
    if !captured.isEmpty || !given.isEmpty {
      info.reserveCapacity(info.count + captured.count + given.count)
    }
    for (name, value) in captured { info[name] = value }
    for (name, value) in given {
      if let name = name.base as? String { info[name] = value }
    }
    return info
  }

  /// The values of the query; the first of a name wins.
  private var queryValues: KhalaInfo {
    if let otherItems {
      let values = otherItems.lazy.compactMap { item in item.value.map { (item.name, $0 as Any) } }
      return Dictionary(values) { first, _ in first }
    }
    return address.queryValues
  }
}
