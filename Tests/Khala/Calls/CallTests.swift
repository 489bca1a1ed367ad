import ModularityTestSupport
import Synchronization
import Testing

@testable import Khala

@Suite struct CallTests {
  init() {
    // A call that comes to nothing would stop the tests.
    Khala.isEnabledAssert = false
  }

  @Test func `A function gets the values of the query as texts`() throws {
    #expect(Khala(str: "kl://CallSample/server?value=64")?.call() as? Int == 64)
  }

  @Test func `A value that the caller gives wins over the query, with its type`() throws {
    let call = Khala(str: "kl://CallSample/server?value=64", params: ["value": 46])
    #expect(call?.call() as? Int == 46)
  }

  @Test func `A closure is handed over`() {
    let told = EventRecorder<String>()
    Khala(str: "kf://CallSample/forClosure")?.call(block: { item in told.record("\(item)") })
    #expect(told.events == [#"["value": "forClosure(_:)"]"#])
  }

  @Test func `Closures are handed over in order, as a list or one after the other`() throws {
    let expected = [
      #"["success": "forClosures(_:failure:)"]"#, #"["failure": "forClosures(_:failure:)"]"#,
    ]
    let told = EventRecorder<String>()
    Khala(str: "kf://CallSample/forClosures")?.call(
      blocks: { told.record("\($0)") }, { told.record("\($0)") })
    #expect(told.events == expected)
    Khala(str: "kf://CallSample/forClosures")?.call(blocks: [
      { told.record("\($0)") }, { told.record("\($0)") },
    ])
    #expect(told.events == expected + expected)
  }

  @Test func `The dictionary may stand anywhere among the closures`() {
    let told = EventRecorder<String>()
    let tell: KhalaClosure = { told.record("\($0)") }
    let call = Khala(str: "kl://CallSample/server6?a=1&b=2")
    #expect(call?.call(blocks: tell, tell, tell) as? Int == 2)
    #expect(told.events == [#"["order": 1]"#, #"["order": 2]"#, #"["order": 3]"#])
  }

  @Test func `Without closures they do nothing, and too few are an error with the number`() {
    let call = Khala(str: "kl://CallSample/server6")
    #expect(call?.call() as? Int == 0)
    let error = #expect(throws: KhalaError.self) {
      try call?.call(as: Int.self, blocks: [{ _ in }])
    }
    #expect(error?.code == .tooFewClosures)
    #expect(error?.message.contains("takes 3 closures, but the call has 1") == true)
  }

  @Test func `Typed parameters are read, and missing or wrong ones are named`() throws {
    let call = try #require(Khala(str: "kl://CallSample/typed?value=7&name=Ada"))
    #expect(try call.call(as: String.self) == "7 Ada")
    let short = try #require(Khala(str: "kl://CallSample/typed?value=7"))
    #expect(short.call() as? String == "7 nobody")
    for wrong in ["kl://CallSample/typed", "kl://CallSample/typed?value=seven"] {
      let error = #expect(throws: KhalaError.self) { try Khala(str: wrong)!.call(as: String.self) }
      #expect(error?.code == .invalidArgument)
      #expect(error?.message.contains("'value'") == true)
    }
  }

  @Test func `A property is a route, and a function with a path of its own has two`() throws {
    #expect(Khala(str: "kl://CallSample/description")?.call() as? String == "CallSample")
    #expect(Khala(str: "kl://users/5/posts/swift")?.call() as? String == "5: swift")
    #expect(
      Khala(str: "kl://CallSample/show?id=5&slug=swift")?.call() as? String == "5: swift")
  }

  @Test func `An error of a function is rethrown with the source location of the call`() {
    // The macro `#expect` gives the line of its own beginning.
    let line = #line + 1
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://CallSample/failing")!.call(as: Void.self)
    }
    #expect(error?.code == .functionFailed)
    #expect(error?.underlyingError is CallSample.Mishap)
    #expect(error?.fileID == #fileID)
    #expect(error?.line == line)
  }

  @Test func `A class of the main actor is called on the main actor`() async throws {
    let first: Int = try await Khala(str: "kl://CallScreen/visit")!.callAsync()
    let second: Int = try await Task.detached {
      try await Khala(str: "kl://CallScreen/visit")!.callAsync()
    }.value
    #expect(second == first + 1)
    await Task.detached {
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: "kl://CallScreen/visit")!.call(as: Int.self)
      }
      #expect(error?.code == .needsAsync)
    }.value
    await MainActor.run {
      #expect(Khala(str: "kl://CallScreen/visit")!.call() as? Int == second + 1)
    }
  }

  @Test func `A function of the main actor is called there, whatever its class`() async throws {
    let told = EventRecorder<String>()
    await MainActor.run {
      let call = Khala(str: "kl://CallSample/onMain?value=3")
      #expect(call?.call(block: { told.record("\($0)") }) as? Int == 3)
      #expect(Khala(str: "kl://CallSample/title")?.call() as? String == "CallSample")
      #expect(Khala(str: "kl://CallSampleCounter/onMain")?.call() as? String == "main")
      let error = #expect(throws: KhalaError.self) {
        try Khala(str: "kl://CallSample/onMain?value=-1")!.call(as: Int.self)
      }
      #expect(error?.underlyingError is CallSample.Mishap)
    }
    #expect(told.events == [#"["value": 3]"#])
    #expect(try await Khala(str: "kl://CallSample/onMain?value=4")!.callAsync() == 4)
    #expect(try await Khala(str: "kl://CallSample/title")!.callAsync() == "CallSample")
    #expect(try await Khala(str: "kl://CallSampleCounter/onMain")!.callAsync() == "main")
  }

  @Test func `Off the main actor, a function of it says how to call it`() async {
    let error = await Task.detached {
      #expect(throws: KhalaError.self) {
        try Khala(str: "kl://CallSample/onMain?value=3")!.call(as: Int.self)
      }
    }.value
    #expect(error?.code == .needsAsync)
    #expect(
      error?.message == """
        [Khala] CallSample.onMain(value:closure:) suspends, or belongs to an actor that the caller \
        is not on: call kl://CallSample/onMain with 'try await callAsync(as:)'
        """)
  }

  @Test func `An actor is called asynchronously`() async throws {
    let first: Int = try await Khala(str: "kl://CallSampleCounter/next")!.callAsync()
    let second: Int = try await Khala(str: "kl://CallSampleCounter/next")!.callAsync()
    #expect(second == first + 1)
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://CallSampleCounter/next")!.call(as: Int.self)
    }
    #expect(error?.code == .needsAsync)
  }

  @Test func `Every component of the path counts`() {
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://CallSample/x/y/server")!.call(as: Int.self)
    }
    #expect(error?.code == .functionNotFound)
  }

  @Test func `A misspelled class is named, with the nearest one`() {
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://CallSampel/server")!.call(as: Int.self)
    }
    #expect(error?.code == .classNotFound)
    #expect(error?.message.contains("CallSample") == true)
  }

  @Test func `A result of another type is an error that names both`() {
    let error = #expect(throws: KhalaError.self) {
      try Khala(str: "kl://CallSample/server?value=1")!.call(as: String.self)
    }
    #expect(error?.code == .unexpectedResult)
    #expect(error?.message.contains("'Int' instead of a value of type 'String'") == true)
  }

  @Test func `In a closure that returns nothing, a plain call does not throw`() {
    let told = EventRecorder<String>()
    let tell: KhalaClosure = { told.record("\($0)") }
    // What matters is that this compiles.
    let actions: [() -> Void] = [
      { Khala(str: "kl://CallSample/forClosure")?.call() },
      { Khala(str: "kl://CallSample/forClosure")!.call() },
      { Khala(str: "kl://CallSample/forClosure")?.call(block: tell) },
      { Khala(str: "kl://CallSample/forClosures")?.call(blocks: tell, tell) },
      { Khala(str: "kl://CallSample/forClosures")?.call(blocks: [tell, tell]) },
    ]
    for action in actions { action() }
    #expect(told.events.count == 5)
  }
}

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
