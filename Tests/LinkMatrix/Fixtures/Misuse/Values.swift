import SectionRegistry

// expected-error: cannot convert value of type 'Int' to closure result type 'String'
#record("text", key: "type", as: String.self) { 5 }

protocol Page {}
struct CartPage: Page {}
struct Basket {}

// expected-error@57: cannot convert value of type 'Basket' to closure result type 'any Page'
#record("text", key: "protocol", as: (any Page).self) { Basket() }

// expected-error@61: 'value' must return a value of the type '(() -> any Page)' in 'as'
#record("text", key: "function", as: (() -> any Page).self) { { Basket() } }

// expected-error: 'value' must return a value of the type '(@MainActor @Sendable () async -> any Page)'
#record("text", key: "isolated", as: (@MainActor @Sendable () async -> any Page).self) {
  { Basket() }
}

#record("text", key: "right", as: (() -> any Page).self) { { CartPage() } }
#record("text", key: "right too", as: (@MainActor @Sendable () async -> any Page).self) {
  { CartPage() }
}

// expected-error@65: 'value' must return a value of the type '((Int) -> any Page)' in 'as'
#record("text", key: "parameter", as: ((Int) -> any Page).self) { { _ in Basket() } }

#record("text", key: "right with one", as: ((Int) -> any Page).self) { { _ in CartPage() } }
#record("text", key: "right optional", as: ((Int) -> (any Page)?).self) { { _ in CartPage() } }

// No declaration of ours can match this: one that takes any tuple is as good a match for the
// elements that fit, and the compiler cannot explain it in any function either.
// expected-error: failed to produce diagnostic for expression
#record("text", key: "tuple", as: (any Page, any Page).self) { (CartPage(), Basket()) }

// expected-error: generic parameter 'Value' could not be inferred
#record("text", key: "no type") { nil }

struct Shop {
  let name = "shop"

  // expected-error: instance member 'name' cannot be used on type 'Shop'
  #record("text", key: "member", as: String.self) { name }

  // expected-error: cannot find 'self' in scope
  #record("text", key: "self", as: String.self) { self.name }
}

func function() {
  let local = "local"
  enum Inner {
    // expected-error: enum declaration cannot close over value 'local'
    #record("text", key: "local", as: String.self) { local }
  }
}
