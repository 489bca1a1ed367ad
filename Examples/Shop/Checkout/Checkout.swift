import ShopContract

/// The module that takes the money; an actor, since that takes a while.
@KhalaModule
actor Checkout {
  private var receipts = 0

  func pay(name: String) async throws -> String {
    guard let total: Int = try await Khala(str: "kl://Cart/total")?.callAsync(), total > 0 else {
      throw CheckoutError.nothingToPay
    }
    try await Khala(str: "kl://Cart/empty")?.callAsync(as: Void.self)
    receipts += 1
    return "receipt \(receipts) for \(name): \(total) cents"
  }
}

enum CheckoutError: Error {
  case nothingToPay
}
