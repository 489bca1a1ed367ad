extension Khala {
  /// Makes the instance of the routing class in the URL, if there is none.
  ///
  /// A call does that too; registering makes the class one of those that a
  /// ``KhalaNotify`` reaches before it has been called.
  ///
  /// - Returns: Whether the class has an instance afterwards.
  @discardableResult
  public func register() -> Bool {
    guard let owner = routingClass else { return false }
    do throws(RoutingFailure) {
      return try owner.makeInstance()
    } catch {
      Khala.report(.needsAsync("\(owner.name).init", url: node.address.textWithoutQuery).at(caller))
      return false
    }
  }

  /// Makes the instance of the routing class in the URL, if there is none.
  @discardableResult
  public func regist() -> Bool { register() }

  /// Lets go of the instance of the routing class in the URL.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func unregister() -> Bool {
    routingClass?.dropInstance() ?? false
  }

  /// Lets go of the instances of all routing classes.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  public static func unregisterAll() -> Bool {
    let dropped = RouteDirectory.process.board.classes.values.map { $0.dropInstance() }
    return dropped.contains(true)
  }

  /// Makes the instances of all routing classes that conform to
  /// ``KhalaProtocol``.
  ///
  /// - Returns: The names of those that have one afterwards, in their order.
  @discardableResult
  public static func registWithKhalaProtocol() -> [String] {
    RouteDirectory.process.board.classes.values
      .filter { $0.isRegisteredInBatches && (try? $0.makeInstance()) == true }
      .map(\.name)
      .sorted()
  }

  /// The routing class in the URL; if there is none, that is reported.
  private var routingClass: RoutingClass? {
    guard let name = node.address.host else {
      Khala.report(.invalidURL(node.address.text).at(caller))
      return nil
    }
    let board = RouteDirectory.process.board
    if let owner = board.classes[name] { return owner }
    Khala.report(board.classNotFound(name, url: node.address.textWithoutQuery).at(caller))
    return nil
  }
}
