import ModularityTestSupport
import Synchronization
import Testing

@testable import Khala

/// A routing class with something to remember.
@KhalaModule
final class FreshCounter: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

@Suite struct KhalaFreshStateTests {
  private func next() throws -> Int? {
    try Khala(str: "kl://FreshCounter/next")?.call(as: Int.self)
  }

  @Test func `Each fresh state has instances of its own`() async throws {
    for _ in 0..<2 {
      let outer = try Khala.withFreshState {
        let first = try [next(), next()]
        let inner = try Khala.withFreshState { try next() }
        return try (first + [next()], inner)
      }
      #expect(outer.0 == [1, 2, 3])
      #expect(outer.1 == 1)
    }
    try await Khala.withFreshState {
      let first = try await Khala(str: "kl://FreshCounter/next")?.callAsync(as: Int.self)
      let inherited = try await Task { try next() }.value
      #expect([first, inherited] == [1, 2])
      let detached = Task.detached { KhalaState.current === KhalaState.process }
      #expect(await detached.value)
    }
  }

  @Test func `Routes, interceptors and fallbacks end with the fresh state that they were added in`()
    throws
  {
    let outer = try Khala.route("kl://Fresh.outer/f") { _ in 1 }
    defer { outer.cancel() }
    let inner = try Khala.withFreshState {
      #expect(throws: KhalaError.self) { try Khala(str: "kl://Fresh.outer/f")?.call(as: Int.self) }
      let route = try Khala.route("kl://Fresh.inner/f") { _ in 2 }
      try Khala.intercept("kl://Fresh.inner/{any}") { _ in throw KhalaDenial("not here") }
      Khala.fallback(scheme: "fresh") { _, _ in 3 }
      #expect(throws: KhalaError.self) { try Khala(str: "kl://Fresh.inner/f")?.call(as: Int.self) }
      let answer = try Khala(str: "fresh://any/thing")?.call(as: Int.self)
      #expect(answer == 3)
      return route
    }
    #expect(throws: KhalaError.self) { try Khala(str: "kl://Fresh.inner/f")?.call(as: Int.self) }
    #expect(throws: KhalaError.self) { try Khala(str: "fresh://any/thing")?.call(as: Int.self) }
    #expect(try Khala(str: "kl://Fresh.outer/f")?.call(as: Int.self) == 1)
    // Its state is gone.
    #expect(!inner.cancel())
  }

  @Test func `A route is cancelled in the state that it was added to`() throws {
    let outer = try Khala.route("kl://Fresh.cancelled/f") { _ in 1 }
    Khala.withFreshState { #expect(outer.cancel()) }
    #expect(!outer.cancel())
    #expect(throws: KhalaError.self) {
      try Khala(str: "kl://Fresh.cancelled/f")?.call(as: Int.self)
    }
  }

  @Test func `Settings start as those around the fresh state, and end with it`() {
    let errors = EventRecorder<KhalaError>()
    Khala.withFreshState {
      Khala.isEnabledAssert = false
      Khala.errorHandler = { errors.record($0) }
      Khala.withFreshState {
        #expect(!Khala.isEnabledAssert)
        #expect(Khala(str: "kl://Fresh.missing/f")?.call() == nil)
        Khala.errorHandler = { _ in }
        #expect(Khala(str: "kl://Fresh.missing/f")?.call() == nil)
      }
      #expect(errors.events.count == 1)
      #expect(errors.events.first?.fileID == #fileID)
    }
  }

  @Test func `A condition chooses the routing classes that take part`() throws {
    Khala.withFreshState(including: { $0.name != "FreshCounter" }) {
      let error = #expect(throws: KhalaError.self) { try next() }
      #expect(error?.code == .classNotFound)
      #expect(Khala.routes.routes.contains { $0.className == "CallSample" })
    }
    Khala.withFreshState(including: { $0.module != "KhalaTests" }) {
      #expect(!Khala.routes.routes.contains { $0.className == "CallSample" })
    }
  }
}
