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
