import Khala
import ModularityTestSupport
import Testing

@Suite struct FallbackTests {
  init() {
    Khala.isEnabledAssert = false
  }

  private func call<Result>(_ url: String, as type: Result.Type = Result.self) throws -> Result {
    try #require(Khala(str: url)).call(as: type)
  }

  @Test func `A fallback answers unresolved calls, and receives the reason`()
    throws
  {
    let fallback = Khala.fallback(scheme: "Missing1") { arguments, error in
      "\(arguments.url) \(arguments.info["a"] ?? "") \(error.code)"
    }
    defer { fallback.cancel() }
    #expect(try call("missing1://No/f?a=1") == "missing1://No/f 1 classNotFound")
    #expect(try call("MISSING1://CallSample/no") == "MISSING1://CallSample/no  functionNotFound")
    #expect(try call("missing1://CallSample/description") == "CallSample")
    #expect(throws: KhalaError.self) { try call("other1://No/f", as: String.self) }
  }

  @Test func `The latest fallback of a scheme answers, and after its removal the previous one`()
    throws
  {
    let first = Khala.fallback(scheme: "missing2") { _, _ in 1 }
    let second = Khala.fallback(scheme: "missing2") { _, _ in 2 }
    #expect(try call("missing2://No/f") == 2)
    #expect(second.cancel())
    #expect(!second.cancel())
    #expect(try call("missing2://No/f") == 1)
    first.cancel()
    let error = #expect(throws: KhalaError.self) { try call("missing2://No/f", as: Int.self) }
    #expect(error?.code == .classNotFound)
  }

  @Test func `A fallback may throw the error that it received`() throws {
    let fallback = Khala.fallback(scheme: "missing3") { _, error -> Int in throw error }
    defer { fallback.cancel() }
    let error = #expect(throws: KhalaError.self) { try call("missing3://No/f", as: Int.self) }
    #expect(error?.code == .classNotFound)
    #expect(error?.fileID == #fileID)
  }

  @Test func `An asynchronous fallback is awaited`() async throws {
    let fallback = Khala.fallback(scheme: "missing4") { arguments, _ in
      await Task.yield()
      return arguments.info.count
    }
    defer { fallback.cancel() }
    #expect(try await Khala(str: "missing4://No/f?a=1")!.callAsync(as: Int.self) == 1)
    let error = #expect(throws: KhalaError.self) { try call("missing4://No/f", as: Int.self) }
    #expect(error?.code == .needsAsync)
  }

  @Test func `A fallback redirects a call with its values`() throws {
    let fallback = try Khala.fallback(scheme: "missing5", to: "kl://CallSample/typed?name=Ada")
    defer { fallback.cancel() }
    #expect(try call("missing5://No/f?value=5") == "5 Ada")
  }

  @Test func `A fallback whose redirect is unresolved ends with a cycle error`() throws {
    let fallback = try Khala.fallback(scheme: "missing6", to: "missing6://No/g")
    defer { fallback.cancel() }
    let error = #expect(throws: KhalaError.self) { try call("missing6://No/f", as: Int.self) }
    #expect(error?.code == .redirectLoop)
    #expect(error?.message.contains("missing6://No/f → missing6://No/g → missing6://No/g") == true)
  }

  @Test func `A fallback of all schemes comes after those of one scheme`() async {
    await #expect(processExitsWith: .success) {
      Khala.fallback(scheme: "kl") { _, _ in "kl" }
      Khala.fallback { _, _ in "all" }
      #expect(Khala(str: "kl://No/f")?.call() as? String == "kl")
      #expect(Khala(str: "other://No/f")?.call() as? String == "all")
    }
  }
}
