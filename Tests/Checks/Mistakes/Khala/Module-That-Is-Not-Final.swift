// A routing class is not final.
import Khala

@KhalaModule
class Catalog {
  // 7: error: one instance of 'Catalog' is shared by all its callers, on every thread, so the class
  //   must be final (a subclass could have state that changes), or be given to '@MainActor', or be
  //   made for each call with 'lifetime: .perCall' (from macro 'KhalaModule')
  // 7: note: make the class final
  func count() -> Int { 2 }
}
