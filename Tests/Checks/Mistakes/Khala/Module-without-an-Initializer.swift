// A property of a routing class has no value.
// Give it one where it is declared, or write `init()`.
import Khala

@KhalaModule
// error in the expansion: 'Catalog' cannot be constructed because it has no accessible initializers
final class Catalog {
  // 13: error: class 'Catalog' has no initializers
  let path: String
  // 7: note: stored property 'path' without initial value prevents synthesized initializers
}
