// A routing class has only an initializer with parameters.
import Khala

@KhalaModule
final class Catalog {
  let path: String

  init(path: String) { self.path = path }
  // 3: error: Khala creates the instance, and has no arguments for 'init' of 'Catalog'; add an
  //   'init()' (from macro 'KhalaModule')
  // 3: note: add 'init()'
}
