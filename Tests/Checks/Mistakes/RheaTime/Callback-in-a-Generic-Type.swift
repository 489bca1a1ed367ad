// A callback is in a generic type.
import RheaTime

struct Box<Element> {
  #premain { print("boxed") }
  // 3: error: a record cannot be declared inside 'Box', which is generic, because it would apply to
  //   many types at once; move it to file scope or into a type that is not generic (from macro
  //   'premain')
}
