// The value of `exports` is misspelled.
// Write `.all` or `.marked`.
import Khala

@KhalaModule(exports: .public)
// 24: error: type 'KhalaExports' has no member 'public'
final class Catalog {
  func count() -> Int { 2 }
}
