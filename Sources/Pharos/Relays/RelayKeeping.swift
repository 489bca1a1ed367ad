/// An object that keeps relays of your own which are to live as long as it does: those
/// of ``AssociativeRelay/retainToSource()``.
///
/// ```swift
/// final class Slider: RelayKeeping {
///   let relayKeeper = Retainer()
/// }
/// ```
public protocol RelayKeeping: AnyObject {
  /// What keeps the relays.
  var relayKeeper: Retainer { get }
}

extension Retainer {
  /// What keeps relays for an object, if anything does.
  static func keeper(of object: AnyObject) -> Retainer? {
    (object as? any RelayKeeping)?.relayKeeper ?? associated(with: object)
  }
}
