import Khala
import ModularityTestSupport
import Testing

/// Which routing classes have an instance; each test in a process of its own,
/// since that is the same for all of it.
@Suite struct RegisteringTests {
  @Test func `Making a call registers nothing, calling does`() async {
    await #expect(processExitsWith: .success) {
      let call = Khala(str: "kl://SwiftClass/double")
      #expect(PseudoClass.cache.isEmpty)
      call?.call()
      #expect(PseudoClass.cache.keys.sorted() == ["SwiftClass"])
    }
  }

  @Test func `A class is registered by its URL, with or without a function`() async {
    await #expect(processExitsWith: .success) {
      #expect(Khala(str: "kl://SwiftClass")?.regist() == true)
      #expect(Khala(str: "kl://CallSample/server")?.register() == true)
      #expect(PseudoClass.cache.keys.sorted() == ["CallSample", "SwiftClass"])
    }
  }

  @Test(arguments: ["CallSample/server", "kl:CallSample", "kl:///CallSample/server", "/CallSample"])
  func `A class is registered by every spelling of its URL`(url: String) async {
    await #expect(processExitsWith: .success) { [url] in
      #expect(Khala(str: url)?.register() == true)
      #expect(PseudoClass.cache.keys.sorted() == ["CallSample"])
      #expect(Khala(str: url)?.unregister() == true)
    }
  }

  @Test func `An unknown class is reported with the nearest, and not registered`() async {
    await #expect(processExitsWith: .success) {
      let problems = EventRecorder<KhalaError>()
      Khala.errorHandler = { problems.record($0) }
      Khala.isEnabledAssert = false
      #expect(Khala(str: "kl://CallSampel")?.register() == false)
      #expect(Khala(str: "kl://CallSampel/f")?.regist() == false)
      #expect(Khala(external: "kl://CallSampel").register() == false)
      #expect(Khala(str: "kl://CallSampel")?.unregister() == false)
      #expect(problems.events.map(\.code) == Array(repeating: .classNotFound, count: 4))
      #expect(problems.events.allSatisfy { $0.fileID == #fileID })
      #expect(
        problems.events.first?.message == """
          [Khala] 'kl://CallSampel' names no routing class. No such class or path exists: did you \
          mean the class 'CallSample'?
          """)
      #expect(PseudoClass.cache.isEmpty)
    }
  }

  @Test func `Registering an unknown class stops a debug build, as a call does`() async {
    await #expect(processExitsWith: .failure) {
      Khala.isEnabledAssert = true
      Khala(str: "kl://CallSampel")?.register()
    }
  }

  @Test func `Registering and unregistering from outside never stop the program`() async {
    await #expect(processExitsWith: .success) {
      Khala.isEnabledAssert = true
      Khala.errorHandler = { _ in }
      #expect(!Khala(external: "kl://CallSampel").register())
      #expect(Khala(str: "kl://CallSampel")?.unregister() == false)
    }
  }

  @Test func `Registering a batch reports the classes that need await`() async {
    await #expect(processExitsWith: .success) {
      let problems = EventRecorder<KhalaError>()
      Khala.errorHandler = { problems.record($0) }
      let elsewhere = await Task.detached { Khala.registWithKhalaProtocol() }.value
      #expect(!elsewhere.contains("CallScreen"))
      #expect(problems.events.map(\.code) == [.needsAsync])
      #expect(problems.events.first?.description.contains("CallScreen.init") == true)
      let here = await MainActor.run { Khala.registWithKhalaProtocol() }
      #expect(here.contains("CallScreen"))
      #expect(problems.events.count == 1)
    }
  }

  @Test func `Unregistering returns whether there was an instance`() async {
    await #expect(processExitsWith: .success) {
      #expect(!Khala.unregisterAll())
      #expect(Khala(str: "kl://SwiftClass")?.unregister() == false)
      Khala(str: "kl://SwiftClass")?.register()
      #expect(Khala(str: "kl://SwiftClass")?.unregister() == true)
      Khala(str: "kl://SwiftClass")?.register()
      #expect(Khala.unregisterAll())
      #expect(PseudoClass.cache.isEmpty)
      // The same of any call, which is how the original's documentation has it.
      let call = Khala(str: "kl://SwiftClass")
      #expect(call?.unregisterAll() == false)
      call?.register()
      Khala(str: "kl://CallSample")?.register()
      #expect(call?.unregisterAll() == true)
      #expect(PseudoClass.cache.isEmpty)
    }
  }

  @Test func `The cache can be inspected and emptied`() async {
    await #expect(processExitsWith: .success) {
      Khala(str: "kl://SwiftClass")?.register()
      Khala(str: "kl://CallSample")?.register()
      #expect(
        PseudoClass.cache["SwiftClass"]?.methodLists.suffix(2) == [
          "definition4(info:closure:closure:)", "definition5(info:closure:closure:closure:)",
        ])
      PseudoClass.cache["SwiftClass"] = nil
      #expect(PseudoClass.cache.keys.sorted() == ["CallSample"])
      #expect(PseudoClass(name: "SwiftClass")?.name == "SwiftClass")
      #expect(PseudoClass(name: "Nowhere") == nil)
      PseudoClass.cache.removeAll()
      #expect(PseudoClass.cache.isEmpty)
    }
  }
}
