import Bridge
import ModularityTestSupport
import Testing

/// The app of the article on hosting, as it stands there.
private struct Harbor: ModularApp {
  func run(_ context: AppContext) async throws {
    let berths = Berths()
    context.onShutdown("berths", deadline: .seconds(2)) { try await berths.save() }

    guard let ship = context.arguments.first else {
      throw AppExit(64, "usage: harbor SHIP")
    }
    try await berths.moor(ship)
    print("\(ship) is moored")
  }
}

private actor Berths {
  private var ships: [String] = []

  func moor(_ ship: String) throws { ships.append(ship) }
  func save() throws { print("\(ships.count) saved") }
}

@Suite struct HostingArticleTests {
  /// The steps of the app; on a busy machine the declared tasks of other tests may run still.
  private static func ownSteps(_ outcome: AppOutcome) -> [String] {
    outcome.steps.map(\.name).filter { $0 != "running tasks" }
  }

  @Test func `A moored ship is saved`() async throws {
    let outcome = try await AppHost.launchForTesting(
      Harbor.self, arguments: ["Fram"], clock: ManualClock()
    ) { host in
      await host.outcome
    }
    #expect(outcome.exitCode == 0)
    #expect(Self.ownSteps(outcome) == ["run", "berths", "tasks"])
  }

  @Test func `Without a ship, the command prints a hint and exits with a code`() async throws {
    let outcome = try await AppHost.launchForTesting(Harbor.self, clock: ManualClock()) { host in
      await host.outcome
    }
    #expect(outcome.exitCode == 64)
    #expect(outcome.messages == ["usage: harbor SHIP"])
    #expect(Self.ownSteps(outcome) == ["run", "berths", "tasks"])
  }
}
