// A private function is marked with `@KhalaExported`.
import Khala

@KhalaModule
final class Catalog {
  @KhalaExported
  // 3: error: '@KhalaExported' has no effect here: a private member cannot be called by URL (from
  //   macro 'KhalaExported')
  // 3: note: remove '@KhalaExported'
  // 3: note: remove 'private'
  private func count() -> Int { 2 }
}
