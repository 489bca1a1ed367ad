import EditorServer
import Testing

@testable import EditorServer

@Suite(.timeLimit(.minutes(10))) struct PendingRequestsTests {
  @Test func `A request has the answer of its work`() async {
    let requests = PendingRequests()
    requests.add(.number(1))
    let result = await requests.run(.number(1)) { () throws(ResponseError) in 7 }
    #expect(result == .success(7))
  }

  @Test func `A request that is cancelled first is not answered otherwise`() async {
    let requests = PendingRequests()
    requests.add(.number(1))
    requests.cancel(.number(1))
    let result = await requests.run(.number(1)) { () throws(ResponseError) in 7 }
    #expect(throws: ResponseError.self) { try result.get() }
    // The identifier is free again.
    requests.add(.number(1))
    let other = await requests.run(.number(1)) { () throws(ResponseError) in 8 }
    #expect(other == .success(8))
  }

  @Test func `A request that is cancelled while it runs is cancelled within`() async {
    let requests = PendingRequests()
    requests.add(.string("a"))
    let result = await requests.run(.string("a")) { () throws(ResponseError) -> Bool in
      requests.cancel(.string("a"))
      // The task may begin before it is noted as running; the mark counts then.
      return Task.isCancelled
    }
    guard case .failure(let error) = result else {
      Issue.record("It was answered with \(result).")
      return
    }
    #expect(error.code == .requestCancelled)
  }

  @Test func `A cancellation of what is not there does nothing`() async {
    let requests = PendingRequests()
    requests.cancel(.number(9))
    requests.add(.number(9))
    let result = await requests.run(.number(9)) { () throws(ResponseError) in 1 }
    #expect(result == .success(1))
  }
}
