// A routing class has a constant that several threads may not share.
// Put it into a `Mutex`, or give the class to `@MainActor`.
import Khala

class Shelf {
  // 7: note in mode 6: class 'Shelf' does not conform to the 'Sendable' protocol
  var books = 0
}

@KhalaModule
// error in mode 6 in the expansion: type 'Shelf' does not conform to the 'Sendable' protocol
class Catalog {
  let shelf = Shelf()

  func count() -> Int { shelf.books }
}
