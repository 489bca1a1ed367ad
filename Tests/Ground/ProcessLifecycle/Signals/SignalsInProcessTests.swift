import Glibc
import ProgramTestSupport
import Testing

@Suite struct SignalsInProcessTests {
  @Test(arguments: [("interrupt", SIGINT), ("terminate", SIGTERM), ("hangup", SIGHUP)])
  func `A process dies of the signal itself, after its listeners`(
    event: String, signal: Int32
  ) async throws {
    try await withChild("LifecycleFixture", "listen", event) { child in
      child.send(signal)
      #expect(try await child.ends() == .killed(by: signal))
      try await child.writes("ready", "told \(event)", "finished \(event)")
    }
  }

  @Test func `Printed output is not lost when the process ends`() async throws {
    try await withChild("LifecycleFixture", "printing") { child in
      child.send(SIGTERM)
      #expect(try await child.ends() == .killed(by: SIGTERM))
      try await child.writes("ready", "printed before", "printed at the end")
    }
  }

  @Test func `A process stops on Ctrl-Z, and again after it continued`() async throws {
    try await withChild("LifecycleFixture", "listen", "suspend", "resume") { child in
      let round = ["told suspend", "finished suspend", "told resume", "finished resume"]
      for rounds in 1...2 {
        // Having gone on, the process catches the signal again a moment later.
        try await child.catches(SIGTSTP)
        child.send(SIGTSTP)
        try await child.stops()
        child.send(SIGCONT)
        let expected = ["ready"] + Array(repeating: round, count: rounds).flatMap { $0 }
        try await child.writes(expected)
      }
    }
  }

  @Test(arguments: [
    ("user1", SIGUSR1), ("user2", SIGUSR2), ("windowSizeChanged", SIGWINCH), ("resume", SIGCONT),
  ])
  func `A process continues after a signal without a default action`(
    event: String, signal: Int32
  ) async throws {
    try await withChild("LifecycleFixture", "listen", event) { child in
      child.send(signal)
      try await child.writes("ready", "told \(event)", "finished \(event)")
      child.send(signal)
      try await child.writes(
        "ready", "told \(event)", "finished \(event)", "told \(event)", "finished \(event)")
    }
  }

  @Test func `A second Ctrl-C ends a process whose main queue never runs`() async throws {
    try await withChild("LifecycleFixture", "undrained") { child in
      // Two of them within a second are one request to end.
      while try await !child.isGone(after: SIGINT) {}
      #expect(try await child.ends() == .killed(by: SIGINT))
      try await child.writes("ready")
    }
  }

  @Test func `A Ctrl-C ends a process that takes too long over SIGTERM`() async throws {
    try await withChild("LifecycleFixture", "slow") { child in
      child.send(SIGTERM)
      try await child.writes("ready", "told terminate")
      // Until it comes late enough to count as a second request.
      while try await !child.isGone(after: SIGINT) {}
      #expect(try await child.ends() == .killed(by: SIGINT))
      try await child.writes("ready", "told terminate")
    }
  }

  @Test func `A handler that had been there runs after the listeners and is given back`()
    async throws
  {
    try await withChild("LifecycleFixture", "previous-handler") { child in
      let round = ["told", "handler", "caught again"]
      child.send(SIGINT)
      try await child.writes(["ready"] + round)
      child.send(SIGINT)
      try await child.writes(["ready"] + round + round)
      child.send(SIGTERM)
      #expect(try await child.ends() == .killed(by: SIGTERM))
      #expect(try child.lines.last == "same action true")
    }
  }

  @Test func `A dispatch source of the program receives the signal, too, once`()
    async throws
  {
    try await withChild("LifecycleFixture", "foreign-source") { child in
      child.send(SIGINT)
      try await child.writesInAnyOrder("ready", "told", "source")
      child.send(SIGINT)
      try await child.writesInAnyOrder("ready", "told", "source", "told", "source")
    }
  }

  @Test func `Listening again after the last listener left catches the signal again`() async throws
  {
    try await withChild("LifecycleFixture", "restored") { child in
      child.send(SIGINT)
      #expect(try await child.ends() == .killed(by: SIGINT))
      try await child.writes("ready", "told 2")
    }
  }

  @Test func `After the last listener has left, the signal has its previous action`() async throws {
    try await withChild("LifecycleFixture", "restored") { child in
      child.send(SIGUSR1)
      try await child.writes("ready", "cancelled")
      child.send(SIGINT)
      #expect(try await child.ends() == .killed(by: SIGINT))
      try await child.writes("ready", "cancelled")
    }
  }

  @Test func `A host survives and receives every signal, until it ends`()
    async throws
  {
    try await withChild("LifecycleFixture", "host") { child in
      child.send(SIGTERM)
      try await child.writes("ready", "told 1")
      child.send(SIGTERM)
      try await child.writes("ready", "told 1", "told 2")
      child.send(SIGTERM)
      #expect(try await child.ends() == .killed(by: SIGTERM))
      try await child.writes("ready", "told 1", "told 2", "told 3")
    }
  }

  @Test func `A host receives each signal even if the main queue never runs`() async throws {
    try await withChild("LifecycleFixture", "host-hears") { child in
      child.send(SIGINT)
      try await child.writes("ready", "host interrupt")
      child.send(SIGINT)
      try await child.writes("ready", "host interrupt", "host interrupt")
    }
  }

  @Test func `A listener that answers a signal keeps the process, and a request to end is a first`()
    async throws
  {
    try await withChild("LifecycleFixture", "answer") { child in
      child.send(SIGHUP)
      try await child.writes("ready", "answered 1")
      // The first has not finished, and never will.
      child.send(SIGHUP)
      try await child.writes("ready", "answered 1", "answered 2")
      child.send(SIGTERM)
      #expect(try await child.ends() == .killed(by: SIGTERM))
      try await child.writes("ready", "answered 1", "answered 2", "told terminate")
    }
  }

  @Test(arguments: [("interrupt", "INT", SIGINT), ("terminate", "TERM", SIGTERM)])
  func `A request to end that was ignored when the process was started stays ignored`(
    event: String, name: String, signal: Int32
  ) async throws {
    try await withChild("LifecycleFixture", "listen", event, "user1", ignoring: name) { child in
      child.send(signal)
      child.send(SIGUSR1)
      try await child.writes("ready", "told user1", "finished user1")
    }
  }

  @Test func `An ignored signal is listed as unavailable`() async throws {
    let child = try ChildProcess("LifecycleFixture", "availability", ignoring: "INT")
    defer { child.destroy() }
    #expect(try await child.ends() == .exited(0))
    try await child.writes(
      """
      unavailable: the process was started with SIGINT ignored, as a shell starts 'app &', and \
      continues to ignore it
      """, "available by SIGINT", "available by SIGTERM")
  }

  @Test func `Under nohup, a hangup is delivered and does not end the process`() async throws {
    try await withChild("LifecycleFixture", "listen", "hangup", ignoring: "HUP") { child in
      child.send(SIGHUP)
      try await child.writes("ready", "told hangup", "finished hangup")
      child.send(SIGHUP)
      try await child.writes(
        "ready", "told hangup", "finished hangup", "told hangup", "finished hangup")
    }
  }
}
