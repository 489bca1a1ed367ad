import Bridge
import Foundation
import ModularityTestSupport
import Testing

@Test func `Heard episodes are deleted once a day`() async throws {
  let clock = ManualClock()
  let midnight = Calendar.current.startOfDay(for: Date(timeIntervalSince1970: 0))
  let steps = EventRecorder<String>()
  try await TaskManager.withFreshState {
    let manager = TaskManager.shared
    manager.watch("DeleteHeard") { steps.record("\($0)") }
    manager.clock = .clock(clock, startingAt: midnight)
    try await manager.run([.willFinishLaunching, .didFinishLaunching])

    clock.advance(by: .seconds(24 * 60 * 60))
    _ = try await steps.waitForEvents(count: 3)
    #expect(
      steps.events == ["DeleteHeard: scheduled", "DeleteHeard: running", "DeleteHeard: succeeded"])
  }
}
