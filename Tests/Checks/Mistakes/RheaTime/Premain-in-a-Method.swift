// `#premain` is in a method.
import RheaTime

final class Account {
  func open() {
    #premain { print("opening") }
    // 5: error: a record cannot be declared inside a function, because it is part of the binary and
    //   not of a call; move it to file scope or into a type (from macro 'premain')
    // 5: note: replace it with 'Rhea.on(.premain) { print("opening") }'
  }
}
