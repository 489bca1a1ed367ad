import Bridge
import ModularityTestSupport
import Testing

@Suite struct AppHostTests {
  /// An app whose code the test gives.
  struct Plain: ModularApp {
    func run(_ context: AppContext) async throws {
      if context.arguments.contains("wait") { await context.waitForShutdown() }
      if context.arguments.contains("throw") { throw Refused() }
      if let code = context.arguments.compactMap(UInt8.init).first { throw AppExit(code) }
    }
  }

  /// A service: nothing but a type.
  struct Nothing: ModularApp {}

  struct Refused: Error, CustomStringConvertible {
    var description: String { "refused" }
  }

  @Test func `An app that returns goes through all phases and exits with 0`() async throws {
    let outcome = try await AppHost.launchForTesting(Plain.self) { await $0.outcome }
    #expect(outcome.exitCode == 0)
    #expect(outcome.reason == .returned)
    #expect(outcome.phases == AppPhase.allCases)
    #expect(outcome.messages.isEmpty)
    #expect(outcome.steps.map(\.name) == ["run", "tasks"])
  }

  @Test(arguments: [(AppSignal.terminate, UInt8(0)), (.interrupt, 130)])
  func `A service of nothing but a type runs until a signal ends it`(
    signal: AppSignal, code: UInt8
  ) async throws {
    let outcome = try await AppHost.launchForTesting(Nothing.self) { host in
      host.signal(signal)
      return await host.outcome
    }
    #expect(outcome.exitCode == code)
    #expect(outcome.reason == .signal(signal))
  }

  @Test func `What an app throws is its message, and its code is 1`() async throws {
    let outcome = try await AppHost.launchForTesting(Plain.self, arguments: ["throw"]) {
      await $0.outcome
    }
    #expect(outcome.exitCode == 1)
    #expect(outcome.messages == ["refused"])
    #expect(outcome.reason == .threw("refused"))
  }
}
