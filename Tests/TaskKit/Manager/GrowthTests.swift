import ModularityTestSupport
import Synchronization
import Testing
import ToolkitTrace

@testable import TaskKit

/// What an operation costs does not grow with the number of tasks that there are.
@Suite(.serialized) struct GrowthTests {
  /// How many tasks there are beside those that something is done with.
  private static let sizes = (small: 200, large: 6_400)

  /// Compares what the same work costs where there are many tasks and where there are few.
  private func expectNoGrowth(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    cost: (_ size: Int) async throws -> Double
  ) async rethrows {
    let small = try await cost(Self.sizes.small)
    let large = try await cost(Self.sizes.large)
    // Where each looks at all, it is 32 times as much.
    #expect(
      large < 6 * small, "\(what): \(Int(small)) ns, and \(Int(large)) ns among many",
      sourceLocation: sourceLocation)
  }

  @Test func `Adding a task costs the same however many exist, also while listening`()
    async throws
  {
    try await expectNoGrowth("200 tasks added") { size in
      let manager = TaskManager(
        world: .init(
          time: ErasedClock(ContinuousClock()), lanes: ProcessLanes(workerCount: 2),
          launchOptions: .current, listensToProcess: true))
      func add(_ name: String) throws {
        // An event that nothing in the process brings about.
        try manager.injectEventTask(name: name, event: .userDidTakeScreenshot) { _ in }
      }
      for index in 0..<size { try add("t\(index)") }
      return try leastCost { piece in
        for index in 0..<200 { try add("\(piece).\(index)") }
      }
    }
  }

  @Test func `Cancelling a task that sleeps costs the same however many sleep`()
    async throws
  {
    try await expectNoGrowth("50 tasks cancelled") { size in
      let manager = TaskManager.forTest()
      for index in 0..<size {
        try manager.injectEventTask(name: "t\(index)", event: .reserved1) { _ in
          try await Task.sleep(for: .seconds(3_600))
        }
      }
      let dispatch = manager.trigger(.reserved1)
      // The first call makes what all others use.
      try manager.cancelTask(named: "t0")
      let cost = try leastCost(ofEach: 4) { piece in
        for index in 1...50 { try manager.cancelTask(named: "t\(size - 50 * piece - index)") }
      }
      for index in 0..<size { try manager.cancelTask(named: "t\(index)") }
      await dispatch.finished()
      return cost
    }
  }

  @Test func `The end of a task before a milestone costs the same however many exist`()
    async throws
  {
    try await expectNoGrowth("200 tasks ended") { size in
      let manager = TaskManager.forTest()
      for index in 0..<size {
        try manager.injectEventTask(
          name: "t\(index)", event: .reserved1, traits: [.before("all")]
        ) { _ in }
      }
      let entries = manager.withLock { Array($0.catalog.entries.prefix(200)) }
      return leastCost(ofEach: 1) { _ in
        for entry in entries {
          entry.noteSuccess()
          manager.didSettle(entry, hasBegun: true)
        }
      }
    }
  }
}
