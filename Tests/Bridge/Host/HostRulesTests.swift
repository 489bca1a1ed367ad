import Testing

@testable import Bridge

/// The rules of the host, without processes and clocks.
@Suite struct HostRulesTests {
  @Test(arguments: AppSignal.allCases, AppSignal.allCases)
  func `The second request to end makes the app leave at once`(
    first: AppSignal, second: AppSignal
  ) {
    var state = HostState()
    let requests: [AppSignal] = [.terminate, .interrupt]
    let firstEffect = state.arrived(first, at: .seconds(5))
    #expect(firstEffect == (requests.contains(first) ? .shutDown : .reload))
    let effect = state.arrived(second, at: .seconds(6))
    switch (requests.contains(first), requests.contains(second)) {
    case (true, true):
      #expect(effect == .leave(UInt8(128 + second.number)))
      #expect(state.outcome.reason == .forced(second))
    case (true, false): #expect(effect == .nothing)
    case (false, true): #expect(effect == .shutDown)
    case (false, false): #expect(effect == .reload)
    }
  }

  @Test func `Requests to end within a second are one`() {
    var state = HostState()
    let effects = [0, 0, 0.5, 0.999, 1].map { state.arrived(.terminate, at: .seconds(5 + $0)) }
    #expect(effects == [.shutDown, .nothing, .nothing, .nothing, .leave(143)])
  }

  @Test func `The first signal does not interrupt an app that is already ending`() {
    var state = HostState()
    let isFirst = state.end(because: .returned)
    #expect(isFirst)
    let effects = [
      state.arrived(.interrupt, at: .seconds(5)), state.arrived(.terminate, at: .seconds(6)),
    ]
    #expect(effects == [.nothing, .leave(143)])
  }

  @Test func `The app's own exit code precedes that of lateness, and that the one of failure`() {
    func code(thrown: UInt8?, late: Bool, failed: Bool, by signal: AppSignal?) -> UInt8 {
      var state = HostState()
      _ = signal.map { state.arrived($0, at: .zero) }
      if let thrown { state.threw(code: thrown) }
      if failed { state.reports.append(.made(.failed("it"))) }
      if late { state.reports.append(.made(.late)) }
      state.reports.append(.made(.finished))
      return state.exitCode
    }
    for thrown in [nil, 0, 7] as [UInt8?] {
      for late in [false, true] {
        for failed in [false, true] {
          for signal in [nil, .terminate, .interrupt] as [AppSignal?] {
            let expected: UInt8 =
              thrown == 7
              ? 7
              : late ? 124 : failed ? 1 : thrown == nil && signal == .interrupt ? 130 : 0
            #expect(code(thrown: thrown, late: late, failed: failed, by: signal) == expected)
          }
        }
      }
    }
  }

  @Test func `The first error decides the exit code`() {
    var state = HostState()
    state.threw(code: 3)
    state.threw(code: 4)
    #expect(state.exitCode == 3)
  }

  @Test(arguments: [("1", 10), ("19999", 10), ("30000", 15)])
  func `A very short watchdog period leads to at most one keep-alive every 10 ms`(
    microseconds: String, milliseconds: Int
  ) throws {
    let watchdog = try Watchdog(environment: ["WATCHDOG_USEC": microseconds], process: 1)
    #expect(watchdog?.interval == .milliseconds(milliseconds))
  }
}

extension ShutdownReport {
  fileprivate static func made(_ ending: Ending) -> ShutdownReport {
    ShutdownReport(
      name: "step", location: nil, deadline: .seconds(1), duration: .zero, ending: ending)
  }
}
