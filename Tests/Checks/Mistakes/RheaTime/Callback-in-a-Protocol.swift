// A callback is in a protocol.
import RheaTime

protocol Page {
  #premain { print("paged") }
  // 3: error: a record cannot be declared in a protocol; move it to file scope or into a type (from
  //   macro 'premain')
}
