extension Khala {
  /// Creates the instance of the routing class in the URL, unless it exists.
  ///
  /// A call does the same. Register a class so that a ``KhalaNotify`` reaches it before its first
  /// call.
  ///
  /// Registering fails if the class does not exist, or belongs to an actor that the caller is not
  /// on. A failure stops a debug build (see ``isEnabledAssert``), and is otherwise reported to
  /// ``errorHandler``.
  ///
  /// - Returns: Whether the class now has an instance.
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

  /// Releases the instance of the routing class in the URL.
  ///
  /// If no such class exists, the error is reported to ``errorHandler``.
  ///
  /// - Returns: Whether the class had an instance.
  @discardableResult
  public func unregister() -> Bool {
    do throws(KhalaError) {
      return try routingClass().instance.drop()
    } catch {
      Khala.report(error)
      return false
    }
  }

  /// Releases the instances of all routing classes.
  ///
  /// The URL is ignored.
  ///
  /// - Returns: Whether any class had an instance.
  @discardableResult
  public func unregisterAll() -> Bool { Khala.unregisterAll() }

  /// Releases the instances of all routing classes.
  ///
  /// - Returns: Whether any class had an instance.
  @discardableResult
  public static func unregisterAll() -> Bool {
    let dropped = KhalaState.current.routes.board.classes.values.map { $0.instance.drop() }
    return dropped.contains(true)
  }

  /// Creates the instances of all routing classes that conform to ``KhalaProtocol``.
  ///
  /// A class whose instance can only be created on another actor is omitted and reported to
  /// ``errorHandler``.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, filled in by default.
  ///   - line: The line of the call, filled in by default.
  /// - Returns: The sorted names of the classes that now have an instance.
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

  /// Creates the instance of a routing class.
  ///
  /// - Returns: Whether the class now has an instance.
  /// - Throws: A ``KhalaError`` if the caller would have to wait for it.
  private static func makeInstance(
    of owner: RoutingClass, url: String, _ caller: CodeLocation
  ) throws(KhalaError) -> Bool {
    guard let isMade = owner.instance.make() else {
      throw .needsAsync("\(owner.name).init", url: url).at(caller)
    }
    return isMade
  }

  /// Returns the routing class in the URL.
  ///
  /// - Throws: A ``KhalaError`` if no such class exists or the call is rejected.
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

/// A marker for routing classes that `Khala.registWithKhalaProtocol()` registers.
///
/// The protocol has no requirements.
public protocol KhalaProtocol {}

/// A routing class that has an instance, because it was called or registered.
///
/// - Concurrency: May be used from any thread.
public final class PseudoClass: Sendable {
  private let owner: RoutingClass

  private init(_ owner: RoutingClass) {
    self.owner = owner
  }

  /// Returns the routing class with this name, and creates its instance if necessary.
  ///
  /// Returns `nil` if no module declares the class, or if its instance can only be created on
  /// another actor.
  public init?(name: String) {
    guard let owner = KhalaState.current.routes.board.classes[name],
      owner.instance.make() == true
    else { return nil }
    self.owner = owner
  }

  /// The name of the class in URLs.
  public var name: String { owner.name }

  /// The functions that can be called by URL, in the order of the source.
  public var methodLists: [String] { owner.functions.map(\.signature) }

  /// The routing classes that have an instance, by name.
  ///
  /// To release an instance, remove its class, as in `PseudoClass.cache["AModule"] = nil`. The next
  /// call creates another instance.
  ///
  /// Each change is thread-safe. A change through this property reads and then writes, so that one
  /// of two simultaneous changes may be lost.
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
        // A class of another actor creates its instance at the first call.
        _ = wanted.owner.instance.make()
      }
    }
  }
}

/// A later name of ``PseudoClass``.
public typealias KhalaClass = PseudoClass
