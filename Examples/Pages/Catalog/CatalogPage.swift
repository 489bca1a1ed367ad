import PageContract
import SectionRegistry

#record("page", key: "catalog", as: (any Page).self, priority: 10, detail: ["icon": "book"]) {
  CatalogPage()
}

struct CatalogPage: Page {
  func text(for item: String) -> String { "\(item): in stock" }
}
