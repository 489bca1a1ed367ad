// A record is in an extension with a constraint.
import SectionRegistry

struct Box<Element> {}

extension Box where Element: Equatable {
  #record("page", key: "checkout") { "Checkout" }
  // 3: error: a record cannot be declared in an extension of 'Box', which is generic or a protocol,
  //   because it would apply to many types at once; move it to file scope or into a type that is
  //   not generic (from macro 'record')
}
