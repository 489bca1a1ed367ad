// A use is declared inside a function.
// Declare it at file scope or in the type around the function.
import Khala

func remove(_ id: Int) {
  #uses("kl://Store/delete?id={}")
  Khala(str: "kl://Store/delete?id=\(id)")?.call()
}
