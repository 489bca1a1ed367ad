// A routing class has a property that changes.
import Khala

@KhalaModule
final class Cart {
  private var items: [String] = []
  // 15: error: one instance of 'Cart' is shared by all its callers, on every thread, and 'items'
  //   can change: make it a 'let', keep it in a 'Mutex', make the class an 'actor', isolate it to
  //   '@MainActor', or create one for each call with 'lifetime: .perCall' (from macro
  //   'KhalaModule')
  // 15: note: isolate the class to '@MainActor'
  // 15: note: create an instance for each call

  func add(item: String) { items.append(item) }
}
