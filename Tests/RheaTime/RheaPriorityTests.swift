import ModularityTestSupport
import Testing

@testable import RheaTime

@Suite struct RheaPriorityTests {
  private let named: [RheaPriority] = [.veryLow, .low, .normal, .high, .veryHigh]

  @Test func `The named priorities have their documented numbers`() {
    #expect(named.map(\.rawValue) == [1, 3, 5, 7, 9])
    #expect(named.map(\.description) == ["1", "3", "5", "7", "9"])
    #expect(named.sorted() == named)
    #expect(RheaPriority(rawValue: -2) < 0)
  }

  @Test func `Each named priority has its own task priority, in the same order`() {
    let urgencies = named.map(\.taskPriority)
    #expect(Set(urgencies.map(\.rawValue)).count == named.count)
    #expect(urgencies == urgencies.sorted())
    #expect(urgencies[2] == .medium)
  }

  @Test func `Numbers between two levels share the task priority of the lower one`() {
    for number in -20...30 {
      let level = named.last { $0.rawValue <= number } ?? .veryLow
      #expect(RheaPriority(rawValue: number).taskPriority == level.taskPriority)
    }
    #expect(RheaPriority(rawValue: .min).taskPriority == RheaPriority.veryLow.taskPriority)
    #expect(RheaPriority(rawValue: .max).taskPriority == RheaPriority.veryHigh.taskPriority)
  }

  @Test func `A callback off the main actor runs with the task priority of its level`() async throws
  {
    for priority in named {
      let urgencies = EventRecorder<TaskPriority>()
      await Rhea.withFreshState {
        Rhea.on("e", priority: priority, async: true) { urgencies.record(Task.basePriority!) }
        await Rhea.run(event: "e")
      }
      #expect(urgencies.events == [priority.taskPriority])
    }
  }
}
