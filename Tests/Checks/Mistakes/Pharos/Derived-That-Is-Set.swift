// A derived value is set.
// Set what it is derived from.
import Pharos

final class Order {
  @Relayed var price = 10
  lazy var total = Derived { self.price * 2 }

  func reset() {
    total.value = 0
    // 11: error: cannot assign to property: 'value' is a get-only property
  }
}
