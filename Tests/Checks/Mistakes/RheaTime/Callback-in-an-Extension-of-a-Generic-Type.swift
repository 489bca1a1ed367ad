// A callback is in an extension of a generic type.
import RheaTime

extension Array {
  #premain { print("listed") }
  // 3: error: a record cannot be declared in an extension of 'Array', which is generic or a
  //   protocol, because it would apply to many types at once; move it to file scope or into a type
  //   that is not generic (from macro 'premain')
}
