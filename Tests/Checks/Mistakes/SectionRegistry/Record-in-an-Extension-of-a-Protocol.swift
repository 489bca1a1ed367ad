// A record is in an extension of a protocol of the program.
// Move it to file scope, or into a type that is not generic.
import SectionRegistry

protocol Page {}

extension Page {
  #record("page", key: "checkout") { "Checkout" }
  // error in the expansion: static stored properties not supported in protocol extensions
  // error in the expansion: attribute @used cannot be used in a generic context
  // error in the expansion: attribute @section cannot be used in a generic context
}
