import Khala
import Testing

extension KhalaStore {
  @KhalaCall("kl://CallSample/server")
  static func callSampleServer(value: Int) throws -> Int

  @KhalaCall("kl://CallSample/typed")
  static func callSampleTyped(value: Int, name: String?) throws -> String

  @KhalaCall("kl://CallSampleCounter/next")
  static func callSampleNext() async throws -> Int

  @KhalaCall("kl://CallSample/nothing")
  static func callSampleNothing() throws -> Int
}

@Suite struct ContractTests {
  @Test func `A function with a contract calls the route, with values of its own types`() throws {
    #expect(try KhalaStore.callSampleServer(value: 46) == 46)
    #expect(try KhalaStore.callSampleTyped(value: 7, name: "Ada") == "7 Ada")
    #expect(try KhalaStore.callSampleTyped(value: 7, name: nil) == "7 nobody")
  }

  @Test func `An asynchronous contract waits for its route`() async throws {
    let first = try await KhalaStore.callSampleNext()
    #expect(try await KhalaStore.callSampleNext() > first)
  }

  @Test func `A contract that nobody fulfils throws and names what is missing`() {
    let error = #expect(throws: KhalaError.self) { try KhalaStore.callSampleNothing() }
    #expect(error?.code == .functionNotFound)
    #expect(error?.message.contains("/nothing' leads to no route. 'CallSample' ") == true)
  }
}
