// A routing class keeps an object that is not `Sendable`.
// Give the class to `@MainActor`, make it an actor, or keep the object in a `Mutex`.
import Khala

final class Items {
  // 13: note: class 'Items' does not conform to the 'Sendable' protocol
  var names: [String] = []
}

@KhalaModule
final class Cart {
  private let items = Items()
  // 15: error in mode 6: stored property 'items' of 'Sendable'-conforming class 'Cart' has
  //   non-Sendable type 'Items'
  // 15: warning in mode 5: stored property 'items' of 'Sendable'-conforming class 'Cart' has
  //   non-Sendable type 'Items'; this is an error in the Swift 6 language mode

  func count() -> Int { items.names.count }
}
