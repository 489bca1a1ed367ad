// A declared observer in a class uses `Self`.
import Pharos

extension RelayKey<Int> {
  static var cartCount: Self { Self("cart.count") }
}

final class Badge {
  static func show(_ count: Int) {}

  #observer(of: .cartCount) { changes in Self.show(changes.new) }
  // 42: error: 'Self' cannot be in a declaration in a class, which is a constant for that one type;
  //   write 'Badge' (from macro 'observer')
  // 42: note: replace it with 'Badge'
}
