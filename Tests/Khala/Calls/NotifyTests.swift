import Khala
import ModularityTestSupport
import Testing

@KhalaModule("Notified.B")
final class NotifiedSample {
  func notifiedTold(a: Int = 0) -> Int { a + 1 }
  func notifiedNothing() {}
  func notifiedFails() throws -> Int { throw Mishap() }
  struct Mishap: Error {}
  init() {}
}

@KhalaModule("Notified.A")
actor NotifiedActor {
  func notifiedTold(_ done: KhalaClosure) -> String {
    done(["done": "A"])
    return "A"
  }
  func notifiedNothing() async { await Task.yield() }
  func notifiedFails() -> Int { 1 }
  init() {}
}

@KhalaModule("Notified.C")
@MainActor
final class NotifiedScreen {
  func notifiedTold() -> String {
    MainActor.preconditionIsolated()
    return "C"
  }
  init() {}
}

@Suite(.takesReports)
struct NotifyTests {
  init() async throws {
    Khala.isEnabledAssert = false
    Khala(str: "kl://Notified.A")?.register()
    Khala(str: "kl://Notified.B")?.register()
    let isThere = await MainActor.run { Khala(str: "kl://Notified.C")!.register() }
    try #require(isThere)
  }

  /// The codes of the errors that were reported.
  private func reportedCodes() -> [KhalaError.Code] {
    TakesReports.take().map(\.code)
  }

  private func notification(_ url: String) throws -> KhalaNotify {
    try #require(KhalaNotify(str: url))
  }

  @Test func `An asynchronous notification reaches actors and async functions, by name`()
    async throws
  {
    let told = EventRecorder<String>()
    let answers = try await notification("kl://notifiedTold?a=4").callLabeled(
      as: String.self, blocks: [{ told.record("\($0)") }])
    #expect(answers.map(\.name) == ["Notified.A", "Notified.B", "Notified.C"])
    #expect(answers.map(\.value) == ["A", nil, "C"])
    #expect(answers[1].error?.code == .unexpectedResult)
    #expect(told.events == [#"["done": "A"]"#])
    #expect(reportedCodes() == [.unexpectedResult])
    #expect(try await notification("kl://notifiedTold?a=4").callAsync(as: Int.self) == [5])
    #expect(reportedCodes() == [.unexpectedResult, .unexpectedResult])
  }

  @Test func `Without results, no result type is needed`() async throws {
    let told = EventRecorder<String>()
    try await notification("kl://notifiedTold").callAsync(blocks: [{ told.record("\($0)") }])
    #expect(told.events == [#"["done": "A"]"#])
  }

  @Test func `Functions that return nothing are reached, too`() async throws {
    let answers = try await notification("kl://notifiedNothing").callLabeled(
      as: Int.self)
    #expect(answers.map(\.name) == ["Notified.A", "Notified.B"])
    #expect(answers.allSatisfy { $0.value == nil && $0.error == nil })
    #expect(try notification("kl://notifiedNothing").call().isEmpty)
    #expect(reportedCodes() == [.needsAsync])
  }

  @Test func `A failure has its class and reason`() async throws {
    let answers = try await notification("kl://notifiedFails").callLabeled(as: Int.self)
    #expect(answers[0].value == 1)
    #expect(answers[1].name == "Notified.B")
    #expect(answers[1].error?.underlyingError is NotifiedSample.Mishap)
    #expect(answers[1].error?.fileID == #fileID)
    #expect(reportedCodes() == [.functionFailed])
  }

  @Test func `A synchronous notification reports the classes that need await`() throws {
    let answers = try notification("kl://notifiedTold").callLabeled()
    #expect(answers.map(\.name) == ["Notified.A", "Notified.B", "Notified.C"])
    #expect(answers[0].error?.code == .needsAsync)
    #expect(answers[1].value as? Int == 1)
    #expect(reportedCodes() == [.needsAsync, .needsAsync])
  }

  @Test func `A notification without receivers reaches no class`() async throws {
    #expect(try await notification("kl://notifiedNobody").callLabeled(as: Int.self).isEmpty)
    #expect(try notification("kl:///f").callLabeled().isEmpty)
    #expect(reportedCodes() == [.invalidURL])
  }
}
