import Declarations
import SectionRegistry
import TaskKit
import Testing

@Suite struct PriorityTests {
  @Test func `The highest priority has the lowest number`() {
    #expect(TaskManager.Priority.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(TaskManager.Priority.allCases.first == .critical)
  }

  @Test func `The name of RWTaskKit is that of the same type`() {
    #expect(RWTaskPriority.high == TaskManager.Priority.high)
  }
}

/// What records and the running program both know of tasks.
@Suite struct TaskSchemaTests {
  @Test func `Events have the names that records use`() {
    let members = TaskEvent(rawValue: .max).members
    #expect(members.map { String($0.description.dropFirst()) } == TaskSchema.eventNames)
  }
}
