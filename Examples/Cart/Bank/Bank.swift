import CartContract

/// The module that talks to the bank, off the main actor.
public actor Bank {
  private var balance = 1_000

  public init() {}

  public func follow() {
    Cart.payment.addDidSet { changes in
      guard let amount = changes.new else { return }
      self.balance -= amount
      print("Bank: \(self.balance) left")
      Cart.receipt.set("paid \(amount)")
    }
  }
}
