// A private function is marked with `@KhalaExported`.
import Khala

@KhalaModule
final class Catalog {
  @KhalaExported
  // 3: error: '@KhalaExported' does nothing here: what is private cannot be called by URL (from
  //   macro 'KhalaExported')
  // 3: note: remove '@KhalaExported'
  // 3: note: remove 'private'
  private func count() -> Int { 2 }
}
