import BridgeDashboard
import Foundation
import ModularityTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app with telemetry and a dashboard, at one port.
private struct Port: ModularApp {
  @TaskLocal static var opened = EventRecorder<Dashboard>()

  func didLaunch(_ context: AppContext) async throws {
    let telemetry = try Bridge.startTelemetry(for: context, port: 0)
    Self.opened.record(try Bridge.startDashboard(for: context, telemetry: telemetry))
  }

  func run(_ context: AppContext) async throws { await context.waitForShutdown() }
}

/// Each test has a process of its own, as tracing is the process's.
@Suite struct DashboardTests {
  @Test func `The dashboard shares the port of the telemetry, and leaves it to monitors`() async {
    await #expect(processExitsWith: .success) {
      let opened = EventRecorder<Dashboard>()
      try await Port.$opened.withValue(opened) {
        try await AppHost.launchForTesting(Port.self, clock: ManualClock()) { _ in
          let dashboard = try await opened.waitForEvents(count: 1)[0]
          func status(_ address: String) async throws -> Int? {
            let (_, response) = try await URLSession.shared.data(
              from: try #require(URL(string: address)))
            return (response as? HTTPURLResponse)?.statusCode
          }
          #expect(try await status(dashboard.address) == 401)
          // The session keeps the cookie, and follows to the page.
          #expect(try await status(dashboard.signInAddress(of: .viewer)) == 200)
          #expect(try await status(dashboard.address + "api/snapshot") == 200)
          #expect(try await status(dashboard.address + "metrics") == 200)
          await dashboard.close()
          #expect(try await status(dashboard.address) == 404)
          #expect(try await status(dashboard.address + "metrics") == 200)
        }
      }
    }
  }
}
