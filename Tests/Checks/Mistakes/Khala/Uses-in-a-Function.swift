// A use is declared inside a function.
// Declare it at file scope or in the type around the function.
import Khala

func remove(_ id: Int) {
  #uses("kl://Store/delete?id={}")
  // 3: error: a record cannot be declared inside a function, because it is part of the binary and
  //   not of a call; move it to file scope or into a type (from macro 'uses')
  Khala(str: "kl://Store/delete?id=\(id)")?.call()
}
