// A callback is in an extension of a generic type of the program.
// Move it to file scope, or into a type that is not generic.
import RheaTime

struct Box<Element> {}

extension Box {
  #premain { print("boxed") }
  // error in the expansion: static stored properties not supported in generic types
  // error in the expansion: attribute @used cannot be used in a generic context
  // error in the expansion: attribute @section cannot be used in a generic context
}
