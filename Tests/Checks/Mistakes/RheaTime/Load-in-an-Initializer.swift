// `#load` is in an initializer.
import RheaTime

struct Feed {
  init() {
    #load { print("loading") }
    // 5: error: a record cannot be declared inside a function, because it is part of the binary and
    //   not of a call; move it to file scope or into a type (from macro 'load')
    // 5: note: replace it with 'Rhea.on(.load) { print("loading") }'
  }
}
