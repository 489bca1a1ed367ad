import Khala

// expected-error: can only be applied to a class or an actor
@KhalaModule struct Structure {}
// expected-error: can only be applied to a class or an actor
@KhalaModule enum Enumeration { case a }
// expected-error: can only be applied to a class or an actor
@KhalaModule protocol Protocol {}
// expected-error: 'Generic' is generic, but a URL cannot name its types
@KhalaModule final class Generic<Value> {}
// expected-error: one instance of 'NotFinal' is shared by all its callers
@KhalaModule class NotFinal: Thing { func work() {} }

@KhalaModule final class State {
  // expected-error: 'count' can change: make it a 'let', keep it in a 'Mutex'
  var count = 0
  // expected-error: 'late' can change
  lazy var late = 1
  // expected-error: 'other' can change
  weak var other: State?
  static nonisolated(unsafe) var shared = 0
  nonisolated(unsafe) var unsafe = 0
  @MainActor var onMain = 0
  var computed: Int { 1 }
}

// What is not Sendable in another way, the compiler says.
class Thing {}
@KhalaModule final class Holder {
  // expected-error(6): stored property 'thing' of 'Sendable'-conforming class 'Holder' has non-Sendable type 'Thing'
  let thing = Thing()
}

@KhalaModule final class NeedsValue {
  let value: Int
  // expected-error: Khala creates the instance, and has no arguments for 'init' of 'NeedsValue'
  init(value: Int) { self.value = value }
}

@KhalaModule actor Failing {
  // expected-error: 'init' of 'Failing' may fail or suspend
  init() throws {}
}

enum Outer {
  // expected-error: a routing class inside a type must not be private; make it 'fileprivate'
  @KhalaModule private final class Hidden { func work() {} }
}

struct Box<Value> {
  // expected-error: a record cannot be declared inside 'Box', which is generic
  @KhalaModule final class Inner { func work() {} }
}

func function() {
  // expected-error: a record cannot be declared inside a function
  @KhalaModule final class Local { func work() {} }
}

let name = "name"
// expected-error: 'name' must be a string literal
@KhalaModule(name) final class Named {}
// expected-error: 'A Module' cannot be the host of a URL
@KhalaModule("A Module") final class Spaced {}
// expected-error: 'exports' must be '.all' or '.marked'
@KhalaModule(exports: exports) final class Exporting {}
let exports = KhalaExports.all
