// Modules that import the contract have Khala too.
@_exported public import Khala

/// Something that the shop sells.
public struct Product: Sendable {
  public let id: Int
  public let name: String
  /// In cents.
  public let price: Int

  public init(id: Int, name: String, price: Int) {
    self.id = id
    self.name = name
    self.price = price
  }
}
