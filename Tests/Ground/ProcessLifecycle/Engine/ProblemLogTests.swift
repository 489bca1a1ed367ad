import Testing

@testable import ProcessLifecycle

@Suite struct ProblemLogTests {
  private func problem(_ number: Int) -> ProcessLifecycleError {
    ProcessLifecycleError(.systemCallFailed, message: "problem \(number)")
  }

  @Test func `The handler can be replaced, and receives every problem`() {
    let first = Recorder<String>()
    let second = Recorder<String>()
    let log = ProblemLog { first.note($0.message) }
    log.report(problem(1))
    log.handler = { second.note($0.message) }
    log.report(problem(2))
    #expect(first.entries == ["problem 1"])
    #expect(second.entries == ["problem 2"])
  }

  @Test func `Only the latest problems are kept`() {
    let log = ProblemLog { _ in }
    for number in 1...(ProblemLog.capacity + 3) { log.report(problem(number)) }
    #expect(log.latest.count == ProblemLog.capacity)
    #expect(log.latest.first?.message == "problem 4")
    #expect(log.latest.last?.message == "problem \(ProblemLog.capacity + 3)")
  }

  @Test func `A failed system call is named with the reason and the consequence`() {
    let error = ProcessLifecycleError.systemCall(
      "inotify_init1", event: .timeZoneChanged, number: 24)
    #expect(
      error.description
        == "inotify_init1 failed: Too many open files; 'timeZoneChanged' will not be reported")
  }
}
