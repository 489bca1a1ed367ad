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
    return Khala.makeInstance(of: owner, url: node.address.textWithoutQuery, caller)
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
  /// One that can only be made on an actor that the caller is not on is left out,
  /// which is reported to ``errorHandler``.
  ///
  /// - Parameters:
  ///   - fileID: Where this is called; leave it out.
  ///   - line: Where this is called; leave it out.
  /// - Returns: The names of those that have one afterwards, in their order.
  @discardableResult
  public static func registWithKhalaProtocol(
    fileID: String = #fileID, line: Int = #line
  ) -> [String] {
    let caller = KhalaPlace(fileID: fileID, line: line)
    return RouteDirectory.process.board.classes.values
      .filter(\.isRegisteredInBatches)
      .sorted { $0.name < $1.name }
      .filter { makeInstance(of: $0, url: $0.name, caller) }
      .map(\.name)
  }

  /// Makes the instance of a routing class; if that has to be waited for, it is
  /// reported.
  ///
  /// - Returns: Whether there is one.
  private static func makeInstance(
    of owner: RoutingClass, url: String, _ caller: KhalaPlace
  ) -> Bool {
    do throws(RoutingFailure) {
      return try owner.makeInstance()
    } catch {
      report(.needsAsync("\(owner.name).init", url: url).at(caller))
      return false
    }
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
