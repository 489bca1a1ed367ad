// Modules that import the contract have Pharos too.
@_exported public import Pharos

/// Something that can be bought.
public struct Item: Sendable {
  public let name: String
  public let price: Int

  public init(name: String, price: Int) {
    self.name = name
    self.price = price
  }
}

/// What the modules share.
///
/// They know these relays and never each other.
public enum Cart {
  /// What the customer has chosen.
  public static let items = SharedRelay<[Item]>([])

  /// How much is taken off the price, in percent.
  public static let discount = SharedRelay(0)

  /// What there is to pay: never that of the new items with the old discount.
  public static let total = mergeRelays(items, discount).map { items, discount in
    items.reduce(0) { $0 + $1.price } * (100 - discount) / 100
  }

  /// What the customer is paying.
  public static let payment = SharedRelay<Int?>(nil)

  /// What the bank has answered.
  public static let receipt = SharedRelay<String?>(nil)
}
