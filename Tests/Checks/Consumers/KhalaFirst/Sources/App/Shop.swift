import Contract
import Khala

// A caller that only knows the URL.
@main
struct Shop {
  static func main() throws {
    print(Khala(str: "kl://Catalog/product?id=1")?.call() as? String ?? "nothing")  // bicycle
    print(try Khala(str: "kl://products/2")!.call(as: String.self))  // bell
    try callWithTypes()
  }

  /// Calls by a contract.
  private static func callWithTypes() throws {
    let name = try KhalaStore.product(id: 3)
    print(name ?? "nothing")
  }
}
