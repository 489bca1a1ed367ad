import Testing

@testable import Khala

extension KhalaStore {
  @KhalaCall("kl://CallSample/server")
  static func callSampleServer(value: Int) throws -> Int

  @KhalaCall("kl://CallSample/typed")
  static func callSampleTyped(value: Int, name: String?) throws -> String

  @KhalaCall("kl://CallSampleCounter/next")
  static func callSampleNext() async throws -> Int

  @KhalaCall("kl://ContractScreen/visit")
  static func visitScreen() throws -> Int

  @KhalaCall("kl://ContractScreen/visit")
  @MainActor static func visitScreenOnMain() throws -> Int

  @KhalaCall("kl://CallSample/nothing")
  static func callSampleNothing(fileID: String = #fileID, line: Int = #line) throws -> Int

  @KhalaCall("kl://CallSample/failing")
  static func callSampleFailing() throws

  @KhalaCall("kl://CallSample/failing")
  static func callSampleFailingTyped() throws(ContractFailure)

  @KhalaCall("kl://CallSample/failing")
  static func callSampleFailingOtherwise() throws(KhalaError)

  @KhalaCall("kl://CallSample/failing")
  static func callSampleFailingLater() async throws

  @KhalaCall("kl://CallSample/nothing")
  static func callSampleNothingLater(
    at file: String = #fileID, _ place: Int = #line
  ) async throws(ContractFailure) -> Int

  @KhalaCall("kl://CallSample/nested")
  static func callSampleNested() throws
}

enum ContractFailure: KhalaFailure {
  case notReached(KhalaError)

  init(_ error: KhalaError) { self = .notReached(error) }
}

@KhalaModule("ContractScreen")
@MainActor
final class ContractScreenModule {
  private var visits = 0

  func visit() -> Int {
    visits += 1
    return visits
  }
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

  @Test func `A synchronous contract of an asynchronous route is named as the mistake`() async {
    let error = await Task.detached {
      #expect(throws: KhalaError.self) { try KhalaStore.visitScreen() }
    }.value
    #expect(error?.code == .needsAsync)
    #expect(error?.fileID == #fileID)
    #expect(
      error?.message == """
        [Khala] 'visitScreen()' does not await kl://ContractScreen/visit, but the route or an \
        interceptor suspends, or belongs to an actor that the caller is not on: make \
        'visitScreen()' 'async' in the contract
        """)
  }

  @Test @MainActor func `A contract of the main actor calls a class of it`() throws {
    let first = try KhalaStore.visitScreenOnMain()
    #expect(try KhalaStore.visitScreenOnMain() > first)
  }

  @Test func `A nonisolated contract does not fit a class of the main actor`() throws {
    let problems = Khala.problems.filter { $0.message.contains("kl://ContractScreen/visit") }
    let problem = try #require(problems.first)
    #expect(problems.count == 1 && problem.code == .brokenContract)
    #expect(problem.message.contains("Make 'visitScreen' 'async' in the contract"))
    #expect(
      problem.locations.map { $0.fileID.split(separator: "/").last } == [
        "ContractTests.swift", "ContractTests.swift",
      ])
  }

  @Test func `A contract without a matching route throws and names what is missing`() {
    let error = #expect(throws: KhalaError.self) { try KhalaStore.callSampleNothing() }
    #expect(error?.code == .functionNotFound)
    #expect(error?.message.contains("/nothing' matches no route. 'CallSample' ") == true)
  }

  @Test func `A contract throws what its route has thrown`() async {
    #expect(throws: CallSample.Mishap.self) { try KhalaStore.callSampleFailing() }
    await #expect(throws: CallSample.Mishap.self) { try await KhalaStore.callSampleFailingLater() }
  }

  @Test func `With one type of errors, others are converted`() throws {
    let failure = #expect(throws: ContractFailure.self) {
      try KhalaStore.callSampleFailingTyped()
    }
    guard case .notReached(let error) = failure else { return }
    #expect(error.code == .functionFailed && error.underlyingError is CallSample.Mishap)
    let plain = #expect(throws: KhalaError.self) { try KhalaStore.callSampleFailingOtherwise() }
    #expect(plain == error.at(try #require(plain?.location)))
  }

  @Test func `An error of a call that the route makes stays as it is`() {
    let error = #expect(throws: KhalaError.self) { try KhalaStore.callSampleNested() }
    #expect(error?.code == .functionFailed)
    #expect(error?.underlyingError is CallSample.Mishap)
  }

  @Test func `An error names the caller's line, if the contract takes it`() async {
    let line = #line + 1
    let error = #expect(throws: KhalaError.self) { try KhalaStore.callSampleNothing() }
    #expect(error?.fileID == #fileID && error?.line == line)
    let laterLine = #line + 2
    do throws(ContractFailure) {
      _ = try await KhalaStore.callSampleNothingLater()
      Issue.record("The route does not exist.")
    } catch {
      switch error {
      case .notReached(let error): #expect(error.fileID == #fileID && error.line == laterLine)
      }
    }
  }
}
