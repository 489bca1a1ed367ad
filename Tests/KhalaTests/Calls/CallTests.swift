import Khala
import ModularityTestSupport
import Testing

@Suite struct CallTests {
  @Test func `A function gets the values of the query as texts`() throws {
    #expect(Khala(str: "kl://SampleModule/server?value=64")?.call() as? Int == 64)
  }

  @Test func `A value that the caller gives wins over the query, with its type`() throws {
    let call = Khala(str: "kl://SampleModule/server?value=64", params: ["value": 46])
    #expect(call?.call() as? Int == 46)
  }

  @Test func `Closures are handed over in order`() throws {
    let told = EventRecorder<String>()
    Khala(str: "kf://SampleModule/forClosures")?.call(
      blocks: { told.record("\($0)") }, { told.record("\($0)") })
    #expect(
      told.events == [
        #"["success": "forClosures(_:failure:)"]"#, #"["failure": "forClosures(_:failure:)"]"#,
      ])
  }

  @Test func `Too few closures are an error that says how many, and none are filled in`() {
    let call = Khala(str: "kf://SampleModule/forClosures")
    #expect(throws: KhalaError.self) { try call?.call(as: Void.self, blocks: [{ _ in }]) }
    #expect(call?.call() == nil)
  }

  @Test func `A class of the main actor is called there`() async throws {
    let first: Int = try await Khala(str: "kl://ScreenModule/visit")!.callAsync()
    let second: Int = try await Task.detached {
      try await Khala(str: "kl://ScreenModule/visit")!.callAsync()
    }.value
    #expect(second == first + 1)
    await Task.detached {
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: "kl://ScreenModule/visit")!.call(as: Int.self)
      }
      #expect(error?.code == .needsAsync)
    }.value
    await MainActor.run {
      #expect(Khala(str: "kl://ScreenModule/visit")!.call() as? Int == second + 1)
    }
  }

  @Test func `Every component of the path counts`() {
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://SampleModule/x/y/server")!.call(as: Int.self)
    }
    #expect(error?.code == .functionNotFound)
  }

  @Test func `A class that is misspelt is named, with the one that was meant`() {
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://SampelModule/server")!.call(as: Int.self)
    }
    #expect(error?.code == .classNotFound)
    #expect(error?.message.contains("SampleModule") == true)
  }
}
