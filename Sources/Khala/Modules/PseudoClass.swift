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
      (try? owner.instance.make()) == true
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
        _ = try? wanted.owner.instance.make()
      }
    }
  }
}

/// The name that Khala had for it later.
public typealias KhalaClass = PseudoClass
