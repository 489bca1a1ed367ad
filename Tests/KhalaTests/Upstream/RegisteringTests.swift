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
      Khala.errorHandler = { _ in }
      #expect(Khala(str: "kl://Nowhere")?.register() == false)
    }
  }

  @Test func `Who registers in batches hears of classes that have to be waited for`() async {
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

  @Test func `To unregister says whether there was an instance`() async {
    await #expect(processExitsWith: .success) {
      #expect(!Khala.unregisterAll())
      #expect(Khala(str: "kl://SwiftClass")?.unregister() == false)
      Khala(str: "kl://SwiftClass")?.register()
      #expect(Khala(str: "kl://SwiftClass")?.unregister() == true)
      Khala(str: "kl://SwiftClass")?.register()
      #expect(Khala.unregisterAll())
      #expect(PseudoClass.cache.isEmpty)
    }
  }

  @Test func `The cache can be looked at, taken from and emptied`() async {
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
