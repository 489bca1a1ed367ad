// Two computed properties of a routing class are declared at once.
// Declare each property on its own.
import Khala

@KhalaModule
final class Catalog {
  var (first, last): (Int, Int) { (1, 2) }
  // 7: error: getter/setter can only be defined for a single variable
  // 7: error: this declares several properties at once, so it cannot be called by URL; mark it with
  //   '@KhalaIgnored' or make it private (from macro 'KhalaModule')
  // 7: note: add '@KhalaIgnored'
  // 8: error in mode 6: stored property 'first' of 'Sendable'-conforming class 'Catalog' is mutable
  // 8: warning in mode 5: stored property 'first' of 'Sendable'-conforming class 'Catalog' is
  //   mutable; this is an error in the Swift 6 language mode
}
