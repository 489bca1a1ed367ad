import SectionRegistry

/// What a module of the store shows.
public protocol Page: Sendable {
  var title: String { get }
}

struct CatalogPage: Page {
  let title = "Catalog"
}

extension CatalogPage {
  #record("page", key: "catalog", as: (any Page).self) { CatalogPage() }
}

#record("text", key: "catalog", as: String.self, priority: -1) { "from Catalog" }
