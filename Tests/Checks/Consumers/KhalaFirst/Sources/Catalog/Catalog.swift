import Khala

// The module Catalog.
@KhalaModule
final class Catalog {
  private let names = [1: "bicycle", 2: "bell", 3: "bottle"]

  @Route("products/{id:Int}")
  func product(id: Int) -> String? { names[id] }
}
