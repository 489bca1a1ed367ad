import Testing

@testable import RheaTime

@MainActor
@Suite struct IsolationErasureTests {
  private struct Failure: Error, Equatable {
    let number: Int
  }

  private var context: RheaContext { RheaContext(event: "e", param: 1) }

  /// Calls a function from code that the compiler does not know to be on the main actor.
  private nonisolated func call(
    _ body: @Sendable (RheaContext) throws -> Void, _ context: RheaContext
  ) throws {
    try body(context)
  }

  @Test func `A function gets its captures and its context`() throws {
    let counter = Counter()
    let body = withoutMainActor { context in
      MainActor.assertIsolated()
      #expect(context.param as? Int == 1)
      counter.add()
    }
    try call(body, context)
    try call(body, context)
    #expect(counter.value == 2)
  }

  @Test func `A function without captures is unchanged`() throws {
    try call(withoutMainActor(Self.nothing), context)
  }

  private static func nothing(_ context: RheaContext) {
    MainActor.assertIsolated()
  }

  @Test func `An error of a function is rethrown`() {
    let number = 7
    let body = withoutMainActor { _ in throw Failure(number: number) }
    #expect(throws: Failure(number: 7)) { try call(body, context) }
  }

  @Test func `Captures are released with the function`() throws {
    weak var released: Counter?
    do {
      let counter = Counter()
      released = counter
      try call(withoutMainActor { _ in counter.add() }, context)
    }
    #expect(released == nil)
  }
}
