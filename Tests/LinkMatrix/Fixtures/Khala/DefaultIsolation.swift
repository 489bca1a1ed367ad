import Khala

var state = 0

// What is Sendable on its own does not belong to the main actor by default.
@KhalaModule final class AModule {
  // expected-error: main actor-isolated var 'state' can not be mutated from a nonisolated context
  func work() { state += 1 }
}

@KhalaModule final class State {
  // expected-error: 'count' can change: make it a 'let'
  var count = 0
}

@KhalaModule @MainActor final class Screen {
  var count = 0
  func work() { state += 1 }
}

@KhalaModule(exports: .all) actor Account {
  var count = 0
}
