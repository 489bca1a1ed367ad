import Synchronization
import Testing

@testable import Khala

/// A routing class that counts its calls.
@KhalaModule
final class KeptResultSample {
  private let calls = Mutex(0)

  func next() -> Int {
    calls.withLock {
      $0 += 1
      return $0
    }
  }

  func nothing() { _ = next() }
}

@Suite(.serialized) struct KeptResultTests {
  @Test func `Reading a call's result several times calls once`() throws {
    let call = try #require(Khala(str: "kl://KeptResultSample/next"))
    let first = try #require(call.keptResult as? Int)
    #expect(call.keptResult as? Int == first)
    #expect(call.call() as? Int == first + 1)
    #expect(call.keptResult as? Int == first)
  }

  @Test func `A result of nil is kept, too`() throws {
    let before = try #require(Khala(str: "kl://KeptResultSample/next")?.call() as? Int)
    let call = try #require(Khala(str: "kl://KeptResultSample/nothing"))
    #expect(call.keptResult == nil)
    #expect(call.keptResult == nil)
    #expect(Khala(str: "kl://KeptResultSample/next")?.call() as? Int == before + 2)
  }
}
