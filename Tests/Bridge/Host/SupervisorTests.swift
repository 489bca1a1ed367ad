import Bridge
import Foundation
import ModularityTestSupport
import ProgramTestSupport
import Testing

/// The notices of an app to systemd or another supervisor.
@Suite struct SupervisorTests {
  @Test(arguments: [false, true])
  func `A service notifies its supervisor of ready, reloading and stopping`(isAbstract: Bool)
    async throws
  {
    let supervisor = try DatagramListener(isAbstract: isAbstract)
    let environment = ["NOTIFY_SOCKET": supervisor.path]
    try await ScriptedApp.launch(environment: environment) { context in
      context.showStatus("serving\nguests")
      await context.waitForShutdown()
    } _: { host in
      #expect(await supervisor.next() == "READY=1")
      #expect(await supervisor.next() == "STATUS=serving guests")
      let before = DispatchTime.now().uptimeNanoseconds / 1000
      host.signal(.hangup)
      let reloading = await supervisor.next().split(separator: "\n")
      #expect(reloading.first == "RELOADING=1")
      let microseconds = reloading.last?.wholeMatch(of: #/MONOTONIC_USEC=(\d+)/#)?.1
      let time = try #require(microseconds.flatMap { UInt64($0) })
      #expect((before...DispatchTime.now().uptimeNanoseconds / 1000).contains(time))
      #expect(await supervisor.next() == "READY=1")
      host.signal(.terminate)
      #expect(await supervisor.next() == "STOPPING=1")
      #expect(await host.exitCode == 0)
    }
    #expect(supervisor.rest().isEmpty)
  }

  @Test func `An app that cannot launch is not reported as ready`() async throws {
    let supervisor = try DatagramListener()
    try await ScriptedApp.$willLaunch.withValue({ _ in throw Refused() }) {
      try await ScriptedApp.launch(environment: ["NOTIFY_SOCKET": supervisor.path]) { _ in
      } _: { host in
        #expect(await host.exitCode == 1)
      }
    }
    #expect(supervisor.rest() == ["STOPPING=1"])
  }

  @Test func `A missing supervisor is reported once`() async throws {
    let outcome = try await ScriptedApp.launch(environment: ["NOTIFY_SOCKET": "/none/notify"]) {
      $0.showStatus("alone")
    } _: {
      await $0.outcome
    }
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.count == 1)
    #expect(outcome.messages.first?.contains("'/none/notify' failed: No such file") == true)
  }

  @Test(arguments: [
    ["NOTIFY_SOCKET": "notify"], ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
    ["WATCHDOG_USEC": "soon"], ["WATCHDOG_USEC": "0"],
  ])
  func `Invalid supervisor settings are reported, and the app runs`(
    environment: [String: String]
  ) async throws {
    let outcome = try await ScriptedApp.launch(environment: environment, run: { _ in }) {
      await $0.outcome
    }
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.count == 1)
  }

  @Test func `Keep-alive messages are sent at half of the watchdog's period, until the end`()
    async throws
  {
    let supervisor = try DatagramListener()
    let clock = ManualClock()
    let environment = [
      "NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "\(getpid())",
    ]
    try await ScriptedApp.launch(environment: environment, clock: clock) {
      await $0.waitForShutdown()
    } _: { host in
      #expect(await supervisor.next() == "READY=1")
      for _ in 1...3 {
        #expect(await supervisor.next() == "WATCHDOG=1")
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(9.999))
        #expect(supervisor.rest().isEmpty)
        clock.advance(by: .seconds(0.001))
      }
      #expect(await supervisor.next() == "WATCHDOG=1")
      host.signal(.terminate)
      #expect(await supervisor.next() == "STOPPING=1")
    }
    #expect(supervisor.rest().isEmpty)
  }

  @Test func `A watchdog meant for another process is ignored`() async throws {
    let supervisor = try DatagramListener()
    let environment = [
      "NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1",
    ]
    try await ScriptedApp.launch(environment: environment) { _ in
    } _: {
      #expect(await $0.exitCode == 0)
    }
    #expect(supervisor.rest() == ["READY=1", "STOPPING=1"])
  }

  @Test func `A hanging main actor stops the keep-alive messages`() async throws {
    let supervisor = try DatagramListener()
    let child = try ChildProcess(
      "HostFixture", "hanging-main", "at-SIGHUP",
      environment: ["NOTIFY_SOCKET": supervisor.path, "WATCHDOG_USEC": "100000"])
    defer { child.destroy() }
    #expect(await supervisor.next() == "READY=1")
    #expect(await supervisor.next() == "WATCHDOG=1")
    #expect(await supervisor.next() == "WATCHDOG=1")
    child.send(SIGHUP)
    try await child.writes("blocked")
    _ = supervisor.rest()
    // Time for ten, which cannot make the test fail on a busy machine: one at most was on
    // its way when the main actor began to hang.
    try await Task.sleep(for: .milliseconds(500))
    #expect(supervisor.rest().count { $0 == "WATCHDOG=1" } <= 1)
  }
}
