import CartContract

/// The module that takes the money.
@MainActor public final class Till {
  public init() {
    Cart.total.addDidSet { changes in print("Till: \(changes.old) -> \(changes.new)") }
  }

  public func pay() {
    Cart.payment.set(Cart.total.value)
  }
}
