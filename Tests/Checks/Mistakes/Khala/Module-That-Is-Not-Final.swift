// A routing class with a superclass is not final.
import Khala

class Module {}

@KhalaModule
class Catalog: Module {
  // 7: error: one instance of 'Catalog' is shared by all its callers, on every thread, and the
  //   compiler finds state that changes in a superclass, a wrapper or another macro only if the
  //   class is final: make it final, isolate it to '@MainActor', or create one for each call with
  //   'lifetime: .perCall' (from macro 'KhalaModule')
  // 7: note: make the class final
  func count() -> Int { 2 }
}
