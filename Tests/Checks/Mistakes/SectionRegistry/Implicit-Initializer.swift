// A record in a type calls the initializer that the compiler makes for the type.
// Write the initializer out.
import SectionRegistry

struct Checkout: Sendable {
  // 8: note: through reference here
  // 8: error in mode 6: circular reference
  #record("page", key: "checkout") { Checkout() }
  // 3: error: circular reference expanding freestanding macro 'record'
  // 3: note: while resolving freestanding macro 'record'
  // 3: note in mode 6: circular reference expanding freestanding macro 'record'
}
