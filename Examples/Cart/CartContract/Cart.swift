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

/// The relays that the modules share.
///
/// They know these relays and never each other.
public enum Cart {
  /// The items that the customer has chosen.
  public static let items = SharedRelay<[Item]>([])

  /// The discount in percent.
  public static let discount = SharedRelay(0)

  /// The price to pay: never that of the new items with the old discount.
  public static let total = mergeRelays(items, discount).map { items, discount in
    items.reduce(0) { $0 + $1.price } * (100 - discount) / 100
  }

  /// The sum that the customer is paying.
  public static let payment = SharedRelay<Int?>(nil)

  /// The answer of the bank.
  public static let receipt = SharedRelay<String?>(nil)
}
