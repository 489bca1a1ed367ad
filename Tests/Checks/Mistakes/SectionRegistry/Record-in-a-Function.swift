// A record is inside a function.
import SectionRegistry

func declare() {
  #record("page", key: "checkout") { "Checkout" }
  // 3: error: a record cannot be declared inside a function, because it is part of the binary and
  //   not of a call; move it to file scope or into a type (from macro 'record')
}
