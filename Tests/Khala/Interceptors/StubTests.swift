import Khala
import ModularityTestSupport
import Testing

@Suite struct StubTests {
  private func value(_ url: String = "kl://CallSample/server?value=1") throws -> Int {
    try #require(Khala(str: url)).call(as: Int.self)
  }

  @Test func `A stub applies only within its operation`() throws {
    try Khala.withStub("kl://CallSample/server", returning: 5) { () throws in
      #expect(try value() == 5)
      #expect(try value("kf://CallSample/server?value=1") == 1)
    }
    #expect(try value() == 1)
  }

  @Test func `The innermost stub answers, and patterns catch what they match`() throws {
    let sum = try Khala.withStub("CallSample/{name}", returning: 5) {
      let inner = try Khala.withStub("CallSample/server") { arguments in
        try arguments.value("value", as: Int.self) + 10
      } _: {
        try value()
      }
      return inner + (try value())
    }
    #expect(sum == 16)
  }

  @Test func `A handler gets what its pattern captures, closures, and values`() throws {
    let told = EventRecorder<String>()
    try Khala.withStub(
      "Stubbed/{id:Int}",
      answering: { arguments in
        arguments.closure(0)(["id": try arguments.value("id", as: Int.self)])
      }
    ) {
      let call = try #require(Khala(str: "kl://Stubbed/7"))
      try call.call(as: Void.self, blocks: [{ told.record("\($0)") }])
    }
    #expect(told.events == [#"["id": 7]"#])
  }

  @Test func `Stubs cover contracts, asynchronous calls, tasks and notifications`()
    async throws
  {
    try await Khala.withStub("kl://CallSampleCounter/next", returning: -1) {
      #expect(try await KhalaStore.callSampleNext() == -1)
      async let child: Int = Khala(str: "kl://CallSampleCounter/next")!.callAsync()
      #expect(try await child == -1)
      let task = Task {
        try await Khala(str: "kl://CallSampleCounter/next")!.callAsync(as: Int.self)
      }
      #expect(try await task.value == -1)
      let shared: Int = try await Khala(str: "kl://CallSampleCounter/next")!
        .callAsync(sharing: .identical)
      #expect(shared == -1)
    }
    Khala(str: "kl://CallSample")?.register()
    try Khala.withStub("CallSample/server", returning: 3) {
      let answers = KhalaNotify(str: "kl://server")?.callLabeled() ?? []
      #expect(answers.first { $0.name == "CallSample" }?.value as? Int == 3)
    }
    #expect(try KhalaStore.callSampleServer(value: 2) == 2)
  }

  @Test func `An asynchronous handler is awaited, or reported to a synchronous call`() async throws
  {
    try await Khala.withStub(
      "kl://CallSample/server",
      answering: { arguments in
        await Task.yield()
        return try arguments.value("value", as: Int.self) + 1
      }
    ) { () async throws in
      #expect(try await Khala(str: "kl://CallSample/server?value=1")!.callAsync(as: Int.self) == 2)
      let error = #expect(throws: KhalaError.self) { try value() }
      #expect(error?.code == .needsAsync)
    }
  }

  @Test func `Stubbed calls pass neither interceptors nor fallbacks`() throws {
    let interceptor = try Khala.intercept("kl://Stubbed.asked/f") { _ in throw KhalaDenial("no") }
    let fallback = Khala.fallback(scheme: "stubbed") { _, _ in 0 }
    defer {
      interceptor.cancel()
      fallback.cancel()
    }
    try Khala.withStub("Stubbed.asked/f", returning: 5) { () throws in
      #expect(try value("kl://Stubbed.asked/f") == 5)
      #expect(try value("stubbed://Stubbed.asked/f") == 5)
    }
  }

  @Test func `A task that outlives the operation does not use the stub`() async throws {
    let goOn = EventRecorder<Void>()
    let task = try Khala.withStub("kl://CallSample/server", returning: 5) {
      Task {
        try await goOn.waitForEvents(count: 1)
        return try value()
      }
    }
    try await Khala.withStub("kl://other/f", returning: 1) { () async throws in
      goOn.record(())
      #expect(try await task.value == 1)
    }
  }

  @Test func `A stub may return nothing, and an invalid pattern is an error`() throws {
    try Khala.withStub("kl://CallSample/server", returning: ()) {
      #expect(Khala(str: "kl://CallSample/server")?.call() == nil)
    }
    let error = #expect(throws: KhalaError.self) { try Khala.withStub("{", returning: 1) {} }
    #expect(error?.code == .invalidPattern)
  }

  @Test(arguments: 0..<32) func `Tests with different stubs run concurrently`(number: Int)
    async throws
  {
    try await Khala.withStub("kl://CallSample/server", returning: number) {
      for _ in 0..<20 {
        #expect(try value() == number)
        await Task.yield()
        let shared: Int = try await Khala(str: "kl://CallSample/server")!
          .callAsync(sharing: .identical)
        #expect(shared == number)
      }
    }
  }
}
