import ModularityTestSupport
import Synchronization
import Testing

@testable import TaskKit

/// A plan that is kept takes up what runs have taught about its tasks.
@Suite @MainActor struct WeighingTests {
  /// Tasks for the only worker, of which each takes as long as is said, in the order in
  /// which they begin.
  @MainActor private struct Shop {
    let manager: TaskManager
    let begun = EventRecorder<String>()
    let clock: ManualClock
    let durations: Durations

    /// How long tasks take, to be changed between runs.
    final class Durations: Sendable {
      private let values = Mutex<[String: Duration]>([:])
      subscript(name: String) -> Duration {
        get { values.withLock { $0[name] ?? .zero } }
        set { values.withLock { $0[name] = newValue } }
      }
    }

    init(_ names: [String]) throws {
      let clock = ManualClock()
      let durations = Durations()
      self.clock = clock
      self.durations = durations
      manager = TaskManager.inOrder(clock: clock, workers: 1)
      for name in names {
        try manager.injectEventTask(name: name, event: .reserved1, traits: [.concurrent]) {
          [begun] _ in
          begun.record(name)
          clock.advance(by: durations[name])
        }
      }
    }

    /// Runs all, and says in which order they began.
    func order() async throws -> [String] {
      let before = begun.events.count
      let dispatch = manager.trigger(.reserved1)
      await manager.runUntilIdle()
      #expect(dispatch.isFinished)
      return Array(begun.events.dropFirst(before))
    }
  }

  @Test func `The longest tasks come first in the next run of the same plan`() async throws {
    let shop = try Shop(["a", "b"])
    shop.durations["a"] = .milliseconds(1)
    shop.durations["b"] = .milliseconds(5)
    // Nothing is known yet, and the first one was declared first.
    try await #expect(shop.order() == ["a", "b"])
    try await #expect(shop.order() == ["b", "a"])
    shop.durations["a"] = .milliseconds(50)
    try await #expect(shop.order() == ["b", "a"])
    try await #expect(shop.order() == ["a", "b"])
  }

  @Test func `A plan is not reordered for small differences`() async throws {
    let shop = try Shop(["a", "b"])
    shop.durations["a"] = .milliseconds(10)
    shop.durations["b"] = .milliseconds(11)
    try await #expect(shop.order() == ["a", "b"])
    try await #expect(shop.order() == ["b", "a"])
    // Known by half, which would be more than the other one takes.
    shop.durations["a"] = .microseconds(13_000)
    try await #expect(shop.order() == ["b", "a"])
    #expect(shop.manager.timings["a"] == .microseconds(11_500))
    try await #expect(shop.order() == ["b", "a"])
  }

  @Test func `Very short tasks do not reorder a plan`() async throws {
    let shop = try Shop(["a", "b"])
    shop.durations["a"] = .nanoseconds(100)
    shop.durations["b"] = .nanoseconds(900)
    try await #expect(shop.order() == ["a", "b"])
    try await #expect(shop.order() == ["a", "b"])
  }
}
