import Foundation
import ShopContract

// Catalog, Cart and Checkout are linked because the manifest names them. No
// module imports them.

/// Calls the modules of a shop in all the ways there are.
@main
struct ShopApp {
  @MainActor
  static func main() async throws {
    let log = openLog()

    print("By class and function:")
    print("  count:", Khala(str: "kl://Catalog/count")?.call() as? Int ?? 0)

    print("By a path of its own:")
    let product = try Khala(str: "kl://products/2")?.call(as: Product.self)
    print("  products/2:", product?.name ?? "nothing")
    let names = try Khala(str: "kl://search/b?limit=2")?.call(as: [String].self)
    print("  search/b:", names ?? [])

    print("With closures:")
    Khala(str: "kl://Catalog/browse")?.call(
      blocks: { print("  found \($0["name"] ?? "nothing")") },
      { print("  all \($0["count"] ?? 0)") })

    print("With types:")
    guard let bicycle = try KhalaStore.product(id: 1) else { return }
    print("  in the cart:", try KhalaStore.addToCart(bicycle, quantity: 2))

    print("By an address that has moved:")
    Khala.rewrite.filters.append(RewriteFilter(basketIsCart))
    let count = Khala(str: "kl://Basket/add?quantity=3", params: ["product": product as Any])
    print("  in the cart:", count?.call() as? Int ?? 0)

    print("To all listeners:")
    for answer in KhalaNotify(str: "kl://priceDidChange?id=1")?.callLabeled() ?? [] {
      print("  \(answer.name): \(answer.value ?? "nothing")")
    }

    print("To an actor:")
    print(" ", try await KhalaStore.pay(name: "Ada"))

    print("From outside:")
    await openLinks()

    print("Past interceptors:")
    try await askInterceptors()

    print("To what comes and goes:")
    try addAndRemove()

    print("By mistake:")
    for url in ["kl://Catalogue/count", "kl://Catalog/product?id=two", "kl://Cart/remove"] {
      do {
        try Khala(str: url)?.call(as: Void.self)
      } catch {
        print("  \(error.code): \(error)")
      }
    }

    print("Looking at all of it:")
    try look()

    print("What was called:")
    Khala.isEnabledLog = false
    print(try String(contentsOf: log, encoding: .utf8), terminator: "")
    try FileManager.default.removeItem(at: log.deletingLastPathComponent())
  }

  /// Sends calls of the module's former name to where it is now.
  @Sendable
  private static func basketIsCart(_ node: KhalaNode) -> KhalaNode {
    guard node.module == "Basket", let cart = URL(string: "kl://Cart") else { return node }
    node.url = cart.appending(path: node.function ?? "")
    return node
  }

  /// Writes calls down in a folder of the example's own, at a moment that is
  /// always the same.
  ///
  /// - Returns: The file.
  private static func openLog() -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "Shop-\(UUID().uuidString)", directoryHint: .isDirectory)
    var configuration = KhalaLogConfiguration(folder: folder)
    configuration.now = { Date(timeIntervalSince1970: 1_543_630_014) }
    Khala.history = KhalaLog(configuration: configuration)
    Khala.isEnabledLog = true
    return folder.appending(path: "2018-12-01.log")
  }
}
