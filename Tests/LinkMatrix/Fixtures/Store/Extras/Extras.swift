import Catalog
import SectionRegistry

struct ExtrasPage: Page {
  let title = "Extras"
}

#record("page", key: "extras", as: (any Page).self, priority: 5) { ExtrasPage() }
#record("text", key: "extras", as: String.self) { "from Extras" }
