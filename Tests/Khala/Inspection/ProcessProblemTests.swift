import Khala
import Testing

@Suite struct ProcessProblemTests {
  // In a process of its own: other tests add routes meanwhile.
  @Test func `The problems of the process are listed`() async {
    await #expect(processExitsWith: .success) {
      // These contracts are broken for the tests of errors; nothing else is.
      let found = Khala.problems
      #expect(found.map(\.code).allSatisfy { $0 == .missingRoute || $0 == .brokenContract })
      #expect(
        found.contains {
          $0.code == .missingRoute && $0.message.contains("'kl://CallSample/nothing'")
            && $0.locations.first?.fileID == "KhalaTests/ContractTests.swift"
        })
      #expect(!found.contains { $0.message.contains("'kl://CallSample/typed'") })
      #expect(!found.contains { $0.message.contains("'kl://CallSampleCounter/next'") })
    }
  }
}
