extension Khala {
  /// Makes the instance of the routing class in the URL, if there is none.
  ///
  /// A call does that too; registering makes the class one of those that a
  /// ``KhalaNotify`` reaches before it has been called.
  ///
  /// One that comes to nothing, because there is no such class or because it belongs
  /// to an actor that the caller is not on, goes the way of a call that does: it
  /// stops a debug build (see ``isEnabledAssert``), and otherwise is reported to
  /// ``errorHandler``.
  ///
  /// - Returns: Whether the class has an instance afterwards.
  @discardableResult
  public func register() -> Bool {
    let settings = Khala.settings
    do throws(KhalaError) {
      return try Khala.makeInstance(
        of: try routingClass(), url: node.address.textWithoutQuery, caller)
    } catch {
      giveUp(on: error, settings)
      return false
    }
  }

  /// Does the same as ``register()``.
  @discardableResult
  public func regist() -> Bool { register() }

  /// Lets go of the instance of the routing class in the URL.
  ///
  /// If there is no such class, that is reported to ``errorHandler``.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func unregister() -> Bool {
    do throws(KhalaError) {
      return try routingClass().instance.drop()
    } catch {
      Khala.report(error)
      return false
    }
  }

  /// Lets go of the instances of all routing classes, whatever the URL.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  public func unregisterAll() -> Bool { Khala.unregisterAll() }

  /// Lets go of the instances of all routing classes.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  public static func unregisterAll() -> Bool {
    let dropped = KhalaState.current.routes.board.classes.values.map { $0.instance.drop() }
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
    let caller = CodeLocation(fileID: fileID, line: line)
    return KhalaState.current.routes.board.classes.values
      .filter { $0.instance.record.type is any KhalaProtocol.Type }
      .sorted { $0.name < $1.name }
      .filter { owner in
        do throws(KhalaError) {
          return try makeInstance(of: owner, url: owner.name, caller)
        } catch {
          report(error)
          return false
        }
      }
      .map(\.name)
  }

  /// Makes the instance of a routing class.
  ///
  /// - Returns: Whether there is one.
  /// - Throws: If that has to be waited for.
  private static func makeInstance(
    of owner: RoutingClass, url: String, _ caller: CodeLocation
  ) throws(KhalaError) -> Bool {
    guard let isMade = owner.instance.make() else {
      throw .needsAsync("\(owner.name).init", url: url).at(caller)
    }
    return isMade
  }

  /// The routing class in the URL.
  ///
  /// - Throws: That there is none, or why the call is rejected.
  private func routingClass() throws(KhalaError) -> RoutingClass {
    let address = node.address
    if let refusal { throw refusal.at(caller) }
    let board = KhalaState.current.routes.board
    if let owner = address.routeComponents.first.flatMap({ board.classes[$0] }) { return owner }
    throw KhalaError.classNotFound(
      address.textWithoutQuery, RouteHints(address, in: board)
    ).at(caller)
  }
}

/// Marks the routing classes that `Khala.registWithKhalaProtocol()` registers.
///
/// It asks for nothing.
public protocol KhalaProtocol {}

/// A routing class that has been called, or registered, and so has an instance.
///
/// - Concurrency: May be used from any thread.
public final class PseudoClass: Sendable {
  private let owner: RoutingClass

  private init(_ owner: RoutingClass) {
    self.owner = owner
  }

  /// The routing class of this name, with an instance; nothing if no module
  /// declares one, or if its instances can only be made on an actor that the
  /// caller is not on.
  public init?(name: String) {
    guard let owner = KhalaState.current.routes.board.classes[name],
      owner.instance.make() == true
    else { return nil }
    self.owner = owner
  }

  /// The name in URLs.
  public var name: String { owner.name }

  /// The functions that can be called by URL, in the order of the source.
  public var methodLists: [String] { owner.functions.map(\.signature) }

  /// The routing classes that have an instance, by name.
  ///
  /// Taking one out, as in `PseudoClass.cache["AModule"] = nil`, lets go of its
  /// instance; the next call makes another.
  ///
  /// Each change is safe from any thread. Writing through this property reads and
  /// writes, so that of two threads that do it at once one may lose.
  public static var cache: [String: PseudoClass] {
    get {
      KhalaState.current.routes.board.classes.filter { $0.value.instance.isKept }
        .mapValues(PseudoClass.init)
    }
    set {
      for (name, owner) in KhalaState.current.routes.board.classes
      where owner.instance.isKept && newValue[name] == nil {
        _ = owner.instance.drop()
      }
      for wanted in newValue.values where !wanted.owner.instance.isKept {
        // One that belongs to an actor makes its instance with the first call.
        _ = wanted.owner.instance.make()
      }
    }
  }
}

/// The name that Khala had for it later.
public typealias KhalaClass = PseudoClass
