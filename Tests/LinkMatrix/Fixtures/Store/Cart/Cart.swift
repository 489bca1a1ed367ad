import Catalog
import SectionRegistry

public final class Cart: Page {
  public let title = "Cart"

  init() {}

  #record("page", key: "cart", as: (any Page).self, priority: 10) { Cart() }
}

extension Cart {
  actor Counter {
    #record("text", key: "a key that is longer than two words – Größe", as: String.self) {
      "from Cart"
    }
  }
}

#record("func", key: "cart", as: (@Sendable (Int) -> Int).self, value: twice)

private func twice() -> @Sendable (Int) -> Int {
  { $0 * 2 }
}
