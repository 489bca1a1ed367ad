// What modules may ask of each other, with types. They know these functions and
// never each other.

extension KhalaStore {
  /// The product of this number; nothing if there is none.
  @KhalaCall("kl://Catalog/product")
  public static func product(id: Int) throws -> Product?

  /// Puts a product into the cart, and says how many things are in it then.
  @KhalaCall("kl://Cart/add")
  @MainActor public static func addToCart(_ product: Product, quantity: Int) throws -> Int

  /// Pays for what is in the cart, and returns the receipt.
  @KhalaCall("kl://Checkout/pay")
  public static func pay(name: String) async throws -> String
}
