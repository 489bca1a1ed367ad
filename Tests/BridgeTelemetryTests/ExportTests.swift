import BridgeTelemetry
import Testing

@Suite struct ExportTests {
  @Test func `A module that imports BridgeTelemetry sees health and metrics`() {
    #expect(!AppHealth(liveness: [.init("phase", failure: "it ended")], readiness: []).isLive)
    #expect(Metric("a.b", "A thing.", kind: .gauge, points: []).points.isEmpty)
  }
}
