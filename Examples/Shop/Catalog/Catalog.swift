import ShopContract

/// The module that knows what is sold, and no module that buys it.
@KhalaModule
final class Catalog {
  private let products = [
    Product(id: 1, name: "bicycle", price: 49_900),
    Product(id: 2, name: "bell", price: 1_250),
    Product(id: 3, name: "bottle", price: 900),
  ]

  /// The number of products.
  var count: Int { products.count }

  /// It has a path of its own, beside `kl://Catalog/product?id=…`, which is open
  /// to links from outside.
  @Route("products/{id:Int}", access: .external)
  func product(id: Int) -> Product? {
    products.first { $0.id == id }
  }

  /// The names that begin with a word.
  ///
  /// The word is part of the path, the limit may come with the query.
  @Route("search/{word}")
  func search(word: String, limit: Int = 10) -> [String] {
    products.map(\.name).filter { $0.hasPrefix(word) }.prefix(limit).map(\.self)
  }

  /// Tells the caller of one product after the other, and then that there are no
  /// more.
  func browse(_ found: KhalaClosure, finished: KhalaClosure) {
    for product in products { found(["name": product.name]) }
    finished(["count": products.count])
  }

  /// Answers a notification that any module may send.
  func priceDidChange(id: Int) -> String {
    "labels of \(product(id: id)?.name ?? "nothing") are printed anew"
  }
}
