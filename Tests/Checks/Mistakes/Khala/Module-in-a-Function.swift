// A routing class is in a function.
// Move the class to file scope or into a type.
import Khala

func open() {
  @KhalaModule
  // 3: error: a record cannot be declared inside a function, because it is part of the binary and
  //   not of a call; move it to file scope or into a type (from macro 'KhalaModule')
  final class Catalog {}
  // 15: error: local type cannot have attached extension macro
}
