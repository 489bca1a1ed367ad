import PageContract
import SectionRegistry

/// A declaration may stand inside the type that it offers.
struct CheckoutPage: Page {
  #record("page", key: "checkout", as: (any Page).self, detail: ["icon": "cart"]) {
    CheckoutPage()
  }

  // Written out: the compiler cannot make an initializer for a type whose macros
  // it is still expanding.
  init() {}

  func text(for item: String) -> String { "Thank you for buying \(item)" }
}
