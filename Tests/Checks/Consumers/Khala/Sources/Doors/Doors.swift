import Khala

/// A module with something that is open to links from outside.
@KhalaModule
class Doors {
  @Route("doors/{number:Int}", access: .external)
  func door(number: Int) -> String { "door \(number)" }

  func safe() -> String { "safe" }

  func later(_ info: KhalaInfo) async -> [String] {
    await Task.yield()
    return info.map { "\($0.key)=\($0.value)" }.sorted()
  }
}
