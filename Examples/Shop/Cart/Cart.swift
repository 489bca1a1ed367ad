import ShopContract

/// The module that keeps what a customer wants to buy; on the main actor, so that
/// it may have state.
@KhalaModule
@MainActor
final class Cart {
  private var items: [(product: Product, quantity: Int)] = []

  func add(product: Product, quantity: Int = 1) -> Int {
    items.append((product, quantity))
    return items.map(\.quantity).reduce(0, +)
  }

  /// In cents.
  var total: Int {
    items.map { $0.product.price * $0.quantity }.reduce(0, +)
  }

  func empty() {
    items = []
  }

  func priceDidChange(id: Int) -> String {
    let affected = items.count { $0.product.id == id }
    return "\(affected) of \(items.count) lines are reckoned anew"
  }
}
