import Catalog
import SectionRegistry

struct ShopPage: Page {
  let title = "Shop"
}

#record("page", key: "shop", as: (any Page).self) { ShopPage() }
#record("text", key: "shop", as: String.self) { "from Shop" }
#record("func", key: "shop", as: (@Sendable (Int) -> Int).self) { { $0 + 1 } }
