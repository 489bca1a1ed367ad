// A private function has a route.
import Khala

@KhalaModule
final class Catalog {
  @Route("products/{id:Int}")
  // 3: error: '@Route' has no effect here: a private member cannot be called by URL (from macro
  //   'Route')
  // 3: note: remove '@Route'
  // 3: note: remove 'private'
  private func product(id: Int) -> Int { id }
}
