// A routing class has a lazy property.
import Khala

@KhalaModule
final class Catalog {
  lazy var names = ["bicycle"]
  // 12: error: one instance of 'Catalog' is shared by all its callers, on every thread, and 'names'
  //   can change: make it a 'let', keep it in a 'Mutex', make the class an 'actor', isolate it to
  //   '@MainActor', or create one for each call with 'lifetime: .perCall' (from macro
  //   'KhalaModule')
  // 12: note: isolate the class to '@MainActor'
  // 12: note: create an instance for each call
}
