import CartContract

/// The module that shows what there is, and puts it into the cart.
public enum Catalog {
  public static func choose(_ name: String, for price: Int) {
    Cart.items.modify { $0.append(Item(name: name, price: price)) }
  }
}
